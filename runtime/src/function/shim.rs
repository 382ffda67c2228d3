//! The shim between the C convention and Rust: argument count, panics, results.
//!
//! Invariant: nothing unwinds out of [`guard`].

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tvmlike_abi::TVMLikeValue;

use super::{MAX_ARGS, TVMArgs};
use crate::error::{self, Error, Result};
use crate::value::Any;

pub use super::panics::{note_panic_places, panic_error};

/// Runs a function's body under the calling convention. The error for a panic calls the function `name`; `leaving` sees
/// every error on its way out, and may add to it.
///
/// # Safety
/// `args` and `result` come from a caller that keeps the convention: `num_args` valid values (NULL if there are none)
/// and a place for the result. Invalid NULLs and counts out of range are rejected.
#[inline(always)]
pub unsafe fn guard(
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
    name: &str,
    body: impl FnOnce(TVMArgs<'_>) -> Result<Any>,
    leaving: impl FnOnce(Error) -> Error,
) -> c_int {
    // A negative count becomes a large one, which is rejected.
    let count = num_args as u32 as usize;
    if count > MAX_ARGS || result.is_null() || (args.is_null() && count != 0) {
        return refuse(args, num_args, result);
    }
    // SAFETY: the arguments are valid by contract.
    let args = unsafe { TVMArgs::from_raw(args, count) };
    // The result is written inside, so that only an error pointer comes back through the landing pad.
    let run = || {
        let value = body(args)?;
        // SAFETY: the place is valid; it holds no object on entry, so nothing is lost by overwriting it.
        unsafe { result.write(value.into_raw()) };
        Ok(())
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => raise(leaving(error)),
        Err(payload) => raise(leaving(panic_error(name, payload))),
    }
}

#[cold]
#[inline(never)]
fn refuse(args: *const TVMLikeValue, num_args: i32, result: *mut TVMLikeValue) -> c_int {
    match check_call(args, num_args, result) {
        Err(error) => raise(error),
        Ok(()) => 0,
    }
}

/// Checks that the count is in range and that the pointers to the arguments and the result are valid.
///
/// # Errors
/// InternalError or ValueError for a call that breaks the convention.
pub fn check_call(args: *const TVMLikeValue, num_args: i32, result: *mut TVMLikeValue) -> Result<()> {
    let why = if result.is_null() {
        "a packed call got a NULL result pointer".to_owned()
    } else if !(0..=MAX_ARGS as i32).contains(&num_args) {
        format!("a packed call takes 0 to {MAX_ARGS} arguments, got {num_args}")
    } else if args.is_null() && num_args > 0 {
        format!("a packed call got a NULL pointer to {num_args} arguments")
    } else {
        return Ok(());
    };
    Err(Error::value_error(why))
}

/// Raises an error and returns the failure status.
#[cold]
#[inline(never)]
pub fn raise(error: Error) -> c_int {
    error::set_raised(error);
    -1
}
