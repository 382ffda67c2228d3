//! The memory of wrappers and boxes.
//!
//! Each object follows 16 zeroed bytes, as every object of tvmlike. Invariant: an object made by [`make`] has the deleter
//! [`delete`] of its body type, which drops the body with the last strong reference.

use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use tvmlike_runtime::abi::{TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLikeObject};
use tvmlike_runtime::{Any, ObjectRef};

/// One strong reference, and the weak one that all strong references share.
const NEW_COUNTS: u64 = 1 | 1 << 32;

/// An object with the space before it.
#[repr(C, align(16))]
struct Allocation<B> {
    before: [u64; 2],
    header: TVMLikeObject,
    body: ManuallyDrop<B>,
}

/// Makes an object with a type index and a body at offset 24.
pub(super) fn make<B: Send + Sync + 'static>(type_index: i32, body: B) -> ObjectRef {
    const {
        assert!(
            align_of::<B>() <= 8,
            "a body starts at offset 24, so its alignment is at most 8"
        )
    }
    let allocation = Box::leak(Box::new(Allocation {
        before: [0; 2],
        header: TVMLikeObject {
            counts: AtomicU64::new(NEW_COUNTS),
            type_index,
            zero: 0,
            deleter: Some(delete::<B>),
        },
        body: ManuallyDrop::new(body),
    }));
    let allocation = NonNull::from(allocation);
    // SAFETY: the header is in the allocation; the pointer derives from the whole allocation, so the deleter may return to its
    // start. The result owns the one reference.
    unsafe { ObjectRef::from_owned(NonNull::new_unchecked(&raw mut (*allocation.as_ptr()).header)) }
}

/// The body of an object that [`make`] made with a body of this type.
///
/// The linker may merge deleters with the same machine code, so the deleter alone does not identify the type: the caller checks
/// a mark in the body, too.
pub(super) fn body_of<B: Send + Sync + 'static>(object: &ObjectRef) -> Option<&B> {
    let header = object.as_raw();
    // SAFETY: alive while `object` is.
    let deleter = unsafe { (*header).deleter };
    let ours: unsafe extern "C" fn(*mut c_void, c_int) = delete::<B>;
    if deleter.map(|deleter| deleter as usize) != Some(ours as usize) {
        return None;
    }
    // SAFETY: an object with this deleter has a body of this size and alignment.
    Some(unsafe { &*header.add(1).cast::<B>() })
}

/// A value that owns a reference.
pub(super) fn object_value(object: ObjectRef) -> Any {
    // SAFETY: the value takes the reference.
    unsafe { Any::from_owned_object(object.into_raw()) }
}

/// # Safety
/// `object` was made by [`make`] with a body of this type; the references that `flags` names are gone.
unsafe extern "C" fn delete<B>(object: *mut c_void, flags: c_int) {
    // SAFETY: only headers in an [`Allocation`] have this deleter.
    let allocation = unsafe {
        object
            .byte_sub(std::mem::offset_of!(Allocation<B>, header))
            .cast::<Allocation<B>>()
    };
    if flags & TVMLIKE_DELETE_STRONG != 0 {
        // The body may run code of a front end, whose panic must not unwind into the caller.
        // SAFETY: the last strong reference is gone.
        let ended = catch_unwind(AssertUnwindSafe(|| unsafe {
            ManuallyDrop::drop(&mut (*allocation).body);
        }));
        if let Err(payload) = ended {
            std::mem::forget(payload);
        }
    }
    if flags & TVMLIKE_DELETE_WEAK != 0 {
        // SAFETY: `make` took it from a box of this type, and the last reference is gone; the body is not dropped again.
        drop(unsafe { Box::from_raw(allocation) });
    }
}
