//! String objects that are known to be UTF-8, so that readers need not check their text.
//!
//! The deleter, which only the creator can set, identifies trusted string objects. Objects created from a `str` have
//! this crate's. Objects of front ends whose text is known to be UTF-8, such as Python's `str`, have the host's. All
//! other strings, of C code or of tvm-ffi, are checked whenever they are read. Invariant: a string object with one of
//! these deleters refers to immutable UTF-8 text with a NUL after it.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::NonNull;
use std::slice;

use tvmlike_abi::{TVMLikeDeleter, TVMLikeLentStringCell, TVMLikeObject, TVMLikeStringCell};

use crate::bytes::{OwnedText, TextBody};
use crate::host;
use crate::object::deleter_of;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

/// The deleter of trusted strings whose memory another library owns.
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
/// A live string object.
#[inline]
pub(crate) unsafe fn is_trusted(object: NonNull<TVMLikeObject>) -> bool {
    // SAFETY: alive by contract; the deleter does not change.
    let deleter = address(unsafe { (*object.as_ptr()).deleter });
    deleter == address(host_deleter())
        || deleter == address(deleter_of::<TextBody>())
        || deleter == address(deleter_of::<OwnedText>())
}

/// The text of a trusted string object as a C string, without a copy; `None` for all other values, and for text that
/// contains NUL.
pub fn c_str<'a>(value: &'a AnyView<'a>) -> Option<&'a CStr> {
    let object = value.as_object().filter(|_| value.kind() == TypeIndex::STR)?;
    // SAFETY: a live string object; a trusted one has a NUL after its text.
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

/// # Safety
/// As a deleter: the object has the cell of lent text, and the actions in `flags` are due.
unsafe extern "C" fn delete_lent(object: *mut c_void, flags: c_int) {
    // SAFETY: only objects with this cell have this deleter, and they live until their own deleter frees them.
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
