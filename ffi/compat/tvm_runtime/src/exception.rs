//! Python exceptions as errors.
//!
//! An error that stands for an exception carries it, so that the front end which asks gets that very object back, and has its kind
//! and message for all others. Invariant: an exception that an error carries has one reference for it, which is given back under
//! the interpreter's lock.

use std::ptr::{self, NonNull};

use tvmlike::error::{ErrorKind, ErrorParts};
use tvmlike::{Error, ObjectRef, Result, TypeIndex};
use tvmlike_classic::error_text;
use tvmlike_runtime::abi::TVMLikeOpaqueCell;
use tvmlike_runtime::opaque;

use crate::interpreter::{self, Object, Owned, Python, locked, python};

/// The error that stands for an exception, of which it takes a reference.
///
/// # Errors
/// RuntimeError where there is no interpreter.
pub(crate) fn error_of(exception: Object) -> Result<Error> {
    interpreter::retain(exception)?;
    // SAFETY: the reference above is the object's; it is given back on any thread.
    let carried =
        unsafe { opaque::create(exception, TypeIndex::OPAQUE_PY_OBJECT, Some(interpreter::release))? };
    let (kind, message) = python()
        .and_then(|python| {
            // SAFETY: alive, with the lock.
            locked(|| unsafe { describe(python, exception) })
        })
        .unwrap_or_else(|| ("RuntimeError".to_owned(), "a Python exception".to_owned()));
    // A front end's exception may have the text that it was made from as its message: frames, and the kind once more.
    let shown = if error_text::is_traceback(&message) {
        error_text::parse(&message)
    } else {
        ErrorParts {
            message: message.into(),
            ..ErrorParts::default()
        }
    };
    Ok(Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::new(&kind)),
        context: Some(carried),
        ..shown
    }))
}

/// The name of an exception's class, and what it says.
///
/// # Safety
/// A living object; the lock is held.
unsafe fn describe(python: &Python, exception: Object) -> (String, String) {
    // SAFETY: by contract.
    let (kind, message) = unsafe {
        let class = Owned(python, (python.type_of)(exception));
        let name = python.attribute(class.1, c"__name__");
        (
            name.and_then(|name| python.string(name.1)),
            python.string(exception),
        )
    };
    (
        kind.unwrap_or_else(|| "RuntimeError".to_owned()),
        message.unwrap_or_else(|| "<str() of the exception failed>".to_owned()),
    )
}

/// The exception that an error carries, borrowed from it; NULL where it carries none.
pub(crate) fn carried(error: &Error) -> Object {
    let Some(context) = error
        .context()
        .filter(|context| context.type_index() == TypeIndex::OPAQUE_PY_OBJECT)
    else {
        return ptr::null_mut();
    };
    let object = object_in(&context);
    let Some(python) = python() else { return object };
    // SAFETY: a living object, with the lock; an error of the question itself is taken away.
    let is_exception = locked(|| unsafe {
        let answer = (python.is_instance)(object, *python.base_exception);
        if answer < 0 {
            (python.clear)();
        }
        answer == 1
    });
    if is_exception == Some(true) {
        object
    } else {
        ptr::null_mut()
    }
}

/// The object behind an opaque one.
fn object_in(context: &ObjectRef) -> Object {
    // SAFETY: behind the header of an opaque object stands its cell.
    unsafe {
        (*NonNull::new_unchecked(context.as_raw())
            .add(1)
            .cast::<TVMLikeOpaqueCell>()
            .as_ptr())
        .handle
    }
}

/// Takes the exception that is set in the interpreter on this thread, as an error.
pub(crate) fn take() -> Option<Error> {
    let python = python()?;
    locked(|| {
        // SAFETY: with the lock.
        let [_class, exception, traceback] = unsafe { python.take_exception()? };
        if exception.1.is_null() {
            return None;
        }
        if !traceback.1.is_null() {
            // SAFETY: a living exception and its traceback, with the lock.
            unsafe { (python.set_traceback)(exception.1, traceback.1) };
        }
        error_of(exception.1).ok()
    })?
}

/// Sets an error's exception in the interpreter again, on this thread. Says whether that was possible.
pub(crate) fn put_back(error: &Error) -> bool {
    let exception = carried(error);
    let Some(python) = python().filter(|_| !exception.is_null()) else {
        return false;
    };
    let set = || {
        // SAFETY: a living exception, with the lock; the references are given away.
        unsafe {
            (python.retain)(exception);
            (python.restore)(
                (python.type_of)(exception),
                exception,
                (python.get_attribute)(exception, c"__traceback__".as_ptr()),
            );
        }
    };
    locked(set).is_some()
}
