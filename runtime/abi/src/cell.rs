//! The cells of strings, containers and opaque objects: what follows the header of such an object.

use core::ffi::c_void;

use crate::object::{TVMLikeDeleter, TVMLikeObject};
use crate::value::{TVMLikeByteArray, TVMLikeValue};

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
