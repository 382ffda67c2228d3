//! Rust programs that link libtvmlike dynamically.
//!
//! Such a program has its own copy of these crates, as a plugin has, which must not become a second registry. So it
//! connects to libtvmlike as a plugin does: its entry point runs, connects the copy and registers the functions and types
//! of the program. Invariant: this copy registers nothing with itself; its registry is empty until it is attached.

use std::ffi::c_int;
use std::ptr::{self, NonNull};

use tvmlike_runtime::abi::{TVMLikeObjectHandle, TVMLikePluginInit, TVMLikeValue};
use tvmlike_runtime::{Error, Result};

/// `TVMLikePluginAttach` of libtvmlike.
pub type Attach = unsafe extern "C" fn(init: TVMLikePluginInit, out: *mut TVMLikeValue) -> c_int;
/// `TVMLikeErrorMoveFromRaised` of libtvmlike.
pub type MoveFromRaised = unsafe extern "C" fn(out: *mut TVMLikeObjectHandle);

/// Runs a program's entry point through the functions of the libtvmlike that it links.
///
/// # Errors
/// The error with which libtvmlike refuses the program; InternalError if it raised none.
///
/// # Safety
/// The functions are those of libtvmlike, both of one copy of it, and `init` is an entry point.
pub unsafe fn attach(
    attach: Attach,
    move_from_raised: MoveFromRaised,
    init: TVMLikePluginInit,
) -> Result<()> {
    // SAFETY: by contract; the description of the plugin is not asked for.
    if unsafe { attach(init, ptr::null_mut()) } == 0 {
        return Ok(());
    }
    // Asked of libtvmlike itself: where it refused the program, this copy is not connected to it.
    let mut raised = ptr::null_mut();
    // SAFETY: the place is valid for the call.
    unsafe { move_from_raised(&mut raised) };
    Err(match NonNull::new(raised) {
        // SAFETY: what was raised is an error object, and the reference is ours from now on.
        Some(raised) => unsafe { Error::from_owned_object(raised) },
        None => Error::internal_error("libtvmlike refused the program without an error"),
    })
}
