//! Tuples and fixed-size arrays. Both are passed as an Array of exactly that length.

use super::container::array_or_list;
use super::{FromArg, Mismatch, ToAny};
use crate::array::Array;
use crate::error::Error;
use crate::signature::record::TypeRecord;
use crate::value::{Any, AnyView};

/// The array in a value, if it has `count` items.
fn items(value: &AnyView<'_>, expected: TypeRecord, count: usize) -> Result<Array, Mismatch> {
    let array = array_or_list(value)?.ok_or_else(|| Mismatch::wrong_type(expected, value))?;
    if array.len() == count {
        return Ok(array);
    }
    Err(Mismatch::Failed(Error::value_error(format!(
        "wrong number of elements: expected {count}, got {}",
        array.len()
    ))))
}

fn item<T: for<'a> FromArg<'a>>(array: &Array, position: usize) -> Result<T, Mismatch> {
    T::from_arg(array.as_slice()[position].view())
        .map_err(|why: Mismatch| why.of_part(format!("item {position}")))
}

impl<T: for<'a> FromArg<'a>, const N: usize> FromArg<'_> for [T; N] {
    const TYPE: TypeRecord = TypeRecord::Fixed(&<T as FromArg<'static>>::TYPE, N);

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        let array = items(value, <Self as FromArg<'_>>::TYPE, N)?;
        let made = (0..N)
            .map(|position| item(&array, position))
            .collect::<Result<Vec<T>, _>>()?;
        // The length was checked above.
        made.try_into()
            .map_err(|_| Mismatch::Failed(Error::internal_error("the array changed while it was read")))
    }
}

impl<T: ToAny, const N: usize> ToAny for [T; N] {
    const TYPE: TypeRecord = TypeRecord::Fixed(&T::TYPE, N);

    fn to_any(self) -> Any {
        Array::new(self.into_iter().map(T::to_any).collect()).into()
    }
}

macro_rules! tuples {
    ($($count:literal ($($name:ident $position:tt),+);)*) => {$(
        impl<$($name: for<'a> FromArg<'a>),+> FromArg<'_> for ($($name,)+) {
            const TYPE: TypeRecord = TypeRecord::Tuple(&[$(<$name as FromArg<'static>>::TYPE),+]);

            fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
                let array = items(value, <Self as FromArg<'_>>::TYPE, $count)?;
                Ok(($(item::<$name>(&array, $position)?,)+))
            }
        }

        impl<$($name: ToAny),+> ToAny for ($($name,)+) {
            const TYPE: TypeRecord = TypeRecord::Tuple(&[$($name::TYPE),+]);

            fn to_any(self) -> Any {
                Array::new(vec![$(self.$position.to_any()),+]).into()
            }
        }
    )*};
}

tuples! {
    1 (A 0);
    2 (A 0, B 1);
    3 (A 0, B 1, C 2);
    4 (A 0, B 1, C 2, D 3);
    5 (A 0, B 1, C 2, D 3, E 4);
    6 (A 0, B 1, C 2, D 3, E 4, F 5);
}
