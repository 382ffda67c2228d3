//! Breaking into long functions.

use std::ffi::c_int;

use tvmlike_registry::host_api;
use tvmlike_runtime::interrupt;

/// Sets what functions that run long on this thread ask now and then; NULL takes it away. Only the thread that set a
/// check asks it. It returns 0, or -1 with the error raised that the function is to stop with.
///
/// # Safety
/// `check` is NULL, or may be called on this thread until another takes its place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeSetInterruptCheck(check: Option<unsafe extern "C" fn() -> c_int>) {
    // SAFETY: by contract.
    unsafe { interrupt::set_check(check) }
}

/// Asks the check of this thread whether the running call is to stop: 0, or -1 with the error raised. A function that
/// runs long calls it now and then and returns the -1.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeCheckInterrupt() -> c_int {
    // SAFETY: any thread may ask.
    unsafe { host_api::check_interrupt() }
}
