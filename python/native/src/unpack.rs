//! Conversion of native values to Python objects.
//!
//! Owned values are consumed, also on failure; borrowed ones (the arguments of a callback) are copied or retained. The
//! package's readers convert rare types.

use std::ptr;
use std::sync::atomic::Ordering;

use pyo3_ffi::*;
use tvmlike_abi::*;

use crate::api::api;
use crate::hooks::hooks;
use crate::object::wrap;
use crate::python::{Owned, call, new_ref};
use crate::value::NEW_COUNTS;
use crate::{callback, text};

/// The Python object for an owned value, as a new reference; NULL with the exception set on failure.
///
/// # Safety
/// `value` is valid, and the caller transfers ownership of it. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn read_owned(value: &TVMLikeValue) -> *mut PyObject {
    // SAFETY: an owned value, whose type index determines its payload.
    unsafe {
        match value.type_index {
            TVMLIKE_NONE => new_ref(Py_None()),
            TVMLIKE_INT => PyLong_FromLongLong(value.payload.v_int64),
            _ => read_more(value),
        }
    }
}

/// Whether objects of a type become an `ObjectBase` in Python, and not one of Python's own types.
pub(crate) fn is_wrapped(type_index: i32) -> bool {
    !matches!(
        type_index,
        TVMLIKE_STR
            | TVMLIKE_BYTES
            | TVMLIKE_OPAQUE_PY_OBJECT
            | TVMLIKE_FUNCTION
            | TVMLIKE_SHAPE
            | TVMLIKE_ERROR
    )
}

/// The same for values that are not None or an int.
///
/// # Safety
/// As for [`read_owned`].
unsafe fn read_more(value: &TVMLikeValue) -> *mut PyObject {
    // SAFETY: as `read_owned`.
    unsafe {
        if let Some(plain) = read_plain(value) {
            return plain;
        }
        if value.type_index < TVMLIKE_OBJECT {
            return read_by_hook(value);
        }
        let object = value.payload.v_obj;
        if object.is_null() {
            return new_ref(Py_None());
        }
        match value.type_index {
            TVMLIKE_STR => {
                let text = read_text(object);
                free_text(object);
                text
            }
            TVMLIKE_BYTES => {
                let bytes = read_bytes(object);
                (api().free)(object.cast());
                bytes
            }
            TVMLIKE_OPAQUE_PY_OBJECT => {
                let carried = read_opaque(object);
                (api().free)(object.cast());
                carried
            }
            TVMLIKE_FUNCTION => {
                let callable = callback::callable_of(object);
                if callable.is_null() {
                    return wrap(object);
                }
                new_ref(callable);
                (api().free)(object.cast());
                callable
            }
            TVMLIKE_SHAPE => {
                let shape = read_shape(object);
                (api().free)(object.cast());
                shape
            }
            TVMLIKE_ERROR => read_by_hook(value),
            _ => wrap(object),
        }
    }
}

/// Converts a value without references: a number or a short text. `None` for every other value.
///
/// # Safety
/// `value` is valid. The GIL is held.
#[inline(always)]
unsafe fn read_plain(value: &TVMLikeValue) -> Option<*mut PyObject> {
    // SAFETY: the type index determines the payload.
    unsafe {
        Some(match value.type_index {
            TVMLIKE_NONE => new_ref(Py_None()),
            TVMLIKE_INT => PyLong_FromLongLong(value.payload.v_int64),
            TVMLIKE_FLOAT => PyFloat_FromDouble(value.payload.v_float64),
            TVMLIKE_BOOL => new_ref(if value.payload.v_int64 != 0 {
                Py_True()
            } else {
                Py_False()
            }),
            TVMLIKE_SMALL_STR => {
                let text = &value.payload.v_bytes;
                let size = (value.small_len as usize).min(text.len());
                PyUnicode_DecodeUTF8(text.as_ptr().cast(), size as Py_ssize_t, ptr::null())
            }
            TVMLIKE_SMALL_BYTES => {
                let bytes = &value.payload.v_bytes;
                let size = (value.small_len as usize).min(bytes.len());
                PyBytes_FromStringAndSize(bytes.as_ptr().cast(), size as Py_ssize_t)
            }
            _ => return None,
        })
    }
}

/// Releases a strong reference to a string. A string without other references is deleted here: its deleter only frees
/// memory, so it does not need the library's handling of long chains of objects.
///
/// # Safety
/// The caller transfers ownership of a strong reference to `object`, a string object. The GIL is held.
#[inline(always)]
unsafe fn free_text(object: TVMLikeObjectHandle) {
    // SAFETY: an owned reference to a string object. Acquire: uses by former owners happen before the deletion.
    unsafe {
        match (*object).deleter {
            Some(delete) if (*object).counts.load(Ordering::Acquire) == NEW_COUNTS => {
                delete(object.cast(), TVMLIKE_DELETE_STRONG | TVMLIKE_DELETE_WEAK);
            }
            _ => {
                (api().free)(object.cast());
            }
        }
    }
}

/// The text of a string or byte string object.
///
/// # Safety
/// `object` is such an object, and outlives the result.
unsafe fn text_cell<'a>(object: TVMLikeObjectHandle) -> &'a TVMLikeByteArray {
    // SAFETY: a string or byte string object has its cell after the header.
    unsafe { &*object.add(1).cast::<TVMLikeByteArray>() }
}

/// A str for a string object.
///
/// # Safety
/// `object` is a living string object. The GIL is held.
unsafe fn read_text(object: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: a string object.
    unsafe {
        let borrowed = text::str_of(object);
        if !borrowed.is_null() {
            return new_ref(borrowed);
        }
        let cell = text_cell(object);
        PyUnicode_DecodeUTF8(cell.data, cell.size as Py_ssize_t, ptr::null())
    }
}

/// A bytes object for a byte string object.
///
/// # Safety
/// `object` is a living byte string object. The GIL is held.
unsafe fn read_bytes(object: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: a byte string object.
    unsafe {
        let cell = text_cell(object);
        PyBytes_FromStringAndSize(cell.data, cell.size as Py_ssize_t)
    }
}

/// The Python object in an opaque object.
///
/// # Safety
/// `object` is a living object of the type of opaque Python objects. The GIL is held.
unsafe fn read_opaque(object: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: an opaque object whose handle is a Python object or NULL.
    unsafe {
        let carried = (*object.add(1).cast::<TVMLikeOpaqueCell>()).handle;
        new_ref(if carried.is_null() {
            Py_None()
        } else {
            carried.cast()
        })
    }
}

/// A `Shape` for a shape object.
///
/// # Safety
/// `object` is a living shape object. The GIL is held.
unsafe fn read_shape(object: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: a shape object: `size` numbers can be read at `data`.
    unsafe {
        let cell = &*object.add(1).cast::<TVMLikeShapeCell>();
        let numbers = if cell.size == 0 {
            &[]
        } else {
            std::slice::from_raw_parts(cell.data, cell.size)
        };
        int_tuple(hooks().shape_class, numbers)
    }
}

/// A tuple of ints, of a class.
///
/// # Safety
/// `class` is `tuple` or a subclass without fields of its own. The GIL is held.
pub(crate) unsafe fn int_tuple(class: *mut PyObject, numbers: &[i64]) -> *mut PyObject {
    // SAFETY: an instance of such a subclass is filled as a tuple is.
    unsafe {
        let count = numbers.len() as Py_ssize_t;
        let made = if class == (&raw mut PyTuple_Type).cast() {
            PyTuple_New(count)
        } else {
            PyType_GenericAlloc(class.cast(), count)
        };
        let Some(made) = Owned::new(made) else {
            return ptr::null_mut();
        };
        for (position, &number) in numbers.iter().enumerate() {
            let number = PyLong_FromLongLong(number);
            if number.is_null() || PyTuple_SetItem(made.get(), position as Py_ssize_t, number) != 0 {
                return ptr::null_mut();
            }
        }
        made.into_raw()
    }
}

/// Reads an owned value by the package's readers.
///
/// # Safety
/// As for [`read_owned`].
unsafe fn read_by_hook(value: &TVMLikeValue) -> *mut PyObject {
    // SAFETY: the hook consumes the value.
    unsafe {
        let head = i64::from(value.type_index) | i64::from(value.small_len) << 32;
        let (Some(head), Some(payload)) = (
            Owned::new(PyLong_FromLongLong(head)),
            Owned::new(PyLong_FromLongLong(value.payload.v_int64)),
        ) else {
            return ptr::null_mut();
        };
        call(hooks().read_owned, &[head.get(), payload.get()])
    }
}

/// The Python object for a borrowed value, as a new reference; NULL with the exception set on failure.
///
/// # Safety
/// `value` is valid, and what it refers to lives until this returns. The GIL is held.
#[inline]
pub(crate) unsafe fn read_borrowed(value: &TVMLikeValue) -> *mut PyObject {
    // SAFETY: a valid value, whose type index determines its payload.
    unsafe {
        if let Some(plain) = read_plain(value) {
            return plain;
        }
        if value.type_index >= TVMLIKE_OBJECT {
            let object = value.payload.v_obj;
            if object.is_null() {
                return new_ref(Py_None());
            }
            match value.type_index {
                TVMLIKE_STR => return read_text(object),
                TVMLIKE_BYTES => return read_bytes(object),
                TVMLIKE_OPAQUE_PY_OBJECT => return read_opaque(object),
                TVMLIKE_SHAPE => return read_shape(object),
                TVMLIKE_FUNCTION => {
                    let callable = callback::callable_of(object);
                    if !callable.is_null() {
                        return new_ref(callable);
                    }
                }
                _ => {}
            }
            if value.type_index != TVMLIKE_ERROR {
                (api().retain)(object.cast());
                return wrap(object);
            }
        }
        let word = (&raw const *value as usize >> 3) as i64;
        let Some(word) = Owned::new(PyLong_FromLongLong(word)) else {
            return ptr::null_mut();
        };
        call(hooks().read_borrowed, &[word.get()])
    }
}
