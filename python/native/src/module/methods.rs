//! Methods of the module that connect the package to one function of another module.
//!
//! Invariant: arguments are checked as far as CPython can tell; addresses are the package's promise.

use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLikeObjectHandle, TVMLikeValue};

use crate::api::api;
use crate::object::Object;
use crate::python::{address, new_ref, none, raise, type_of};
use crate::{callback, error, function, gil, hooks, identity, object, unpack};

/// The method `set_hooks`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(super) unsafe extern "C" fn set_hooks(_: *mut PyObject, from: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe {
        if PyDict_Check(from) == 0 || !hooks::set(from) {
            return raise(PyExc_TypeError, c"set_hooks: expected a dict with every hook");
        }
    }
    none()
}

/// The method `adopt`.
///
/// # Safety
/// Called by CPython with a tuple. The package passes the address of a native object and transfers
/// ownership of a reference to it. The GIL is held.
pub(super) unsafe extern "C" fn adopt(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of arguments.
    unsafe {
        if PyTuple_Size(args) != 2 {
            return raise(PyExc_TypeError, c"adopt: expected a class and a handle");
        }
        let class = PyTuple_GetItem(args, 0).cast::<PyTypeObject>();
        if PyType_Check(class.cast()) == 0 || PyType_IsSubtype(class, object::object_type()) == 0 {
            return raise(PyExc_TypeError, c"adopt: expected a subclass of Object");
        }
        match address(PyTuple_GetItem(args, 1)) {
            Some(handle) => object::make(class, handle as TVMLikeObjectHandle),
            None => ptr::null_mut(),
        }
    }
}

/// The method `wrap`.
///
/// # Safety
/// Called by CPython. The package passes the address of a native object and transfers ownership of a reference to it.
/// The GIL is held.
pub(super) unsafe extern "C" fn wrap(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the address of an object to which it owns a reference.
    unsafe {
        match address(handle) {
            Some(handle) => object::wrap(handle as TVMLikeObjectHandle),
            None => ptr::null_mut(),
        }
    }
}

/// `read_borrowed(word_address)`: converts the borrowed value at an address, which is given in words.
///
/// # Safety
/// Called by CPython. The package passes the address of a valid value, shifted by 3 bits, and keeps alive what it
/// refers to. The GIL is held.
pub(super) unsafe extern "C" fn read_borrowed(_: *mut PyObject, word: *mut PyObject) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        match address(word) {
            Some(word) => unpack::read_borrowed(&*((word << 3) as *const TVMLikeValue)),
            None => ptr::null_mut(),
        }
    }
}

/// The method `new_function`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(super) unsafe extern "C" fn new_function(_: *mut PyObject, callable: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe {
        if PyType_IsSubtype(type_of(callable), function::function_type()) == 0 {
            return PyLong_FromSize_t(callback::new_function(callable) as usize);
        }
        let handle = (*callable.cast::<Object>()).handle;
        if handle.is_null() {
            return raise(
                PyExc_ValueError,
                c"this PackedFunc was freed, or never had a native object",
            );
        }
        (api().retain)(handle.cast());
        PyLong_FromSize_t(handle as usize)
    }
}

/// The method `new_opaque`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(super) unsafe extern "C" fn new_opaque(_: *mut PyObject, value: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe {
        let handle = callback::new_opaque(value);
        if handle.is_null() {
            return error::raise_pending();
        }
        PyLong_FromSize_t(handle as usize)
    }
}

/// The method `callable_of`.
///
/// # Safety
/// Called by CPython. The package passes the address of a living function object. The GIL is held.
pub(super) unsafe extern "C" fn callable_of(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the address of a living function object.
    unsafe {
        let Some(handle) = address(handle) else {
            return ptr::null_mut();
        };
        let callable = callback::callable_of(handle as TVMLikeObjectHandle);
        new_ref(if callable.is_null() { Py_None() } else { callable })
    }
}

/// The method `free`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(super) unsafe extern "C" fn free(_: *mut PyObject, value: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe {
        if object::is_object(value) {
            object::free(value);
        }
    }
    none()
}

/// The method `remember_class`.
///
/// # Safety
/// Called by CPython with a tuple. The package passes the class for objects of the type, and a function of one object that
/// keeps the GIL. The GIL is held.
pub(super) unsafe extern "C" fn remember_class(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of living objects; the class inherits from `ObjectBase`.
    unsafe {
        if PyTuple_Size(args) != 3 || PyType_Check(PyTuple_GetItem(args, 1)) == 0 {
            return raise(
                PyExc_TypeError,
                c"remember_class: expected a type index, a class and a key function or None",
            );
        }
        let index = PyLong_AsLong(PyTuple_GetItem(args, 0));
        if index == -1 && !PyErr_Occurred().is_null() {
            return ptr::null_mut();
        }
        let class = PyTuple_GetItem(args, 1).cast::<PyTypeObject>();
        let base = object::object_type();
        if base.is_null() || PyType_IsSubtype(class, base) == 0 {
            return raise(
                PyExc_TypeError,
                c"remember_class: expected a subclass of ObjectBase",
            );
        }
        let key = PyTuple_GetItem(args, 2);
        let is_key = key != Py_None() && PyType_IsSubtype(type_of(key), function::function_type()) != 0;
        if let Ok(index) = i32::try_from(index) {
            let key = if is_key { key } else { ptr::null_mut() };
            object::class::remember(index, class.cast(), key);
        }
    }
    none()
}

/// The method `forget_classes`.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(super) unsafe extern "C" fn forget_classes(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the GIL is held.
    unsafe { object::class::forget_all() };
    none()
}

/// The method `alive`.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(super) unsafe extern "C" fn alive(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the GIL is held.
    unsafe { PyLong_FromSize_t(identity::count()) }
}

/// The method `close`.
///
/// # Safety
/// Called by CPython on the thread that ends the interpreter. The GIL is held.
pub(super) unsafe extern "C" fn close(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: called when the interpreter is about to end.
    unsafe {
        (api().set_interrupt_check)(None);
        (api().set_raised)(ptr::null_mut());
        gil::close();
    }
    none()
}

/// The method `after_fork`.
///
/// # Safety
/// Called by CPython in the child process. The GIL is held.
pub(super) unsafe extern "C" fn after_fork(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    gil::after_fork();
    none()
}

/// `exception_of(handle)`: the exception for a borrowed error object.
///
/// # Safety
/// Called by CPython. The package passes the address of a living error object. The GIL is held.
pub(super) unsafe extern "C" fn exception_of(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the address of a living error object.
    unsafe {
        let made = address(handle).and_then(|handle| error::exception_of(handle as TVMLikeObjectHandle));
        made.map_or(ptr::null_mut(), |exception| new_ref(exception.get()))
    }
}
