//! Objects that are neither side's own kind: where they lie, and how they end.
//!
//! Before each object 16 bytes are left, zeroed, as before every object of ours. Invariant: an object made by [`make`]
//! carries [`delete`] for its body, and the body ends when the last strong reference does.

use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use tvmlike_runtime::ObjectRef;
use tvmlike_runtime::abi::{TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLikeObject};

/// One strong reference, and the weak one that all strong ones share.
const NEW_COUNTS: u64 = 1 | 1 << 32;

/// An object in memory, with the room before it.
#[repr(C, align(16))]
struct Allocation<B> {
    before: [u64; 2],
    header: TVMLikeObject,
    body: ManuallyDrop<B>,
}

/// Makes an object of a type index whose body begins at byte 24.
pub(super) fn make<B: Send + Sync + 'static>(type_index: i32, body: B) -> ObjectRef {
    const {
        assert!(
            align_of::<B>() <= 8,
            "a body begins at byte 24 and is aligned to 8 at most"
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
    // SAFETY: the header lies in the allocation; the pointer is made from that of the whole, so that the deleter may go
    // back to its beginning. The one reference is the result's.
    unsafe { ObjectRef::from_owned(NonNull::new_unchecked(&raw mut (*allocation.as_ptr()).header)) }
}

/// The body of an object, where [`make`] made it with a body of this type.
///
/// Functions of the same machine code may be one function, so the deleter alone does not tell types apart that end alike;
/// who asks for a body checks something in it that only that kind of body has.
pub(super) fn body_of<B: Send + Sync + 'static>(object: &ObjectRef) -> Option<&B> {
    let header = object.as_raw();
    // SAFETY: alive while `object` is.
    let deleter = unsafe { (*header).deleter };
    let ours: unsafe extern "C" fn(*mut c_void, c_int) = delete::<B>;
    if deleter.map(|deleter| deleter as usize) != Some(ours as usize) {
        return None;
    }
    // SAFETY: what carries this deleter was allocated with a body of this size and alignment.
    Some(unsafe { &*header.add(1).cast::<B>() })
}

unsafe extern "C" fn delete<B>(object: *mut c_void, flags: c_int) {
    // SAFETY: this deleter stands only in headers inside of an allocation.
    let allocation = unsafe {
        object
            .byte_sub(std::mem::offset_of!(Allocation<B>, header))
            .cast::<Allocation<B>>()
    };
    if flags & TVMLIKE_DELETE_STRONG != 0 {
        // What ends may be a front end's; a panic of it must not unwind into who let the object go.
        // SAFETY: the flag says that nobody uses the body any more.
        let ended = catch_unwind(AssertUnwindSafe(|| unsafe {
            ManuallyDrop::drop(&mut (*allocation).body);
        }));
        if let Err(payload) = ended {
            std::mem::forget(payload);
        }
    }
    if flags & TVMLIKE_DELETE_WEAK != 0 {
        // SAFETY: made by a box of this type, and nobody refers to the memory any more; the body is not dropped again.
        drop(unsafe { Box::from_raw(allocation) });
    }
}
