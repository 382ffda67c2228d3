//! The defaults of all objects, unless their type declares others: equality by identity, hash and repr.
//!
//! `_base.py` has the same for the ctypes path.

use std::ffi::{c_int, c_void};

use pyo3_ffi::*;

use super::{Object, is_object};
use crate::api::api;
use crate::python::{Owned, new_ref, type_of};
use crate::value::type_index;

/// `==` and `!=` by the identity of the native objects; the `tp_richcompare`.
///
/// # Safety
/// Called by CPython as a `tp_richcompare`: `object` is an `ObjectBase`, `other` a living object. The GIL is held.
pub(super) unsafe extern "C" fn compare(
    object: *mut PyObject,
    other: *mut PyObject,
    how: c_int,
) -> *mut PyObject {
    // SAFETY: an `ObjectBase` and a living object.
    unsafe {
        if how == Py_NE {
            return not_equal(object, other);
        }
        if how != Py_EQ || !is_object(other) {
            return new_ref(Py_NotImplemented());
        }
        let (handle, others) = (
            (*object.cast::<Object>()).handle,
            (*other.cast::<Object>()).handle,
        );
        let same = handle == others && (!handle.is_null() || object == other);
        new_ref(if same { Py_True() } else { Py_False() })
    }
}

/// The opposite of `==` by the object's class, as `object.__ne__` has it.
///
/// # Safety
/// `object` is an `ObjectBase`, `other` a living object. The GIL is held.
unsafe fn not_equal(object: *mut PyObject, other: *mut PyObject) -> *mut PyObject {
    // SAFETY: an `ObjectBase`, whose type is made by a spec or a class statement and has the slot.
    unsafe {
        let slot = PyType_GetSlot(type_of(object), Py_tp_richcompare);
        let Some(equal) = std::mem::transmute::<*mut c_void, Option<richcmpfunc>>(slot) else {
            return new_ref(Py_NotImplemented());
        };
        let Some(answer) = Owned::new(equal(object, other, Py_EQ)) else {
            return std::ptr::null_mut();
        };
        if answer.get() == Py_NotImplemented() {
            return new_ref(answer.get());
        }
        match PyObject_IsTrue(answer.get()) {
            0 => new_ref(Py_True()),
            1 => new_ref(Py_False()),
            _ => std::ptr::null_mut(),
        }
    }
}

/// The hash of the handle as an int; the `tp_hash`.
///
/// # Safety
/// Called by CPython as a `tp_hash` with an `ObjectBase`. The GIL is held.
pub(super) unsafe extern "C" fn hash(object: *mut PyObject) -> Py_hash_t {
    /// CPython's modulus for hashes of ints.
    const MODULUS: usize = (1 << 61) - 1;
    // SAFETY: an `ObjectBase`.
    unsafe {
        let handle = (*object.cast::<Object>()).handle as usize;
        if handle == 0 {
            raise_freed(object);
            return -1;
        }
        if cfg!(target_pointer_width = "64") {
            (handle % MODULUS) as Py_hash_t
        } else {
            handle as Py_hash_t
        }
    }
}

/// The key of the type and the address; the `tp_repr`.
///
/// # Safety
/// Called by CPython as a `tp_repr` with an `ObjectBase`. The GIL is held.
pub(super) unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: an `ObjectBase`, whose class has a name. A type's key ends with a NUL.
    unsafe {
        let handle = (*object.cast::<Object>()).handle;
        if handle.is_null() {
            return match name_of_class(object) {
                Some(name) => PyUnicode_FromFormat(c"<freed %U>".as_ptr(), name.get()),
                None => std::ptr::null_mut(),
            };
        }
        let index = type_index(handle);
        let info = (api().type_info)(index);
        if info.is_null() {
            let text = c"<<unknown type %d> object at %p>".as_ptr();
            return PyUnicode_FromFormat(text, index, handle);
        }
        PyUnicode_FromFormat(c"<%s object at %p>".as_ptr(), (*info).key.data, handle)
    }
}

/// The name of an object's class; `None` with the exception set where it has none.
///
/// # Safety
/// `object` is a living object. The GIL is held.
unsafe fn name_of_class(object: *mut PyObject) -> Option<Owned> {
    // SAFETY: a living object.
    unsafe {
        Owned::new(PyObject_GetAttrString(
            type_of(object).cast(),
            c"__name__".as_ptr(),
        ))
    }
}

/// Raises ValueError for an object without a native object.
///
/// # Safety
/// `object` is an `ObjectBase`. The GIL is held.
unsafe fn raise_freed(object: *mut PyObject) {
    // SAFETY: an `ObjectBase`.
    unsafe {
        if let Some(name) = name_of_class(object) {
            let text = c"this %U was freed, or never had a native object".as_ptr();
            PyErr_Format(PyExc_ValueError, text, name.get());
        }
    }
}
