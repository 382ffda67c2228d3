//! Conversions of a `Tensor` for other libraries: NumPy arrays, tensors of PyTorch, DLPack capsules.
//!
//! Invariant: rare arguments are left to the methods of the Python base class of `Tensor`, which the ctypes path uses for
//! all arguments, so both paths behave alike.

use std::ffi::CStr;
use std::ptr;

use pyo3_ffi::*;

use crate::object::Object;
use crate::python::{GilCell, Owned, functions, new_ref};
use crate::tensor_data::{is_read_only, tensor_of};
use crate::{capsule, exchange, numpy, unpack};

/// The Python base class, whose methods handle rare cases.
static BASE: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());

/// Sets the base class, which is never released.
///
/// # Safety
/// `base` is a class with the methods that are called here. The GIL is held.
pub(super) unsafe fn set_base(base: *mut PyObject) {
    // SAFETY: by contract.
    unsafe { *BASE.get() = new_ref(base) };
}

/// The method `__dlpack_device__`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
pub(super) unsafe extern "C" fn dlpack_device(this: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: a `Tensor`.
    unsafe {
        let Some(tensor) = tensor_of(this) else {
            return ptr::null_mut();
        };
        let where_ = [
            i64::from(tensor.device.device_type),
            i64::from(tensor.device.device_id as u32),
        ];
        unpack::int_tuple((&raw mut PyTuple_Type).cast(), &where_)
    }
}

/// The method `numpy`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
pub(super) unsafe extern "C" fn to_numpy(this: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: a `Tensor`.
    unsafe {
        if tensor_of(this).is_none() {
            return ptr::null_mut();
        }
        match numpy::array_of(this) {
            Some(array) => array,
            None => call_below(this, c"numpy", &[], 0, ptr::null_mut()),
        }
    }
}

/// The method `torch`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
pub(super) unsafe extern "C" fn to_torch(this: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: a `Tensor`.
    unsafe {
        if tensor_of(this).is_none() {
            return ptr::null_mut();
        }
        match exchange::to_torch(this) {
            Some(tensor) => tensor,
            None => call_below(this, c"torch", &[], 0, ptr::null_mut()),
        }
    }
}

/// `__array__(dtype=None, copy=None)`.
///
/// # Safety
/// Called by CPython with a `Tensor`: `args` points to `count` arguments and the values of the keywords, `keywords` is
/// NULL or a tuple of their names. The GIL is held.
pub(super) unsafe extern "C" fn array(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: Py_ssize_t,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the calling convention: `count` arguments, then the values of the keywords.
    unsafe {
        let total = count as usize
            + if keywords.is_null() {
                0
            } else {
                PyTuple_Size(keywords) as usize
            };
        let all = if total == 0 {
            &[]
        } else {
            std::slice::from_raw_parts(args, total)
        };
        // Without keywords and with no argument but None, the result is the plain array.
        if count <= 2 && total <= 2 && keywords.is_null() && all.iter().all(|&arg| arg == Py_None()) {
            return to_numpy(this, ptr::null_mut());
        }
        call_below(this, c"__array__", all, count as usize, keywords)
    }
}

/// `__dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)`.
///
/// # Safety
/// As for [`array`].
pub(super) unsafe extern "C" fn dlpack(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: Py_ssize_t,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the calling convention: `count` arguments, then the values of the keywords.
    unsafe {
        if tensor_of(this).is_none() {
            return ptr::null_mut();
        }
        let named = if keywords.is_null() {
            0
        } else {
            PyTuple_Size(keywords) as usize
        };
        let total = count as usize + named;
        let all = if total == 0 {
            &[]
        } else {
            std::slice::from_raw_parts(args, total)
        };
        if count == 0
            && let Some(versioned) = wanted(all, keywords)
            && (versioned || !is_read_only(this))
        {
            return capsule::export((*this.cast::<Object>()).handle, versioned);
        }
        call_below(this, c"__dlpack__", all, count as usize, keywords)
    }
}

/// Whether the keywords request a versioned capsule; `None` if they request anything else but the defaults.
///
/// # Safety
/// `keywords` is a tuple of as many names as there are values, or NULL where there are none. The GIL is held.
unsafe fn wanted(values: &[*mut PyObject], keywords: *mut PyObject) -> Option<bool> {
    // SAFETY: as many names as values; living objects.
    unsafe {
        let mut versioned = false;
        for (position, &value) in values.iter().enumerate() {
            if value == Py_None() {
                let name = PyTuple_GetItem(keywords, position as Py_ssize_t);
                let known = [c"copy", c"dl_device", c"max_version", c"stream"];
                if !known.iter().any(|known| is_named(name, known)) {
                    return None;
                }
                continue;
            }
            if !is_named(PyTuple_GetItem(keywords, position as Py_ssize_t), c"max_version")
                || PyTuple_Check(value) == 0
                || PyTuple_Size(value) < 1
            {
                return None;
            }
            let major = PyLong_AsLong(PyTuple_GetItem(value, 0));
            if major == -1 && !PyErr_Occurred().is_null() {
                PyErr_Clear();
                return None;
            }
            versioned = major >= 1;
        }
        Some(versioned)
    }
}

/// Whether a str is equal to a text.
///
/// # Safety
/// `name` is a str. The GIL is held.
unsafe fn is_named(name: *mut PyObject, wanted: &CStr) -> bool {
    // SAFETY: the name of a keyword is a str.
    unsafe {
        let mut size = 0;
        let text = (functions().as_utf8)(name, &raw mut size);
        if text.is_null() {
            PyErr_Clear();
            return false;
        }
        std::slice::from_raw_parts(text.cast::<u8>(), size as usize) == wanted.to_bytes()
    }
}

/// Calls the method of the base class, with `count` positional arguments and then the values of the keywords.
///
/// # Safety
/// `this` and `args` are living objects; `keywords` is NULL or a tuple with the names of the arguments after the first
/// `count`. The GIL is held.
#[cold]
#[inline(never)]
unsafe fn call_below(
    this: *mut PyObject,
    name: &CStr,
    args: &[*mut PyObject],
    count: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: living objects, in the order that vectorcall expects.
    unsafe {
        let Some(method) = Owned::new(PyObject_GetAttrString(*BASE.get(), name.as_ptr())) else {
            return ptr::null_mut();
        };
        let all: Vec<*mut PyObject> = std::iter::once(this).chain(args.iter().copied()).collect();
        (functions().vectorcall)(method.get(), all.as_ptr(), count + 1, keywords)
    }
}
