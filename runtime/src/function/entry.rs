//! The entry of a function object: read by every caller, replaced to observe calls.
//!
//! To observe a function, its cell gets another entry, which does its work and calls the previous one; so an unobserved
//! function costs its callers nothing. Callers in other languages read the entry as a plain word, so the word is all
//! that ever changes. Invariants: it is read and written as one atomic word; a call continues with the entry that it
//! has read; code that replaces an entry keeps the previous one as long as the function lives.

use std::mem;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use tvmlike_abi::{TVMLikeFunctionCell, TVMLikeObject, TVMLikeSafeCall};

use super::PackedFunc;

/// An entry, as stored in a cell.
pub type Entry = unsafe extern "C" fn(
    *mut TVMLikeObject,
    *const tvmlike_abi::TVMLikeValue,
    i32,
    *mut tvmlike_abi::TVMLikeValue,
) -> std::ffi::c_int;

/// Returns the function's original entry, given the function and the entry in its cell.
pub type SeeThrough = fn(function: *mut TVMLikeObject, present: Entry) -> Entry;

static SEE_THROUGH: OnceLock<SeeThrough> = OnceLock::new();

/// Sets how to find the original entry behind a replaced one. The first setting wins.
pub fn see_through(by: SeeThrough) {
    // A process has only one observer.
    let _ = SEE_THROUGH.set(by);
}

/// The entry's location in a function's cell.
///
/// # Safety
/// The function object's memory is valid for `'a`.
unsafe fn place<'a>(function: *mut TVMLikeObject) -> &'a AtomicPtr<()> {
    // SAFETY: the cell directly follows the header; the word is pointer-aligned, and no reference to the whole cell is
    // made, so it may change.
    unsafe {
        let cell = function.add(1).cast::<TVMLikeFunctionCell>();
        AtomicPtr::from_ptr((&raw mut (*cell).safe_call).cast())
    }
}

const fn entry_of(word: *mut ()) -> TVMLikeSafeCall {
    // SAFETY: an optional function pointer is one word, and NULL is `None`; cells contain one.
    unsafe { mem::transmute::<*mut (), TVMLikeSafeCall>(word) }
}

/// The entry in a function's cell.
///
/// # Safety
/// The function object's memory is valid.
#[inline(always)]
pub unsafe fn load(function: *mut TVMLikeObject) -> TVMLikeSafeCall {
    // Relaxed: an entry finds its data through the function itself; one that was stored later orders its own reads.
    // SAFETY: by contract.
    entry_of(unsafe { place(function) }.load(Ordering::Relaxed))
}

/// Replaces the entry in a function's cell.
///
/// # Safety
/// The function object's memory is valid, and the entry keeps the convention for this function.
pub unsafe fn store(function: *mut TVMLikeObject, entry: Entry) {
    // Release: an entry that begins with an acquire fence sees the data that was written for it before.
    // SAFETY: by contract.
    unsafe { place(function) }.store(entry as *mut (), Ordering::Release);
}

/// The function's original entry, whether it is observed or not.
pub fn own(function: &PackedFunc) -> TVMLikeSafeCall {
    let object = function.0.as_raw();
    // SAFETY: alive while it is borrowed.
    let present = unsafe { load(object) }?;
    Some(match SEE_THROUGH.get() {
        Some(see_through) => see_through(object, present),
        None => present,
    })
}
