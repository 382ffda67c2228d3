//! Properties of classes: a `property` whose getter takes no object, so that classes have it as their instances do.

use std::ffi::c_void;
use std::ptr;

use pyo3_ffi::*;

use crate::python::{GilCell, Owned, call, decref, new_ref, slot};

/// `"fget"`, interned.
static FGET: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());

/// `make_static_property_type()`: a subclass of `property`.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn make_static_property_type(
    _: *mut PyObject,
    _: *mut PyObject,
) -> *mut PyObject {
    let mut slots = [
        slot(Py_tp_descr_get, get as *mut c_void),
        slot(0, ptr::null_mut()),
    ];
    let mut spec = PyType_Spec {
        name: c"tvmlike._native.StaticProperty".as_ptr(),
        basicsize: 0, // that of `property`
        itemsize: 0,
        flags: (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE) as u32,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a complete spec; the inherited slots visit and free the fields of a property.
    unsafe {
        let name = PyUnicode_InternFromString(c"fget".as_ptr());
        if name.is_null() {
            return name;
        }
        drop(Owned::new(std::mem::replace(&mut *FGET.get(), name)));
        let bases = PyTuple_New(1);
        if bases.is_null() {
            return bases;
        }
        PyTuple_SetItem(bases, 0, new_ref((&raw mut PyProperty_Type).cast()));
        let made = PyType_FromSpecWithBases(&raw mut spec, bases);
        decref(bases);
        made
    }
}

/// The value; the `tp_descr_get`.
///
/// # Safety
/// Called by CPython as a `tp_descr_get`: `property` is an instance of the type. The GIL is held.
unsafe extern "C" fn get(property: *mut PyObject, _: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the descriptor protocol: a property. The getter is owned while it runs.
    unsafe {
        let Some(function) = Owned::new(PyObject_GetAttr(property, *FGET.get())) else {
            return ptr::null_mut();
        };
        call(function.get(), &[])
    }
}
