//! The last error, as text and as a Python exception.

use std::ffi::{CStr, c_char, c_int, c_void};

use tvmlike_classic::{ClassicAbi, TVMByteArray};

use crate::{Tvm, last_error, throw};

/// The last error of this thread as text: `Kind: message`, and behind a line `Stack trace:` its frames, where it has some. Text that
/// was set is given as it was; empty where there was none. The error stays raised, so that a callback that returns -1 passes it on.
/// The text stays valid until the next call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastError() -> *const c_char {
    // Where there is no libtvmlike, what was kept here is given.
    let _ = Tvm::ready();
    last_error::text()
}

/// Sets this thread's last error from text. `Kind: message` is taken apart, with frames behind a line `Stack trace:` or as a
/// traceback of Python; other text becomes a RuntimeError. NULL clears it.
///
/// # Safety
/// `message` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastError(message: *const c_char) {
    // Where there is no libtvmlike, the error is kept here.
    let _ = Tvm::ready();
    // SAFETY: not null, a C string by contract.
    last_error::set_text((!message.is_null()).then(|| unsafe { CStr::from_ptr(message) }));
}

/// Sets this thread's last error to a Python exception, of which a reference is taken: who asks with `TVMGetLastPythonError` gets
/// this very object, all others its class's name and its message. NULL clears it.
///
/// # Safety
/// `py_object` is NULL or an exception of the process's interpreter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastPythonError(py_object: *mut c_void) {
    let _ = Tvm::ready();
    last_error::set_exception(py_object);
}

/// The Python exception that is this thread's last error, borrowed until the error is dropped or another takes its place; NULL
/// where it is none.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastPythonError() -> *mut c_void {
    last_error::exception()
}

/// The frames of the last error, numbered; NULL where it has none, or where it is a Python exception, which has its own. The text
/// stays valid until the next call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastBacktrace() -> *const c_char {
    last_error::frames()
}

/// Takes the last error away where it is a Python exception, and gives the reference to it back. Nothing happens where it is not.
#[unsafe(no_mangle)]
pub extern "C" fn TVMDropLastPythonError() {
    last_error::drop_exception();
}

/// Throws the last error as a C++ `std::runtime_error` with its text, through the frames of the caller. It returns where there is
/// no error, and where the process has no libstdc++ that could throw.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn TVMThrowLastError() {
    // SAFETY: nothing here needs to be dropped on the way out.
    unsafe { throw::throw(last_error::text()) }
}

/// Frees a byte array that was allocated by itself, with `malloc` or what is the same; not the bytes. The one that a call has given
/// as its result belongs to the library and stays. NULL is ignored.
///
/// # Safety
/// `arr` is NULL, the byte array of a result, or one that was allocated and that nobody frees besides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMByteArrayFree(arr: *mut TVMByteArray) -> c_int {
    if !tvmlike_classic::is_kept(arr) {
        // SAFETY: by contract.
        unsafe { libc::free(arr.cast()) }
    }
    0
}
