//! Type indices: the tags of values and of object headers.
//!
//! Numbers below `TVMLIKE_OBJECT` are values without a reference count; from there on the payload is an object
//! pointer. The type table assigns indices from `TVMLIKE_DYNAMIC_BEGIN` on.

/// No value.
pub const TVMLIKE_NONE: i32 = 0;
/// A signed 64-bit integer.
pub const TVMLIKE_INT: i32 = 1;
/// A truth value, 0 or 1 in `v_int64`.
pub const TVMLIKE_BOOL: i32 = 2;
/// A 64-bit float.
pub const TVMLIKE_FLOAT: i32 = 3;
/// A pointer without an owner.
pub const TVMLIKE_OPAQUE_PTR: i32 = 4;
/// A `DLDataType`.
pub const TVMLIKE_DATA_TYPE: i32 = 5;
/// A `DLDevice`.
pub const TVMLIKE_DEVICE: i32 = 6;
/// A borrowed `DLTensor*`; in arguments only.
pub const TVMLIKE_DLTENSOR_PTR: i32 = 7;
/// A borrowed `const char*` that ends with a NUL; in arguments only.
pub const TVMLIKE_RAW_STR: i32 = 8;
/// A borrowed `TVMLikeByteArray*` that holds bytes; in arguments only.
pub const TVMLIKE_BYTE_ARRAY_PTR: i32 = 9;
/// A pointer to an object pointer that the callee may take; in arguments only.
pub const TVMLIKE_RVALUE_REF: i32 = 10;
/// A string of up to 7 bytes, in the value itself.
pub const TVMLIKE_SMALL_STR: i32 = 11;
/// A byte string of up to 7 bytes, in the value itself.
pub const TVMLIKE_SMALL_BYTES: i32 = 12;
/// An argument that the caller leaves out although it passes a later one; in arguments only. The function uses the
/// default. The payload is 0, except in the last argument of a function whose record has overloads, where it may be
/// another number and ends a call by name: see docs/decisions/0028-overloads.md.
pub const TVMLIKE_MISSING: i32 = 63;
/// Any object; also the first type index whose payload is an object pointer.
pub const TVMLIKE_OBJECT: i32 = 64;
/// A string object.
pub const TVMLIKE_STR: i32 = 65;
/// A byte string object.
pub const TVMLIKE_BYTES: i32 = 66;
/// An error object.
pub const TVMLIKE_ERROR: i32 = 67;
/// A function object.
pub const TVMLIKE_FUNCTION: i32 = 68;
/// A shape object.
pub const TVMLIKE_SHAPE: i32 = 69;
/// A tensor object.
pub const TVMLIKE_TENSOR: i32 = 70;
/// An array object.
pub const TVMLIKE_ARRAY: i32 = 71;
/// A map object.
pub const TVMLIKE_MAP: i32 = 72;
/// A module object.
pub const TVMLIKE_MODULE: i32 = 73;
/// A Python object held by reference: the payload object's cell is a `TVMLikeOpaqueCell` with a `PyObject*`.
pub const TVMLIKE_OPAQUE_PY_OBJECT: i32 = 74;
/// A list object of tvm-ffi; we read it as an array.
pub const TVMLIKE_LIST: i32 = 75;
/// A dict object of tvm-ffi; its layout is private to tvm-ffi.
pub const TVMLIKE_DICT: i32 = 76;
/// The first type index that the type table assigns.
pub const TVMLIKE_DYNAMIC_BEGIN: i32 = 128;
