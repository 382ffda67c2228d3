//! Values and object headers as the C ABI lays them out: writing a value, and reading a header.
//!
//! Invariant: nothing here touches a Python object or needs the GIL.

use std::sync::atomic::Ordering;

use tvmlike_abi::{
    TVMLIKE_BOOL, TVMLIKE_DATA_TYPE, TVMLIKE_DEVICE, TVMLIKE_FLOAT, TVMLIKE_INT, TVMLIKE_NONE,
    TVMLIKE_OPAQUE_PTR, TVMLIKE_SMALL_BYTES, TVMLIKE_SMALL_STR, TVMLikeObjectHandle, TVMLikePayload,
    TVMLikeValue,
};

/// The value None.
pub(crate) const NONE: TVMLikeValue = TVMLikeValue {
    type_index: TVMLIKE_NONE,
    small_len: 0,
    payload: TVMLikePayload { v_int64: 0 },
};

/// The reference counts of a new object: one strong reference, and the weak one that all strong ones share.
pub(crate) const NEW_COUNTS: u64 = 1 | 1 << 32;

/// The longest text, in bytes, that a value itself contains.
pub(crate) const SMALL_MAX: usize = 7;

/// The type index in the header of an object.
///
/// # Safety
/// `handle` is a living object.
#[inline(always)]
pub(crate) unsafe fn type_index(handle: TVMLikeObjectHandle) -> i32 {
    // SAFETY: by contract.
    unsafe { (*handle).type_index }
}

/// The cell of an object, which follows its header.
///
/// # Safety
/// `handle` is an object whose type has a cell `T`. The result is valid as long as the object lives.
#[inline(always)]
pub(crate) unsafe fn cell_of<T>(handle: TVMLikeObjectHandle) -> *const T {
    // SAFETY: by contract.
    unsafe { handle.add(1).cast() }
}

/// Adds a strong reference to an object, without a call of the library.
///
/// # Safety
/// `handle` is a living object.
#[inline(always)]
pub(crate) unsafe fn retain(handle: TVMLikeObjectHandle) {
    // SAFETY: the strong count is the low half of the word. As in the library, the word is far from wrapping: 2^31
    // references would take 32 GB of values.
    unsafe { (*handle).counts.fetch_add(1, Ordering::Relaxed) };
}

/// Releases a strong reference to an object that has another one: nothing is destroyed.
///
/// # Safety
/// `object` is alive, and another strong reference than the caller's keeps it alive meanwhile.
#[inline(always)]
pub(crate) unsafe fn release_shared(object: TVMLikeObjectHandle) {
    // SAFETY: by contract. Release: what this thread did with the object happens before its destruction.
    unsafe { (*object).counts.fetch_sub(1, Ordering::Release) };
}

/// Whether a value of a type contains no reference.
#[inline(always)]
pub(crate) fn is_plain(type_index: i32) -> bool {
    matches!(
        type_index,
        TVMLIKE_NONE
            | TVMLIKE_INT
            | TVMLIKE_BOOL
            | TVMLIKE_FLOAT
            | TVMLIKE_OPAQUE_PTR
            | TVMLIKE_DATA_TYPE
            | TVMLIKE_DEVICE
            | TVMLIKE_SMALL_STR
            | TVMLIKE_SMALL_BYTES
    )
}

/// Writes a value with a payload of 8 bytes.
///
/// # Safety
/// `out` is valid for writing a value. What it contains is not released.
#[inline(always)]
pub(crate) unsafe fn write(out: *mut TVMLikeValue, index: i32, payload: TVMLikePayload) {
    // SAFETY: by contract.
    unsafe {
        out.write(TVMLikeValue {
            type_index: index,
            small_len: 0,
            payload,
        });
    }
}

/// Writes an int.
///
/// # Safety
/// As for [`write`].
#[inline(always)]
pub(crate) unsafe fn write_int(out: *mut TVMLikeValue, value: i64) {
    // SAFETY: by contract.
    unsafe { write(out, TVMLIKE_INT, TVMLikePayload { v_int64: value }) }
}

/// Writes a float.
///
/// # Safety
/// As for [`write`].
#[inline(always)]
pub(crate) unsafe fn write_float(out: *mut TVMLikeValue, value: f64) {
    // SAFETY: by contract.
    unsafe { write(out, TVMLIKE_FLOAT, TVMLikePayload { v_float64: value }) }
}

/// Writes a bool.
///
/// # Safety
/// As for [`write`].
#[inline(always)]
pub(crate) unsafe fn write_bool(out: *mut TVMLikeValue, value: bool) {
    let payload = TVMLikePayload {
        v_int64: value.into(),
    };
    // SAFETY: by contract.
    unsafe { write(out, TVMLIKE_BOOL, payload) }
}

/// Writes an object. No reference is added.
///
/// # Safety
/// As for [`write`]; the object is of the type of `index`, and lives as long as the value is used.
#[inline(always)]
pub(crate) unsafe fn write_object(out: *mut TVMLikeValue, index: i32, object: TVMLikeObjectHandle) {
    // SAFETY: by contract.
    unsafe { write(out, index, TVMLikePayload { v_obj: object }) }
}

/// Writes text or bytes of up to [`SMALL_MAX`] bytes into the value itself.
///
/// # Safety
/// As for [`write`]; `size` bytes can be read at `data`, and `size` is at most [`SMALL_MAX`].
#[inline(always)]
pub(crate) unsafe fn write_small(out: *mut TVMLikeValue, index: i32, data: *const u8, size: usize) {
    // SAFETY: by contract.
    unsafe {
        out.write(TVMLikeValue {
            type_index: index,
            small_len: size as u32,
            payload: TVMLikePayload {
                v_bytes: first_bytes(data, size),
            },
        });
    }
}

/// Up to seven bytes, then zeros. Two words that overlap are read, because a copy to memory of bytes that are read as a word
/// at once waits for the stores.
///
/// # Safety
/// `size` bytes can be read at `data`; `size` is at most [`SMALL_MAX`].
#[inline(always)]
unsafe fn first_bytes(data: *const u8, size: usize) -> [u8; 8] {
    // SAFETY: by contract.
    unsafe {
        let word = if size >= 4 {
            let first = u64::from(data.cast::<u32>().read_unaligned().to_le());
            let last = u64::from(data.add(size - 4).cast::<u32>().read_unaligned().to_le());
            first | last << (8 * (size - 4))
        } else if size >= 2 {
            let first = u64::from(data.cast::<u16>().read_unaligned().to_le());
            let last = u64::from(data.add(size - 2).cast::<u16>().read_unaligned().to_le());
            first | last << (8 * (size - 2))
        } else if size == 1 {
            u64::from(*data)
        } else {
            0
        };
        word.to_le_bytes()
    }
}
