//! Cycles of native references, which no Python object is part of.
//!
//! An object in such a cycle is still referred to when its last wrapper ends. It is a suspect then: `identity` keeps its
//! entry. libtvmlike looks at all suspects after a full collection of Python's garbage collector, and when they have become
//! many, and frees those that nothing else refers to.
//!
//! Invariant: the time of all looks is in proportion to the number of suspects, because each look waits until there are
//! twice as many as the former one left.

use std::sync::atomic::Ordering;

use pyo3_ffi::{
    PyDict_GetItemString, PyErr_Clear, PyErr_Occurred, PyLong_AsLong, PyObject, PyTuple_GetItem,
    PyUnicode_CompareWithASCIIString,
};
use tvmlike_abi::{TVMLIKE_ARRAY, TVMLIKE_DYNAMIC_BEGIN, TVMLIKE_MAP, TVMLikeObjectHandle};

use crate::api::api;
use crate::error;
use crate::identity;
use crate::python::{GilCell, none};
use crate::value::type_index;

/// So many suspects cost less than a megabyte.
const FEW: usize = 10_000;

/// How many suspects cause a look.
static LIMIT: GilCell<usize> = GilCell::new(FEW);
static LOOKING: GilCell<bool> = GilCell::new(false);

/// Makes a suspect of the native object of a wrapper that ends, and releases the wrapper's reference, if others refer to
/// the object, and it can refer to others; else false, and nothing changes.
///
/// # Safety
/// `handle` is alive, `object` its wrapper, which owns a strong reference. The GIL is held. Native destructors may run
/// Python code.
#[inline]
pub(crate) unsafe fn suspect(handle: TVMLikeObjectHandle, object: *mut PyObject) -> bool {
    // SAFETY: by contract.
    unsafe {
        let alone = (*handle).counts.load(Ordering::Relaxed) as u32 == 1;
        if alone || !refers_to_others(type_index(handle)) || !identity::retire(handle, object) {
            return false;
        }
        if identity::retired() >= *LIMIT.get() {
            look();
        }
        true
    }
}

/// Whether objects of a type can refer to others.
///
/// # Safety
/// libtvmlike is connected.
unsafe fn refers_to_others(index: i32) -> bool {
    index == TVMLIKE_ARRAY
        || index == TVMLIKE_MAP
        // SAFETY: the function accepts any index.
        || (index >= TVMLIKE_DYNAMIC_BEGIN && unsafe { (api().type_traverse)(index) }.is_some())
}

/// Frees the cycles among the suspects and what they refer to.
///
/// # Safety
/// The GIL is held. Native destructors may run Python code.
#[cold]
unsafe fn look() {
    // SAFETY: the GIL is held; each suspect has one entry, which owns a weak reference to it.
    unsafe {
        // A destructor's Python code can come here again.
        if std::mem::replace(LOOKING.get(), true) {
            return;
        }
        let suspects = identity::sweep();
        if (api().collect_cycles)(suspects.as_ptr(), suspects.len()) != 0 {
            (api().free)(error::take_raised().cast());
        }
        identity::sweep();
        *LIMIT.get() = FEW + 2 * identity::retired();
        *LOOKING.get() = false;
    }
}

/// The method `collected`, a function for `gc.callbacks`.
///
/// # Safety
/// Called by CPython with the phase of a collection, a str, and a dict. The GIL is held.
pub(crate) unsafe extern "C" fn collected(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: the arguments of a callback of the garbage collector; what is missing is NULL, which is checked.
    unsafe {
        let (phase, info) = (PyTuple_GetItem(args, 0), PyTuple_GetItem(args, 1));
        if phase.is_null() || info.is_null() {
            return std::ptr::null_mut();
        }
        if PyUnicode_CompareWithASCIIString(phase, c"stop".as_ptr()) == 0 {
            let generation = PyDict_GetItemString(info, c"generation".as_ptr());
            let full = !generation.is_null() && PyLong_AsLong(generation) >= 2;
            if !PyErr_Occurred().is_null() {
                PyErr_Clear();
            }
            if full {
                look();
            }
        }
    }
    none()
}
