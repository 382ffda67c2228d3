//! Python exceptions that a function of tvm-ffi leaves in the interpreter.
//!
//! A native function of tvm-ffi that checks for signals leaves the exception of a signal handler, for example KeyboardInterrupt,
//! in the interpreter, and fails with an error of the kind `EnvErrorAlreadySet`. In tvmlike an error holds its exception, so the
//! exception is moved from the interpreter into the error.

use tvmlike_runtime::error::{ErrorKind, ErrorParts};
use tvmlike_runtime::{Error, TypeIndex, opaque};

use crate::interpreter::{Object, Python, python};

/// The kind of an error whose exception is in the interpreter.
const ALREADY_SET: &str = "EnvErrorAlreadySet";

/// Takes the exception that is raised on this thread.
///
/// # Safety
/// The GIL is held.
unsafe fn take_exception(python: &Python) -> Option<Error> {
    // SAFETY: the GIL is held; the references are owned or NULL. The opaque object takes that of the exception.
    unsafe {
        let [class, exception, traceback] = python.take_exception()?;
        if !traceback.1.is_null() && !exception.1.is_null() {
            (python.set_traceback)(exception.1, traceback.1);
        }
        let kind = python.attribute(class.1, c"__name__");
        let kind = kind.and_then(|name| python.string(name.1)).unwrap_or_default();
        let message = python.string(exception.1).unwrap_or_default();
        let exception = exception.into_raw();
        let context = if exception.is_null() {
            None
        } else {
            opaque::create(exception, TypeIndex::OPAQUE_PY_OBJECT, Some(release)).ok()
        };
        Some(Error::from_parts(ErrorParts {
            kind: Some(ErrorKind::new(&kind)),
            message: message.into(),
            context,
            ..ErrorParts::default()
        }))
    }
}

/// Releases the reference of an opaque object. Nothing happens once the interpreter has finalized.
///
/// # Safety
/// The caller owns a reference to `object`.
unsafe extern "C" fn release(object: Object) {
    if let Some(python) = python() {
        // SAFETY: by contract; the GIL is held.
        python.locked(|| unsafe { (python.release)(object) });
    }
}

/// Takes the exception that is left in the interpreter, if there is one.
pub(super) fn take_left() -> Option<Error> {
    let python = python()?;
    // SAFETY: the GIL is held.
    python.locked(|| unsafe { take_exception(python) }).flatten()
}

/// The error with its exception, if an error of tvm-ffi has one in the interpreter; else the error itself.
pub(super) fn exception_or(error: Error) -> Error {
    if error.kind() != ALREADY_SET || python().is_none() {
        return error;
    }
    take_left().unwrap_or_else(|| {
        Error::internal_error(format!(
            "a function of tvm-ffi failed with the kind {ALREADY_SET}, but left no exception in the interpreter"
        ))
    })
}
