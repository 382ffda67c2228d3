//! Values in boxes: what stands in DGL's containers in the place of a value that is no object to it.
//!
//! Containers hold plain values, as all front ends of the runtime make and read them. DGL's read objects only: what is none to them
//! is put into a box when it is taken out of a container, and taken out of its box when a container is made. Invariant: no
//! container that is made here has a box in it.

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

use tvmlike::{Any, AnyView, FromArg, Map, Object, ObjectPtr, Result, ToAny, TypeIndex, type_table};
use tvmlike_runtime::abi::TVMLikeDeleter;

/// The key of maps whose keys are text.
pub(crate) const STR_MAP: &str = "StrMap";

/// A value in a box.
#[derive(Object)]
#[object(key = "Value")]
pub(crate) struct Value {
    /// What is in it.
    #[field]
    pub(crate) data: Any,
}

/// Whether a value is an object to DGL's front ends, which have codes of their own for what is not.
fn is_object(value: &AnyView<'_>) -> bool {
    let kind = value.kind();
    kind.is_object()
        && !matches!(
            kind,
            TypeIndex::STR | TypeIndex::BYTES | TypeIndex::TENSOR | TypeIndex::FUNCTION | TypeIndex::MODULE
        )
}

/// What a container keeps for a value.
pub(crate) fn unboxed(value: &AnyView<'_>) -> Result<Any> {
    match value.downcast_ref::<Value>() {
        Some(boxed) => Ok(boxed.data.clone()),
        None => value.to_owned(),
    }
}

/// A value of a container as an object.
pub(crate) fn boxed(value: &AnyView<'_>) -> Result<Any> {
    let data = value.to_owned()?;
    if is_object(value) {
        return Ok(data);
    }
    Ok(ObjectPtr::new(Value { data }).to_any())
}

/// The index of the type of maps whose keys are text. No object has it in its header: they are maps like others.
pub(crate) fn str_map_index() -> Result<TypeIndex> {
    type_table::register(STR_MAP, TypeIndex::MAP)
}

/// The deleter of maps of this library.
static DELETER: OnceLock<TVMLikeDeleter> = OnceLock::new();

/// The deleter of empty maps that are to be shown as maps of text.
unsafe extern "C" fn delete_empty_str_map(object: *mut c_void, flags: c_int) {
    if let Some(Some(deleter)) = DELETER.get() {
        // SAFETY: the deleter that the map was made with, called as this one is.
        unsafe { deleter(object, flags) }
    }
}

/// An empty map that shows itself as one of text; its keys cannot tell.
pub(crate) fn empty_str_map() -> Map {
    let map = Map::new([]);
    let object = map.as_object().as_raw();
    // SAFETY: nobody else knows the object yet. The deleter is the mark, and passes on to the one that stood there, which is the
    // same for all maps that this library makes.
    unsafe {
        DELETER.get_or_init(|| (*object).deleter);
        (*object).deleter = Some(delete_empty_str_map);
    }
    map
}

/// Whether a map shows itself as one of text.
pub(crate) fn is_str_map(map: &Map) -> bool {
    if let Some((key, _)) = map.iter().next() {
        return key.as_str().is_some();
    }
    // SAFETY: alive while `map` is.
    let deleter = unsafe { (*map.as_object().as_raw()).deleter };
    deleter.is_some_and(|deleter| deleter as usize == delete_empty_str_map as *const () as usize)
}

/// The type by which DGL's front ends know an object.
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

/// The key by which DGL's front ends know a type.
pub(crate) fn key_of(index: TypeIndex) -> &'static str {
    match index {
        TypeIndex::ARRAY => "List",
        TypeIndex::MAP => "Map",
        other => type_table::key_of(other).unwrap_or_default(),
    }
}

/// The type that DGL's front ends know by a key.
pub(crate) fn index_of(key: &str) -> Result<Option<TypeIndex>> {
    Ok(match key {
        "List" => Some(TypeIndex::ARRAY),
        "Map" => Some(TypeIndex::MAP),
        STR_MAP => Some(str_map_index()?),
        other => type_table::index_of(other),
    })
}
