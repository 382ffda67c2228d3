//! A cache of str objects for short texts.
//!
//! Every iteration over a map converts its keys again, while a dict returns the str objects that it has. Invariant: an
//! entry is a value and the str for it. The table has a fixed size, so it is never cleared.

use pyo3_ffi::PyObject;
use tvmlike_abi::{TVMLIKE_SMALL_STR, TVMLikeValue};

use crate::python::{GilCell, decref, new_ref};

/// The number of entries.
const SIZE: usize = 512;

#[derive(Clone, Copy)]
struct Entry {
    bytes: u64,
    size: u32,
    text: *mut PyObject,
}

static TABLE: GilCell<[Entry; SIZE]> = GilCell::new(
    [Entry {
        bytes: 0,
        size: 0,
        text: std::ptr::null_mut(),
    }; SIZE],
);

/// The str for a short text, as a new reference, or NULL with the exception set if it is not UTF-8; `None` for any other
/// value.
///
/// # Safety
/// `value` is valid. The GIL is held.
#[inline(always)]
pub(super) unsafe fn read(value: *const TVMLikeValue) -> Option<*mut PyObject> {
    // SAFETY: the value contains the bytes of a short text. No Python code runs, because a str has no `__del__`.
    unsafe {
        if (*value).type_index != TVMLIKE_SMALL_STR {
            return None;
        }
        let (bytes, size) = ((*value).payload.v_uint64, (*value).small_len);
        let place = (bytes ^ u64::from(size)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55;
        let entry = &raw mut TABLE.get()[place as usize];
        if (*entry).bytes == bytes && (*entry).size == size && !(*entry).text.is_null() {
            return Some(new_ref((*entry).text));
        }
        Some(read_anew(value, entry))
    }
}

/// Converts a short text and caches the str.
///
/// # Safety
/// `value` is a short text, `entry` an entry of [`TABLE`]. The GIL is held.
#[inline(never)]
unsafe fn read_anew(value: *const TVMLikeValue, entry: *mut Entry) -> *mut PyObject {
    // SAFETY: a short text, and an entry of the table.
    unsafe {
        let text = crate::unpack::read_borrowed(&*value);
        if !text.is_null() {
            let before = std::mem::replace(
                &mut *entry,
                Entry {
                    bytes: (*value).payload.v_uint64,
                    size: (*value).small_len,
                    text: new_ref(text),
                },
            );
            if !before.text.is_null() {
                decref(before.text);
            }
        }
        text
    }
}
