//! Errors as those of Rust's standard library, for functions that return `Box<dyn std::error::Error>`.
//!
//! Invariant: an error that was boxed comes back as the same object.

use std::any::Any as AnyType;
use std::error::Error as StdError;
use std::fmt;
use std::panic::Location;
use std::sync::OnceLock;

use super::{Error, ErrorKind, ErrorParts, exception, frame};

/// An [`Error`] that implements [`std::error::Error`], which [`Error`] itself does not.
struct Standard {
    error: Error,
    /// The cause, once it was asked for.
    cause: OnceLock<Option<Box<Self>>>,
}

impl Standard {
    fn new(error: Error) -> Self {
        Self {
            error,
            cause: OnceLock::new(),
        }
    }
}

impl Drop for Standard {
    fn drop(&mut self) {
        // One after the other: a long chain would overflow the stack.
        let mut next = self.cause.take().flatten();
        while let Some(mut below) = next {
            next = below.cause.take().flatten();
        }
    }
}

impl StdError for Standard {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        let cause = self
            .cause
            .get_or_init(|| self.error.cause().map(|cause| Box::new(Self::new(cause))));
        cause.as_deref().map(|cause| cause as _)
    }
}

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl fmt::Debug for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.error, f)
    }
}

macro_rules! into_box {
    ($($boxed:ty),+) => {$(
        impl From<Error> for Box<$boxed> {
            fn from(error: Error) -> Self {
                Box::new(Standard::new(error))
            }
        }
    )+};
}

into_box!(dyn StdError, dyn StdError + Send, dyn StdError + Send + Sync);

impl<E: StdError + Send + Sync + 'static> From<E> for Error {
    #[track_caller]
    fn from(error: E) -> Self {
        match (&error as &dyn AnyType).downcast_ref::<Standard>() {
            Some(ours) => ours.error.clone(),
            None => described(&error),
        }
    }
}

impl Error {
    /// Converts an error of any type that can be boxed, such as `Box<dyn std::error::Error + Send + Sync>` itself and
    /// `anyhow::Error`, which `?` does not convert. A boxed [`Error`] comes back as it was; others become RuntimeErrors
    /// whose causes are their sources.
    ///
    /// ```
    /// use tvmlike_runtime::{Error, Result};
    ///
    /// fn parse(text: &str) -> std::result::Result<i64, Box<dyn std::error::Error + Send + Sync>> {
    ///     match text.parse()? {
    ///         0 => Err(Error::value_error("expected a number other than 0").into()),
    ///         number => Ok(number),
    ///     }
    /// }
    ///
    /// fn reciprocal(text: &str) -> Result<f64> {
    ///     Ok(1.0 / parse(text).map_err(Error::from_boxed)? as f64)
    /// }
    ///
    /// assert_eq!(reciprocal("4").unwrap(), 0.25);
    /// assert_eq!(reciprocal("0").unwrap_err().kind(), "ValueError");
    /// assert_eq!(reciprocal("four").unwrap_err().message(), "invalid digit found in string");
    /// ```
    #[track_caller]
    pub fn from_boxed(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::from_std(&*error.into())
    }

    /// As [`Error::from_boxed`], of a reference.
    #[doc(hidden)]
    #[track_caller]
    pub fn from_std(error: &(dyn StdError + 'static)) -> Self {
        match error.downcast_ref::<Standard>() {
            Some(ours) => ours.error.clone(),
            None => described(error),
        }
    }
}

/// `?` in functions that return `anyhow::Result`.
#[cfg(feature = "anyhow")]
impl From<Error> for anyhow::Error {
    fn from(error: Error) -> Self {
        // Not boxed: anyhow would hide the type, by which the error is recognized on its way back.
        Self::new(Standard::new(error))
    }
}

/// An error with the message of another one, and its sources as causes. Its kind is RuntimeError, or that of the class that
/// `#[derive(Exception)]` declares for its type.
#[track_caller]
fn described(error: &(dyn StdError + 'static)) -> Error {
    let place = Location::caller();
    let mut parts = parts(error);
    parts.backtrace = frame(place.file(), place.line(), "rust");
    let mut causes = Vec::new();
    let mut source = error.source();
    while let Some(below) = source {
        // What is below an error of ours are its own causes.
        if let Some(ours) = below.downcast_ref::<Standard>() {
            causes.push(ours.error.clone());
            break;
        }
        causes.push(Error::from_parts(self::parts(below)));
        source = below.source();
    }
    parts.cause = causes
        .into_iter()
        .rev()
        .reduce(|cause, error| error.with_cause(cause));
    Error::from_parts(parts)
}

/// The kind, the message and the context of an error.
fn parts(error: &(dyn StdError + 'static)) -> ErrorParts {
    let (kind, context) = match exception::described(error) {
        None => (None, None),
        Some((key, described)) => (Some(ErrorKind::new(key)), described.attributes),
    };
    ErrorParts {
        kind,
        message: error.to_string().into(),
        context,
        ..ErrorParts::default()
    }
}
