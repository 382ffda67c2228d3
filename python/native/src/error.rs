//! Native errors as Python exceptions.
//!
//! A native error becomes an exception of the class for its kind; an error that contains a Python exception becomes that
//! exception again. Invariant: after a status of -1 the raised error is taken exactly once, so none stays on the thread.

use std::ffi::{CString, c_int};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{
    TVMLIKE_ARRAY, TVMLIKE_ERROR, TVMLIKE_MAP, TVMLIKE_OPAQUE_PY_OBJECT, TVMLikeByteArray, TVMLikeErrorCell,
    TVMLikeObjectHandle, TVMLikeOpaqueCell,
};

use crate::api::{api, borrowed};
use crate::hooks::hooks;
use crate::python::{GilCell, Owned, call, new_ref, raise, take_exception, type_of};
use crate::traceback;
use crate::value::type_index;

/// Takes the error that is raised on this thread: an owned reference, or NULL.
pub(crate) fn take_raised() -> TVMLikeObjectHandle {
    let mut error = ptr::null_mut();
    // SAFETY: `error` is valid for writing.
    unsafe { (api().take_raised)(&raw mut error) };
    error
}

/// Sets the exception for the error that is raised on this thread, which is consumed. Returns NULL.
///
/// # Safety
/// The GIL is held.
pub(crate) unsafe fn raise_pending() -> *mut PyObject {
    // SAFETY: an owned error object or NULL.
    unsafe { raise_owned(take_raised()) }
}

/// Sets the exception for an owned error object, which is consumed, or for NULL. Returns NULL.
///
/// # Safety
/// `error` is NULL or an error object; the caller transfers ownership of a reference to it. The GIL is held.
#[cold]
#[inline(never)]
pub(crate) unsafe fn raise_owned(error: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: the GIL is held; an owned error object or NULL.
    unsafe {
        if error.is_null() {
            return raise(
                PyExc_RuntimeError,
                c"a native call failed without raising an error",
            );
        }
        if is_end_of_iteration(error) {
            (api().free)(error.cast());
            PyErr_SetNone(PyExc_StopIteration);
            return ptr::null_mut();
        }
        let carried = !carried(error).is_null();
        let exception = exception_of(error);
        (api().free)(error.cast());
        match exception {
            Some(exception) if carried => restore(exception),
            Some(exception) => raise_exception(&exception),
            None => {}
        }
    }
    ptr::null_mut()
}

/// Whether an error is the end of an iterator, which needs neither a message nor a traceback.
///
/// # Safety
/// `error` is a living error object.
unsafe fn is_end_of_iteration(error: TVMLikeObjectHandle) -> bool {
    // SAFETY: an error object has its cell after the header; its texts live as long as it does.
    unsafe {
        let cell = &*error.add(1).cast::<TVMLikeErrorCell>();
        cell.message.size == 0
            && text(&cell.kind) == b"StopIteration"
            && cell.context.is_null()
            && cell.cause.is_null()
    }
}

/// The text of a member of an error's cell.
///
/// # Safety
/// `bytes` is a member of the cell of a living error object, which outlives the result.
unsafe fn text<'a>(bytes: &TVMLikeByteArray) -> &'a [u8] {
    if bytes.data.is_null() {
        return &[];
    }
    // SAFETY: `size` bytes can be read.
    unsafe { std::slice::from_raw_parts(bytes.data.cast(), bytes.size) }
}

/// The exception that an error contains, borrowed; NULL for an error that was made in native code.
///
/// # Safety
/// `error` is a living error object. The result lives as long as the error does.
unsafe fn carried(error: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: a living error object, whose context is NULL or alive.
    unsafe {
        let context = (*error.add(1).cast::<TVMLikeErrorCell>()).context;
        if context.is_null() || type_index(context) != TVMLIKE_OPAQUE_PY_OBJECT {
            return ptr::null_mut();
        }
        let exception: *mut PyObject = (*context.add(1).cast::<TVMLikeOpaqueCell>()).handle.cast();
        if !exception.is_null() && PyExceptionInstance_Check(exception) != 0 {
            exception
        } else {
            ptr::null_mut()
        }
    }
}

/// The exception for a borrowed error object; `None` with an exception set on failure.
///
/// # Safety
/// `error` is a living error object. The GIL is held.
pub(crate) unsafe fn exception_of(error: TVMLikeObjectHandle) -> Option<Owned> {
    // SAFETY: a living error object: its texts live as long as it does, and its cause is NULL or alive.
    unsafe {
        let cell = &*error.add(1).cast::<TVMLikeErrorCell>();
        let frames = text(&cell.backtrace);
        let carried = carried(error);
        if !carried.is_null() {
            // Native frames that it has passed since it was caught follow its own.
            traceback::prepend_new_frames(carried, frames);
            return Owned::new(new_ref(carried));
        }
        let exception = make(text(&cell.kind), text(&cell.message), cell.context)?;
        let backtrace = Owned::new(decode(frames))?;
        if (*BACKTRACE.get()).is_null() {
            *BACKTRACE.get() = PyUnicode_InternFromString(c"backtrace".as_ptr());
        }
        if (*BACKTRACE.get()).is_null()
            || PyObject_SetAttr(exception.get(), *BACKTRACE.get(), backtrace.get()) != 0
        {
            // A registered class may have a read-only attribute of that name.
            PyErr_Clear();
        }
        traceback::prepend(exception.get(), frames);
        if !cell.cause.is_null() && type_index(cell.cause) == TVMLIKE_ERROR {
            match exception_of(cell.cause) {
                // It steals the reference.
                Some(cause) => PyException_SetCause(exception.get(), new_ref(cause.get())),
                None => PyErr_Clear(), // the error itself matters more
            }
        }
        if !hooks().keep_native.is_null() && hooks().keep_native != Py_None() {
            let address = Owned::new(PyLong_FromSize_t(error as usize))?;
            drop(Owned::new(call(
                hooks().keep_native,
                &[exception.get(), address.get()],
            )));
            PyErr_Clear();
        }
        Some(exception)
    }
}

/// `"backtrace"`, interned; NULL until the first error.
static BACKTRACE: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());

/// A kind, and a str of the same text.
struct Kind {
    bytes: Box<[u8]>,
    object: *mut PyObject,
}

/// The first kinds as str objects, which cache their hashes; they are never released.
static KINDS: GilCell<Vec<Kind>> = GilCell::new(Vec::new());
const MAX_KINDS: usize = 32;

/// A kind as a str.
///
/// # Safety
/// The GIL is held.
unsafe fn kind_object(kind: &[u8]) -> Option<Owned> {
    // SAFETY: the GIL is held; making a str runs no Python code.
    unsafe {
        let known = KINDS.get().iter().find(|known| *known.bytes == *kind);
        if let Some(known) = known {
            return Owned::new(new_ref(known.object));
        }
        let made = Owned::new(decode(kind))?;
        if KINDS.get().len() < MAX_KINDS {
            KINDS.get().push(Kind {
                bytes: kind.into(),
                object: new_ref(made.get()),
            });
        }
        Some(made)
    }
}

/// A str of UTF-8; invalid bytes are replaced. NULL with the exception set if there is no memory.
///
/// # Safety
/// The GIL is held.
unsafe fn decode(bytes: &[u8]) -> *mut PyObject {
    // SAFETY: bytes that live for the call.
    unsafe {
        PyUnicode_DecodeUTF8(
            bytes.as_ptr().cast(),
            bytes.len() as Py_ssize_t,
            c"replace".as_ptr(),
        )
    }
}

/// A new exception of the class for a kind. An array or a map as the context has the details of the error.
///
/// # Safety
/// `context` is NULL or a living object. The GIL is held.
unsafe fn make(kind: &[u8], message: &[u8], context: TVMLikeObjectHandle) -> Option<Owned> {
    // SAFETY: the GIL is held, and the array lives.
    unsafe {
        let kind = kind_object(kind)?;
        let message = Owned::new(decode(message))?;
        if !context.is_null() && matches!(type_index(context), TVMLIKE_ARRAY | TVMLIKE_MAP) {
            let address = Owned::new(PyLong_FromSize_t(context as usize))?;
            let made = call(hooks().make_detailed, &[kind.get(), message.get(), address.get()]);
            return Owned::new(made);
        }
        let class = PyDict_GetItemWithError(hooks().class_of_kind, kind.get());
        if !class.is_null() {
            // The call may replace the class in the dict.
            let class = Owned::new(new_ref(class))?;
            if let Some(made) = Owned::new(call(class.get(), &[message.get()]))
                && PyExceptionInstance_Check(made.get()) != 0
            {
                return Some(made);
            }
        }
        // No class, or one that needs more than a message.
        PyErr_Clear();
        Owned::new(call(hooks().make_exception, &[kind.get(), message.get()]))
    }
}

/// Sets an exception as `raise` does: the exception that is being handled becomes its context.
///
/// # Safety
/// `exception` is an exception. The GIL is held.
pub(crate) unsafe fn raise_exception(exception: &Owned) {
    // SAFETY: an exception.
    unsafe { PyErr_SetObject(type_of(exception.get()).cast(), exception.get()) }
}

/// Runs code while an exception is set, and sets the exception again afterwards: native destructors may call Python code,
/// which must not start with an exception set.
///
/// # Safety
/// The GIL is held, also when `run` returns.
pub(crate) unsafe fn with_exception_saved(run: impl FnOnce()) {
    // SAFETY: the GIL is held.
    unsafe {
        let exception = Owned::new(take_exception());
        run();
        if let Some(exception) = exception {
            restore(exception);
        }
    }
}

/// As [`with_exception_saved`], if an exception may be set.
///
/// # Safety
/// The GIL is held, also when `run` returns.
pub(crate) unsafe fn preserving_exception(run: impl FnOnce()) {
    // SAFETY: the GIL is held.
    unsafe {
        if PyErr_Occurred().is_null() {
            run();
        } else {
            with_exception_saved(run);
        }
    }
}

/// The kind and the message of an error object as C strings, for NULL too.
///
/// # Safety
/// `error` is NULL or a living error object.
pub(crate) unsafe fn kind_and_message(error: TVMLikeObjectHandle) -> (CString, CString) {
    // SAFETY: NULL or a living error object.
    unsafe {
        if error.is_null() {
            return (
                c"RuntimeError".to_owned(),
                c"a native call failed without raising an error".to_owned(),
            );
        }
        let cell = &*error.add(1).cast::<TVMLikeErrorCell>();
        let owned = |bytes| {
            let until_nul = text(bytes).split(|&byte| byte == 0).next().unwrap_or_default();
            CString::new(until_nul).unwrap_or_default()
        };
        (owned(&cell.kind), owned(&cell.message))
    }
}

/// Sets an exception that was raised before: its context does not change.
///
/// # Safety
/// `exception` is an exception. The GIL is held.
unsafe fn restore(exception: Owned) {
    // SAFETY: an exception; `PyErr_Restore` steals three references.
    unsafe {
        let value = exception.get();
        PyErr_Restore(
            new_ref(type_of(value).cast()),
            new_ref(value),
            PyException_GetTraceback(value),
        );
    }
}

/// Raises the native error for a callback into an interpreter that has ended. Returns -1.
#[cold]
pub(crate) fn raise_ended() -> c_int {
    raise_text(b"RuntimeError", b"the Python interpreter has ended")
}

/// Raises a native error. Returns -1.
pub(crate) fn raise_text(kind: &[u8], message: &[u8]) -> c_int {
    let mut error = ptr::null_mut();
    // SAFETY: the texts outlive the call, and `error` is valid for writing.
    unsafe {
        let created = (api().error_create)(
            &borrowed(kind),
            &borrowed(message),
            ptr::null(),
            ptr::null_mut(),
            ptr::null_mut(),
            &raw mut error,
        );
        if created == 0 {
            (api().set_raised)(error);
            (api().free)(error.cast());
        }
    }
    -1
}
