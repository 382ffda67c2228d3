//! TVM's type keys.
//!
//! Some of tvmlike's types have another key in TVM. Invariant: a type is returned with TVM's key and found by both keys, so that
//! every front end finds the types of the others.

use std::borrow::Cow;

use tvmlike::{TypeIndex, type_table};

/// tvmlike's types with another key in TVM.
const KEYS: [(TypeIndex, &str); 4] = [
    (TypeIndex::ARRAY, "Array"),
    (TypeIndex::MAP, "Map"),
    (TypeIndex::SHAPE, "runtime.ShapeTuple"),
    (TypeIndex::TENSOR, "runtime.NDArray"),
];

/// TVM's key of a type.
pub fn key_of(index: TypeIndex) -> Option<&'static str> {
    let found = KEYS.iter().find(|(known, _)| *known == index);
    found.map(|(_, key)| *key).or_else(|| type_table::key_of(index))
}

/// The type with a key of TVM's.
pub fn index_of(key: &str) -> Option<TypeIndex> {
    let found = KEYS.iter().find(|(_, known)| *known == key);
    found
        .map(|(index, _)| *index)
        .or_else(|| type_table::index_of(key))
}

/// The type key of a value, also of an inline one.
pub(crate) fn name_of(index: TypeIndex) -> Cow<'static, str> {
    let index = match index {
        TypeIndex::SMALL_STR | TypeIndex::RAW_STR => TypeIndex::STR,
        TypeIndex::SMALL_BYTES | TypeIndex::BYTE_ARRAY_PTR => TypeIndex::BYTES,
        other => other,
    };
    key_of(index).map_or_else(|| index.name(), Cow::Borrowed)
}
