//! The last error, as text and as a Python exception.

use std::ffi::{CStr, c_char, c_int, c_void};

use tvmlike_classic::{ClassicAbi, TVMByteArray};

use crate::classic_abi::Tvm;
use crate::{last_error, throw};

/// The last error of this thread as text: `Kind: message`, and its frames after a line `Stack trace:`; empty if there is none.
///
/// Text that was set is returned unchanged. The error stays raised, so that a callback that returns -1 passes it on. The text stays
/// valid until the next call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastError() -> *const c_char {
    // Without libtvmlike, the error of this library is returned.
    let _ = Tvm::ready();
    last_error::text()
}

/// Sets this thread's last error from text: `Kind: message` with frames after a line `Stack trace:` or as a Python traceback. Other
/// text becomes a RuntimeError. NULL clears the error.
///
/// # Safety
/// `message` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastError(message: *const c_char) {
    // Without libtvmlike, this library keeps the error.
    let _ = Tvm::ready();
    // SAFETY: not null, a C string by contract.
    last_error::set_text((!message.is_null()).then(|| unsafe { CStr::from_ptr(message) }));
}

/// Sets this thread's last error to a Python exception, which is retained. `TVMGetLastPythonError` returns this object; other
/// functions use the name of its class and its message. NULL clears the error.
///
/// # Safety
/// `py_object` is NULL or an exception of the process's interpreter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastPythonError(py_object: *mut c_void) {
    let _ = Tvm::ready();
    last_error::set_exception(py_object);
}

/// The Python exception of this thread's last error, borrowed until the error is dropped or replaced; NULL if it has none.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastPythonError() -> *mut c_void {
    last_error::exception()
}

/// The frames of the last error, numbered; NULL if it has none, or is a Python exception with its own traceback. The text stays
/// valid until the next call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastBacktrace() -> *const c_char {
    last_error::frames()
}

/// Clears the last error and releases its exception, if it is a Python exception. Other errors stay.
#[unsafe(no_mangle)]
pub extern "C" fn TVMDropLastPythonError() {
    last_error::drop_exception();
}

/// Throws the last error as a C++ `std::runtime_error` through the frames of the caller. It returns if there is no error, or no
/// libstdc++ in the process.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn TVMThrowLastError() {
    // SAFETY: this frame has nothing to drop.
    unsafe { throw::throw(last_error::text()) }
}

/// Frees a byte array struct that was allocated with `malloc`, but not its bytes. The byte array of a call's result belongs to the
/// library and stays. NULL is ignored.
///
/// # Safety
/// `arr` is NULL, the byte array of a result, or a `malloc` allocation that is not freed elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMByteArrayFree(arr: *mut TVMByteArray) -> c_int {
    if !tvmlike_classic::is_kept(arr) {
        // SAFETY: by contract.
        unsafe { libc::free(arr.cast()) }
    }
    0
}
