//! The kinds of errors: names that front ends map to exception classes.

use std::borrow::Cow;
use std::fmt;

/// The kind of an error. Any text is allowed; a front end maps those that it knows to its own classes.
///
/// ```
/// use tvmlike_runtime::{Error, ErrorKind};
///
/// let error = Error::new(ErrorKind::KEY_ERROR, "no such key");
/// assert_eq!(error.kind(), "KeyError");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ErrorKind(pub(super) Cow<'static, str>);

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        impl ErrorKind {
            $($(#[$doc])* pub const $name: Self = Self(Cow::Borrowed($text));)*

            /// The kind with a name; known ones are not allocated.
            pub fn new(text: &str) -> Self {
                match text {
                    $($text => Self::$name,)*
                    other => Self(Cow::Owned(other.to_owned())),
                }
            }
        }
    };
}

kinds! {
    /// A failure of no other kind.
    RUNTIME_ERROR = "RuntimeError";
    /// A value of the wrong type.
    TYPE_ERROR = "TypeError";
    /// A value of the right type that cannot be used.
    VALUE_ERROR = "ValueError";
    /// A key that does not exist.
    KEY_ERROR = "KeyError";
    /// An index out of bounds.
    INDEX_ERROR = "IndexError";
    /// An attribute, field or name that does not exist.
    ATTRIBUTE_ERROR = "AttributeError";
    /// A number out of range.
    OVERFLOW_ERROR = "OverflowError";
    /// Something that is not implemented.
    NOT_IMPLEMENTED_ERROR = "NotImplementedError";
    /// A failure of the operating system.
    OS_ERROR = "OSError";
    /// Out of memory.
    MEMORY_ERROR = "MemoryError";
    /// A buffer that cannot be exported.
    BUFFER_ERROR = "BufferError";
    /// A function broke its contract: a panic, or a failure status without an error.
    INTERNAL_ERROR = "InternalError";
}

impl ErrorKind {
    /// The kind as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ErrorKind {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
