//! CPython's API beyond pyo3-ffi's stable ABI of 3.9: reference counts of every version, and functions that CPython has
//! always exported but added to the limited API only later.
//!
//! Invariant: [`Functions::load`] has succeeded before any other function here is called; otherwise the module is not
//! created, and the package takes the ctypes path.

use std::cell::UnsafeCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use pyo3_ffi::{
    Py_None, Py_ssize_t, PyErr_Fetch, PyErr_NormalizeException, PyErr_Occurred, PyLong_AsSize_t, PyObject,
    PyThreadState, PyType_Slot, PyTypeObject,
};

unsafe extern "C" {
    fn _Py_Dealloc(object: *mut PyObject);
}

/// The `ob_type` of an object.
///
/// # Safety
/// `object` is a living object.
#[inline(always)]
pub(crate) unsafe fn type_of(object: *mut PyObject) -> *mut PyTypeObject {
    // SAFETY: every object begins with its count and its type.
    unsafe { (*object).ob_type }
}

/// Adds a reference.
///
/// The count is read as 32 bits, as CPython 3.12 and later read it: a negative count marks an immortal object. Before
/// 3.12 no count gets that large.
///
/// # Safety
/// `object` is a living object. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn incref(object: *mut PyObject) {
    let count = object.cast::<u32>();
    // SAFETY: the GIL is held, and every object begins with its count.
    unsafe {
        let now = *count;
        if now as i32 >= 0 {
            *count = now + 1;
        }
    }
}

/// Releases a reference.
///
/// # Safety
/// The caller transfers ownership of a reference to `object`. The GIL is held. The object's end may run Python code.
#[inline(always)]
pub(crate) unsafe fn decref(object: *mut PyObject) {
    let count = object.cast::<u32>();
    // SAFETY: as in `incref`; without references the object is deallocated.
    unsafe {
        let now = *count;
        if now as i32 >= 0 {
            *count = now - 1;
            if now == 1 {
                _Py_Dealloc(object);
            }
        }
    }
}

/// As [`incref`], and returns the object.
///
/// # Safety
/// As for [`incref`].
#[inline(always)]
pub(crate) unsafe fn new_ref(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: by contract a living object.
    unsafe { incref(object) };
    object
}

/// A reference that is released at the end of its scope. Used only with the GIL held.
pub(crate) struct Owned(*mut PyObject);

impl Owned {
    /// Takes ownership of a reference; `None` for NULL.
    ///
    /// # Safety
    /// `object` is NULL or an object to which the caller owns a reference.
    pub(crate) unsafe fn new(object: *mut PyObject) -> Option<Self> {
        // Only for an object: an `Owned` of NULL would release it when dropped.
        if object.is_null() {
            None
        } else {
            Some(Self(object))
        }
    }

    /// Returns the reference, which is released no more.
    pub(crate) fn into_raw(self) -> *mut PyObject {
        std::mem::ManuallyDrop::new(self).0
    }

    /// The object, borrowed.
    pub(crate) fn get(&self) -> *mut PyObject {
        self.0
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the reference is owned, and the GIL is held wherever this type is used.
        unsafe { decref(self.0) }
    }
}

/// A static that the GIL protects.
pub(crate) struct GilCell<T>(UnsafeCell<T>);

// SAFETY: `get` is called only with the GIL held.
unsafe impl<T> Sync for GilCell<T> {}

impl<T> GilCell<T> {
    /// Wraps a value.
    pub(crate) const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// The value.
    ///
    /// # Safety
    /// The GIL is held, and no other reference is used while this one is: nothing in between runs Python code.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "the GIL makes it exclusive, by contract")]
    pub(crate) unsafe fn get(&self) -> &mut T {
        // SAFETY: by contract.
        unsafe { &mut *self.0.get() }
    }
}

/// The type of vectorcall functions.
pub(crate) type Vectorcall =
    unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, usize, *mut PyObject) -> *mut PyObject;
type Call = unsafe extern "C" fn(*mut PyObject, *mut PyObject, *mut PyObject) -> *mut PyObject;

/// Functions that the interpreter exports beyond the limited API of 3.9.
#[derive(Clone, Copy)]
pub(crate) struct Functions {
    /// `PyVectorcall_Call`, the `tp_call` of a type with vectorcall.
    pub(crate) vectorcall_call: Call,
    /// `PyObject_Vectorcall`; in 3.9 `PyObject_VectorcallDict`, which accepts NULL too.
    pub(crate) vectorcall: Vectorcall,
    /// `PyUnicode_AsUTF8AndSize`.
    pub(crate) as_utf8: unsafe extern "C" fn(*mut PyObject, *mut Py_ssize_t) -> *const c_char,
    /// The current thread state; NULL if this thread does not hold the GIL.
    pub(crate) current_thread: unsafe extern "C" fn() -> *mut PyThreadState,
    /// `PyMethod_New`, which makes a bound method without a call.
    pub(crate) method: unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> *mut PyObject,
    /// `PyErr_GetRaisedException`, from 3.12 on.
    raised: Option<unsafe extern "C" fn() -> *mut PyObject>,
}

static FUNCTIONS: GilCell<Option<Functions>> = GilCell::new(None);

fn symbol(name: &CStr) -> *mut c_void {
    // SAFETY: a C string; the interpreter's symbols are global, or the module would not have been loaded.
    unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }
}

impl Functions {
    /// Looks the functions up; fails with the name of one that this interpreter does not export.
    ///
    /// # Safety
    /// The GIL is held.
    pub(crate) unsafe fn load() -> Result<(), &'static CStr> {
        let need = |name: &'static CStr| {
            let address = symbol(name);
            if address.is_null() { Err(name) } else { Ok(address) }
        };
        let vectorcall = need(c"PyObject_Vectorcall").or_else(|_| need(c"PyObject_VectorcallDict"))?;
        let current_thread =
            need(c"PyThreadState_GetUnchecked").or_else(|_| need(c"_PyThreadState_UncheckedGet"))?;
        let raised = symbol(c"PyErr_GetRaisedException");
        // SAFETY: the functions have these types in every CPython from 3.9 on.
        let found = unsafe {
            Self {
                vectorcall_call: std::mem::transmute::<*mut c_void, Call>(need(c"PyVectorcall_Call")?),
                vectorcall: std::mem::transmute::<*mut c_void, Vectorcall>(vectorcall),
                as_utf8: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(*mut PyObject, *mut Py_ssize_t) -> *const c_char,
                >(need(c"PyUnicode_AsUTF8AndSize")?),
                current_thread: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn() -> *mut PyThreadState,
                >(current_thread),
                method: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> *mut PyObject,
                >(need(c"PyMethod_New")?),
                raised: (!raised.is_null()).then(|| {
                    std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> *mut PyObject>(raised)
                }),
            }
        };
        // SAFETY: the GIL is held.
        unsafe { *FUNCTIONS.get() = Some(found) };
        Ok(())
    }
}

/// The functions that [`Functions::load`] has found.
#[inline(always)]
pub(crate) fn functions() -> &'static Functions {
    // SAFETY: set before the module is created, and not changed afterwards.
    unsafe { FUNCTIONS.get().as_ref().unwrap_unchecked() }
}

/// Calls an object with positional arguments. NULL with the exception set on failure.
///
/// # Safety
/// `function` and `args` are living objects. The GIL is held.
pub(crate) unsafe fn call(function: *mut PyObject, args: &[*mut PyObject]) -> *mut PyObject {
    // SAFETY: living objects, by contract.
    unsafe { (functions().vectorcall)(function, args.as_ptr(), args.len(), ptr::null_mut()) }
}

/// Takes the exception that is set, as an instance with its traceback; NULL if none is set.
///
/// # Safety
/// The GIL is held.
pub(crate) unsafe fn take_exception() -> *mut PyObject {
    if let Some(raised) = functions().raised {
        // SAFETY: the GIL is held.
        return unsafe { raised() };
    }
    let (mut class, mut value, mut traceback) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
    // SAFETY: three places for pointers; the results are owned.
    unsafe {
        PyErr_Fetch(&raw mut class, &raw mut value, &raw mut traceback);
        if class.is_null() {
            return ptr::null_mut();
        }
        PyErr_NormalizeException(&raw mut class, &raw mut value, &raw mut traceback);
        if !traceback.is_null() && !value.is_null() {
            pyo3_ffi::PyException_SetTraceback(value, traceback);
        }
        decref(class);
        drop(Owned::new(traceback));
    }
    value
}

/// Sets an exception with a message. Returns NULL.
///
/// # Safety
/// `class` is an exception class. The GIL is held.
pub(crate) unsafe fn raise(class: *mut PyObject, text: &CStr) -> *mut PyObject {
    // SAFETY: a class of exceptions and a C string.
    unsafe { pyo3_ffi::PyErr_SetString(class, text.as_ptr()) };
    ptr::null_mut()
}

/// As [`raise`], but returns -1, as setters and initializers report errors.
///
/// # Safety
/// As for [`raise`].
pub(crate) unsafe fn raise_status(class: *mut PyObject, text: &CStr) -> c_int {
    // SAFETY: as `raise`.
    unsafe { raise(class, text) };
    -1
}

/// None, as a new reference.
pub(crate) fn none() -> *mut PyObject {
    // SAFETY: the GIL is held.
    unsafe { new_ref(Py_None()) }
}

/// The address in a Python int; `None` with the exception set for another object.
///
/// # Safety
/// `value` is a living object. The GIL is held.
pub(crate) unsafe fn address(value: *mut PyObject) -> Option<usize> {
    // SAFETY: a living object.
    let address = unsafe { PyLong_AsSize_t(value) };
    // SAFETY: the GIL is held.
    let failed = address == usize::MAX && unsafe { !PyErr_Occurred().is_null() };
    (!failed).then_some(address)
}

/// One slot of a type.
pub(crate) fn slot(number: c_int, value: *mut c_void) -> PyType_Slot {
    PyType_Slot {
        slot: number,
        pfunc: value,
    }
}
