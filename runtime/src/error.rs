//! Errors: objects with a kind, a message, a backtrace, a cause and a front end's context.
//!
//! An error crosses the C boundary as an object that is *raised* on a thread: the callee raises it and returns -1, the
//! caller takes it. Invariant: at most one error is raised per thread, and raising and taking it move a counted
//! reference, so none leaks and none dangles.
//!
//! The backtrace holds one frame per line, the most recent call first. Creating an error records only the source
//! location (a static), because formatting a native stack takes tens of milliseconds; the full stack is captured only
//! with `TVMLIKE_BACKTRACE=1`, and formatted when [`Error::native_stack`] is called.

mod body;
mod exception;
mod kind;
mod raised;
mod standard;

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::panic::Location;
use std::ptr::NonNull;

use tvmlike_abi::{TVMLikeByteArray, TVMLikeErrorCell, TVMLikeObject};

use crate::object::{ObjectPtr, ObjectRef};
use crate::type_index::TypeIndex;
use crate::value::{Any, bytes_of};

pub(crate) use body::stacks_wanted;
pub use exception::{Described, ExceptionClass};
pub use kind::ErrorKind;
pub use raised::{clear_raised, set_raised, status, take_raised};

/// A result whose error is an [`Error`].
///
/// ```
/// use tvmlike_runtime::Result;
///
/// fn parse(text: &str) -> Result<i64> {
///     Ok(text.parse::<i64>()?)
/// }
///
/// assert_eq!(parse("42").unwrap(), 42);
/// assert!(parse("forty").is_err());
/// ```
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error object.
///
/// Like `anyhow::Error` it does not implement [`std::error::Error`], so that `?` converts any error that does. `?` also
/// converts it to `Box<dyn std::error::Error>`; [`Error::from_boxed`] converts back.
///
/// ```
/// use tvmlike_runtime::{Error, Result};
///
/// fn positive(x: i64) -> Result<i64> {
///     if x > 0 { Ok(x) } else { Err(Error::value_error(format!("expected a positive number, got {x}"))) }
/// }
///
/// assert_eq!(positive(-1).unwrap_err().to_string(), "ValueError: expected a positive number, got -1");
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Error(ObjectPtr<TVMLikeErrorCell>);

// SAFETY: the cell is written only while the error has one owner; its texts and objects are Send and Sync.
unsafe impl Send for Error {}
// SAFETY: as above.
unsafe impl Sync for Error {}

/// The parts of an error.
///
/// ```
/// use tvmlike_runtime::error::ErrorParts;
/// use tvmlike_runtime::{Error, ErrorKind};
///
/// let error = Error::from_parts(ErrorParts {
///     kind: Some(ErrorKind::new("OSError")),
///     message: "cannot read weights.bin".into(),
///     ..ErrorParts::default()
/// });
/// assert_eq!(error.to_string(), "OSError: cannot read weights.bin");
/// ```
#[derive(Default)]
pub struct ErrorParts {
    /// The kind; RuntimeError by default.
    pub kind: Option<ErrorKind>,
    /// The message.
    pub message: Cow<'static, str>,
    /// Frames, one per line, the most recent call first.
    pub backtrace: std::string::String,
    /// The cause.
    pub cause: Option<Error>,
    /// An object that a front end attaches, such as its own exception.
    pub context: Option<ObjectRef>,
}

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident = $kind:ident;)*) => {
        impl Error {
            $(
                $(#[$doc])*
                #[track_caller]
                #[cold]
                pub fn $name(message: impl Into<Cow<'static, str>>) -> Self {
                    Self::new(ErrorKind::$kind, message)
                }
            )*
        }
    };
}

constructors! {
    /// A RuntimeError.
    runtime_error = RUNTIME_ERROR;
    /// A TypeError: a value of the wrong type.
    type_error = TYPE_ERROR;
    /// A ValueError: a value of the right type that cannot be used.
    value_error = VALUE_ERROR;
    /// A KeyError.
    key_error = KEY_ERROR;
    /// An IndexError.
    index_error = INDEX_ERROR;
    /// An AttributeError: an attribute, field or name that does not exist.
    attribute_error = ATTRIBUTE_ERROR;
    /// An OverflowError: a number out of range.
    overflow_error = OVERFLOW_ERROR;
    /// A NotImplementedError.
    not_implemented = NOT_IMPLEMENTED_ERROR;
    /// An OSError.
    os_error = OS_ERROR;
    /// An InternalError: a function broke its contract.
    internal_error = INTERNAL_ERROR;
}

impl Error {
    /// Makes an error of a kind, with the caller's source location as its first frame.
    #[track_caller]
    #[cold]
    pub fn new(kind: impl Into<ErrorKind>, message: impl Into<Cow<'static, str>>) -> Self {
        let place = Location::caller();
        Self::from_parts(ErrorParts {
            kind: Some(kind.into()),
            message: message.into(),
            backtrace: frame(place.file(), place.line(), "rust"),
            ..ErrorParts::default()
        })
    }

    /// Makes an error from all its parts, without a frame of its own.
    #[cold]
    pub fn from_parts(parts: ErrorParts) -> Self {
        Self(body::make(parts))
    }

    /// Takes ownership of an error object.
    ///
    /// # Safety
    /// `object` is a live error object, and the caller gives up one strong reference.
    pub unsafe fn from_owned_object(object: NonNull<TVMLikeObject>) -> Self {
        // SAFETY: an error object's body begins with an error cell.
        Self(unsafe { ObjectPtr::from_owned(object) })
    }

    /// Returns the strong reference.
    pub fn into_raw(self) -> *mut TVMLikeObject {
        self.0.into_raw()
    }

    /// The error as an object.
    pub fn as_object(&self) -> &ObjectPtr<TVMLikeErrorCell> {
        &self.0
    }

    /// The kind, such as `ValueError`.
    pub fn kind(&self) -> Cow<'_, str> {
        text(&self.0.kind)
    }

    /// The message.
    pub fn message(&self) -> Cow<'_, str> {
        text(&self.0.message)
    }

    /// The frames, one per line, the most recent call first.
    pub fn backtrace(&self) -> Cow<'_, str> {
        text(&self.0.backtrace)
    }

    /// Formats the native stack of the place where the error was created (slow). `None` if `TVMLIKE_BACKTRACE=1` was
    /// not set, or another library created the error.
    pub fn native_stack(&self) -> Option<std::string::String> {
        body::native_stack(&self.0)
    }

    /// The cause of this error.
    pub fn cause(&self) -> Option<Self> {
        let cause = NonNull::new(self.0.cause)?;
        // SAFETY: alive, since this error owns it.
        if unsafe { cause.as_ref() }.type_index != TypeIndex::ERROR.0 {
            return None;
        }
        // SAFETY: as above.
        Some(Self(unsafe { ObjectPtr::from_borrowed(cause) }))
    }

    /// The object that a front end attached.
    pub fn context(&self) -> Option<ObjectRef> {
        // SAFETY: alive, since this error owns it.
        NonNull::new(self.0.context).map(|context| unsafe { ObjectPtr::from_borrowed(context) })
    }

    /// Copies the error, with a cause.
    #[must_use]
    pub fn with_cause(self, cause: Self) -> Self {
        let mut parts = self.to_parts();
        parts.cause = Some(cause);
        Self::from_parts(parts)
    }

    fn to_parts(&self) -> ErrorParts {
        ErrorParts {
            kind: Some(ErrorKind::new(&self.kind())),
            message: Cow::Owned(self.message().into_owned()),
            backtrace: self.backtrace().into_owned(),
            cause: self.cause(),
            context: self.context(),
        }
    }

    /// Appends a frame: the function that the error passes through.
    ///
    /// Does nothing if there is another reference to the error, even a weak one, because its owner may be reading the
    /// text.
    pub fn add_frame(&mut self, file: &str, line: u32, function: &str) {
        let Some(update) = self.0.update_backtrace.filter(|_| self.0.is_alone()) else {
            return;
        };
        let frame = frame(file, line, function);
        let frame = crate::bytes::borrowed(frame.as_bytes());
        // SAFETY: this is the only reference, borrowed mutably, so no other thread reads the text.
        unsafe { update(self.0.as_raw(), &frame, tvmlike_abi::TVMLIKE_BACKTRACE_APPEND) }
    }
}

/// One line of a backtrace.
fn frame(file: &str, line: u32, function: &str) -> std::string::String {
    // Every error passes here, so this takes one allocation and does not format what is already text.
    let mut text = std::string::String::with_capacity(file.len() + function.len() + 40);
    text.push_str("  File \"");
    text.push_str(file);
    text.push_str("\", line ");
    // Writing to a string does not fail.
    let _ = write!(text, "{line}");
    text.push_str(", in ");
    text.push_str(function);
    text.push('\n');
    text
}

fn text(bytes: &TVMLikeByteArray) -> Cow<'_, str> {
    // SAFETY: the cell's texts live as long as the error, which does not change while it is shared.
    std::string::String::from_utf8_lossy(unsafe { bytes_of(bytes) })
}

impl From<Error> for Any {
    fn from(error: Error) -> Self {
        // SAFETY: the reference is moved.
        unsafe { Self::from_owned_object(error.into_raw()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind(), self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        let frames = self.backtrace();
        if !frames.is_empty() {
            write!(f, "\n{}", frames.trim_end_matches('\n'))?;
        }
        match self.cause() {
            Some(cause) => write!(f, "\ncaused by {cause:?}"),
            None => Ok(()),
        }
    }
}
