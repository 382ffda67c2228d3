//! String objects that are known to hold UTF-8, so that readers need not check the text.
//!
//! A string object is trusted by its deleter, which only its maker can set. Objects made from a `str` have ours. Objects of
//! front ends that know their text to be UTF-8, such as Python's `str`, have the host's. Every other string, of C code or
//! of tvm-ffi, is checked whenever it is read. Invariant: a string object with one of these deleters refers to UTF-8 that
//! does not change, with a NUL behind it.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::NonNull;
use std::slice;

use tvmlike_abi::{TVMLikeDeleter, TVMLikeLentStringCell, TVMLikeObject, TVMLikeStringCell};

use crate::bytes::{OwnedText, TextBody};
use crate::host;
use crate::object::deleter_of;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

/// The deleter of strings that other libraries laid out and vouch for.
#[inline]
pub fn host_deleter() -> TVMLikeDeleter {
    match host::connected() {
        Some(table) => table.string_deleter,
        None => Some(delete_lent),
    }
}

/// Whether the text of a string object is known to be UTF-8.
///
/// # Safety
/// A living string object.
#[inline]
pub(crate) unsafe fn is_trusted(object: NonNull<TVMLikeObject>) -> bool {
    // SAFETY: alive by contract; the deleter does not change.
    let deleter = address(unsafe { (*object.as_ptr()).deleter });
    deleter == address(host_deleter())
        || deleter == address(deleter_of::<TextBody>())
        || deleter == address(deleter_of::<OwnedText>())
}

/// The text of a trusted string object as a C string, without a copy; `None` for every other value, and for text that
/// contains NUL.
pub fn c_str<'a>(value: &'a AnyView<'a>) -> Option<&'a CStr> {
    let object = value.as_object().filter(|_| value.kind() == TypeIndex::STR)?;
    // SAFETY: a living string object; a trusted one has a NUL behind its text.
    unsafe {
        if !is_trusted(object) {
            return None;
        }
        let cell = &*object.as_ptr().add(1).cast::<TVMLikeStringCell>();
        let whole = slice::from_raw_parts(cell.data.cast::<u8>(), cell.size + 1);
        CStr::from_bytes_with_nul(whole).ok()
    }
}

#[inline]
fn address(deleter: TVMLikeDeleter) -> Option<usize> {
    deleter.map(|deleter| deleter as usize)
}

unsafe extern "C" fn delete_lent(object: *mut c_void, flags: c_int) {
    // SAFETY: only objects with this cell have this deleter, which are alive until their own deleter frees them.
    unsafe {
        let cell = object
            .cast::<TVMLikeObject>()
            .add(1)
            .cast::<TVMLikeLentStringCell>();
        if let Some(deleter) = (*cell).deleter {
            deleter(object, flags);
        }
    }
}
