//! `errno`, kept for the thread whose call set it.
//!
//! Between a C function's return and the moment somebody asks, the library itself may call others that change the
//! variable; so calls whose signature says `errno` begin with 0 and put the outcome aside. Invariant: what is put aside is
//! read right behind the call, and belongs to the thread.

use std::cell::Cell;
use std::io;

use tvmlike_runtime::Error;

thread_local! {
    static SAVED: Cell<i32> = const { Cell::new(0) };
}

/// What `errno` was after this thread's last call of a function that is bound with `errno`.
pub fn last() -> i32 {
    SAVED.get()
}

/// Calls something with `errno` at 0, and puts aside what it has become.
#[inline]
pub(super) fn around<R>(call: impl FnOnce() -> R) -> R {
    set(0);
    let result = call();
    SAVED.set(get());
    result
}

/// The error that a failed call left.
#[cold]
pub(super) fn error(function: &str) -> Error {
    let number = last();
    // The text is the system's, with Rust's ending that says the number again.
    let text = io::Error::from_raw_os_error(number).to_string();
    let text = text.split(" (os error").next().unwrap_or_default().to_owned();
    Error::os_error(format!("{function}: {text} (errno {number})"))
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
