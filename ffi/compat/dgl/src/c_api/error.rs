//! The last error, as text.

use std::ffi::{CStr, c_char};

use crate::last_error;

/// The last error of this thread as text; empty if there is none.
///
/// Text that `DGLAPISetLastError` set is returned unchanged. Other errors are `Kind: message`, after the traceback of a Python
/// exception. The text stays valid until the next call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn DGLGetLastError() -> *const c_char {
    last_error::text()
}

/// Sets this thread's last error from text: a Python traceback, `Kind: message`, or other text, which becomes a RuntimeError. NULL
/// clears the error.
///
/// # Safety
/// `message` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLAPISetLastError(message: *const c_char) {
    if message.is_null() {
        return last_error::clear();
    }
    // SAFETY: not null, a C string by contract.
    last_error::set(unsafe { CStr::from_ptr(message) });
}
