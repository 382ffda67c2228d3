//! From Python objects to borrowed values.
//!
//! The exact types that calls are full of are converted here; everything else by the package's converters, through the
//! hook `packed`. The rules are those of docs/python.md on both paths. Invariant: a value that was written refers to
//! nothing that ends before the `Keep` is released or the Python object it was made from goes.

pub(crate) mod array;
mod dict;
mod map;
mod sequence;

use std::ffi::{c_char, c_int};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::*;

use crate::api::{api, borrowed};
use crate::hooks::hooks;
use crate::keep::Keep;
use crate::object::{Object, is_object, type_index};
use crate::python::{Owned, call, functions, new_ref, type_of};
use crate::unpack::NONE;
use crate::{callback, error, foreign, ndarray, text};

/// The longest text, in bytes, that lies in the value itself.
pub(crate) const SMALL_MAX: usize = 7;

#[inline(always)]
unsafe fn put(out: *mut TVMLikeValue, index: i32, payload: TVMLikePayload) {
    // SAFETY: `out` is a place for a value.
    unsafe {
        out.write(TVMLikeValue {
            type_index: index,
            small_len: 0,
            payload,
        });
    }
}

/// Puts an integer.
#[inline(always)]
pub(crate) unsafe fn put_int(out: *mut TVMLikeValue, value: i64) {
    // SAFETY: by contract.
    unsafe { put(out, TVMLIKE_INT, TVMLikePayload { v_int64: value }) }
}

/// Puts a float.
#[inline(always)]
pub(crate) unsafe fn put_float(out: *mut TVMLikeValue, value: f64) {
    // SAFETY: by contract.
    unsafe { put(out, TVMLIKE_FLOAT, TVMLikePayload { v_float64: value }) }
}

/// Puts a bool.
#[inline(always)]
pub(crate) unsafe fn put_bool(out: *mut TVMLikeValue, value: bool) {
    let payload = TVMLikePayload {
        v_int64: value.into(),
    };
    // SAFETY: by contract.
    unsafe { put(out, TVMLIKE_BOOL, payload) }
}

/// Puts an object.
#[inline(always)]
pub(crate) unsafe fn put_object(out: *mut TVMLikeValue, index: i32, object: TVMLikeObjectHandle) {
    // SAFETY: by contract.
    unsafe { put(out, index, TVMLikePayload { v_obj: object }) }
}

/// Puts text or bytes of up to 7 bytes.
#[inline(always)]
unsafe fn put_small(out: *mut TVMLikeValue, index: i32, data: *const u8, size: usize) {
    let mut payload = [0; 8];
    // SAFETY: `size` is at most 7.
    unsafe {
        ptr::copy_nonoverlapping(data, payload.as_mut_ptr(), size);
        out.write(TVMLikeValue {
            type_index: index,
            small_len: size as u32,
            payload: TVMLikePayload { v_bytes: payload },
        });
    }
}

/// Writes a Python object as a borrowed value; false with the exception set where it has none.
///
/// `span` is room that the value may refer to.
#[inline(always)]
pub(crate) unsafe fn pack(
    value: *mut PyObject,
    out: *mut TVMLikeValue,
    span: *mut TVMLikeByteArray,
    keep: &mut Keep,
) -> bool {
    // SAFETY: a living Python object; places for a value and a span.
    unsafe {
        let class = type_of(value);
        if class == &raw mut PyLong_Type {
            let mut overflow: c_int = 0;
            let number = PyLong_AsLongLongAndOverflow(value, &raw mut overflow);
            if overflow == 0 {
                put_int(out, number);
                return true;
            }
            return pack_by_hook(value, out, keep);
        }
        pack_more(value, class, out, span, keep)
    }
}

unsafe fn pack_more(
    value: *mut PyObject,
    class: *mut PyTypeObject,
    out: *mut TVMLikeValue,
    span: *mut TVMLikeByteArray,
    keep: &mut Keep,
) -> bool {
    // SAFETY: as `pack`.
    unsafe {
        if class == &raw mut PyUnicode_Type {
            return pack_text(value, out, keep);
        }
        if class == &raw mut PyFloat_Type {
            let number = PyFloat_AsDouble(value);
            put_float(out, number);
            return true;
        }
        if value == Py_None() {
            *out = NONE;
            return true;
        }
        if class == &raw mut PyBool_Type {
            put_bool(out, value == Py_True());
            return true;
        }
        if is_object(value) {
            let handle = (*value.cast::<Object>()).handle;
            if handle.is_null() {
                return pack_by_hook(value, out, keep);
            }
            put_object(out, type_index(handle), handle);
            return true;
        }
        if ndarray::is_array(class) {
            return ndarray::pack(value, out, keep) || pack_by_hook(value, out, keep);
        }
        if class.cast() == hooks().function_type || class == &raw mut PyCFunction_Type {
            return pack_callable(value, out, keep);
        }
        if class == &raw mut PyList_Type || class == &raw mut PyTuple_Type {
            return sequence::pack_sequence(value, out, keep);
        }
        if class == &raw mut PyDict_Type {
            return dict::pack_dict(value, out, keep);
        }
        if class == &raw mut PyBytes_Type {
            return pack_bytes(value, out, span);
        }
        if value == hooks().missing {
            put(out, TVMLIKE_MISSING, TVMLikePayload { v_int64: 0 });
            return true;
        }
        if class.cast() == hooks().by_name_class {
            let number = PyLong_AsLongLong(value);
            put(out, TVMLIKE_MISSING, TVMLikePayload { v_int64: number });
            return number != -1 || PyErr_Occurred().is_null();
        }
        // A member of an enumeration, say.
        if PyLong_Check(value) != 0 {
            let mut overflow: c_int = 0;
            let number = PyLong_AsLongLongAndOverflow(value, &raw mut overflow);
            if overflow == 0 {
                put_int(out, number);
                return true;
            }
        }
        foreign::pack(value, out, keep) || pack_by_hook(value, out, keep)
    }
}

unsafe fn pack_text(value: *mut PyObject, out: *mut TVMLikeValue, keep: &mut Keep) -> bool {
    // SAFETY: a str; its UTF-8 form lives as long as it does.
    unsafe {
        let mut size: Py_ssize_t = 0;
        let text = (functions().as_utf8)(value, &raw mut size);
        if text.is_null() {
            // A lone surrogate: the hook says so in its own words.
            PyErr_Clear();
            return pack_by_hook(value, out, keep);
        }
        let size = size as usize;
        if size <= SMALL_MAX {
            put_small(out, TVMLIKE_SMALL_STR, text.cast(), size);
            return true;
        }
        text::lend(value, text, size, out, keep);
        true
    }
}

unsafe fn pack_bytes(value: *mut PyObject, out: *mut TVMLikeValue, span: *mut TVMLikeByteArray) -> bool {
    // SAFETY: a bytes object, whose content does not move; `span` lives as long as the value.
    unsafe {
        let data: *const c_char = PyBytes_AsString(value);
        let size = PyBytes_Size(value) as usize;
        if size <= SMALL_MAX {
            put_small(out, TVMLIKE_SMALL_BYTES, data.cast(), size);
        } else {
            span.write(TVMLikeByteArray { data, size });
            put(out, TVMLIKE_BYTE_ARRAY_PTR, TVMLikePayload { v_ptr: span.cast() });
        }
        true
    }
}

unsafe fn pack_callable(value: *mut PyObject, out: *mut TVMLikeValue, keep: &mut Keep) -> bool {
    // SAFETY: a callable object.
    unsafe {
        let function = callback::new_function(value);
        if function.is_null() {
            return false;
        }
        keep.native(function);
        put_object(out, TVMLIKE_FUNCTION, function);
        true
    }
}

/// A part of a container has no native form. Where that is a `Refused`, the hook converts the container again and
/// names the part; what user code raised is passed on as it is.
#[cold]
unsafe fn again_by_hook(value: *mut PyObject, out: *mut TVMLikeValue, keep: &mut Keep) -> bool {
    // SAFETY: an exception is set.
    unsafe {
        if PyErr_ExceptionMatches(hooks().refused_class) == 0 {
            return false;
        }
        PyErr_Clear();
        pack_by_hook(value, out, keep)
    }
}

/// Any Python object, by the package's converters.
#[inline(never)]
unsafe fn pack_by_hook(value: *mut PyObject, out: *mut TVMLikeValue, keep: &mut Keep) -> bool {
    // SAFETY: the hook gives (head, payload, list of what the value needs).
    unsafe {
        let Some(packed) = Owned::new(call(hooks().packed, &[value])) else {
            return false;
        };
        let head = PyLong_AsLongLong(PyTuple_GetItem(packed.get(), 0));
        let payload = PyLong_AsLongLong(PyTuple_GetItem(packed.get(), 1));
        if !PyErr_Occurred().is_null() {
            return false;
        }
        keep.list(new_ref(PyTuple_GetItem(packed.get(), 2)));
        out.write(TVMLikeValue {
            type_index: head as i32,
            small_len: (head >> 32) as u32,
            payload: TVMLikePayload { v_int64: payload },
        });
        true
    }
}

/// Writes a Python object as an owned value; false with the exception set where it has none.
#[inline(always)]
pub(crate) unsafe fn pack_owned(value: *mut PyObject, out: *mut TVMLikeValue) -> bool {
    // SAFETY: a living Python object, and a place that holds no value.
    unsafe {
        if type_of(value) == &raw mut PyLong_Type {
            let mut overflow: c_int = 0;
            let number = PyLong_AsLongLongAndOverflow(value, &raw mut overflow);
            if overflow == 0 {
                put_int(out, number);
                return true;
            }
        }
        pack_more_owned(value, out)
    }
}

#[inline(never)]
unsafe fn pack_more_owned(value: *mut PyObject, out: *mut TVMLikeValue) -> bool {
    // SAFETY: a living Python object, and a place that holds no value. A borrowed value stands in it only for a moment.
    unsafe {
        let mut span = borrowed(&[]);
        let mut keep = Keep::new();
        let packed = pack(value, out, &raw mut span, &mut keep);
        if packed && is_plain((*out).type_index) {
            keep.release();
            return true;
        }
        if !packed {
            *out = NONE;
            error::set_aside(|| keep.release());
            return false;
        }
        let lent = std::mem::replace(&mut *out, NONE);
        if (api().to_owned)(&lent, out) != 0 {
            let error = error::take();
            keep.release();
            error::raise_owned(error);
            return false;
        }
        keep.release();
        true
    }
}

/// Whether a value of a kind refers to nothing.
#[inline(always)]
fn is_plain(index: i32) -> bool {
    matches!(
        index,
        TVMLIKE_NONE
            | TVMLIKE_INT
            | TVMLIKE_BOOL
            | TVMLIKE_FLOAT
            | TVMLIKE_OPAQUE_PTR
            | TVMLIKE_DATA_TYPE
            | TVMLIKE_DEVICE
            | TVMLIKE_SMALL_STR
            | TVMLIKE_SMALL_BYTES
    )
}
