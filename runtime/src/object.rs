//! Objects: the header's reference counts, and pointers that keep them.
//!
//! Invariant: a pointer that stands for a strong reference holds 1 of the low 32 bits of the header's counts; all
//! strong references together hold 1 of the high 32 bits. Whoever brings a count to zero calls the deleter that
//! the object carries; this crate never frees an object in any other way.

mod allocate;
mod field;
mod pointer;
mod traverse;
mod types;

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::process;
use std::ptr;
use std::sync::atomic::{Ordering, fence};

use tvmlike_abi::{TVMLIKE_DELETE_BOTH, TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLikeObject};

pub use allocate::MAX_ALIGN;
pub(crate) use allocate::{ObjectBody, ObjectBox, allocate, deleter_of};
pub use field::{ReadField, RestoreField, State, WriteField};
pub use pointer::{ObjectPtr, ObjectRef, WeakPtr};
#[doc(hidden)]
pub use traverse::{HoldsNothing, HoldsObjects, Probe};
pub use traverse::{Traverse, Visitor, traverse_object};
pub use types::{ObjectType, RootObject, claim_type_key};

const STRONG_MASK: u64 = 0xffff_ffff;
const ONE_WEAK: u64 = 1 << 32;
/// A new object: one strong reference, and the weak one that all strong ones share.
pub(crate) const NEW_COUNTS: u64 = 1 | ONE_WEAK;
/// From here on a count is so near to wrapping that going on would free a living object.
const TOO_MANY: u64 = 1 << 31;

/// Adds a strong reference.
///
/// # Safety
/// `object` is a living object to which the caller holds or borrows a strong reference.
#[inline]
pub unsafe fn retain(object: *mut TVMLikeObject) {
    // Relaxed: whoever holds a reference already sees the object; a new one needs no ordering.
    // SAFETY: the object is alive by contract.
    let before = unsafe { (*object).counts.fetch_add(1, Ordering::Relaxed) };
    if before & STRONG_MASK >= TOO_MANY {
        process::abort();
    }
}

/// Gives a strong reference back; the last one destroys the object.
///
/// # Safety
/// The caller owns a strong reference, which is gone afterwards.
#[inline]
pub unsafe fn release(object: *mut TVMLikeObject) {
    // Release: what this thread did with the object happens before its destruction.
    // SAFETY: the object is alive by contract.
    let before = unsafe { (*object).counts.fetch_sub(1, Ordering::Release) };
    if before & STRONG_MASK == 1 {
        // SAFETY: this was the last strong reference.
        unsafe { last_release(object, before) }
    }
}

/// Up to this many destructions stand inside each other; what lies deeper waits until the outermost has ended. A row
/// of containers, each in the next, can be longer than any stack.
const MAX_DEPTH: u32 = 64;

/// Objects whose last strong reference is gone, with what their counts were before.
type Waiting = Vec<(*mut TVMLikeObject, u64)>;

thread_local! {
    // Plain cells: storage with a destructor, first used while a thread ends, would never be freed.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// A boxed list while something waits, else NULL; freed by the outermost destruction.
    static WAITING: Cell<*mut Waiting> = const { Cell::new(ptr::null_mut()) };
}

#[cold]
#[inline(never)]
unsafe fn last_release(object: *mut TVMLikeObject, before: u64) {
    // Acquire: what the other holders did with the object is seen by its destruction.
    fence(Ordering::Acquire);
    let depth = DEPTH.get();
    if depth >= MAX_DEPTH {
        if WAITING.get().is_null() {
            WAITING.set(Box::into_raw(Box::default()));
        }
        // SAFETY: not null, and used on this thread only; pushing calls nothing that could look at it.
        unsafe { (*WAITING.get()).push((object, before)) };
        return;
    }
    DEPTH.set(depth + 1);
    // SAFETY: the last strong reference is gone.
    unsafe { destroy(object, before) };
    if depth == 0 {
        loop {
            let waiting = WAITING.replace(ptr::null_mut());
            if waiting.is_null() {
                break;
            }
            // SAFETY: boxed above, and taken out of its place.
            for (object, before) in *unsafe { Box::from_raw(waiting) } {
                // SAFETY: it waited here with its last strong reference gone.
                unsafe { destroy(object, before) };
            }
        }
    }
    DEPTH.set(depth);
}

/// Destroys an object whose counts were `before` when its last strong reference was given back.
unsafe fn destroy(object: *mut TVMLikeObject, before: u64) {
    if before == NEW_COUNTS {
        // SAFETY: nobody holds the object, strongly or weakly.
        unsafe { delete(object, TVMLIKE_DELETE_BOTH) }
    } else {
        // SAFETY: nobody holds the object strongly; its memory stays for the weak references.
        unsafe {
            delete(object, TVMLIKE_DELETE_STRONG);
            release_weak(object);
        }
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
    let before = unsafe { (*object).counts.fetch_add(ONE_WEAK, Ordering::Relaxed) };
    if before >> 32 >= TOO_MANY {
        process::abort();
    }
}

/// Gives a weak reference back; the last one frees the memory.
///
/// # Safety
/// The caller owns a weak reference, which is gone afterwards.
pub unsafe fn release_weak(object: *mut TVMLikeObject) {
    // SAFETY: the memory is alive by contract.
    let before = unsafe { (*object).counts.fetch_sub(ONE_WEAK, Ordering::Release) };
    if before >> 32 == 1 {
        fence(Ordering::Acquire);
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
    let counts = unsafe { &(*object).counts };
    // Acquire on success: as with a clone that came from another thread, what it did is seen here.
    counts
        .fetch_update(Ordering::Acquire, Ordering::Relaxed, |now| {
            let strong = now & STRONG_MASK;
            if strong >= TOO_MANY {
                process::abort();
            }
            (strong != 0).then_some(now + 1)
        })
        .is_ok()
}

/// Whether there is one strong reference and no weak one beside that of the strong ones.
///
/// # Safety
/// The caller holds a strong reference.
pub(crate) unsafe fn is_alone(object: *mut TVMLikeObject) -> bool {
    // Acquire: what former holders did is seen by the one that is left.
    // SAFETY: the object is alive by contract.
    unsafe { (*object).counts.load(Ordering::Acquire) == NEW_COUNTS }
}

/// How many strong references there are now. Only good for tests and for asking whether one is alone.
///
/// # Safety
/// The caller holds a strong or a weak reference.
pub unsafe fn strong_count(object: *mut TVMLikeObject) -> u32 {
    // Acquire: if this says 1, what former holders did is seen by the one that is left.
    // SAFETY: the memory is alive by contract.
    (unsafe { (*object).counts.load(Ordering::Acquire) } & STRONG_MASK) as u32
}
