//! The last error: as an object, and as the text of the classic ABI.

use std::ffi::{c_char, c_int};

use tvmlike_registry::host_api;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeObjectHandle, TVMLikeValue};

/// The last error of this thread as text, `Kind: message`; empty where there was none. The error stays raised, so
/// that a callback that returns -1 passes it on. The text stays valid until the next call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastError() -> *const c_char {
    tvmlike_classic::last_error()
}

/// Sets this thread's last error from text. `Kind: message` is taken apart, also as the last line of a traceback;
/// other text becomes a RuntimeError. NULL clears it.
///
/// # Safety
/// `message` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastError(message: *const c_char) {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::set_last_error(message) }
}

/// Raises an error object on this thread; a reference of its own is taken. NULL clears.
///
/// # Safety
/// `error` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeErrorSetRaised(error: TVMLikeObjectHandle) {
    // SAFETY: by contract.
    unsafe { host_api::error_set_raised(error) }
}

/// Gives the error that is raised on this thread, or NULL, and clears it. The caller frees it.
///
/// # Safety
/// `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeErrorMoveFromRaised(out: *mut TVMLikeObjectHandle) {
    // SAFETY: by contract.
    unsafe { host_api::error_move_from_raised(out) }
}

/// Makes an error object. `backtrace`, `cause` and `context` may be NULL; the last two are borrowed.
///
/// # Safety
/// The texts are valid for the call, the objects alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeErrorCreate(
    kind: *const TVMLikeByteArray,
    message: *const TVMLikeByteArray,
    backtrace: *const TVMLikeByteArray,
    cause: TVMLikeObjectHandle,
    context: TVMLikeObjectHandle,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::error_create(kind, message, backtrace, cause, context, out) }
}

/// Gives the stack of native frames that was captured when an error was made, as an owned string value, formatted now,
/// which takes its time; or none, where `TVMLIKE_BACKTRACE=1` did not ask for it or another library made the error.
///
/// # Safety
/// `error` is NULL or a living object; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeErrorNativeStack(
    error: TVMLikeObjectHandle,
    out: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::error_native_stack(error, out) }
}
