//! Strings that a front end made as objects.
//!
//! tvmlike returns a string as text, whether it is inline or an object. A front end that makes a string as an object, to put it
//! into a container or to read its handle, must get an object back. Such strings are marked by their deleter, [`delete`]; in
//! everything else they are ordinary strings. Invariant: an object with this deleter has the layout of [`Boxed`].

use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::atomic::AtomicU64;

use tvmlike_runtime::abi::{
    TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLikeByteArray, TVMLikeObject, TVMLikeStringCell,
};
use tvmlike_runtime::{Any, AnyView, TypeIndex};

/// The zeroed bytes before each object, as before every object of tvmlike.
const SPACE_BEFORE: usize = 16;

/// One strong reference, and the weak one that all strong references share.
const NEW_COUNTS: u64 = 1 | 1 << 32;

/// The memory of a string object. The text is freed with the last strong reference, the rest with the last weak one.
#[repr(C, align(16))]
struct Boxed {
    free: [u8; SPACE_BEFORE],
    header: TVMLikeObject,
    cell: TVMLikeStringCell,
    /// Ends with a NUL.
    text: ManuallyDrop<Box<[u8]>>,
}

/// Makes a string that travels as an object.
pub fn string_object(text: &str) -> Any {
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.extend_from_slice(text.as_bytes());
    bytes.push(0);
    let bytes = bytes.into_boxed_slice();
    let boxed = Box::new(Boxed {
        free: [0; SPACE_BEFORE],
        header: TVMLikeObject {
            counts: AtomicU64::new(NEW_COUNTS),
            type_index: TypeIndex::STR.0,
            zero: 0,
            deleter: Some(delete),
        },
        cell: TVMLikeByteArray {
            data: bytes.as_ptr().cast(),
            size: text.len(),
        },
        text: ManuallyDrop::new(bytes),
    });
    let boxed = Box::into_raw(boxed);
    // SAFETY: a complete object with one strong reference, which the value takes.
    unsafe { Any::from_owned_object(&raw mut (*boxed).header) }
}

/// Whether a value is a string that was made as an object.
pub fn is_string_object(value: &AnyView<'_>) -> bool {
    // SAFETY: alive while it is borrowed; the deleter never changes.
    let deleter = value
        .as_object()
        .and_then(|object| unsafe { (*object.as_ptr()).deleter });
    deleter
        .is_some_and(|deleter| ptr::fn_addr_eq(deleter, delete as unsafe extern "C" fn(*mut c_void, c_int)))
}

/// # Safety
/// `object` is the header of a [`Boxed`]; the references that `flags` names are gone.
unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    let boxed = object.wrapping_byte_sub(SPACE_BEFORE).cast::<Boxed>();
    if flags & TVMLIKE_DELETE_STRONG != 0 {
        // SAFETY: only objects of this file have this deleter; the last strong reference is gone, so the text is unused and is
        // dropped once.
        unsafe { ManuallyDrop::drop(&mut (*boxed).text) }
    }
    if flags & TVMLIKE_DELETE_WEAK != 0 {
        // SAFETY: no reference is left to the memory, which `string_object` took from a box.
        drop(unsafe { Box::from_raw(boxed) });
    }
}
