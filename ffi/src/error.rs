//! The last error: as an object, and as the text of the classic ABI.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};

use tvmlike_registry::host_api;
use tvmlike_runtime::Error;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeObjectHandle, TVMLikeValue};
use tvmlike_runtime::error::{ErrorKind, ErrorParts, clear_raised, set_raised, take_raised};

thread_local! {
    /// The text that `TVMGetLastError` gave out last.
    static TEXT: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// The last error of this thread as text, `Kind: message`; empty where there was none. The error stays raised, so
/// that a callback that returns -1 passes it on. The text stays valid until the next call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastError() -> *const c_char {
    let shown = take_raised().map(|error| {
        // A NUL would end the text early for a C reader: it is shown instead.
        let shown = error.to_string().replace('\0', "\\0");
        set_raised(error);
        CString::new(shown).unwrap_or_default()
    });
    // While a thread ends, its storage may be gone already.
    TEXT.try_with(|text| {
        // The same text stays where it is: a caller may ask twice, and hold both pointers.
        if shown.is_some() && *text.borrow() != shown {
            text.replace(shown);
        }
        text.borrow().as_ref().map_or(c"".as_ptr(), |text| text.as_ptr())
    })
    .unwrap_or(c"".as_ptr())
}

/// Sets this thread's last error from text. `Kind: message` is taken apart, also as the last line of a traceback;
/// other text becomes a RuntimeError. NULL clears it.
///
/// # Safety
/// `message` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastError(message: *const c_char) {
    if message.is_null() {
        clear_raised();
        let _ = TEXT.try_with(RefCell::take);
        return;
    }
    // SAFETY: not null, a C string by contract.
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy();
    set_raised(from_text(&text));
}

fn from_text(text: &str) -> Error {
    let whole = split_kind(text).map(|(kind, message)| (kind, message, ""));
    let last_line = || {
        let (frames, line) = text.trim_end().rsplit_once('\n')?;
        split_kind(line).map(|(kind, message)| (kind, message, frames))
    };
    let (kind, message, backtrace) = whole.or_else(last_line).unwrap_or(("RuntimeError", text, ""));
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::new(kind)),
        message: message.to_owned().into(),
        backtrace: backtrace.to_owned(),
        ..ErrorParts::default()
    })
}

/// Takes `Kind: message` apart, where it begins with the name of a kind.
fn split_kind(text: &str) -> Option<(&str, &str)> {
    const ENDINGS: [&str; 5] = ["Error", "Exception", "Interrupt", "Exit", "Iteration"];
    let (kind, message) = text.split_once(':')?;
    let is_name = kind
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
    (is_name && ENDINGS.iter().any(|ending| kind.ends_with(ending))).then(|| (kind, message.trim_start()))
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
