//! Objects: the header's reference counts, and pointers that keep them.
//!
//! Invariant: a pointer that stands for a strong reference holds 1 of the low 32 bits of the header's counts; all
//! strong references together hold 1 of the high 32 bits. Whoever brings a count to zero calls the deleter that
//! the object carries; this crate never frees an object in any other way.

mod allocate;
mod counts;
mod field;
mod pointer;
mod pool;
mod raw;
mod traverse;
mod types;

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike_abi::{TVMLIKE_DELETE_BOTH, TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLikeObject};

pub use allocate::MAX_ALIGN;
pub(crate) use allocate::{ObjectBody, ObjectBox, allocate, deleter_of};
pub(crate) use counts::NEW_COUNTS;
use counts::{Due, Last};
pub use field::{ReadField, RestoreField, State, WriteField};
pub use pointer::{ObjectPtr, ObjectRef, WeakPtr};
pub use pool::Pool;
pub use raw::create_raw;
#[doc(hidden)]
pub use traverse::{HoldsNothing, HoldsObjects, Probe};
pub use traverse::{Traverse, Visitor, traverse_object};
pub use types::{ObjectType, Refinement, Refines, RootObject, claim_type_key};
pub(crate) use types::{header_index, is_instance};

/// The atomics of [`counts`].
mod atomic {
    pub(super) use std::sync::atomic::{AtomicU64, Ordering, fence};
}

/// Adds a strong reference.
///
/// # Safety
/// `object` is a living object to which the caller holds or borrows a strong reference.
#[inline]
pub unsafe fn retain(object: *mut TVMLikeObject) {
    // SAFETY: the object is alive by contract.
    counts::retain(unsafe { &(*object).counts });
}

/// Gives a strong reference back; the last one destroys the object.
///
/// # Safety
/// The caller owns a strong reference, which is gone afterwards.
#[inline]
pub unsafe fn release(object: *mut TVMLikeObject) {
    // SAFETY: the object is alive by contract.
    if let Some(last) = counts::release(unsafe { &(*object).counts }) {
        // SAFETY: this was the last strong reference.
        unsafe { last_release(object, last) }
    }
}

/// Up to this many destructions stand inside each other; what lies deeper waits until the outermost has ended. A row
/// of containers, each in the next, can be longer than any stack.
const MAX_DEPTH: u32 = 64;

/// Objects whose last strong reference is gone.
type Waiting = Vec<(*mut TVMLikeObject, Last)>;

thread_local! {
    // Plain cells: storage with a destructor, first used while a thread ends, would never be freed.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// A boxed list while something waits, else NULL; freed by the outermost destruction.
    static WAITING: Cell<*mut Waiting> = const { Cell::new(ptr::null_mut()) };
}

#[cold]
#[inline(never)]
unsafe fn last_release(object: *mut TVMLikeObject, last: Last) {
    let depth = DEPTH.get();
    if depth >= MAX_DEPTH {
        if WAITING.get().is_null() {
            WAITING.set(Box::into_raw(Box::default()));
        }
        // SAFETY: not null, and used on this thread only; pushing calls nothing that could look at it.
        unsafe { (*WAITING.get()).push((object, last)) };
        return;
    }
    DEPTH.set(depth + 1);
    // SAFETY: the last strong reference is gone.
    unsafe { destroy(object, last) };
    if depth == 0 {
        loop {
            let waiting = WAITING.replace(ptr::null_mut());
            if waiting.is_null() {
                break;
            }
            // SAFETY: boxed above, and taken out of its place.
            for (object, last) in *unsafe { Box::from_raw(waiting) } {
                // SAFETY: it waited here with its last strong reference gone.
                unsafe { destroy(object, last) };
            }
        }
    }
    DEPTH.set(depth);
}

/// Destroys an object whose last strong reference is gone.
unsafe fn destroy(object: *mut TVMLikeObject, last: Last) {
    match last.due() {
        // SAFETY: nobody holds the object, strongly or weakly.
        Due::Both => unsafe { delete(object, TVMLIKE_DELETE_BOTH) },
        // SAFETY: nobody holds the object strongly; its memory stays for the weak references.
        Due::Strong => unsafe {
            delete(object, TVMLIKE_DELETE_STRONG);
            release_weak(object);
        },
    }
}

unsafe fn delete(object: *mut TVMLikeObject, flags: c_int) {
    // SAFETY: the object's memory is alive until the deleter has been told to free it.
    if let Some(deleter) = unsafe { (*object).deleter } {
        // SAFETY: the counts say that what the flags name is due.
        unsafe { deleter(object.cast::<c_void>(), flags) }
    }
}

/// Adds a weak reference.
///
/// # Safety
/// The caller holds a strong or a weak reference.
pub unsafe fn retain_weak(object: *mut TVMLikeObject) {
    // SAFETY: the memory is alive by contract.
    counts::retain_weak(unsafe { &(*object).counts });
}

/// Gives a weak reference back; the last one frees the memory.
///
/// # Safety
/// The caller owns a weak reference, which is gone afterwards.
pub unsafe fn release_weak(object: *mut TVMLikeObject) {
    // SAFETY: the memory is alive by contract.
    if counts::release_weak(unsafe { &(*object).counts }) {
        // SAFETY: this was the last weak reference, hence no strong one is left either.
        unsafe { delete(object, TVMLIKE_DELETE_WEAK) }
    }
}

/// Makes a strong reference from a weak one; `false` where the object is destroyed already.
///
/// # Safety
/// The caller holds a weak reference.
pub unsafe fn try_upgrade(object: *mut TVMLikeObject) -> bool {
    // SAFETY: the memory is alive by contract.
    counts::try_upgrade(unsafe { &(*object).counts })
}

/// Whether there is one strong reference and no weak one beside that of the strong ones.
///
/// # Safety
/// The caller holds a strong reference.
pub(crate) unsafe fn is_alone(object: *mut TVMLikeObject) -> bool {
    // SAFETY: the object is alive by contract.
    counts::is_alone(unsafe { &(*object).counts })
}

/// How many strong references there are now. Only good for tests and for asking whether one is alone.
///
/// # Safety
/// The caller holds a strong or a weak reference.
pub unsafe fn strong_count(object: *mut TVMLikeObject) -> u32 {
    // SAFETY: the memory is alive by contract.
    counts::strong(unsafe { &(*object).counts })
}
