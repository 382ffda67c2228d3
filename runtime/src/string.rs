//! Strings: UTF-8, inline up to 7 bytes, otherwise an object. They may contain NUL.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::ptr;

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
            short: [MaybeUninit::uninit(); SHORT],
            size: 0,
            long: None,
        };
        fmt::write(&mut written, text).expect("a formatting trait reported an error");
        match written.long {
            Some(long) => Self::from(long),
            None => Self::new(written.short_text()),
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
///
/// Invariant: the first `size` bytes of `short` were copied from whole pieces of text, one after the other.
struct Written {
    short: [MaybeUninit<u8>; SHORT],
    size: usize,
    long: Option<std::string::String>,
}

impl Written {
    /// The text in `short`.
    fn short_text(&self) -> &str {
        // SAFETY: the bytes are written, and pieces of UTF-8 make UTF-8, by the invariant.
        unsafe {
            let bytes = std::slice::from_raw_parts(self.short.as_ptr().cast::<u8>(), self.size);
            std::str::from_utf8_unchecked(bytes)
        }
    }
}

impl fmt::Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(long) = &mut self.long {
            long.push_str(text);
            return Ok(());
        }
        if text.len() <= SHORT - self.size {
            let room = self.short[self.size..].as_mut_ptr().cast::<u8>();
            // SAFETY: there is room for the text behind what is written, by the condition.
            unsafe { ptr::copy_nonoverlapping(text.as_ptr(), room, text.len()) };
            self.size += text.len();
            return Ok(());
        }
        self.long = Some([self.short_text(), text].concat());
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
