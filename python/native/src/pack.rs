//! Conversion of Python objects to borrowed values.
//!
//! The common types are converted here, by their exact class; the package's converters convert the rest, through the hook
//! `packed`. Both call paths follow the rules in docs/python.md. Invariant: what a written value refers to lives until the
//! `CallRefs` is released or the Python object is freed.

mod dict;
mod sequence;

use std::ffi::{c_char, c_int};

use pyo3_ffi::*;
use tvmlike_abi::*;

use crate::api::{api, borrowed};
use crate::call_refs::CallRefs;
use crate::hooks::hooks;
use crate::object::{Object, is_object};
use crate::python::{Owned, call, functions, new_ref, type_of};
use crate::value::{
    NONE, SMALL_MAX, is_plain, retain, type_index, write, write_bool, write_float, write_int, write_object,
    write_small,
};
use crate::{callback, error, foreign, ndarray, numpy, text};

/// Writes a Python object as a borrowed value; false with the exception set if it has no native form.
///
/// `span` is space that the value may refer to.
///
/// # Safety
/// `value` is a living object, `out` and `span` are valid for writing. The value is used only while `value`, `span` and
/// `refs` live. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn pack(
    value: *mut PyObject,
    out: *mut TVMLikeValue,
    span: *mut TVMLikeByteArray,
    refs: &mut CallRefs,
) -> bool {
    // SAFETY: a living Python object; places for a value and a span.
    unsafe {
        let class = type_of(value);
        if class == &raw mut PyLong_Type {
            let mut overflow: c_int = 0;
            let number = PyLong_AsLongLongAndOverflow(value, &raw mut overflow);
            if overflow == 0 {
                write_int(out, number);
                return true;
            }
            return pack_by_hook(value, out, refs);
        }
        pack_more(value, class, out, span, refs)
    }
}

/// The same for all but ints.
///
/// # Safety
/// As for [`pack`]; `class` is the class of `value`.
unsafe fn pack_more(
    value: *mut PyObject,
    class: *mut PyTypeObject,
    out: *mut TVMLikeValue,
    span: *mut TVMLikeByteArray,
    refs: &mut CallRefs,
) -> bool {
    // SAFETY: as `pack`.
    unsafe {
        if class == &raw mut PyUnicode_Type {
            return pack_text(value, out, refs);
        }
        if class == &raw mut PyFloat_Type {
            let number = PyFloat_AsDouble(value);
            write_float(out, number);
            return true;
        }
        if value == Py_None() {
            *out = NONE;
            return true;
        }
        if class == &raw mut PyBool_Type {
            write_bool(out, value == Py_True());
            return true;
        }
        if is_object(value) {
            let handle = (*value.cast::<Object>()).handle;
            if handle.is_null() {
                return pack_by_hook(value, out, refs);
            }
            write_object(out, type_index(handle), handle);
            return true;
        }
        if ndarray::is_array(class) {
            return pack_array(value, out, refs);
        }
        if class.cast() == hooks().function_type {
            // The hook refuses coroutine functions.
            return if callback::is_coroutine_function(value) {
                pack_by_hook(value, out, refs)
            } else {
                pack_callable(value, out, refs)
            };
        }
        if class == &raw mut PyCFunction_Type {
            return pack_callable(value, out, refs);
        }
        if class == &raw mut PyList_Type || class == &raw mut PyTuple_Type {
            return sequence::pack_sequence(value, out, refs);
        }
        if class == &raw mut PyDict_Type {
            return dict::pack_dict(value, out, refs);
        }
        if class == &raw mut PyBytes_Type {
            return pack_bytes(value, out, span);
        }
        if value == hooks().missing {
            write(out, TVMLIKE_MISSING, TVMLikePayload { v_int64: 0 });
            return true;
        }
        if class.cast() == hooks().by_name_class {
            let number = PyLong_AsLongLong(value);
            write(out, TVMLIKE_MISSING, TVMLikePayload { v_int64: number });
            return number != -1 || PyErr_Occurred().is_null();
        }
        // A member of an IntEnum, for example.
        if PyLong_Check(value) != 0 {
            let mut overflow: c_int = 0;
            let number = PyLong_AsLongLongAndOverflow(value, &raw mut overflow);
            if overflow == 0 {
                write_int(out, number);
                return true;
            }
        }
        if numpy::meet(class) {
            return pack_array(value, out, refs);
        }
        foreign::pack(value, out, refs) || pack_by_hook(value, out, refs)
    }
}

/// Writes a NumPy array.
///
/// # Safety
/// As for [`pack`]; `value` is an instance of the class of arrays.
unsafe fn pack_array(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: an array.
    unsafe {
        let tensor = ndarray::pack(value, out);
        if tensor.is_null() {
            return pack_by_hook(value, out, refs);
        }
        refs.push_tensor(tensor);
        true
    }
}

/// Writes a str.
///
/// # Safety
/// As for [`pack`]; `value` is a str.
unsafe fn pack_text(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: a str; its UTF-8 lives as long as it does.
    unsafe {
        let mut size: Py_ssize_t = 0;
        let text = (functions().as_utf8)(value, &raw mut size);
        if text.is_null() {
            // A lone surrogate, for which the hook raises the error.
            PyErr_Clear();
            return pack_by_hook(value, out, refs);
        }
        let size = size as usize;
        if size <= SMALL_MAX {
            write_small(out, TVMLIKE_SMALL_STR, text.cast(), size);
            return true;
        }
        let borrowed = text::borrow_str(value, text, size);
        refs.push_text(borrowed);
        write_object(out, TVMLIKE_STR, text::handle_of(borrowed));
        true
    }
}

/// Writes a bytes object.
///
/// # Safety
/// As for [`pack`]; `value` is a bytes object.
unsafe fn pack_bytes(value: *mut PyObject, out: *mut TVMLikeValue, span: *mut TVMLikeByteArray) -> bool {
    // SAFETY: a bytes object, whose content does not move; `span` lives as long as the value.
    unsafe {
        let data: *const c_char = PyBytes_AsString(value);
        let size = PyBytes_Size(value) as usize;
        if size <= SMALL_MAX {
            write_small(out, TVMLIKE_SMALL_BYTES, data.cast(), size);
        } else {
            span.write(TVMLikeByteArray { data, size });
            write(out, TVMLIKE_BYTE_ARRAY_PTR, TVMLikePayload { v_ptr: span.cast() });
        }
        true
    }
}

/// Writes a callable as a function object.
///
/// # Safety
/// As for [`pack`]; `value` is callable.
unsafe fn pack_callable(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: a callable object.
    unsafe {
        let function = callback::new_function(value);
        refs.push_native(function);
        write_object(out, TVMLIKE_FUNCTION, function);
        true
    }
}

/// Handles a part of a container that has no native form: for a `Refused`, the hook converts the container again and names
/// the part; any other exception stays as it is.
///
/// # Safety
/// As for [`pack`]; an exception is set.
#[cold]
unsafe fn again_by_hook(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: an exception is set.
    unsafe {
        if PyErr_ExceptionMatches(hooks().refused_class) == 0 {
            return false;
        }
        PyErr_Clear();
        pack_by_hook(value, out, refs)
    }
}

/// Writes any Python object, by the package's converters.
///
/// # Safety
/// As for [`pack`].
#[inline(never)]
unsafe fn pack_by_hook(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: the hook returns (head, payload, list of objects that the value refers to).
    unsafe {
        let Some(packed) = Owned::new(call(hooks().packed, &[value])) else {
            return false;
        };
        let head = PyLong_AsLongLong(PyTuple_GetItem(packed.get(), 0));
        let payload = PyLong_AsLongLong(PyTuple_GetItem(packed.get(), 1));
        if !PyErr_Occurred().is_null() {
            return false;
        }
        refs.push_list(new_ref(PyTuple_GetItem(packed.get(), 2)));
        out.write(TVMLikeValue {
            type_index: head as i32,
            small_len: (head >> 32) as u32,
            payload: TVMLikePayload { v_int64: payload },
        });
        true
    }
}

/// Writes a Python object as an owned value; false with the exception set if it has no native form.
///
/// # Safety
/// `value` is a living object, `out` is valid for writing. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn pack_owned(value: *mut PyObject, out: *mut TVMLikeValue) -> bool {
    // SAFETY: a living Python object, and `out` is valid for writing.
    unsafe {
        if type_of(value) == &raw mut PyLong_Type {
            let mut overflow: c_int = 0;
            let number = PyLong_AsLongLongAndOverflow(value, &raw mut overflow);
            if overflow == 0 {
                write_int(out, number);
                return true;
            }
        } else if type_of(value) == &raw mut PyUnicode_Type {
            let mut size: Py_ssize_t = 0;
            let text = (functions().as_utf8)(value, &raw mut size);
            if !text.is_null() && size as usize <= SMALL_MAX {
                write_small(out, TVMLIKE_SMALL_STR, text.cast(), size as usize);
                return true;
            }
            // The error is that of a borrowed value.
            PyErr_Clear();
        } else if is_object(value) {
            let handle = (*value.cast::<Object>()).handle;
            if !handle.is_null() {
                retain(handle);
                write_object(out, type_index(handle), handle);
                return true;
            }
        }
        pack_more_owned(value, out)
    }
}

/// The same for all but ints.
///
/// # Safety
/// As for [`pack_owned`].
#[inline(never)]
unsafe fn pack_more_owned(value: *mut PyObject, out: *mut TVMLikeValue) -> bool {
    // SAFETY: by contract. `out` contains a borrowed value only until it is converted to an owned one.
    unsafe {
        let mut span = borrowed(&[]);
        let mut refs = CallRefs::new();
        let packed = pack(value, out, &raw mut span, &mut refs);
        if packed && is_plain((*out).type_index) {
            refs.release();
            return true;
        }
        if !packed {
            *out = NONE;
            error::with_exception_saved(|| refs.release());
            return false;
        }
        let borrowed = std::mem::replace(&mut *out, NONE);
        if (api().to_owned)(&borrowed, out) != 0 {
            let error = error::take_raised();
            refs.release();
            error::raise_owned(error);
            return false;
        }
        refs.release();
        true
    }
}
