//! Interrupting functions that run long.

use std::ffi::c_int;

use tvmlike_runtime::interrupt;

/// Sets the interrupt check of this thread, which functions that run long call now and then; NULL removes it. Other threads
/// do not call it. `check` returns 0, or -1 with the error raised that the function stops with.
///
/// # Safety
/// `check` is NULL, or can be called on this thread until another check replaces it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeSetInterruptCheck(check: Option<unsafe extern "C" fn() -> c_int>) {
    // SAFETY: by contract.
    unsafe { interrupt::set_check(check) }
}
