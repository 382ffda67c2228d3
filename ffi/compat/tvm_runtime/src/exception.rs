//! Python exceptions as errors.
//!
//! The error of an exception holds the exception, so that the front end gets the same object back; its kind and message are for
//! everyone else. Invariant: the error owns one reference to its exception, which is released with the GIL held.

use std::ptr::{self, NonNull};

use tvmlike::error::{ErrorKind, ErrorParts};
use tvmlike::{Error, ObjectRef, Result, TypeIndex};
use tvmlike_classic::error_text;
use tvmlike_runtime::abi::TVMLikeOpaqueCell;
use tvmlike_runtime::opaque;

use crate::interpreter::{self, Object, Owned, Python, locked, python};

/// Makes the error of an exception, which it retains.
///
/// # Errors
/// RuntimeError if no interpreter is running in this process.
pub(crate) fn error_of(exception: Object) -> Result<Error> {
    interpreter::retain(exception)?;
    // SAFETY: the object takes the reference from above; it may be released on any thread.
    let carried =
        unsafe { opaque::create(exception, TypeIndex::OPAQUE_PY_OBJECT, Some(interpreter::release))? };
    let (kind, message) = python()
        .and_then(|python| {
            // SAFETY: alive; the GIL is held.
            locked(|| unsafe { describe(python, exception) })
        })
        .unwrap_or_else(|| ("RuntimeError".to_owned(), "a Python exception".to_owned()));
    // The message of a front end's exception may be the text that it was made from, with frames and the kind.
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

/// The name of an exception's class, and its message.
///
/// # Safety
/// `exception` is alive; the GIL is held.
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

/// The exception of an error, borrowed from it; NULL if it has none.
pub(crate) fn carried(error: &Error) -> Object {
    let Some(context) = error
        .context()
        .filter(|context| context.type_index() == TypeIndex::OPAQUE_PY_OBJECT)
    else {
        return ptr::null_mut();
    };
    let object = object_in(&context);
    let Some(python) = python() else { return object };
    // SAFETY: a living object, with the GIL held; an error of `isinstance` itself is cleared.
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

/// The Python object in an opaque object.
fn object_in(context: &ObjectRef) -> Object {
    // SAFETY: the header of an opaque object is followed by its cell.
    unsafe {
        (*NonNull::new_unchecked(context.as_raw())
            .add(1)
            .cast::<TVMLikeOpaqueCell>()
            .as_ptr())
        .handle
    }
}

/// Takes the exception that is raised in the interpreter on this thread, as an error.
pub(crate) fn take() -> Option<Error> {
    let python = python()?;
    locked(|| {
        // SAFETY: the GIL is held.
        let [_class, exception, traceback] = unsafe { python.take_exception()? };
        if exception.1.is_null() {
            return None;
        }
        if !traceback.1.is_null() {
            // SAFETY: a living exception and its traceback; the GIL is held.
            unsafe { (python.set_traceback)(exception.1, traceback.1) };
        }
        error_of(exception.1).ok()
    })?
}

/// Raises an error's exception in the interpreter on this thread. Returns whether that was possible.
pub(crate) fn put_back(error: &Error) -> bool {
    let exception = carried(error);
    let Some(python) = python().filter(|_| !exception.is_null()) else {
        return false;
    };
    let set = || {
        // SAFETY: a living exception, with the GIL held; `restore` takes the references.
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
