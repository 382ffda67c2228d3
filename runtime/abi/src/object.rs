//! The object header and the cells of the built-in objects.
//!
//! An object is a [`TVMLikeObject`] header with a cell right behind it, at offset 24. It is freed by the deleter
//! in its header, hence by the library that made it: no allocator is assumed to be shared.

use core::ffi::{c_int, c_void};
use core::sync::atomic::AtomicU64;

use crate::value::{TVMLikeByteArray, TVMLikeValue};

/// Deleter flag: the strong count is zero, the object's contents are destroyed.
pub const TVMLIKE_DELETE_STRONG: c_int = 1;
/// Deleter flag: the weak count is zero, the object's memory is freed.
pub const TVMLIKE_DELETE_WEAK: c_int = 2;
/// Deleter flag: both at once, the usual case.
pub const TVMLIKE_DELETE_BOTH: c_int = 3;

/// A pointer to an object. Its header says of which type it is.
pub type TVMLikeObjectHandle = *mut TVMLikeObject;

/// Destroys and frees an object; `flags` is one of `TVMLIKE_DELETE_*`.
pub type TVMLikeDeleter = Option<unsafe extern "C" fn(object: *mut c_void, flags: c_int)>;

/// Destroys the body of an object that `TVMLikeObjectCreate` made.
pub type TVMLikeBodyDestroy = Option<unsafe extern "C" fn(body: *mut c_void)>;

/// Releases a context. Called once, when the last reference to its owner is released, on any thread.
pub type TVMLikeFinalizer = Option<unsafe extern "C" fn(context: *mut c_void)>;

/// The header that every object begins with: 24 bytes.
#[repr(C)]
pub struct TVMLikeObject {
    /// Strong count in the low 32 bits, weak count in the high 32. A new object has one of each (the strong
    /// references together hold one weak one).
    pub counts: AtomicU64,
    /// The object's type.
    pub type_index: i32,
    /// Zero.
    pub zero: u32,
    /// Destroys and frees the object.
    pub deleter: TVMLikeDeleter,
}

/// The cell of a string or byte string: a pointer to `size` bytes, followed by a NUL.
pub type TVMLikeStringCell = TVMLikeByteArray;

/// The cell of a string that another library laid out around its own memory, and whose text is known to be UTF-8.
///
/// Such an object has the host's `string_deleter` in its header. Readers recognise it by that and do not check its text
/// again. That deleter calls the one in this cell, with the same arguments.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeLentStringCell {
    /// The text: valid UTF-8, followed by a NUL, unchanged as long as the object has a strong reference.
    pub text: TVMLikeStringCell,
    /// Destroys and frees the object. Called on any thread.
    pub deleter: TVMLikeDeleter,
}

/// The cell of a shape: `size` numbers at `data`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeShapeCell {
    /// First number.
    pub data: *const i64,
    /// Number of numbers.
    pub size: usize,
}

/// The cell of an array: owned values.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeSeqCell {
    /// First value.
    pub data: *mut TVMLikeValue,
    /// Number of values.
    pub size: i64,
    /// Number of values that fit.
    pub capacity: i64,
    /// Frees `data` if it was allocated apart from the object; NULL if it lies in the object.
    pub data_deleter: Option<unsafe extern "C" fn(data: *mut c_void)>,
}

/// One pair of a map.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeMapEntry {
    /// The key.
    pub key: TVMLikeValue,
    /// Its value.
    pub value: TVMLikeValue,
}

/// The cell of a map: pairs in the order in which their keys were first inserted. A map does not change.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeMapCell {
    /// First pair.
    pub entries: *const TVMLikeMapEntry,
    /// Number of pairs.
    pub size: i64,
    /// The position of a borrowed key, or -1. Hashing is private to the library that made the map.
    pub find: Option<unsafe extern "C" fn(map: *const TVMLikeObject, key: *const TVMLikeValue) -> i64>,
}

/// The cell of an opaque object: a handle of another language. The object's deleter releases it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeOpaqueCell {
    /// The handle, for example a `PyObject*`.
    pub handle: *mut c_void,
}

/// An entry of the type table. Never freed.
#[repr(C)]
pub struct TVMLikeTypeInfo {
    /// The type's own index.
    pub type_index: i32,
    /// Number of ancestors; 0 for the root `runtime.Object` and for value types.
    pub depth: i32,
    /// Its ancestors' indices, root first; `depth` of them.
    pub ancestors: *const i32,
    /// The type key, followed by a NUL.
    pub key: TVMLikeByteArray,
}
