//! Strings: UTF-8, inline up to 7 bytes, otherwise an object. They may contain NUL.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::bytes::{new_text, text_of};
use crate::type_index::TypeIndex;
use crate::value::Any;

/// An immutable string in the form that calls pass.
///
/// ```
/// use tvmlike_runtime::String;
///
/// let text = String::from_fmt(format_args!("{}-{}", 1, 2));
/// assert_eq!(text.as_str(), "1-2");
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct String(Any);

impl String {
    /// Copies text.
    pub fn new(text: &str) -> Self {
        Self(new_text(text.as_bytes(), TypeIndex::SMALL_STR, TypeIndex::STR))
    }

    /// Formats text: `String::from_fmt(format_args!("{value:?}"))`. Short text is formatted on the stack, so that only
    /// the string itself is allocated.
    ///
    /// # Panics
    /// As `format!`, if a formatting trait reports an error.
    pub fn from_fmt(text: fmt::Arguments<'_>) -> Self {
        let mut written = Written {
            short: [0; SHORT],
            size: 0,
            long: None,
        };
        fmt::write(&mut written, text).expect("a formatting trait reported an error");
        match written.long {
            Some(long) => Self::from(long),
            // Only complete pieces of text were written.
            None => Self::new(std::str::from_utf8(&written.short[..written.size]).unwrap_or_default()),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // The value is a UTF-8 string by construction.
        self.0.view().as_str().and_then(Result::ok).unwrap_or_default()
    }

    /// The underlying value.
    pub(crate) fn as_any(&self) -> &Any {
        &self.0
    }

    /// Wraps a value that is known to be an owned UTF-8 string.
    pub(crate) fn from_any_unchecked(value: Any) -> Self {
        Self(value)
    }
}

/// The maximum size formatted without an allocation.
const SHORT: usize = 256;

/// The text formatted so far: in `short`, or all of it in `long`.
struct Written {
    short: [u8; SHORT],
    size: usize,
    long: Option<std::string::String>,
}

impl fmt::Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(long) = &mut self.long {
            long.push_str(text);
            return Ok(());
        }
        let end = self.size + text.len();
        if let Some(room) = self.short.get_mut(self.size..end) {
            room.copy_from_slice(text.as_bytes());
            self.size = end;
            return Ok(());
        }
        let before = std::str::from_utf8(&self.short[..self.size]).unwrap_or_default();
        self.long = Some([before, text].concat());
        Ok(())
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
        // Reuses the buffer of a long string.
        Self(text_of(text))
    }
}

impl From<String> for Any {
    fn from(text: String) -> Self {
        text.0
    }
}
