//! Options, lists and maps.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use super::{FromArg, LARGE, Mismatch, ToAny};
use crate::array::Array;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::shape::Shape;
use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

impl<'a, T: FromArg<'a>> FromArg<'a> for Option<T> {
    const TYPE: TypeRecord = TypeRecord::Optional(&T::TYPE);

    #[inline]
    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        if value.is_none() {
            Ok(None)
        } else {
            T::from_arg(value).map(Some)
        }
    }
}

impl<T: ToAny> ToAny for Option<T> {
    const TYPE: TypeRecord = TypeRecord::Optional(&T::TYPE);

    fn to_any(self) -> Any {
        self.map_or_else(Any::default, T::to_any)
    }
}

impl<T: for<'a> FromArg<'a>> FromArg<'_> for Vec<T> {
    const TYPE: TypeRecord = TypeRecord::List(&<T as FromArg<'static>>::TYPE);

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        let copied;
        let items = match array(value) {
            Some(array) => array.as_slice(),
            None => {
                copied = array_or_list(value)?
                    .ok_or_else(|| Mismatch::wrong_type(<Self as FromArg<'_>>::TYPE, value))?;
                copied.as_slice()
            }
        };
        if items.len() > LARGE && Self::new().try_reserve_exact(items.len()).is_err() {
            return Err(Mismatch::no_memory(items.len().saturating_mul(size_of::<T>())));
        }
        // Not `collect`: its iterator of results has no lower size bound, so it would not reserve capacity. Not the vector
        // that was tried above: the loop takes a fifth longer if the compiler does not know its capacity.
        let mut made = Self::with_capacity(items.len());
        for item in items {
            match T::from_arg(item.view()) {
                Ok(item) => made.push(item),
                Err(why) => return Err(of_item(why, made.len())),
            }
        }
        Ok(made)
    }
}

impl<T: ToAny> ToAny for Vec<T> {
    const TYPE: TypeRecord = TypeRecord::List(&T::TYPE);

    fn to_any(self) -> Any {
        Array::of(self.into_iter().map(T::to_any)).into()
    }
}

#[cold]
fn of_item(why: Mismatch, position: usize) -> Mismatch {
    why.of_part(format!("item {position}"))
}

/// The array in a value. A tvm-ffi list has the same layout but is mutable, so it is copied.
pub(super) fn array_or_list(value: &AnyView<'_>) -> Result<Option<Array>, Mismatch> {
    if value.kind() == TypeIndex::LIST {
        // SAFETY: a list has the cell of an array, and it is only read until its items are copied.
        let list = unsafe { value.pointer::<Array>() };
        let items = list.iter().map(AnyView::to_owned).collect::<Result<_, _>>();
        return items
            .map(|items| Some(Array::new(items)))
            .map_err(Mismatch::Failed);
    }
    Ok(array(value).cloned())
}

/// Borrows the array in a value.
pub(super) fn array<'a>(value: &'a AnyView<'_>) -> Option<&'a Array> {
    (value.kind() == TypeIndex::ARRAY)
        // SAFETY: the object is an array, and Array is transparent over a pointer to one.
        .then(|| unsafe { value.pointer::<Array>() })
}

impl FromArg<'_> for Array {
    const TYPE: TypeRecord = TypeRecord::Array;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        array_or_list(value)?.ok_or_else(|| Mismatch::wrong_type(TypeRecord::Array, value))
    }
}

impl<'a> FromArg<'a> for &'a Array {
    const TYPE: TypeRecord = TypeRecord::Array;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        array(value).ok_or_else(|| Mismatch::wrong_type(TypeRecord::Array, value))
    }
}

impl FromArg<'_> for Shape {
    const TYPE: TypeRecord = TypeRecord::Shape;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        if value.kind() == TypeIndex::SHAPE {
            // SAFETY: the object is a shape, and Shape is transparent over a pointer to one.
            return Ok(unsafe { value.pointer::<Self>() }.clone());
        }
        if !matches!(value.kind(), TypeIndex::ARRAY | TypeIndex::LIST) {
            return Err(Mismatch::wrong_type(TypeRecord::Shape, value));
        }
        Vec::<i64>::from_arg(value).map(|dims| Self::new(&dims))
    }
}

macro_rules! to_any {
    ($($type:ident),*) => {$(
        impl ToAny for $type {
            const TYPE: TypeRecord = TypeRecord::$type;

            fn to_any(self) -> Any {
                self.into()
            }
        }
    )*};
}

to_any!(Array, Map, Shape);

impl FromArg<'_> for Map {
    const TYPE: TypeRecord = TypeRecord::Map;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        if value.kind() != TypeIndex::MAP {
            return Err(Mismatch::wrong_type(TypeRecord::Map, value));
        }
        // SAFETY: the object is a map, and Map is transparent over a pointer to one.
        Ok(unsafe { value.pointer::<Self>() }.clone())
    }
}

impl<'a> FromArg<'a> for &'a Map {
    const TYPE: TypeRecord = TypeRecord::Map;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        if value.kind() != TypeIndex::MAP {
            return Err(Mismatch::wrong_type(TypeRecord::Map, value));
        }
        // SAFETY: the object is a map, and Map is transparent over a pointer to one.
        Ok(unsafe { value.pointer::<Map>() })
    }
}

/// The keys of a Map are distinct, but a Rust type may convert two of them to the same value, such as a path given as
/// text and as bytes.
#[cold]
fn duplicate() -> Mismatch {
    Mismatch::Failed(Error::value_error("an earlier key converts to the same value"))
}

macro_rules! std_maps {
    ($($map:ident [$($bound:path),*] [$($hasher:ident)?] |$room:ident| $new:expr;)*) => {$(
        impl<K, V $(, $hasher)?> FromArg<'_> for $map<K, V $(, $hasher)?>
        where
            K: for<'a> FromArg<'a> $(+ $bound)*,
            V: for<'a> FromArg<'a>,
            $($hasher: BuildHasher + Default,)?
        {
            const TYPE: TypeRecord =
                TypeRecord::Dict(&<K as FromArg<'static>>::TYPE, &<V as FromArg<'static>>::TYPE);

            fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
                let map = Map::from_arg(value)?;
                let $room = map.len();
                let mut made = $new;
                for (key, value) in map.iter() {
                    let at = |why: Mismatch| why.of_part(format!("key {key:?}"));
                    let converted = (K::from_arg(key).map_err(at)?, V::from_arg(value).map_err(at)?);
                    if made.insert(converted.0, converted.1).is_some() {
                        return Err(at(duplicate()));
                    }
                }
                Ok(made)
            }
        }

        impl<K: ToAny, V: ToAny $(, $hasher)?> ToAny for $map<K, V $(, $hasher)?> {
            const TYPE: TypeRecord = TypeRecord::Dict(&K::TYPE, &V::TYPE);

            fn to_any(self) -> Any {
                Map::new(self.into_iter().map(|(key, value)| (key.to_any(), value.to_any()))).into()
            }
        }
    )*};
}

std_maps! {
    HashMap [Eq, Hash] [S] |room| Self::with_capacity_and_hasher(room, S::default());
    BTreeMap [Ord] [] |_room| Self::new();
}
