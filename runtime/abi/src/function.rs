//! Functions: the call signature that everything shares.

use core::ffi::{c_int, c_void};

use crate::object::TVMLikeObject;
use crate::value::TVMLikeValue;

/// How every function object is called.
///
/// `function` is the function object itself. Arguments are borrowed for the call; `result` must hold
/// `TVMLIKE_NONE` on entry and holds an owned value on success. Returns 0, or -1 with the error object raised on
/// this thread (see `TVMLikeErrorMoveFromRaised`). It never unwinds.
pub type TVMLikeSafeCall = Option<
    unsafe extern "C" fn(
        function: *mut TVMLikeObject,
        args: *const TVMLikeValue,
        num_args: i32,
        result: *mut TVMLikeValue,
    ) -> c_int,
>;

/// A callback of a C program, which `TVMLikeFuncCreate` makes into a function object.
///
/// As [`TVMLikeSafeCall`], but the first argument is the context that belongs to the callback.
pub type TVMLikeCallback = Option<
    unsafe extern "C" fn(
        context: *mut c_void,
        args: *const TVMLikeValue,
        num_args: i32,
        result: *mut TVMLikeValue,
    ) -> c_int,
>;

/// The cell of a function object.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeFunctionCell {
    /// The call; never NULL.
    pub safe_call: TVMLikeSafeCall,
    /// For C++ callers within one library; NULL for our own functions.
    pub cpp_call: *mut c_void,
}
