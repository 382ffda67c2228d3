//! The kinds of errors, by the names that front ends map to classes.

use std::borrow::Cow;
use std::fmt;

/// What kind of error it is. Any text can be a kind; a front end maps the ones it knows to its own classes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ErrorKind(pub(super) Cow<'static, str>);

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        impl ErrorKind {
            $($(#[$doc])* pub const $name: Self = Self(Cow::Borrowed($text));)*

            /// A kind by its text; the known ones are not allocated.
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
    /// Something failed that fits no other kind.
    RUNTIME_ERROR = "RuntimeError";
    /// A value of the wrong type.
    TYPE_ERROR = "TypeError";
    /// A value of the right type that cannot be used.
    VALUE_ERROR = "ValueError";
    /// A key that is not there.
    KEY_ERROR = "KeyError";
    /// An index out of bounds.
    INDEX_ERROR = "IndexError";
    /// An attribute, a field or a name that is not there.
    ATTRIBUTE_ERROR = "AttributeError";
    /// A number that does not fit.
    OVERFLOW_ERROR = "OverflowError";
    /// Something that is not there yet.
    NOT_IMPLEMENTED_ERROR = "NotImplementedError";
    /// A failure of the operating system.
    OS_ERROR = "OSError";
    /// No memory.
    MEMORY_ERROR = "MemoryError";
    /// A buffer that cannot be lent.
    BUFFER_ERROR = "BufferError";
    /// A broken promise inside a function: a panic, an error status without an error.
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
