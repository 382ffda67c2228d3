//! Read-only slices of numbers: `Cow<[T]>`, and `&[T]` as a parameter, which the macros convert to it.
//!
//! They accept an array with exactly this element type, a list of numbers, or a Shape. Only immutable memory is
//! borrowed: bytes, and the dimensions of a Shape. A safe slice must not change while it is borrowed, but other threads
//! may write to an array's memory, so its elements are copied. A function that must not copy takes
//! [`Contiguous<T>`](crate::tensor::Contiguous), and one that writes takes `ContiguousMut<T>`.

use std::borrow::Cow;

use super::{FromArg, Mismatch, ToAny};
use crate::array::Array;
use crate::error::Error;
use crate::shape::Shape;
use crate::signature::record::TypeRecord;
use crate::tensor::{Strided, TensorView};
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// The numbers of a tensor of rank 1; `None` if the value is not a tensor.
fn of_tensor<'a, T>(value: &'a AnyView<'a>, expected: TypeRecord) -> Option<Result<Vec<T>, Mismatch>>
where
    T: crate::tensor::Element,
{
    let view = match TensorView::of(value)? {
        Ok(view) => view,
        Err(why) => return Some(Err(why)),
    };
    let rank = view.shape().len();
    if rank != 1 {
        return Some(Err(Mismatch::Failed(Error::value_error(format!(
            "expected {expected}, got an array of rank {rank}; pass an array of rank 1"
        )))));
    }
    let elements = Strided::<T>::from_arg(value);
    Some(elements.and_then(|elements| elements.to_vec().map_err(Mismatch::Failed)))
}

/// The numbers of a list.
fn of_list<T: for<'b> FromArg<'b>>(value: &AnyView<'_>, expected: TypeRecord) -> Result<Vec<T>, Mismatch> {
    if !matches!(value.kind(), TypeIndex::ARRAY | TypeIndex::LIST) {
        return Err(Mismatch::wrong_type(expected, value));
    }
    Vec::from_arg(value)
}

macro_rules! slices {
    ($($type:ident = $name:literal),*) => {$(
        impl<'a> FromArg<'a> for Cow<'a, [$type]> {
            const TYPE: TypeRecord = TypeRecord::Slice(&TypeRecord::Scalar($name));

            fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
                let expected = <Self as FromArg<'_>>::TYPE;
                match of_tensor(value, expected) {
                    Some(copied) => copied.map(Cow::Owned),
                    None => of_list(value, expected).map(Cow::Owned),
                }
            }
        }
    )*};
}

slices!(
    i8 = "i8",
    i16 = "i16",
    i32 = "i32",
    u16 = "u16",
    u32 = "u32",
    u64 = "u64",
    f32 = "f32",
    f64 = "f64"
);

impl<'a> FromArg<'a> for Cow<'a, [i64]> {
    const TYPE: TypeRecord = TypeRecord::Slice(&TypeRecord::Scalar("i64"));

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        let expected = <Self as FromArg<'_>>::TYPE;
        if value.kind() == TypeIndex::SHAPE {
            // SAFETY: the object is a shape, and Shape is transparent over a pointer to one.
            let shape: &'a Shape = unsafe { value.pointer::<Shape>() };
            return Ok(Cow::Borrowed(shape));
        }
        match of_tensor(value, expected) {
            Some(copied) => copied.map(Cow::Owned),
            None => of_list(value, expected).map(Cow::Owned),
        }
    }
}

impl<'a> FromArg<'a> for Cow<'a, [u8]> {
    const TYPE: TypeRecord = TypeRecord::Bytes;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        if let Some(bytes) = value.as_bytes() {
            return Ok(Cow::Borrowed(bytes));
        }
        match of_tensor(value, TypeRecord::Bytes) {
            Some(copied) => copied.map(Cow::Owned),
            None => of_list(value, TypeRecord::Bytes).map(Cow::Owned),
        }
    }
}

impl ToAny for Cow<'_, [u8]> {
    const TYPE: TypeRecord = TypeRecord::Bytes;

    fn to_any(self) -> Any {
        (&*self).to_any()
    }
}

macro_rules! to_list {
    ($($type:ty),*) => {$(
        impl ToAny for &[$type] {
            const TYPE: TypeRecord = TypeRecord::List(&<$type as ToAny>::TYPE);

            fn to_any(self) -> Any {
                Array::new(self.iter().map(|item| item.to_any()).collect()).into()
            }
        }

        impl ToAny for Cow<'_, [$type]> {
            const TYPE: TypeRecord = TypeRecord::List(&<$type as ToAny>::TYPE);

            fn to_any(self) -> Any {
                (&*self).to_any()
            }
        }
    )*};
}

to_list!(i8, i16, i32, i64, u16, u32, f32, f64);
