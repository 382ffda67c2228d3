//! Function objects around callbacks of C callers.

use std::ffi::{c_int, c_void};

use tvmlike_abi::{TVMLikeCallback, TVMLikeFinalizer, TVMLikeObject, TVMLikeSafeCall, TVMLikeValue};

use super::{FunctionBody, PackedFunc, entry, shim};
use crate::error::{self, Error, Result};
use crate::foreign;
use crate::object::ObjectBox;
use crate::outstanding::Counted;
use crate::type_index::TypeIndex;

/// The captures of a function object made from a callback.
struct Callback {
    call: TVMLikeCallback,
    context: *mut c_void,
    finalizer: TVMLikeFinalizer,
    /// Counts for the plugin whose code the callback is; dropped after the finalizer has run.
    _counted: Counted,
}

// SAFETY: the creator of a callback promises that it may be called and released on any thread.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

impl Drop for Callback {
    fn drop(&mut self) {
        if let Some(finalizer) = self.finalizer {
            // SAFETY: called once, with its context.
            unsafe { foreign::finalize(finalizer, self.context) }
        }
    }
}

/// Makes a function from a callback.
///
/// # Errors
/// ValueError for a NULL callback; the finalizer is not called then.
///
/// # Safety
/// `call` may be called with `context` from any thread until `finalizer` has been called with it.
pub unsafe fn from_callback(
    call: TVMLikeCallback,
    context: *mut c_void,
    finalizer: TVMLikeFinalizer,
) -> Result<PackedFunc> {
    let Some(code) = call else {
        return Err(Error::value_error(
            "cannot create a function: the callback is NULL",
        ));
    };
    Ok(PackedFunc::from_safe_call(
        Some(call_callback),
        Callback {
            call,
            context,
            finalizer,
            _counted: Counted::of_code(code as *const c_void, TypeIndex::FUNCTION),
        },
    ))
}

/// The captures, if this copy of the crate made the function from a callback.
fn callback_of(function: &PackedFunc) -> Option<&Callback> {
    let ours: TVMLikeSafeCall = Some(call_callback);
    let address = |entry: TVMLikeSafeCall| entry.map(|entry| entry as usize);
    if address(entry::own(function)) != address(ours) {
        return None;
    }
    // SAFETY: only cells in front of a Callback contain this entry.
    Some(unsafe {
        &(*function.0.as_raw().cast::<ObjectBox<FunctionBody<Callback>>>())
            .body
            .captured
    })
}

/// The context, if this copy of the crate made the function from this callback.
pub fn context_of(function: &PackedFunc, call: TVMLikeCallback) -> Option<*mut c_void> {
    let address = |call: TVMLikeCallback| call.map(|call| call as usize);
    let callback = callback_of(function)?;
    (address(callback.call) == address(call)).then_some(callback.context)
}

/// The address of a function's code: its callback, otherwise its entry.
pub fn code_of(function: &PackedFunc) -> *const c_void {
    let entry = || entry::own(function).map_or(std::ptr::null(), |entry| entry as *const c_void);
    match callback_of(function).and_then(|callback| callback.call) {
        Some(call) => call as *const c_void,
        None => entry(),
    }
}

/// Whether a function can still be called on this thread; false once its front end has shut down.
pub fn answers(function: &PackedFunc) -> bool {
    callback_of(function).is_none_or(|callback| foreign::answers(callback.finalizer))
}

/// The entry of functions made from callbacks.
///
/// # Safety
/// As [`TVMLikeSafeCall`](tvmlike_abi::TVMLikeSafeCall), with a function made by [`PackedFunc::from_callback`].
unsafe extern "C" fn call_callback(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: only cells in front of a Callback contain this entry.
    let callback = unsafe {
        &(*function.cast::<ObjectBox<FunctionBody<Callback>>>())
            .body
            .captured
    };
    let Some(call) = callback.call else { return -1 };
    if let Err(error) = shim::check_call(args, num_args, result) {
        return shim::raise(error);
    }
    if !foreign::answers(callback.finalizer) {
        return shim::raise(Error::runtime_error(
            "the front end that owns this function has shut down",
        ));
    }
    // Clears an error from before the call.
    error::clear_raised();
    let words = [
        callback.context as usize,
        args as usize,
        num_args as usize,
        result as usize,
        0,
    ];
    // SAFETY: passes on what the caller passed, under the same contract.
    let returned = unsafe { foreign::call(call as foreign::Target, words) };
    if returned == 0 {
        // A callback may raise an error and still succeed; later calls must not see it.
        error::clear_raised();
        return 0;
    }
    // A callback that fails must raise an error, since callers of this convention take it.
    match error::status(returned) {
        Err(error) => shim::raise(error),
        Ok(()) => 0,
    }
}
