//! The last error of a thread as text.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};

use tvmlike_runtime::Error;
use tvmlike_runtime::error::{ErrorKind, ErrorParts, clear_raised, set_raised, take_raised};

thread_local! {
    /// The text that `TVMGetLastError` returned last.
    static TEXT: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// Returns the last error of this thread as text, `Kind: message`; empty if there was none. The error stays raised, so a
/// callback that returns -1 passes it on. The text stays valid until the next call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastError() -> *const c_char {
    let shown = take_raised().map(|error| {
        // A NUL would end the text early for a C reader, so it is escaped.
        let shown = error.to_string().replace('\0', "\\0");
        set_raised(error);
        CString::new(shown).unwrap_or_default()
    });
    // The storage of a thread that ends may no longer exist.
    TEXT.try_with(|text| {
        // Unchanged text keeps its address: a caller may call twice and hold both pointers.
        if shown.is_some() && *text.borrow() != shown {
            text.replace(shown);
        }
        text.borrow().as_ref().map_or(c"".as_ptr(), |text| text.as_ptr())
    })
    .unwrap_or(c"".as_ptr())
}

/// Sets this thread's last error from text. `Kind: message`, also as the last line of a traceback, sets the kind;
/// other text becomes a RuntimeError. NULL clears the error.
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

/// Splits `Kind: message` if it begins with the name of a kind.
fn split_kind(text: &str) -> Option<(&str, &str)> {
    const ENDINGS: [&str; 5] = ["Error", "Exception", "Interrupt", "Exit", "Iteration"];
    let (kind, message) = text.split_once(':')?;
    let is_name = kind
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
    (is_name && ENDINGS.iter().any(|ending| kind.ends_with(ending))).then(|| (kind, message.trim_start()))
}
