//! Functions of object types: methods, which bind to their object, and constructors.
//!
//! Invariant: a constructor's object becomes that of the Python object it was asked for, unless another Python object
//! stands for it already: then both refer to it, and the other one stays the one that stands for it.

use std::ffi::{c_int, c_ulong, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::TVMLikeObjectHandle;

use crate::api::api;
use crate::function;
use crate::identity;
use crate::object::{Object, is_object, slot};
use crate::python::{Locked, Owned, call, decref, new_ref, raise};

/// `types.MethodType`.
static METHOD_TYPE: Locked<*mut PyObject> = Locked::new(ptr::null_mut());

/// The bit for types whose instances a call through an attribute need not bind first.
const METHOD_DESCRIPTOR: c_ulong = 1 << 17;

/// `make_method_type(base)`: the type of methods, under a class that holds what is common to both call paths.
pub(crate) unsafe extern "C" fn make_method_type(_: *mut PyObject, base: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes a subclass of PackedFunc that adds no fields.
    unsafe {
        let Some(types) = Owned::new(PyImport_ImportModule(c"types".as_ptr())) else {
            return ptr::null_mut();
        };
        let method_type = PyObject_GetAttrString(types.get(), c"MethodType".as_ptr());
        if method_type.is_null() {
            return ptr::null_mut();
        }
        *METHOD_TYPE.get() = method_type;
        let more = [slot(Py_tp_descr_get, bind as *mut c_void)];
        function::make_subtype(base, c"tvmlike._method.Method", METHOD_DESCRIPTOR, &more)
    }
}

/// `make_static_type(base)`: the type of an object type's functions that take no object.
pub(crate) unsafe extern "C" fn make_static_type(_: *mut PyObject, base: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above.
    unsafe { function::make_subtype(base, c"tvmlike._method.StaticFunction", 0, &[]) }
}

/// The method of an object, the method itself when it is got from the class; the `tp_descr_get` of methods.
unsafe extern "C" fn bind(method: *mut PyObject, object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the descriptor protocol: a method, and NULL or an object; the type is set when methods are made.
    unsafe {
        if object.is_null() || object == Py_None() {
            return new_ref(method);
        }
        call(*METHOD_TYPE.get(), &[method, object])
    }
}

/// `new_member(cls, handle)`: a function of a class made by the two above, which takes the handle over. It does not come
/// to stand for the native function: that may be a registered one, too.
pub(crate) unsafe extern "C" fn new_member(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple; the package passes one of the two classes and the address of a function that it owns.
    unsafe {
        if PyTuple_Size(args) != 2 {
            return raise(PyExc_TypeError, c"new_member: expected a class and a handle");
        }
        let class = PyTuple_GetItem(args, 0).cast::<PyTypeObject>();
        if PyType_Check(class.cast()) == 0 || PyType_IsSubtype(class, function::function_type()) == 0 {
            return raise(PyExc_TypeError, c"new_member: expected a subclass of PackedFunc");
        }
        let address = PyLong_AsSize_t(PyTuple_GetItem(args, 1));
        if address == usize::MAX && !PyErr_Occurred().is_null() {
            return ptr::null_mut();
        }
        let made = function::new(class);
        if !made.is_null() {
            (*made.cast::<Object>()).handle = address as TVMLikeObjectHandle;
        }
        made
    }
}

/// `construct(object, function, args, keywords)`: calls a function that makes an object, which becomes that of `object`.
pub(crate) unsafe extern "C" fn construct(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of arguments; the package passes a tuple and a dict as the last two.
    unsafe {
        if PyTuple_Size(args) != 4 {
            return raise(
                PyExc_TypeError,
                c"construct: expected an object, a function, a tuple and a dict",
            );
        }
        let object = PyTuple_GetItem(args, 0);
        let function = PyTuple_GetItem(args, 1);
        let (positional, keywords) = (PyTuple_GetItem(args, 2), PyTuple_GetItem(args, 3));
        if PyTuple_Check(positional) == 0 || PyDict_Check(keywords) == 0 {
            return raise(
                PyExc_TypeError,
                c"construct: expected a tuple and a dict of arguments",
            );
        }
        if !is_object(object) {
            PyErr_Format(
                PyExc_TypeError,
                c"%R makes an Object, got %R".as_ptr(),
                function,
                object,
            );
            return ptr::null_mut();
        }
        if check_empty(object) != 0 {
            return ptr::null_mut();
        }
        let Some(made) = Owned::new(PyObject_Call(function, positional, keywords)) else {
            return ptr::null_mut();
        };
        if !is_object(made.get()) || (*made.get().cast::<Object>()).handle.is_null() {
            PyErr_Format(
                PyExc_TypeError,
                c"%R should have made an object, got %R".as_ptr(),
                function,
                made.get(),
            );
            return ptr::null_mut();
        }
        // The call may have run Python code, which may have made the object meanwhile.
        if check_empty(object) != 0 {
            return ptr::null_mut();
        }
        let from = made.get().cast::<Object>();
        let handle = (*from).handle;
        (*object.cast::<Object>()).handle = handle;
        if Py_REFCNT(made.get()) == 1 {
            // Nobody else has seen it: what it owns moves.
            identity::remove(handle, made.get());
            (*from).handle = ptr::null_mut();
            identity::insert(handle, object);
        } else {
            (api().retain)(handle.cast());
        }
        new_ref(Py_None())
    }
}

/// 0 where a Python object has no native object yet; else -1 with the exception set.
unsafe fn check_empty(object: *mut PyObject) -> c_int {
    // SAFETY: an `ObjectBase`; its class has a name.
    unsafe {
        if (*object.cast::<Object>()).handle.is_null() {
            return 0;
        }
        let name = PyObject_GetAttrString((*object).ob_type.cast(), c"__name__".as_ptr());
        if !name.is_null() {
            PyErr_Format(
                PyExc_TypeError,
                c"this %U has its native object already".as_ptr(),
                name,
            );
            decref(name);
        }
        -1
    }
}
