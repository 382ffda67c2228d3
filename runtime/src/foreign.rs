//! Calls to functions of other languages that may throw.
//!
//! A C++ callback can throw, and an exception that unwinds through Rust frames would abort the process. Callbacks are
//! therefore called through [`call`], which catches the exception and returns a status. How depends on the platform; on
//! platforms without support the callback is called directly, and if it throws, the process aborts.

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

/// Ends an exception that reached a frame installed by [`land`]; returns the error for it.
///
/// # Safety
/// The unwinder passed the exception to that frame, and it has not been ended yet.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[cold]
pub unsafe fn end(exception: *mut Exception) -> Error {
    // SAFETY: by contract.
    error_of(&unsafe { platform::end(exception) }, "compiled code")
}

/// The address of a C function that takes up to five arguments of pointer size or smaller and returns an int.
pub type Target = *const c_void;

/// Calls a C function. If it throws, ends the exception, raises an error that names it, and returns -1.
///
/// # Safety
/// `target` is a C function that takes the arguments as integers or pointers, in this order, and is sound to call with
/// them. It ignores surplus arguments.
#[inline(always)]
pub unsafe fn call(target: Target, args: [usize; 5]) -> c_int {
    // SAFETY: by contract.
    match unsafe { platform::call(target, args) } {
        Ok(status) => status,
        // SAFETY: as above; it has not been ended elsewhere.
        Err(exception) => unsafe { raise_thrown(exception) },
    }
}

/// Calls a finalizer, unless it is retired. Exceptions that it throws are discarded.
///
/// # Safety
/// `finalizer` is sound to call with the context, once.
pub unsafe fn finalize(finalizer: unsafe extern "C" fn(*mut c_void), context: *mut c_void) {
    if retired::is(finalizer) {
        return;
    }
    // SAFETY: by contract. The int that a void function leaves in the result register is ignored.
    unsafe {
        if let Err(exception) = platform::call(finalizer as Target, [context as usize, 0, 0, 0, 0]) {
            drop(platform::end(exception));
        }
    }
}

/// Retires a finalizer: it is not called any more, and what it would release leaks. Functions made with it fail from
/// now on, except on this thread, which may run the front end's code until [`end_retired`]. A front end retires its
/// finalizers when it shuts down, since objects in the registry and in other languages outlive it. Calls that are
/// already running on other threads continue.
pub fn retire(finalizer: unsafe extern "C" fn(*mut c_void)) {
    retired::add(finalizer);
}

/// Completes [`retire`]: functions made with a retired finalizer fail on every thread.
pub fn end_retired() {
    retired::end();
}

/// Whether a function made with this finalizer can still be called on this thread.
#[inline]
pub fn answers(finalizer: TVMLikeFinalizer) -> bool {
    finalizer.is_none_or(retired::answers)
}

/// Information about an exception that was ended.
struct Thrown {
    /// The exception's type in its language's spelling; `None` if unknown.
    type_name: Option<String>,
    /// The exception's message, if it has one.
    what: Option<String>,
}

/// Ends an exception that a callback threw, and raises the error for it.
///
/// # Safety
/// The platform's `call` returned it, and it has not been ended yet.
#[cold]
#[inline(never)]
unsafe fn raise_thrown(exception: *mut platform::Exception) -> c_int {
    // SAFETY: by contract.
    set_raised(error_of(&unsafe { platform::end(exception) }, "a callback"));
    -1
}

/// The error for an exception.
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
