//! Python exceptions that a function of tvm-ffi leaves in the interpreter.
//!
//! A native function of tvm-ffi that checks for signals leaves the exception of a signal handler, for example KeyboardInterrupt,
//! in the interpreter, and fails with an error of the kind `EnvErrorAlreadySet`. In tvmlike an error holds its exception, so the
//! exception is moved from the interpreter into the error. Invariant: the interpreter's functions are found in the process and
//! called with the GIL held.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use once_cell::sync::OnceCell;
use tvmlike_runtime::error::{ErrorKind, ErrorParts};
use tvmlike_runtime::{Error, TypeIndex, opaque};

/// The kind of an error whose exception is in the interpreter.
const ALREADY_SET: &str = "EnvErrorAlreadySet";

type Object = *mut c_void;

/// The functions of the interpreter.
struct Interpreter {
    is_initialized: unsafe extern "C" fn() -> c_int,
    lock: unsafe extern "C" fn() -> c_int,
    unlock: unsafe extern "C" fn(c_int),
    fetch: unsafe extern "C" fn(*mut Object, *mut Object, *mut Object),
    normalize: unsafe extern "C" fn(*mut Object, *mut Object, *mut Object),
    set_traceback: unsafe extern "C" fn(Object, Object) -> c_int,
    clear: unsafe extern "C" fn(),
    attribute: unsafe extern "C" fn(Object, *const c_char) -> Object,
    text: unsafe extern "C" fn(Object) -> Object,
    utf8: unsafe extern "C" fn(Object) -> *const c_char,
    release: unsafe extern "C" fn(Object),
}

fn interpreter() -> Option<&'static Interpreter> {
    static INTERPRETER: OnceCell<Interpreter> = OnceCell::new();
    INTERPRETER.get_or_try_init(|| find().ok_or(())).ok()
}

fn find() -> Option<Interpreter> {
    /// A function of the C API, as its documentation declares it.
    macro_rules! function {
        ($name:literal, $type:ty) => {{
            // SAFETY: a C string.
            let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, $name.as_ptr()) };
            if found.is_null() {
                return None;
            }
            // SAFETY: the name is CPython's, and the function has this signature in every version.
            unsafe { std::mem::transmute::<*mut c_void, $type>(found) }
        }};
    }
    type Three = unsafe extern "C" fn(*mut Object, *mut Object, *mut Object);
    Some(Interpreter {
        is_initialized: function!(c"Py_IsInitialized", unsafe extern "C" fn() -> c_int),
        lock: function!(c"PyGILState_Ensure", unsafe extern "C" fn() -> c_int),
        unlock: function!(c"PyGILState_Release", unsafe extern "C" fn(c_int)),
        fetch: function!(c"PyErr_Fetch", Three),
        normalize: function!(c"PyErr_NormalizeException", Three),
        set_traceback: function!(
            c"PyException_SetTraceback",
            unsafe extern "C" fn(Object, Object) -> c_int
        ),
        clear: function!(c"PyErr_Clear", unsafe extern "C" fn()),
        attribute: function!(
            c"PyObject_GetAttrString",
            unsafe extern "C" fn(Object, *const c_char) -> Object
        ),
        text: function!(c"PyObject_Str", unsafe extern "C" fn(Object) -> Object),
        utf8: function!(c"PyUnicode_AsUTF8", unsafe extern "C" fn(Object) -> *const c_char),
        release: function!(c"Py_DecRef", unsafe extern "C" fn(Object)),
    })
}

impl Interpreter {
    /// Runs a closure with the GIL held; `None` if the interpreter has finalized.
    fn locked<T>(&self, run: impl FnOnce() -> T) -> Option<T> {
        // SAFETY: may be called at any time.
        if unsafe { (self.is_initialized)() } == 0 {
            return None;
        }
        // SAFETY: the interpreter runs; the GIL is released with the state of its acquisition.
        unsafe {
            let state = (self.lock)();
            let done = run();
            (self.unlock)(state);
            Some(done)
        }
    }

    /// Converts a string object to text and releases it.
    ///
    /// # Safety
    /// The GIL is held; `object` is an owned string object or NULL.
    unsafe fn take_text(&self, object: Object) -> String {
        // SAFETY: by contract; the result of `utf8` lives as long as the object.
        unsafe {
            let utf8 = if object.is_null() {
                ptr::null()
            } else {
                (self.utf8)(object)
            };
            let text = if utf8.is_null() {
                (self.clear)();
                String::new()
            } else {
                CStr::from_ptr(utf8).to_string_lossy().into_owned()
            };
            (self.release)(object);
            text
        }
    }

    /// Takes the exception that is raised on this thread.
    ///
    /// # Safety
    /// The GIL is held.
    unsafe fn take_exception(&self) -> Option<Error> {
        let (mut class, mut value, mut traceback) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the GIL is held; the references are owned or NULL and are released. `Py_DecRef` ignores NULL.
        unsafe {
            (self.fetch)(&mut class, &mut value, &mut traceback);
            if class.is_null() {
                return None;
            }
            (self.normalize)(&mut class, &mut value, &mut traceback);
            if !traceback.is_null() && !value.is_null() {
                (self.set_traceback)(value, traceback);
            }
            let kind = self.take_text((self.attribute)(class, c"__name__".as_ptr()));
            let message = self.take_text(if value.is_null() {
                value
            } else {
                (self.text)(value)
            });
            (self.release)(class);
            (self.release)(traceback);
            // The opaque object takes the reference.
            let context = if value.is_null() {
                None
            } else {
                opaque::create(value, TypeIndex::OPAQUE_PY_OBJECT, Some(release)).ok()
            };
            Some(Error::from_parts(ErrorParts {
                kind: Some(ErrorKind::new(&kind)),
                message: message.into(),
                context,
                ..ErrorParts::default()
            }))
        }
    }
}

/// Releases the reference of an opaque object. Nothing happens once the interpreter has finalized.
///
/// # Safety
/// The caller owns a reference to `object`.
unsafe extern "C" fn release(object: Object) {
    if let Some(python) = interpreter() {
        // SAFETY: by contract; the GIL is held.
        python.locked(|| unsafe { (python.release)(object) });
    }
}

/// The error with its exception, if an error of tvm-ffi has one in the interpreter; else the error itself.
pub(super) fn exception_or(error: Error) -> Error {
    if error.kind() != ALREADY_SET {
        return error;
    }
    let Some(python) = interpreter() else { return error };
    // SAFETY: the GIL is held.
    let taken = python.locked(|| unsafe { python.take_exception() });
    taken.flatten().unwrap_or(error)
}
