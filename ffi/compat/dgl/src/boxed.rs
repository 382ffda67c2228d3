//! Boxes for values in DGL's containers.
//!
//! tvmlike's containers hold any value, but DGL's front ends read objects only. A value that is not an object for them is boxed when
//! it is read from a container, and unboxed when a container is made. Invariant: a container that is made here contains no box.

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

use tvmlike::{Any, AnyView, FromArg, Map, Object, ObjectPtr, Result, ToAny, TypeIndex, type_table};
use tvmlike_runtime::abi::TVMLikeDeleter;

/// The type key of maps with string keys.
pub(crate) const STR_MAP: &str = "StrMap";

/// A value in a box.
#[derive(Object)]
#[object(key = "Value")]
pub(crate) struct Value {
    /// The value.
    #[field]
    pub(crate) data: Any,
}

/// Whether a value is an object for DGL's front ends. Values of the excluded types have their own type codes.
fn is_object(value: &AnyView<'_>) -> bool {
    let kind = value.kind();
    kind.is_object()
        && !matches!(
            kind,
            TypeIndex::STR | TypeIndex::BYTES | TypeIndex::TENSOR | TypeIndex::FUNCTION | TypeIndex::MODULE
        )
}

/// Takes a value out of its box, if it is boxed.
pub(crate) fn unboxed(value: &AnyView<'_>) -> Result<Any> {
    match value.downcast_ref::<Value>() {
        Some(boxed) => Ok(boxed.data.clone()),
        None => value.to_owned(),
    }
}

/// Boxes a value, unless it is an object for DGL's front ends.
pub(crate) fn boxed(value: &AnyView<'_>) -> Result<Any> {
    let data = value.to_owned()?;
    if is_object(value) {
        return Ok(data);
    }
    Ok(ObjectPtr::new(Value { data }).to_any())
}

/// The type index of maps with string keys. No object has it in its header: these maps are ordinary maps.
pub(crate) fn str_map_index() -> Result<TypeIndex> {
    type_table::register(STR_MAP, TypeIndex::MAP)
}

/// The original deleter of the maps that this library makes.
static DELETER: OnceLock<TVMLikeDeleter> = OnceLock::new();

/// The deleter that marks empty maps with string keys.
///
/// # Safety
/// `object` is a map whose deleter was replaced by this one; the references that `flags` names are gone.
unsafe extern "C" fn delete_empty_str_map(object: *mut c_void, flags: c_int) {
    if let Some(Some(deleter)) = DELETER.get() {
        // SAFETY: the map's original deleter, called with the same arguments.
        unsafe { deleter(object, flags) }
    }
}

/// An empty map with string keys. It is marked, because it has no key that could tell.
pub(crate) fn empty_str_map() -> Map {
    let map = Map::new([]);
    let object = map.as_object().as_raw();
    // SAFETY: no other reference to the object exists yet. The new deleter is the mark and calls the original one, which is the
    // same for all maps that this library makes.
    unsafe {
        DELETER.get_or_init(|| (*object).deleter);
        (*object).deleter = Some(delete_empty_str_map);
    }
    map
}

/// Whether a map has string keys.
pub(crate) fn is_str_map(map: &Map) -> bool {
    if let Some((key, _)) = map.iter().next() {
        return key.as_str().is_some();
    }
    // SAFETY: alive while `map` is.
    let deleter = unsafe { (*map.as_object().as_raw()).deleter };
    deleter.is_some_and(|deleter| deleter as usize == delete_empty_str_map as *const () as usize)
}

/// The type of an object, for DGL's front ends.
pub(crate) fn type_of(value: &AnyView<'_>) -> Result<TypeIndex> {
    match value.kind() {
        TypeIndex::MAP
            if is_str_map(&Map::from_arg(value).map_err(|mismatch| mismatch.into_error("the map"))?) =>
        {
            str_map_index()
        }
        kind => Ok(kind),
    }
}

/// DGL's key of a type.
pub(crate) fn key_of(index: TypeIndex) -> &'static str {
    match index {
        TypeIndex::ARRAY => "List",
        TypeIndex::MAP => "Map",
        other => type_table::key_of(other).unwrap_or_default(),
    }
}

/// The type with a key of DGL's.
pub(crate) fn index_of(key: &str) -> Result<Option<TypeIndex>> {
    Ok(match key {
        "List" => Some(TypeIndex::ARRAY),
        "Map" => Some(TypeIndex::MAP),
        STR_MAP => Some(str_map_index()?),
        other => type_table::index_of(other),
    })
}
