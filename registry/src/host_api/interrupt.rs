//! Interrupting functions that run long.

use std::ffi::c_int;

use tvmlike_macros::c_function;
use tvmlike_runtime::interrupt;

use super::outcome;

/// Runs the interrupt check of this thread: returns 0 if the running call may go on, or -1 with the error raised. A
/// function that runs long calls it now and then and returns the -1. On a thread without a check it returns 0.
#[c_function(export = "TVMLikeCheckInterrupt", slot = 26, since = "1.1")]
pub extern "C" fn check_interrupt() -> c_int {
    outcome(interrupt::check)
}
