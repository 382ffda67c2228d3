//! Reasons why a value does not convert, before the function and the argument are known.

use std::borrow::Cow;

use crate::dtype::DataType;
use crate::error::{Error, ErrorKind, ErrorParts};
use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

/// Why a value does not convert to a type.
///
/// ```
/// use tvmlike_runtime::{FromArg, ToAny};
///
/// let value = "forty".to_any();
/// let mismatch = i64::from_arg(value.view()).unwrap_err();
/// let error = mismatch.into_argument_error("add", 0, Some("a"));
/// assert_eq!(error.to_string(), "TypeError: add: argument 1 `a`: expected i64, got str");
/// ```
#[derive(Debug)]
pub enum Mismatch {
    /// The value is of another type.
    WrongType {
        /// The expected type.
        expected: TypeRecord,
        /// The type of the value.
        got: Cow<'static, str>,
    },
    /// There is no value: the caller omitted an argument that has no default.
    Missing,
    /// The value is a number that does not fit.
    OutOfRange {
        /// The number as text.
        value: String,
        /// The type that cannot represent it.
        target: &'static str,
    },
    /// The value is a tensor with an unsuitable element type, layout, device or access.
    Unfit {
        /// TypeError for another element type, ValueError for the rest.
        kind: ErrorKind,
        /// The expected type.
        expected: TypeRecord,
        /// A description of the tensor.
        got: String,
        /// What the caller can do.
        remedy: Remedy,
    },
    /// A part of the value does not convert.
    Part {
        /// Which part: `item 3`, `key "a"`.
        part: String,
        /// The reason.
        why: Box<Mismatch>,
    },
    /// The conversion failed with an error.
    Failed(Error),
}

impl Mismatch {
    /// The value is of another type, or missing.
    #[cold]
    pub fn wrong_type(expected: TypeRecord, value: &AnyView<'_>) -> Self {
        if value.type_index() == TypeIndex::MISSING {
            return Self::Missing;
        }
        Self::WrongType {
            expected,
            got: value.type_name(),
        }
    }

    /// The value is a number that does not fit.
    #[cold]
    pub fn out_of_range(value: impl ToString, target: &'static str) -> Self {
        Self::OutOfRange {
            value: value.to_string(),
            target,
        }
    }

    /// The converted value would take this many bytes, which the system does not have.
    #[cold]
    pub fn no_memory(bytes: usize) -> Self {
        let message = format!("cannot allocate {bytes} bytes");
        Self::Failed(Error::new(ErrorKind::MEMORY_ERROR, message))
    }

    /// The same reason, for a part of a larger value.
    #[cold]
    pub fn of_part(self, part: String) -> Self {
        Self::Part {
            part,
            why: Box::new(self),
        }
    }

    /// Makes the error. `what` names the value, at the start of the message.
    #[cold]
    #[inline(never)]
    pub fn into_error(self, what: &str) -> Error {
        self.into_error_about(what, "it")
    }

    /// As [`Mismatch::into_error`]; `name` is how the remedy refers to the value.
    fn into_error_about(self, what: &str, name: &str) -> Error {
        let (kind, message) = match self {
            Self::WrongType { expected, got } => (
                ErrorKind::TYPE_ERROR,
                format!("{what}: expected {expected}, got {got}"),
            ),
            Self::Missing => (ErrorKind::TYPE_ERROR, format!("{what} is missing")),
            Self::OutOfRange { value, target } => (
                ErrorKind::OVERFLOW_ERROR,
                format!("{what}: {value} is out of range for {target}"),
            ),
            Self::Unfit {
                kind,
                expected,
                got,
                remedy,
            } => {
                let remedy = remedy.text(name, matches!(expected, TypeRecord::Writable(_)));
                (kind, format!("{what}: expected {expected}, got {got}; {remedy}"))
            }
            Self::Part { part, why } => return why.into_error(&format!("{what}: {part}")),
            Self::Failed(error) => (
                ErrorKind::new(&error.kind()),
                format!("{what}: {}", error.message()),
            ),
        };
        // Without a frame: the shim adds the function's own.
        Error::from_parts(ErrorParts {
            kind: Some(kind),
            message: message.into(),
            ..ErrorParts::default()
        })
    }

    /// Makes the error for an argument of a function. `position` counts from 0.
    #[cold]
    #[inline(never)]
    pub fn into_argument_error(self, function: &str, position: usize, name: Option<&str>) -> Error {
        let number = position + 1;
        match name {
            Some(name) => self.into_error_about(&format!("{function}: argument {number} `{name}`"), name),
            None => self.into_error(&format!("{function}: argument {number}")),
        }
    }
}

/// How the caller of a function can make a tensor suitable.
///
/// ```
/// use tvmlike_runtime::convert::{Mismatch, Remedy};
/// use tvmlike_runtime::tensor::Strided;
/// use tvmlike_runtime::{Any, DataType, FromArg, Tensor};
///
/// let integers: Any = Tensor::from_vec(vec![1_i32, 2], &[2])?.into();
/// let mismatch = Strided::<f32>::from_arg(integers.view()).unwrap_err();
/// assert!(matches!(mismatch, Mismatch::Unfit { remedy: Remedy::Convert(DataType::FLOAT32), .. }));
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Convert the elements.
    Convert(DataType),
    /// Lay the elements out in C order.
    Contiguous,
    /// Pass a writable, aligned copy.
    Copy,
    /// Move the elements to the CPU's memory.
    ToCpu,
}

impl Remedy {
    /// The remedy, in NumPy's spelling: most callers have a NumPy array, and others understand it too.
    ///
    /// A caller of a function that writes must keep the new array, or what is written is lost.
    fn text(self, name: &str, writes: bool) -> String {
        let numpy = match self {
            Self::Convert(dtype) => format!("{name}.astype(np.{dtype})"),
            Self::Contiguous => format!("np.ascontiguousarray({name})"),
            Self::Copy => format!("{name}.copy()"),
            Self::ToCpu => return "copy it to the CPU first".to_owned(),
        };
        if writes {
            format!("for a NumPy array: y = {numpy}, and pass y, which the function writes to")
        } else {
            format!("for a NumPy array: pass {numpy}")
        }
    }
}
