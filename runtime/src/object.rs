//! Objects: the header's reference counts, and pointers that own references.
//!
//! Invariant: each strong reference accounts for 1 of the low 32 bits of the header's counts; all strong references
//! together account for 1 of the high 32 bits. The thread that decrements a count to zero calls the deleter in the object's
//! header; this crate never frees an object in any other way.

mod allocate;
mod counts;
mod pointer;
mod pool;
mod types;

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike_abi::{TVMLIKE_DELETE_BOTH, TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLikeObject};

pub use allocate::MAX_ALIGN;
pub(crate) use allocate::{ObjectBody, ObjectBox, SPACE_BEFORE, allocate, deleter_of};
pub(crate) use counts::NEW_COUNTS;
use counts::{Due, Last};
pub use pointer::{ObjectPtr, ObjectRef, WeakPtr};
pub use pool::Pool;
pub use types::{ObjectType, Refinement, Refines, RootObject, claim_type_key, kept_type_index};
pub(crate) use types::{header_index, is_instance};

/// The atomics of [`counts`].
mod atomic {
    pub(super) use std::sync::atomic::{AtomicU64, Ordering, fence};
}

/// Adds a strong reference.
///
/// # Safety
/// `object` is a live object to which the caller owns or borrows a strong reference.
#[inline]
pub unsafe fn retain(object: *mut TVMLikeObject) {
    // SAFETY: the object is alive by contract.
    counts::retain(unsafe { &(*object).counts });
}

/// Releases a strong reference; the last one destroys the object.
///
/// # Safety
/// The caller owns a strong reference, and gives it up.
#[inline]
pub unsafe fn release(object: *mut TVMLikeObject) {
    // SAFETY: the object is alive by contract.
    if let Some(last) = counts::release(unsafe { &(*object).counts }) {
        // SAFETY: this was the last strong reference.
        unsafe { last_release(object, last) }
    }
}

/// The maximum depth of nested destructions; deeper ones are deferred until the outermost one ends, because a chain of
/// nested containers can be longer than any stack.
const MAX_DEPTH: u32 = 64;

/// Objects whose destruction is deferred.
type Waiting = Vec<(*mut TVMLikeObject, Last)>;

thread_local! {
    // Plain cells: thread-local storage with a destructor that is first used while the thread exits would never be
    // freed.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// A boxed list while destructions are deferred, else NULL; freed by the outermost destruction.
    static WAITING: Cell<*mut Waiting> = const { Cell::new(ptr::null_mut()) };
}

/// Destroys an object, or defers that if destructions are nested too deeply.
///
/// # Safety
/// `last` is the result of releasing the object's last strong reference.
#[cold]
#[inline(never)]
unsafe fn last_release(object: *mut TVMLikeObject, last: Last) {
    let depth = DEPTH.get();
    if depth >= MAX_DEPTH {
        if WAITING.get().is_null() {
            WAITING.set(Box::into_raw(Box::default()));
        }
        // SAFETY: not NULL, and used on this thread only; pushing runs no code that could access it.
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
            // SAFETY: boxed above, and removed from its place.
            for (object, last) in *unsafe { Box::from_raw(waiting) } {
                // SAFETY: deferred after its last strong reference was released.
                unsafe { destroy(object, last) };
            }
        }
    }
    DEPTH.set(depth);
}

/// Destroys an object whose last strong reference was released.
///
/// # Safety
/// `last` is the result of releasing that reference.
unsafe fn destroy(object: *mut TVMLikeObject, last: Last) {
    match last.due() {
        // SAFETY: there is no strong or weak reference to the object.
        Due::Both => unsafe { delete(object, TVMLIKE_DELETE_BOTH) },
        // SAFETY: there is no strong reference to the object; its memory stays for the weak ones.
        Due::Strong => unsafe {
            delete(object, TVMLIKE_DELETE_STRONG);
            release_weak(object);
        },
    }
}

/// Calls the deleter of an object.
///
/// # Safety
/// The actions in `flags` are due, once.
unsafe fn delete(object: *mut TVMLikeObject, flags: c_int) {
    // SAFETY: the object's memory is valid until the deleter has freed it.
    if let Some(deleter) = unsafe { (*object).deleter } {
        // SAFETY: the counts show that the actions in `flags` are due.
        unsafe { deleter(object.cast::<c_void>(), flags) }
    }
}

/// Adds a weak reference.
///
/// # Safety
/// The caller owns a strong or a weak reference.
pub unsafe fn retain_weak(object: *mut TVMLikeObject) {
    // SAFETY: the memory is alive by contract.
    counts::retain_weak(unsafe { &(*object).counts });
}

/// Releases a weak reference; the last one frees the memory.
///
/// # Safety
/// The caller owns a weak reference, and gives it up.
pub unsafe fn release_weak(object: *mut TVMLikeObject) {
    // SAFETY: the memory is alive by contract.
    if counts::release_weak(unsafe { &(*object).counts }) {
        // SAFETY: this was the last weak reference, so there is no strong one either.
        unsafe { delete(object, TVMLIKE_DELETE_WEAK) }
    }
}

/// Makes a strong reference from a weak one; `false` if the object has been destroyed.
///
/// # Safety
/// The caller owns a weak reference.
pub unsafe fn try_upgrade(object: *mut TVMLikeObject) -> bool {
    // SAFETY: the memory is alive by contract.
    counts::try_upgrade(unsafe { &(*object).counts })
}

/// Whether there is exactly one strong reference and no weak one, apart from the one shared by strong references.
///
/// # Safety
/// The caller owns a strong reference.
pub(crate) unsafe fn is_alone(object: *mut TVMLikeObject) -> bool {
    // SAFETY: the object is alive by contract.
    counts::is_alone(unsafe { &(*object).counts })
}

/// The current number of strong references, for tests and for checking whether an object is shared.
///
/// # Safety
/// The caller owns a strong or a weak reference.
pub unsafe fn strong_count(object: *mut TVMLikeObject) -> u32 {
    // SAFETY: the memory is alive by contract.
    counts::strong(unsafe { &(*object).counts })
}
