//! Errors: the one that is raised on a thread, and making error objects.

use std::borrow::Cow;
use std::ffi::c_int;
use std::ptr::{self, NonNull};

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeObjectHandle, TVMLikeValue};
use tvmlike_runtime::error::{ErrorKind, ErrorParts, clear_raised, set_raised, take_raised};
use tvmlike_runtime::{Error, FromArg, ObjectPtr, Result, ToAny};

use super::{borrow_object, bytes_at, give, give_made, null, outcome};

/// Raises an error on this thread. The thread takes a reference of its own. NULL clears the raised error.
///
/// # Safety
/// `error` is NULL or a living object.
#[c_function(export = "TVMLikeErrorSetRaised", slot = 6)]
pub unsafe extern "C" fn error_set_raised(error: TVMLikeObjectHandle) {
    // SAFETY: NULL or a living object.
    let value = unsafe { borrow_object(error) };
    if value.is_none() {
        return clear_raised();
    }
    match Error::from_arg(&value) {
        Ok(error) => set_raised(error),
        Err(mismatch) => set_raised(mismatch.into_error("a raised object")),
    }
}

/// Moves the error that is raised on this thread to `out`: the caller owns it, and no error is raised any more. Writes
/// NULL if none was raised.
///
/// # Safety
/// `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeErrorMoveFromRaised", slot = 7)]
pub unsafe extern "C" fn error_move_from_raised(out: *mut TVMLikeObjectHandle) {
    if !out.is_null() {
        // SAFETY: not null, valid by contract.
        unsafe { out.write(take_raised().map_or(ptr::null_mut(), Error::into_raw)) }
    }
}

/// Makes an error object. `backtrace`, `cause` and `context` may be NULL; `cause` and `context` are borrowed.
///
/// # Safety
/// The texts are NULL or valid for the call; the objects are NULL or alive; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeErrorCreate", slot = 8)]
pub unsafe extern "C" fn error_create(
    kind: *const TVMLikeByteArray,
    message: *const TVMLikeByteArray,
    backtrace: *const TVMLikeByteArray,
    cause: TVMLikeObjectHandle,
    context: TVMLikeObjectHandle,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // Text from a failing front end is kept even where it is not UTF-8.
    let lossy = |bytes: *const TVMLikeByteArray, what: &str| -> Result<String> {
        // SAFETY: valid for the call.
        Ok(String::from_utf8_lossy(unsafe { bytes_at(bytes, what)? }).into_owned())
    };
    outcome(|| {
        let kind = lossy(kind, "an error's kind")?;
        let message = lossy(message, "an error's message")?;
        let backtrace = if backtrace.is_null() {
            String::new()
        } else {
            lossy(backtrace, "an error's backtrace")?
        };
        // SAFETY: NULL or a living object.
        let cause = unsafe { borrow_object(cause) };
        let cause = Option::<Error>::from_arg(&cause).map_err(|why| why.into_error("an error's cause"))?;
        // SAFETY: NULL or a living object.
        let context = NonNull::new(context).map(|context| unsafe { ObjectPtr::from_borrowed(context) });
        let parts = ErrorParts {
            kind: Some(if kind.is_empty() {
                ErrorKind::RUNTIME_ERROR
            } else {
                ErrorKind::new(&kind)
            }),
            message: Cow::Owned(message),
            backtrace,
            cause,
            context,
        };
        if out.is_null() {
            return Err(null("the place for the error"));
        }
        // SAFETY: not null, valid by contract.
        unsafe {
            give(
                out,
                "the place for the error",
                Error::from_parts(parts).into_raw(),
            )
        }
    })
}

/// Formats the stack of native frames that was captured when the error was made, as an owned string value. Formatting
/// takes tens of milliseconds. The result is none if no stack was captured (`TVMLIKE_BACKTRACE=1` captures it), or if
/// another library made the error.
///
/// # Safety
/// `error` is NULL or a living object; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeErrorNativeStack", slot = 31, since = "1.1")]
pub unsafe extern "C" fn error_native_stack(error: TVMLikeObjectHandle, out: *mut TVMLikeValue) -> c_int {
    outcome(|| {
        if error.is_null() {
            return Err(null("the error"));
        }
        // SAFETY: a living object.
        let value = unsafe { borrow_object(error) };
        let error = Error::from_arg(&value).map_err(|why| why.into_error("the error"))?;
        let stack = || Ok(error.native_stack().to_any().into_raw());
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the stack", stack) }
    })
}
