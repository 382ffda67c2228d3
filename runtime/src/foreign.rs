//! Calling functions of other languages that may unwind.
//!
//! A C++ callback can throw. An exception that ran through Rust frames would end the process, so callbacks are
//! called through [`call`], behind which nothing unwinds: an exception becomes a status. How that is done is
//! bound to the platform; where there is no way, the callback is called as it is, and one that throws ends the
//! process as it would without us.

use std::ffi::{c_int, c_void};

use tvmlike_abi::TVMLikeFinalizer;

use crate::error::{Error, ErrorKind, ErrorParts, set_raised};

mod retired;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[path = "foreign/x86_64_linux.rs"]
mod platform;

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[path = "foreign/plain.rs"]
mod platform;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub use platform::{Exception, land};

/// Ends an exception that a frame of [`land`]'s kind was given, and says what was thrown.
///
/// # Safety
/// The unwinder gave the exception up to that frame, and nobody has ended it yet.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[cold]
pub unsafe fn end(exception: *mut Exception) -> Error {
    // SAFETY: by contract.
    error_of(&unsafe { platform::end(exception) }, "compiled code")
}

/// The address of a C function that takes up to five arguments of the size of a pointer or smaller and returns an
/// int.
pub type Target = *const c_void;

/// Calls a C function. Where it throws, the exception is ended, an error is raised that names it, and -1 returned.
///
/// # Safety
/// `target` is a function of the C convention that takes the arguments as integers or pointers, in this order, and
/// is sound to call with them. Surplus arguments are ignored by it.
#[inline(always)]
pub unsafe fn call(target: Target, args: [usize; 5]) -> c_int {
    // SAFETY: by contract.
    match unsafe { platform::call(target, args) } {
        Ok(status) => status,
        // SAFETY: as above, and ended nowhere else.
        Err(exception) => unsafe { raise_thrown(exception) },
    }
}

/// Calls a finalizer, unless it is retired. Nobody hears of an exception that it throws.
///
/// # Safety
/// `finalizer` is sound to call with the context, which it is called with once.
pub unsafe fn finalize(finalizer: unsafe extern "C" fn(*mut c_void), context: *mut c_void) {
    if retired::is(finalizer) {
        return;
    }
    // SAFETY: by contract. What a function without a result leaves in the place of one is not looked at.
    unsafe {
        if let Err(exception) = platform::call(finalizer as Target, [context as usize, 0, 0, 0, 0]) {
            drop(platform::end(exception));
        }
    }
}

/// Retires a finalizer: it is not called any more, and what it would have released leaks. Functions that were made with
/// it fail from now on, but on this thread, which may run the front end's code until [`end_retired`]. A front end that
/// ends says so of its finalizers, since objects of the registry and of other languages outlive it. A call that has
/// begun on another thread goes on.
pub fn retire(finalizer: unsafe extern "C" fn(*mut c_void)) {
    retired::add(finalizer);
}

/// Ends what [`retire`] began: functions that were made with a retired finalizer fail on every thread.
pub fn end_retired() {
    retired::end();
}

/// Whether a function that was made with this finalizer can still be called on this thread.
#[inline]
pub fn answers(finalizer: TVMLikeFinalizer) -> bool {
    finalizer.is_none_or(retired::answers)
}

/// What is known of an exception that was ended.
struct Thrown {
    /// The exception's type as its language spells it; `None` where it is not known.
    type_name: Option<String>,
    /// What it says, where it says something.
    what: Option<String>,
}

/// Ends an exception that came out of a callback, and raises the error that it becomes.
///
/// # Safety
/// The platform's call has given it, and nobody has ended it yet.
#[cold]
#[inline(never)]
unsafe fn raise_thrown(exception: *mut platform::Exception) -> c_int {
    // SAFETY: by contract.
    set_raised(error_of(&unsafe { platform::end(exception) }, "a callback"));
    -1
}

/// The error that an exception becomes.
fn error_of(thrown: &Thrown, whose: &str) -> Error {
    let type_name = thrown.type_name.as_deref().unwrap_or("a foreign exception");
    let message = match &thrown.what {
        Some(what) => format!("{what} ({type_name} thrown out of {whose})"),
        None => format!("{type_name} was thrown out of {whose}"),
    };
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::RUNTIME_ERROR),
        message: message.into(),
        ..ErrorParts::default()
    })
}
