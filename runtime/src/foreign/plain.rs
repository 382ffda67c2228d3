//! Platforms that cannot catch foreign exceptions: the function is called directly.

use std::ffi::c_int;

use super::{Target, Thrown};

/// No exception is ever caught.
pub(super) enum Exception {}

/// Calls a function.
///
/// # Safety
/// As for [`super::call`].
#[inline]
pub(super) unsafe fn call(target: Target, args: [usize; 5]) -> Result<c_int, *mut Exception> {
    type Function = unsafe extern "C" fn(usize, usize, usize, usize, usize) -> c_int;
    // SAFETY: by the contract of `super::call`.
    Ok(unsafe {
        std::mem::transmute::<Target, Function>(target)(args[0], args[1], args[2], args[3], args[4])
    })
}

/// Never called, since no exception exists.
///
/// # Safety
/// [`call`] returned the exception.
pub(super) unsafe fn end(exception: *mut Exception) -> Thrown {
    // SAFETY: by contract; no such pointer exists.
    match *unsafe { &*exception } {}
}
