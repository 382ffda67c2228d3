//! Objects of refined types, whose class depends on predicates beside the type in their header.
//!
//! The library finds the most refined type of an object, in one call for each new Python object. Invariant: no code here
//! runs for objects of a cached type without refinements.

use std::ffi::c_int;

use pyo3_ffi::*;
use tvmlike_abi::TVMLikeObjectHandle;

use super::class::{self, Class};
use crate::api::api;
use crate::hooks::hooks;
use crate::python::{Owned, call, type_of};
use crate::value::type_index;
use crate::{error, identity};

/// The class for an object whose class is not cached or whose type is refined, with a reference to it; `None` with the
/// exception set if a predicate fails.
///
/// # Safety
/// `handle` is a living object. The GIL is held.
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

/// The Python object that was created for a native one while its predicates ran, as a new reference and with its class
/// narrowed; NULL if there is none.
///
/// # Safety
/// As for [`class_of`], which has returned `class` for the object.
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

/// Sets the class of a new object to that of its refinement, if that inherits from its present class: 0, or -1 with the
/// exception set if a predicate fails.
///
/// # Safety
/// `object` is an `ObjectBase` with a native object. The GIL is held.
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

/// Sets the class of an object, if the new class inherits from the old one and has the same layout.
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
