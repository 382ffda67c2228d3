//! Type keys, as TVM spells them.
//!
//! Some of our types have another key there. Invariant: a type goes out under the key that TVM's front ends know it by, and is
//! found by both, so that what one front end registers the other finds.

use std::borrow::Cow;

use tvmlike::{TypeIndex, type_table};

/// Our types that have another key in TVM.
const KEYS: [(TypeIndex, &str); 4] = [
    (TypeIndex::ARRAY, "Array"),
    (TypeIndex::MAP, "Map"),
    (TypeIndex::SHAPE, "runtime.ShapeTuple"),
    (TypeIndex::TENSOR, "runtime.NDArray"),
];

/// The key that TVM has for a type.
pub fn key_of(index: TypeIndex) -> Option<&'static str> {
    let found = KEYS.iter().find(|(known, _)| *known == index);
    found.map(|(_, key)| *key).or_else(|| type_table::key_of(index))
}

/// The type that a key of TVM's names.
pub fn index_of(key: &str) -> Option<TypeIndex> {
    let found = KEYS.iter().find(|(_, known)| *known == key);
    found
        .map(|(index, _)| *index)
        .or_else(|| type_table::index_of(key))
}

/// How a value's type is called: its key, whichever of its forms the value has.
pub(crate) fn name_of(index: TypeIndex) -> Cow<'static, str> {
    let index = match index {
        TypeIndex::SMALL_STR | TypeIndex::RAW_STR => TypeIndex::STR,
        TypeIndex::SMALL_BYTES | TypeIndex::BYTE_ARRAY_PTR => TypeIndex::BYTES,
        other => other,
    };
    key_of(index).map_or_else(|| index.name(), Cow::Borrowed)
}
