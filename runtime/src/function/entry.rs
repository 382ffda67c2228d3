//! The entry of a function object: read by every caller, exchanged by whoever watches calls.
//!
//! To watch a function, another entry is put into its cell, which does what it has to do and calls the one that stood
//! there; so a function that nobody watches costs its callers nothing. Callers of other languages read the entry as a
//! plain word, and so the word is all that ever changes. Invariants: it is read and written as one atomic word; a call
//! that has read it goes on with what it has read; whoever exchanges it keeps what stood there for as long as the
//! function lives.

use std::mem;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use tvmlike_abi::{TVMLikeFunctionCell, TVMLikeObject, TVMLikeSafeCall};

use super::PackedFunc;

/// An entry, as it stands in a cell.
pub type Entry = unsafe extern "C" fn(
    *mut TVMLikeObject,
    *const tvmlike_abi::TVMLikeValue,
    i32,
    *mut tvmlike_abi::TVMLikeValue,
) -> std::ffi::c_int;

/// The entry that the maker of a function gave it, asked with the function and the entry that is in its cell.
pub type SeeThrough = fn(function: *mut TVMLikeObject, present: Entry) -> Entry;

static SEE_THROUGH: OnceLock<SeeThrough> = OnceLock::new();

/// Says how to find the entry behind one that was exchanged. The first one stays.
pub fn see_through(by: SeeThrough) {
    // A process has one that watches calls.
    let _ = SEE_THROUGH.set(by);
}

/// The place of the entry in a function's cell.
///
/// # Safety
/// The memory of a function object is there for `'a`.
unsafe fn place<'a>(function: *mut TVMLikeObject) -> &'a AtomicPtr<()> {
    // SAFETY: the cell stands right behind the header; the word is aligned as a pointer, and reached through no reference
    // to the whole cell, so that it may change.
    unsafe {
        let cell = function.add(1).cast::<TVMLikeFunctionCell>();
        AtomicPtr::from_ptr((&raw mut (*cell).safe_call).cast())
    }
}

const fn entry_of(word: *mut ()) -> TVMLikeSafeCall {
    // SAFETY: an optional function pointer is one word, and NULL is `None`; what stands in cells is one.
    unsafe { mem::transmute::<*mut (), TVMLikeSafeCall>(word) }
}

/// The entry that is in a function's cell.
///
/// # Safety
/// The memory of a function object is there.
#[inline(always)]
pub unsafe fn load(function: *mut TVMLikeObject) -> TVMLikeSafeCall {
    // Relaxed: an entry finds what it needs by the function itself; one that was put there later orders its own reads.
    // SAFETY: by contract.
    entry_of(unsafe { place(function) }.load(Ordering::Relaxed))
}

/// Puts another entry into a function's cell.
///
/// # Safety
/// The memory of the function object is there, and the entry keeps the convention for this function.
pub unsafe fn store(function: *mut TVMLikeObject, entry: Entry) {
    // Release: what the entry looks for was written before, and is seen by an entry that begins with an acquire fence.
    // SAFETY: by contract.
    unsafe { place(function) }.store(entry as *mut (), Ordering::Release);
}

/// The entry that the maker of a function gave it, whoever watches the function now.
pub fn own(function: &PackedFunc) -> TVMLikeSafeCall {
    let object = function.0.as_raw();
    // SAFETY: alive while it is borrowed.
    let present = unsafe { load(object) }?;
    Some(match SEE_THROUGH.get() {
        Some(see_through) => see_through(object, present),
        None => present,
    })
}
