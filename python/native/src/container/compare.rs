//! Comparison of a container's values with Python objects, without converting each value.
//!
//! Invariant: the result is that of `x is y or x == y` in Python, where x is the converted value.

use std::ffi::c_int;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::*;

use super::{Values, read, values_of};
use crate::layout::layout;
use crate::python::{Owned, functions, new_ref, type_of};

/// The operand that an Array is compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    List,
    Tuple,
    Array,
    /// Any other sequence; both are iterated over by their own methods.
    Any,
}

/// Whether a value is identical or equal to an object: 1 or 0, or -1 with the exception set.
///
/// # Safety
/// `value` is a value of a container that is borrowed, `object` a living object. The GIL is held.
#[inline(always)]
pub(super) unsafe fn same(value: *const TVMLikeValue, object: *mut PyObject) -> c_int {
    // SAFETY: the type index determines the payload.
    unsafe {
        let class = type_of(object);
        // Apart from the others, which the compiler finds by a table.
        if (*value).type_index == TVMLIKE_INT && class == &raw mut PyLong_Type {
            let mut overflow: c_int = 0;
            let number = PyLong_AsLongLongAndOverflow(object, &raw mut overflow);
            return (overflow == 0 && number == (*value).payload.v_int64).into();
        }
        match (*value).type_index {
            TVMLIKE_FLOAT if class == &raw mut PyFloat_Type => {
                (layout().float(object) == (*value).payload.v_float64).into()
            }
            TVMLIKE_NONE if object == Py_None() => 1,
            TVMLIKE_SMALL_STR if class == &raw mut PyUnicode_Type => same_text(value, object),
            _ => {
                // The conversion may run Python code, which may release the object.
                let held = Owned::new(new_ref(object));
                held.zip(Owned::new(read(value))).map_or(-1, |(held, read)| {
                    PyObject_RichCompareBool(read.get(), held.get(), Py_EQ)
                })
            }
        }
    }
}

/// Whether a short text is that of a str.
///
/// # Safety
/// `value` is a short text, `object` a str. The GIL is held.
unsafe fn same_text(value: *const TVMLikeValue, object: *mut PyObject) -> c_int {
    // SAFETY: a short text and a str.
    unsafe {
        let mut size: Py_ssize_t = 0;
        let text = (functions().as_utf8)(object, &raw mut size);
        if text.is_null() {
            // A lone surrogate, which native text cannot contain.
            PyErr_Clear();
            return 0;
        }
        let text = std::slice::from_raw_parts(text.cast::<u8>(), size as usize);
        let bytes = &(*value).payload.v_bytes;
        (&bytes[..((*value).small_len as usize).min(bytes.len())] == text).into()
    }
}

/// Whether two values are identical or equal when converted: 1 or 0, or -1 with the exception set.
///
/// # Safety
/// `left` and `right` are values of containers that are borrowed. The GIL is held.
unsafe fn same_values(left: *const TVMLikeValue, right: *const TVMLikeValue) -> c_int {
    // SAFETY: two values of containers that are borrowed.
    unsafe {
        let (a, b) = (&*left, &*right);
        if a.type_index == b.type_index {
            match a.type_index {
                TVMLIKE_NONE => return 1,
                TVMLIKE_INT | TVMLIKE_BOOL => {
                    return (a.payload.v_int64 == b.payload.v_int64).into();
                }
                TVMLIKE_FLOAT => return (a.payload.v_float64 == b.payload.v_float64).into(),
                // A native object has one Python object.
                TVMLIKE_ARRAY | TVMLIKE_MAP | TVMLIKE_TENSOR | TVMLIKE_DYNAMIC_BEGIN..
                    if a.payload.v_obj == b.payload.v_obj =>
                {
                    return 1;
                }
                _ => {}
            }
        }
        Owned::new(read(right)).map_or(-1, |right| same(left, right.get()))
    }
}

/// Whether an Array has the same items as another sequence: 1 or 0, or -1 with the exception set. If Python code that runs
/// meanwhile makes one of them shorter, the comparison ends there.
///
/// # Safety
/// `array` is an `Array`, `other` an object of the kind; both are borrowed, and the caller owns references to them. The
/// GIL is held.
pub(super) unsafe fn all_same(array: *mut PyObject, other: *mut PyObject, kind: Other) -> c_int {
    let layout = layout();
    // SAFETY: by contract.
    unsafe {
        let size_of_other = || match kind {
            Other::List => Some(layout.list_size(other)),
            Other::Tuple => Some(PyTuple_Size(other)),
            Other::Array => values_of(other).map(|values| values.size),
            Other::Any => Some(PyObject_Size(other)).filter(|&size| size >= 0),
        };
        if kind == Other::Any {
            let sizes = Some(PyObject_Size(array)).filter(|&size| size >= 0);
            let Some(sizes) = sizes.zip(size_of_other()) else {
                return -1;
            };
            return if sizes.0 == sizes.1 {
                iterate(array, other)
            } else {
                0
            };
        }
        let mut position = 0;
        loop {
            let Some((values, size)) = values_of(array).zip(size_of_other()) else {
                return -1;
            };
            if position == 0 && values.size != size {
                return 0;
            }
            if position >= values.size.min(size) {
                return 1;
            }
            let Values { first, .. } = values;
            let value = first.offset(position);
            let status = match kind {
                Other::List => same(value, layout.list_item(other, position)),
                Other::Tuple => same(value, layout.tuple_item(other, position)),
                _ => match values_of(other) {
                    Some(others) => same_values(value, others.first.offset(position)),
                    None => -1,
                },
            };
            if status != 1 {
                return status;
            }
            position += 1;
        }
    }
}

/// The same, by the iterators of both.
///
/// # Safety
/// `array` and `other` are living objects. The GIL is held.
unsafe fn iterate(array: *mut PyObject, other: *mut PyObject) -> c_int {
    // SAFETY: living objects.
    unsafe {
        let iterators = Owned::new(PyObject_GetIter(array));
        let Some((left, right)) = iterators.zip(Owned::new(PyObject_GetIter(other))) else {
            return -1;
        };
        loop {
            let (a, b) = (PyIter_Next(left.get()), ptr::null_mut());
            let b = if a.is_null() { b } else { PyIter_Next(right.get()) };
            let Some((a, b)) = Owned::new(a).zip(Owned::new(b)) else {
                return if PyErr_Occurred().is_null() { 1 } else { -1 };
            };
            match PyObject_RichCompareBool(a.get(), b.get(), Py_EQ) {
                1 => {}
                status => return status,
            }
        }
    }
}
