//! `errno` of a thread's last call.
//!
//! After a C function has returned, our own code may change `errno` before the caller reads it. So calls with `errno` in
//! their signature set it to 0 before the call and save it right after. Invariant: the saved value is read immediately after
//! the call, and belongs to the thread.

use std::cell::Cell;
use std::io;

use tvmlike_runtime::error::ErrorParts;
use tvmlike_runtime::{Any, Array, Error, ErrorKind, ToAny};

thread_local! {
    static SAVED: Cell<i32> = const { Cell::new(0) };
}

/// The value of `errno` after this thread's last call of a function with `errno` in its signature.
pub fn last() -> i32 {
    SAVED.get()
}

/// Calls something with `errno` set to 0, and saves `errno` afterwards.
#[inline]
pub(super) fn around<R>(call: impl FnOnce() -> R) -> R {
    set(0);
    let result = call();
    SAVED.set(get());
    result
}

/// The error for the saved `errno`: an OSError whose context is an array of the number and the file name, or None. From
/// that, front ends make their own errors of the operating system.
#[cold]
pub(super) fn error(function: &str, file: Option<&str>) -> Error {
    let number = last();
    // Rust appends the number to the system's text.
    let text = io::Error::from_raw_os_error(number).to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let of_file = file.map_or_else(String::new, |file| format!(": {file:?}"));
    let context = Array::new(vec![
        number.to_any(),
        file.map_or_else(Any::default, ToAny::to_any),
    ]);
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::OS_ERROR),
        message: format!("{function}: {text}{of_file} (errno {number})").into(),
        context: Some(context.as_object().clone().into_object()),
        ..ErrorParts::default()
    })
}

fn get() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

#[cfg(target_os = "linux")]
fn set(number: i32) {
    // SAFETY: the address of this thread's variable.
    unsafe { *libc::__errno_location() = number }
}

#[cfg(target_vendor = "apple")]
fn set(number: i32) {
    // SAFETY: the address of this thread's variable.
    unsafe { *libc::__error() = number }
}
