//! Strings: UTF-8, in line up to 7 bytes, else an object. They may hold NULs.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::bytes::{new_text, text_of};
use crate::type_index::TypeIndex;
use crate::value::Any;

/// A string that does not change, as it crosses the boundary.
#[derive(Clone)]
#[repr(transparent)]
pub struct String(Any);

impl String {
    /// Copies text.
    pub fn new(text: &str) -> Self {
        Self(new_text(text.as_bytes(), TypeIndex::SMALL_STR, TypeIndex::STR))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // The value is a UTF-8 string by construction.
        self.0.view().as_str().and_then(Result::ok).unwrap_or_default()
    }

    /// The value that it is.
    pub(crate) fn as_any(&self) -> &Any {
        &self.0
    }

    /// Takes a value that is known to be an owned string of UTF-8.
    pub(crate) fn from_any_unchecked(value: Any) -> Self {
        Self(value)
    }
}

impl Deref for String {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for String {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl PartialEq<str> for String {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl Eq for String {}

impl Hash for String {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl From<&str> for String {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<std::string::String> for String {
    fn from(text: std::string::String) -> Self {
        // A long one is taken over as it is.
        Self(text_of(text))
    }
}

impl From<String> for Any {
    fn from(text: String) -> Self {
        text.0
    }
}
