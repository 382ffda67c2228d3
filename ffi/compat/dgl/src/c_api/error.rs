//! The last error, as text.

use std::ffi::{CStr, c_char};

use crate::last_error;

/// The last error of this thread as text; empty where there was none. Text that `DGLAPISetLastError` set is given back as it was;
/// other errors are `Kind: message`, behind the traceback where they are exceptions of Python. The text stays valid until the next
/// call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn DGLGetLastError() -> *const c_char {
    last_error::text()
}

/// Sets this thread's last error from text: a traceback of Python's, of which kind and message are found, `Kind: message`, or
/// other text, which is a RuntimeError. NULL clears it.
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
