//! Platforms without a way to end a foreign exception: the function is called as it is.

use std::ffi::c_int;

use super::{Target, Thrown};

#[inline]
pub(super) unsafe fn call(target: Target, args: [usize; 5]) -> Result<c_int, Thrown> {
    type Function = unsafe extern "C" fn(usize, usize, usize, usize, usize) -> c_int;
    // SAFETY: by the contract of `super::call`.
    Ok(unsafe {
        std::mem::transmute::<Target, Function>(target)(args[0], args[1], args[2], args[3], args[4])
    })
}
