//! What Python has raised in place of an error.
//!
//! A native function of tvm-ffi that looks for signals leaves the exception of a signal's handler, KeyboardInterrupt for
//! Ctrl-C, in the interpreter, and fails with an error of a kind that says no more than that. On our side an exception
//! crosses in the error itself, so it is taken out of the interpreter here. Invariant: the interpreter's functions are
//! found in the process, and called with its lock.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use once_cell::sync::OnceCell;
use tvmlike_runtime::error::{ErrorKind, ErrorParts};
use tvmlike_runtime::{Error, TypeIndex, opaque};

/// The kind of the error that stands for an exception in the interpreter.
const ALREADY_SET: &str = "EnvErrorAlreadySet";

type Object = *mut c_void;

/// The functions of the interpreter, by the names that its C API gives them.
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
            // SAFETY: what has this name in a process is the interpreter's, with this signature in every version.
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
    /// Runs something with the lock; nothing where the interpreter has ended.
    fn locked<T>(&self, run: impl FnOnce() -> T) -> Option<T> {
        // SAFETY: may be called at any time.
        if unsafe { (self.is_initialized)() } == 0 {
            return None;
        }
        // SAFETY: the interpreter is there; the lock is given back as it was taken.
        unsafe {
            let state = (self.lock)();
            let done = run();
            (self.unlock)(state);
            Some(done)
        }
    }

    /// A text object as text; it is consumed.
    ///
    /// # Safety
    /// With the lock, and an owned text object or NULL.
    unsafe fn take_text(&self, object: Object) -> String {
        // SAFETY: by contract; what `utf8` gives lives as long as the object.
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

    /// The exception that is set on this thread, which is taken away.
    ///
    /// # Safety
    /// With the lock.
    unsafe fn take_exception(&self) -> Option<Error> {
        let (mut class, mut value, mut traceback) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: with the lock; owned references, or NULL, come and are given back. `Py_DecRef` takes NULL.
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
            // The reference goes to the opaque object.
            let context = if value.is_null() {
                None
            } else {
                opaque::create(value, TypeIndex::OPAQUE_PY_OBJECT, Some(let_go)).ok()
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

unsafe extern "C" fn let_go(object: Object) {
    if let Some(python) = interpreter() {
        // SAFETY: the reference that the opaque object had. After the interpreter's end nothing is given back.
        python.locked(|| unsafe { (python.release)(object) });
    }
}

/// The exception that an error of tvm-ffi's stands for, or the error itself.
pub(super) fn exception_or(error: Error) -> Error {
    if error.kind() != ALREADY_SET {
        return error;
    }
    let Some(python) = interpreter() else { return error };
    // SAFETY: with the lock.
    let taken = python.locked(|| unsafe { python.take_exception() });
    taken.flatten().unwrap_or(error)
}
