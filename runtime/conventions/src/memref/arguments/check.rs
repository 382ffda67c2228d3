//! Checks of arrays, with errors that name the dimension, what was expected, what came, and the remedy.

use std::fmt::Display;
use std::ops::Range;

use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, DataType, Error, ErrorKind, FromArg};

use super::super::types::{Layout, MemRef, Type};
use super::Elements;

/// Why an argument was refused, without its position. Boxed, because it is returned through several functions.
pub(in super::super) struct Refusal(pub(super) Box<Mismatch>);

impl Refusal {
    /// The error for an argument of a function; `position` counts from 0.
    #[cold]
    pub(in super::super) fn into_error(self, function: &str, position: usize, name: Option<&str>) -> Error {
        self.0.into_argument_error(function, position, name)
    }

    /// The error for a value that is not an argument.
    #[cold]
    pub(in super::super) fn into_plain(self) -> Error {
        match *self.0 {
            Mismatch::Failed(error) => error,
            other => other.into_error("the value"),
        }
    }
}

#[cold]
fn refusal(kind: ErrorKind, what: String) -> Refusal {
    Refusal(Box::new(Mismatch::Failed(Error::new(kind, what))))
}

/// A mismatch that does not depend on the shape.
pub(super) enum Wrong {
    Dtype(DataType),
    Device,
    ReadOnly,
    Unaligned(usize),
}

impl Elements {
    /// The mismatch of an array, if there is one.
    #[inline]
    pub(super) fn wrong(&self, view: TensorView<'_>) -> Option<Wrong> {
        let dtype = view.dtype();
        if dtype != self.dtype && dtype != self.other_dtype {
            return Some(Wrong::Dtype(self.dtype));
        }
        if !view.device().is_host_accessible() {
            return Some(Wrong::Device);
        }
        if view.is_read_only() && !self.read_only {
            return Some(Wrong::ReadOnly);
        }
        if view.data_ptr() as usize & self.align_mask != 0 {
            return Some(Wrong::Unaligned(self.align_mask + 1));
        }
        None
    }
}

impl Wrong {
    #[cold]
    pub(super) fn of(self, ty: &dyn Display, view: TensorView<'_>) -> Refusal {
        match self {
            Self::Dtype(dtype) => {
                // The name of the type in Python.
                let name = match dtype {
                    DataType::BOOL => "np.bool_".to_owned(),
                    DataType::BFLOAT16 => "ml_dtypes.bfloat16".to_owned(),
                    other => format!("np.{other}"),
                };
                refusal(
                    ErrorKind::TYPE_ERROR,
                    format!(
                        "expected {ty}, got an array of {}; for a NumPy array: pass x.astype({name})",
                        view.dtype()
                    ),
                )
            }
            Self::Device => refusal(
                ErrorKind::VALUE_ERROR,
                format!(
                    "expected {ty} in the CPU's memory, got an array on {}; copy it to the CPU first",
                    view.device()
                ),
            ),
            Self::ReadOnly => refusal(
                ErrorKind::VALUE_ERROR,
                format!(
                    "got a read-only array, but the function may write to a {ty}; keep a copy and pass that, or add \
                     {{llvm.readonly}} after the parameter's type"
                ),
            ),
            Self::Unaligned(align) => refusal(
                ErrorKind::VALUE_ERROR,
                format!(
                    "expected elements of a {ty} aligned to {align} bytes, got an array at {:p}; for a NumPy array: \
                     pass x.copy()",
                    view.data_ptr()
                ),
            ),
        }
    }
}

/// The error for a value that is not a valid array.
#[cold]
pub(super) fn no_array(value: &AnyView<'_>, ty: &dyn Display) -> Refusal {
    match TensorView::from_arg(value) {
        Err(why @ (Mismatch::Missing | Mismatch::Failed(_))) => why.into(),
        _ => refusal(
            ErrorKind::TYPE_ERROR,
            format!("expected an array for {ty}, got {}", value.type_name()),
        ),
    }
}

/// The error for a rank mismatch.
#[cold]
pub(super) fn rank(memref: &MemRef, view: TensorView<'_>) -> Refusal {
    refusal(
        ErrorKind::VALUE_ERROR,
        format!(
            "expected {} dimensions for {memref}, got {} (shape {:?})",
            memref.rank(),
            view.shape().len(),
            view.shape()
        ),
    )
}

/// The error for a size mismatch.
#[cold]
pub(super) fn size(memref: &MemRef, view: TensorView<'_>, axis: usize) -> Refusal {
    let expected = memref.shape[axis].unwrap_or_default();
    refusal(
        ErrorKind::VALUE_ERROR,
        format!(
            "size mismatch in dimension {axis} of {memref}: expected {expected}, got {} (shape {:?})",
            view.shape()[axis],
            view.shape()
        ),
    )
}

/// The error for a stride mismatch.
#[cold]
pub(super) fn strides(memref: &MemRef, view: TensorView<'_>) -> Refusal {
    let what = if memref.layout == Layout::Identity {
        format!(
            "expected elements in C order without gaps for {memref}, got shape {:?} with strides {:?}; for a NumPy \
             array: pass np.ascontiguousarray(x)",
            view.shape(),
            view.strides()
        )
    } else {
        let axis = memref.strides().iter().enumerate().find_map(|(axis, wanted)| {
            let wanted = (*wanted)?;
            (view.shape()[axis] > 1 && view.strides()[axis] != wanted).then_some((axis, wanted))
        });
        let (axis, wanted) = axis.unwrap_or_default();
        format!(
            "stride mismatch in dimension {axis} of {memref}: expected {wanted}, got {} elements (shape {:?}, strides {:?})",
            view.strides()[axis],
            view.shape(),
            view.strides()
        )
    };
    refusal(ErrorKind::VALUE_ERROR, what)
}

/// The error for arrays that overlap, or may overlap, although they must not.
#[cold]
pub(in super::super) fn shared(first: &Type, other: &str) -> Refusal {
    refusal(
        ErrorKind::VALUE_ERROR,
        format!(
            "this {first} is marked {{llvm.noalias}}, but its memory overlaps that of {other}; pass a copy"
        ),
    )
}

/// Whether two arrays may overlap, by the address ranges of their elements. Falls back to the slower check of the views
/// if an address range overflows 64 bits.
#[inline]
pub(in super::super) fn overlap(first: TensorView<'_>, second: TensorView<'_>) -> bool {
    match (stretch(first), stretch(second)) {
        (Some(a), Some(b)) => a.0 < b.1 && b.0 < a.1,
        _ => first.overlaps(second),
    }
}

/// Whether an array's elements reach over a range of addresses.
pub(in super::super) fn contains(array: TensorView<'_>, range: &Range<i128>) -> bool {
    stretch(array).is_none_or(|(start, end)| i128::from(start) <= range.start && range.end <= i128::from(end))
}

/// The address range of an array's elements, end exclusive.
#[inline]
fn stretch(view: TensorView<'_>) -> Option<(i64, i64)> {
    let size = i64::from(view.dtype().bits) / 8;
    let start = view.data_ptr() as i64;
    let (mut low, mut high) = (0_i64, size);
    for (&dim, &stride) in view.shape().iter().zip(view.strides().iter()) {
        let reach = (dim - 1).checked_mul(stride)?.checked_mul(size)?;
        if dim == 0 {
            return Some((start, start));
        }
        low = low.checked_add(reach.min(0))?;
        high = high.checked_add(reach.max(0))?;
    }
    Some((start.checked_add(low)?, start.checked_add(high)?))
}
