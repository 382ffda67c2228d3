//! Errors without their place, until the argument and the function are known.
//!
//! Invariant: a fault collects the path to the part of the value from the inside out, one step per container; the place of
//! the argument is added last.

use tvmlike_runtime::error::ErrorParts;
use tvmlike_runtime::{AnyView, Error, ErrorKind, TypeIndex};

/// An error about a part of a value or record.
#[derive(Debug)]
pub(super) struct Fault(Box<Parts>);

#[derive(Debug)]
struct Parts {
    kind: ErrorKind,
    /// The path, innermost part first.
    path: Vec<String>,
    text: String,
}

impl Fault {
    #[cold]
    pub(super) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            kind,
            path: Vec::new(),
            text: text.into(),
        }))
    }

    #[cold]
    pub(super) fn type_error(text: impl Into<String>) -> Self {
        Self::new(ErrorKind::TYPE_ERROR, text)
    }

    #[cold]
    pub(super) fn value_error(text: impl Into<String>) -> Self {
        Self::new(ErrorKind::VALUE_ERROR, text)
    }

    #[cold]
    pub(super) fn overflow(text: impl Into<String>) -> Self {
        Self::new(ErrorKind::OVERFLOW_ERROR, text)
    }

    /// The fault of a value with the wrong type.
    #[cold]
    pub(super) fn wrong_type(expected: impl std::fmt::Display, got: &AnyView<'_>) -> Self {
        if got.type_index() == TypeIndex::MISSING {
            return Self::type_error("is missing");
        }
        Self::type_error(format!("expected {expected}, got {}", got.type_name()))
    }

    /// The same fault in a part of a larger value.
    #[cold]
    pub(super) fn within(mut self, part: impl Into<String>) -> Self {
        self.0.path.push(part.into());
        self
    }

    /// The error, with `place` in front, such as `f: argument 1 x`.
    #[cold]
    pub(super) fn at(self, place: &str) -> Error {
        let Parts { kind, path, text } = *self.0;
        let mut message = place.to_owned();
        for part in path.iter().rev() {
            message.push_str(": ");
            message.push_str(part);
        }
        message.push_str(": ");
        message.push_str(&text);
        Error::from_parts(ErrorParts {
            kind: Some(kind),
            message: message.into(),
            ..ErrorParts::default()
        })
    }
}

impl From<Error> for Fault {
    #[cold]
    fn from(error: Error) -> Self {
        Self::new(ErrorKind::new(&error.kind()), error.message().into_owned())
    }
}
