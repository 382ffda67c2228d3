//! Sets, passed as an Array of distinct items; duplicate items are rejected.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

use super::container::array_or_list;
use super::{FromArg, Mismatch, ToAny};
use crate::array::Array;
use crate::error::Error;
use crate::signature::record::TypeRecord;
use crate::value::{Any, AnyView};

macro_rules! sets {
    ($($set:ident [$($bound:path),*] [$($hasher:ident)?];)*) => {$(
        impl<T $(, $hasher)?> FromArg<'_> for $set<T $(, $hasher)?>
        where
            T: for<'a> FromArg<'a> $(+ $bound)*,
            $($hasher: BuildHasher + Default,)?
        {
            const TYPE: TypeRecord = TypeRecord::Set(&<T as FromArg<'static>>::TYPE);

            fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
                let array = array_or_list(value)?
                    .ok_or_else(|| Mismatch::wrong_type(<Self as FromArg<'_>>::TYPE, value))?;
                let mut set = Self::default();
                for (position, item) in array.iter().enumerate() {
                    let of_item = |why: Mismatch| why.of_part(format!("item {position}"));
                    if !set.insert(T::from_arg(item).map_err(of_item)?) {
                        return Err(of_item(duplicate(item)));
                    }
                }
                Ok(set)
            }
        }

        impl<T: ToAny $(, $hasher)?> ToAny for $set<T $(, $hasher)?> {
            const TYPE: TypeRecord = TypeRecord::Set(&T::TYPE);

            fn to_any(self) -> Any {
                Array::new(self.into_iter().map(T::to_any).collect()).into()
            }
        }
    )*};
}

sets! {
    HashSet [Eq, Hash] [S];
    BTreeSet [Ord] [];
}

#[cold]
fn duplicate(item: &AnyView<'_>) -> Mismatch {
    Mismatch::Failed(Error::value_error(format!("duplicate {item:?} in a set")))
}
