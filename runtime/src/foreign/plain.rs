//! Platforms without a way to end a foreign exception: the function is called as it is.

use std::ffi::c_int;

use super::{Target, Thrown};

/// There is none that anybody could be given.
pub(super) enum Exception {}

#[inline]
pub(super) unsafe fn call(target: Target, args: [usize; 5]) -> Result<c_int, *mut Exception> {
    type Function = unsafe extern "C" fn(usize, usize, usize, usize, usize) -> c_int;
    // SAFETY: by the contract of `super::call`.
    Ok(unsafe {
        std::mem::transmute::<Target, Function>(target)(args[0], args[1], args[2], args[3], args[4])
    })
}

/// Never called, since there is nothing to call it with.
///
/// # Safety
/// The exception is one that [`call`] gave.
pub(super) unsafe fn end(exception: *mut Exception) -> Thrown {
    // SAFETY: by contract, which nobody can meet.
    match unsafe { *exception } {}
}
