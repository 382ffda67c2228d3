//! Functions of a C caller as function objects.

use std::ffi::{c_int, c_void};

use tvmlike_abi::{TVMLikeCallback, TVMLikeFinalizer, TVMLikeObject, TVMLikeSafeCall, TVMLikeValue};

use super::{FunctionBody, PackedFunc, entry, shim};
use crate::error::{self, Error, Result};
use crate::foreign;
use crate::object::ObjectBox;
use crate::outstanding::Counted;
use crate::type_index::TypeIndex;

/// What a function object made from a callback captures.
struct Callback {
    call: TVMLikeCallback,
    context: *mut c_void,
    finalizer: TVMLikeFinalizer,
    /// Keeps the plugin whose code the callback is; given back after the finalizer has run.
    _counted: Counted,
}

// SAFETY: whoever makes a function from a callback promises that it may be called and released on any thread.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

impl Drop for Callback {
    fn drop(&mut self) {
        if let Some(finalizer) = self.finalizer {
            // SAFETY: called once, with the context it was given for.
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

/// What a function that this copy of the crate made from a callback captures; nothing for any other function.
fn callback_of(function: &PackedFunc) -> Option<&Callback> {
    let ours: TVMLikeSafeCall = Some(call_callback);
    let address = |entry: TVMLikeSafeCall| entry.map(|entry| entry as usize);
    if address(entry::own(function)) != address(ours) {
        return None;
    }
    // SAFETY: this entry stands only in cells in front of a Callback.
    Some(unsafe {
        &(*function.0.as_raw().cast::<ObjectBox<FunctionBody<Callback>>>())
            .body
            .captured
    })
}

/// The context of a function that this copy of the crate made from this very callback.
pub fn context_of(function: &PackedFunc, call: TVMLikeCallback) -> Option<*mut c_void> {
    let address = |call: TVMLikeCallback| call.map(|call| call as usize);
    let callback = callback_of(function)?;
    (address(callback.call) == address(call)).then_some(callback.context)
}

/// Where the code of a function lies: the callback that it was made from, or else its entry.
pub fn code_of(function: &PackedFunc) -> *const c_void {
    let entry = || entry::own(function).map_or(std::ptr::null(), |entry| entry as *const c_void);
    match callback_of(function).and_then(|callback| callback.call) {
        Some(call) => call as *const c_void,
        None => entry(),
    }
}

/// Whether a function can still be called on this thread: one of a front end that has ended cannot.
pub fn answers(function: &PackedFunc) -> bool {
    callback_of(function).is_none_or(|callback| foreign::answers(callback.finalizer))
}

unsafe extern "C" fn call_callback(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: this entry stands only in cells in front of a Callback.
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
    // What was raised before is not this callback's.
    error::clear_raised();
    let words = [
        callback.context as usize,
        args as usize,
        num_args as usize,
        result as usize,
        0,
    ];
    // SAFETY: what the caller passed is passed on under the same contract.
    let returned = unsafe { foreign::call(call as foreign::Target, words) };
    if returned == 0 {
        // A callback may have raised an error and gone on all the same: it is not the error of a later call.
        error::clear_raised();
        return 0;
    }
    // One that failed must have said why: a caller of this convention looks at the raised error.
    match error::status(returned) {
        Err(error) => shim::raise(error),
        Ok(()) => 0,
    }
}
