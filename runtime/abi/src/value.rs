//! The 16-byte tagged value.

use core::ffi::{c_char, c_void};

use dlpack_rs::ffi::{DLDataType, DLDevice};

use crate::object::TVMLikeObject;

/// The 8 payload bytes of a value; the value's type index says which member is live.
#[repr(C)]
#[derive(Clone, Copy)]
pub union TVMLikePayload {
    /// `TVMLIKE_INT`; and `TVMLIKE_BOOL` as 0 or 1.
    pub v_int64: i64,
    /// The same 8 bytes as an unsigned number, for hashing and comparing.
    pub v_uint64: u64,
    /// `TVMLIKE_FLOAT`.
    pub v_float64: f64,
    /// `TVMLIKE_OPAQUE_PTR`, `TVMLIKE_DLTENSOR_PTR`, `TVMLIKE_BYTE_ARRAY_PTR`.
    pub v_ptr: *mut c_void,
    /// `TVMLIKE_RAW_STR`: borrowed, ends with a NUL.
    pub v_c_str: *const c_char,
    /// Any type index from `TVMLIKE_OBJECT` on.
    pub v_obj: *mut TVMLikeObject,
    /// `TVMLIKE_DATA_TYPE`; the upper 4 bytes are zero.
    pub v_dtype: DLDataType,
    /// `TVMLIKE_DEVICE`.
    pub v_device: DLDevice,
    /// `TVMLIKE_SMALL_STR`, `TVMLIKE_SMALL_BYTES`: up to 7 bytes, the rest zero.
    pub v_bytes: [u8; 8],
}

/// A tagged value: 4 bytes of type index, 4 bytes that are the length of a small string or zero, 8 of payload.
///
/// Arguments are borrowed for the call; the receiver of a result owns it. Unused bytes are zero, so that values can be hashed and compared
/// as bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeValue {
    /// One of the `TVMLIKE_*` type indices, or a dynamic one from `TVMLIKE_DYNAMIC_BEGIN` on.
    pub type_index: i32,
    /// Length in bytes of a small string or small byte string (0 to 7); of a `TVMLIKE_BYTE_ARRAY_PTR` perhaps
    /// `TVMLIKE_BYTES_WRITABLE`, of a `TVMLIKE_OPAQUE_PTR` perhaps `TVMLIKE_PTR_UNSIGNED`; zero for everything else.
    pub small_len: u32,
    /// The payload.
    pub payload: TVMLikePayload,
}

/// In `small_len` of a `TVMLIKE_BYTE_ARRAY_PTR`: the callee may write to the bytes.
pub const TVMLIKE_BYTES_WRITABLE: u32 = 1;

/// In `small_len` of a `TVMLIKE_OPAQUE_PTR`: the payload is no address but an unsigned integer of 2**63 or more, for which
/// `TVMLIKE_INT` has no room.
pub const TVMLIKE_PTR_UNSIGNED: u32 = 1;

/// Borrowed memory: `size` bytes at `data`. `data` may be NULL if `size` is 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeByteArray {
    /// First byte.
    pub data: *const c_char,
    /// Number of bytes.
    pub size: usize,
}
