//! Objects whose class depends on more than the type in their header: a refinement's predicate may hold for them.
//!
//! The library finds the most refined type of an object, in one call for each Python object that is made. Invariant:
//! nothing here runs for objects of a remembered type that nothing refines.

use std::ffi::c_int;

use pyo3_ffi::*;
use tvmlike_abi::TVMLikeObjectHandle;

use super::class::{self, Class};
use crate::api::api;
use crate::hooks::hooks;
use crate::python::{Owned, call, type_of};
use crate::value::type_index;
use crate::{error, identity};

/// The class for an object whose class is not remembered, or is of a refined type; `None` with the exception set where a
/// predicate fails.
///
/// # Safety
/// A living object; the lock is held.
#[cold]
#[inline(never)]
pub(super) unsafe fn class_of(handle: TVMLikeObjectHandle) -> Option<(Class, Option<Owned>)> {
    // SAFETY: by contract; the hook returns a class.
    unsafe {
        let mut index = 0;
        if (api().object_refined_type)(handle, &raw mut index) != 0 {
            error::raise_pending();
            return None;
        }
        if let Some(known) = class::known(index) {
            return Some((known, known.new_ref()));
        }
        let index = Owned::new(PyLong_FromLong(index.into()))?;
        let found = Owned::new(call(hooks().class_of, &[index.get()]))?;
        Some((Class::unknown(found.get()), Some(found)))
    }
}

/// The Python object that came to stand for a native one while predicates were asked about it, as a new reference and with
/// its class narrowed; NULL where there is none.
///
/// # Safety
/// As [`class_of`]; the class is that of the object.
pub(super) unsafe fn created_meanwhile(handle: TVMLikeObjectHandle, class: Class) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        let alive = identity::find(handle);
        if !alive.is_null() {
            set_class(alive, class.object());
        }
        alive
    }
}

/// Gives an object that a class was called for the class of its refinement, where that inherits from its own: 0, or -1 with
/// the exception set where a predicate fails.
///
/// # Safety
/// An `ObjectBase` that stands for a native object; the lock is held.
#[inline(always)]
pub(crate) unsafe fn narrow(object: *mut PyObject) -> c_int {
    // SAFETY: by contract.
    unsafe {
        let handle = (*object.cast::<super::Object>()).handle;
        match class::known(type_index(handle)) {
            Some(known) if !known.is_refined() => 0,
            _ => narrow_refined(object, handle),
        }
    }
}

/// The same for an object whose type may be refined.
///
/// # Safety
/// As for [`narrow`]; `handle` is the native object of `object`.
#[cold]
#[inline(never)]
unsafe fn narrow_refined(object: *mut PyObject, handle: TVMLikeObjectHandle) -> c_int {
    // SAFETY: as `narrow`.
    unsafe {
        if (api().type_is_refined)(type_index(handle)) == 0 {
            return 0;
        }
        match class_of(handle) {
            Some((class, _held)) => {
                set_class(object, class.object());
                0
            }
            None => -1,
        }
    }
}

/// Sets the class of an object where the new one inherits from the old one and the layouts are the same.
///
/// # Safety
/// `object` is a living object, `class` a living class. The GIL is held.
unsafe fn set_class(object: *mut PyObject, class: *mut PyObject) {
    // SAFETY: a living object and a class.
    unsafe {
        let own = type_of(object);
        if own.cast() != class
            && PyType_IsSubtype(class.cast(), own) != 0
            && PyObject_SetAttrString(object, c"__class__".as_ptr(), class) != 0
        {
            PyErr_Clear();
        }
    }
}
