//! The native type below `Array`: a sequence over an array's cell.
//!
//! Invariant: a method that reads all items uses the methods of a subclass if it has its own for reading them, as the
//! methods of `collections.abc.Sequence` do on the ctypes path.

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLIKE_OBJECT, TVMLikeValue};

use super::compare::{Other, same};
use super::iterator::{self, Kind};
use super::{END, call_mixin, call_mixin_with, has_slot, method, read, read_number, values_of};
use crate::array::ArrayBuilder;
use crate::hooks::hooks;
use crate::object::{self, BorrowGuard};
use crate::python::{GilCell, Owned, decref, new_ref, raise, slot, type_of};
use crate::value::retain;

static TYPE: GilCell<*mut PyTypeObject> = GilCell::new(ptr::null_mut());

/// Whether a Python object is an `Array`.
///
/// # Safety
/// `object` is a living object. The GIL is held.
unsafe fn is_array(object: *mut PyObject) -> bool {
    // SAFETY: a living object; the type is made while the package is imported.
    unsafe { PyType_IsSubtype(type_of(object), *TYPE.get()) != 0 }
}

/// Whether the class reads items by the native methods.
///
/// # Safety
/// `array` is an `Array`. The GIL is held.
unsafe fn is_plain(array: *mut PyObject) -> bool {
    // SAFETY: an `Array`.
    unsafe {
        let class = type_of(array);
        has_slot(class, Py_tp_iter, iter as *mut c_void)
            && has_slot(class, Py_mp_subscript, subscript as *mut c_void)
            && has_slot(class, Py_sq_length, length as *mut c_void)
    }
}

/// The `sq_length`; -1 with the exception set where the array was freed.
///
/// # Safety
/// Called by CPython with an `Array`. The GIL is held.
unsafe extern "C" fn length(array: *mut PyObject) -> Py_ssize_t {
    // SAFETY: an `Array`.
    unsafe { values_of(array).map_or(-1, |values| values.size) }
}

/// The item at a position that may be negative.
///
/// # Safety
/// `array` is an `Array`. The GIL is held.
#[inline(always)]
unsafe fn item_at(array: *mut PyObject, position: Py_ssize_t) -> *mut PyObject {
    // SAFETY: an `Array`.
    unsafe {
        let Some(values) = values_of(array) else {
            return ptr::null_mut();
        };
        let at = if position < 0 {
            position + values.size
        } else {
            position
        };
        if at < 0 || at >= values.size {
            PyErr_Format(
                PyExc_IndexError,
                c"index %zd is out of range for an Array of %zd items".as_ptr(),
                position,
                values.size,
            );
            return ptr::null_mut();
        }
        let value = values.first.offset(at);
        // Converting a number runs no Python code, so nothing needs to be borrowed.
        read_number(value).unwrap_or_else(|| read(value))
    }
}

/// The item at a position; the interpreter has added the size to a negative one.
///
/// # Safety
/// Called by CPython as the `sq_item` with an `Array`. The GIL is held.
unsafe extern "C" fn item(array: *mut PyObject, position: Py_ssize_t) -> *mut PyObject {
    // SAFETY: an `Array`.
    unsafe {
        if position < 0 {
            return raise(PyExc_IndexError, c"index is out of range for an Array");
        }
        item_at(array, position)
    }
}

/// The `mp_subscript`.
///
/// # Safety
/// Called by CPython with an `Array` and a living object. The GIL is held.
unsafe extern "C" fn subscript(array: *mut PyObject, index: *mut PyObject) -> *mut PyObject {
    // SAFETY: an `Array` and a living object.
    unsafe {
        if type_of(index) == &raw mut PySlice_Type {
            return slice(array, index);
        }
        if type_of(index) == &raw mut PyLong_Type {
            return item_at_int(array, index);
        }
        match Owned::new(PyNumber_Index(index)) {
            Some(index) => item_at_int(array, index.get()),
            None => ptr::null_mut(),
        }
    }
}

/// The item at a position that an int states.
///
/// # Safety
/// `array` is an `Array`, `index` an int. The GIL is held.
#[inline(always)]
unsafe fn item_at_int(array: *mut PyObject, index: *mut PyObject) -> *mut PyObject {
    // SAFETY: an `Array` and an int.
    unsafe {
        let position = PyLong_AsSsize_t(index);
        if position != -1 || PyErr_Occurred().is_null() {
            return item_at(array, position);
        }
        PyErr_Clear();
        if let Some(values) = values_of(array) {
            PyErr_Format(
                PyExc_IndexError,
                c"index %S is out of range for an Array of %zd items".as_ptr(),
                index,
                values.size,
            );
        }
        ptr::null_mut()
    }
}

/// A new Array of the items that a slice selects.
///
/// # Safety
/// `array` is an `Array`, `index` a slice. The GIL is held.
unsafe fn slice(array: *mut PyObject, index: *mut PyObject) -> *mut PyObject {
    let (mut start, mut stop, mut step) = (0, 0, 0);
    // SAFETY: an `Array` and a slice, whose members may run Python code; the values are read after that.
    unsafe {
        if PySlice_Unpack(index, &raw mut start, &raw mut stop, &raw mut step) < 0 {
            return ptr::null_mut();
        }
        let Some(values) = values_of(array) else {
            return ptr::null_mut();
        };
        let count = PySlice_AdjustIndices(values.size, &raw mut start, &raw mut stop, step);
        let Some(mut made) = ArrayBuilder::with_capacity(count as usize) else {
            return ptr::null_mut();
        };
        let mut at = start;
        for position in 0..count as usize {
            let value: TVMLikeValue = *values.first.offset(at);
            if value.type_index >= TVMLIKE_OBJECT && !value.payload.v_obj.is_null() {
                retain(value.payload.v_obj);
            }
            made.values().add(position).write(value);
            made.set_size(position + 1);
            // After the last item the position may be out of range.
            at = at.wrapping_add(step);
        }
        object::make(hooks().array_class.cast(), made.finish())
    }
}

/// The `tp_iter`.
///
/// # Safety
/// Called by CPython with an `Array`. The GIL is held.
unsafe extern "C" fn iter(array: *mut PyObject) -> *mut PyObject {
    // SAFETY: an `Array`.
    unsafe { iterator::new(array, Kind::Items) }
}

/// The method `__reversed__`.
///
/// # Safety
/// Called by CPython with an `Array`. The GIL is held.
unsafe extern "C" fn reversed(array: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: an `Array`.
    unsafe {
        if is_plain(array) {
            return iterator::new(array, Kind::ItemsBackwards);
        }
        match Owned::new(PyTuple_New(0)) {
            Some(none) => call_mixin(c"Sequence", c"__reversed__", array, none.get(), ptr::null_mut()),
            None => ptr::null_mut(),
        }
    }
}

/// The first position from `start` on whose item is `wanted` or equal to it; -1 if there is none, -2 with the exception
/// set if a comparison fails.
///
/// # Safety
/// `array` is an `Array`, `wanted` a living object; the caller keeps both alive. The GIL is held.
unsafe fn find(array: *mut PyObject, wanted: *mut PyObject, start: Py_ssize_t) -> Py_ssize_t {
    let mut position = start;
    // SAFETY: an `Array` and a living object. A comparison may run Python code, so the values are read again each time,
    // and the container is borrowed.
    unsafe {
        let _borrow = BorrowGuard::new();
        loop {
            let Some(values) = values_of(array) else { return -2 };
            if position >= values.size {
                return -1;
            }
            match same(values.first.offset(position), wanted) {
                0 => position += 1,
                1 => return position,
                _ => return -2,
            }
        }
    }
}

/// The `sq_contains`.
///
/// # Safety
/// Called by CPython with an `Array` and a living object. The GIL is held.
unsafe extern "C" fn contains(array: *mut PyObject, wanted: *mut PyObject) -> c_int {
    // SAFETY: an `Array` and a living object.
    unsafe {
        if !is_plain(array) {
            let Some(found) = Owned::new(call_mixin_with(c"Sequence", c"__contains__", array, wanted)) else {
                return -1;
            };
            return PyObject_IsTrue(found.get());
        }
        match find(array, wanted, 0) {
            -2 => -1,
            -1 => 0,
            _ => 1,
        }
    }
}

/// The method `count`.
///
/// # Safety
/// Called by CPython with an `Array` and a living object. The GIL is held.
unsafe extern "C" fn count(array: *mut PyObject, wanted: *mut PyObject) -> *mut PyObject {
    // SAFETY: an `Array` and a living object.
    unsafe {
        if !is_plain(array) {
            return call_mixin_with(c"Sequence", c"count", array, wanted);
        }
        let (mut found, mut position) = (0, 0);
        loop {
            match find(array, wanted, position) {
                -2 => return ptr::null_mut(),
                -1 => return PyLong_FromSsize_t(found),
                at => {
                    found += 1;
                    position = at + 1;
                }
            }
        }
    }
}

/// The method `index`.
///
/// # Safety
/// Called by CPython with an `Array`, a tuple, and NULL or a dict. The GIL is held.
unsafe extern "C" fn index(
    array: *mut PyObject,
    args: *mut PyObject,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: an `Array`, a tuple, and NULL or a dict.
    unsafe {
        let one_argument = PyTuple_Size(args) == 1 && (keywords.is_null() || PyDict_Size(keywords) == 0);
        if !one_argument || !is_plain(array) {
            return call_mixin(c"Sequence", c"index", array, args, keywords);
        }
        match find(array, PyTuple_GetItem(args, 0), 0) {
            -2 => ptr::null_mut(),
            -1 => {
                PyErr_SetNone(PyExc_ValueError);
                ptr::null_mut()
            }
            position => PyLong_FromSsize_t(position),
        }
    }
}

/// The `tp_richcompare`.
///
/// # Safety
/// Called by CPython with an `Array` and a living object. The GIL is held.
unsafe extern "C" fn compare(array: *mut PyObject, other: *mut PyObject, operation: c_int) -> *mut PyObject {
    // SAFETY: an `Array` and a living object.
    unsafe {
        if operation == Py_EQ {
            return equal(array, other);
        }
        if operation != Py_NE {
            return new_ref(Py_NotImplemented());
        }
        // The opposite of ==, for which a subclass may have its own method.
        let slot = PyType_GetSlot(type_of(array), Py_tp_richcompare);
        let result = if slot == compare as *mut c_void {
            equal(array, other)
        } else {
            let function: richcmpfunc = std::mem::transmute::<*mut c_void, richcmpfunc>(slot);
            function(array, other, Py_EQ)
        };
        if result.is_null() || result == Py_NotImplemented() {
            return result;
        }
        let truth = PyObject_IsTrue(result);
        decref(result);
        match truth {
            -1 => ptr::null_mut(),
            truth => PyBool_FromLong((truth == 0).into()),
        }
    }
}

/// Whether an Array has the same items as another one, a list or a tuple.
///
/// # Safety
/// `array` is an `Array`, `other` a living object. The GIL is held.
unsafe fn equal(array: *mut PyObject, other: *mut PyObject) -> *mut PyObject {
    // SAFETY: an `Array` and a living object.
    unsafe {
        let class = type_of(other);
        let is_array = is_array(other);
        let kind = if !is_plain(array) {
            Other::Any
        } else if class == &raw mut PyList_Type {
            Other::List
        } else if class == &raw mut PyTuple_Type {
            Other::Tuple
        } else if is_array && is_plain(other) {
            Other::Array
        } else {
            Other::Any
        };
        if !is_array && PyList_Check(other) == 0 && PyTuple_Check(other) == 0 {
            return new_ref(Py_NotImplemented());
        }
        let _borrow = BorrowGuard::new();
        match super::compare::all_same(array, other, kind) {
            -1 => ptr::null_mut(),
            same => PyBool_FromLong(same.into()),
        }
    }
}

/// The hash of a tuple of the items.
///
/// # Safety
/// Called by CPython as the `tp_hash` with an `Array`. The GIL is held.
unsafe extern "C" fn hash(array: *mut PyObject) -> Py_hash_t {
    // SAFETY: an `Array`.
    unsafe { Owned::new(PySequence_Tuple(array)).map_or(-1, |tuple| PyObject_Hash(tuple.get())) }
}

/// `make_array_type(base)`: makes the type below `Array`, with a base that both call paths share.
///
/// # Safety
/// Called by CPython. The package passes a class that inherits from `ObjectBase` and adds no fields. The GIL is held.
pub(crate) unsafe extern "C" fn make_array_type(_: *mut PyObject, base: *mut PyObject) -> *mut PyObject {
    // The type, which is never freed, refers to the list.
    let methods = Box::leak(Box::new([
        method(
            c"__reversed__",
            PyMethodDefPointer { PyCFunction: reversed },
            METH_NOARGS,
            c"An iterator over the items in reverse order.",
        ),
        method(
            c"count",
            PyMethodDefPointer { PyCFunction: count },
            METH_O,
            c"count($self, value, /)\n--\n\nThe number of items that are equal to a value.",
        ),
        method(
            c"index",
            PyMethodDefPointer {
                PyCFunctionWithKeywords: index,
            },
            METH_VARARGS | METH_KEYWORDS,
            c"index($self, value, start=0, stop=None)\n--\n\nThe first position of a value. Raises ValueError if there is none.",
        ),
        END,
    ]));
    let slots = [
        slot(Py_sq_length, length as *mut c_void),
        slot(Py_sq_item, item as *mut c_void),
        slot(Py_sq_contains, contains as *mut c_void),
        slot(Py_mp_length, length as *mut c_void),
        slot(Py_mp_subscript, subscript as *mut c_void),
        slot(Py_tp_iter, iter as *mut c_void),
        slot(Py_tp_richcompare, compare as *mut c_void),
        slot(Py_tp_hash, hash as *mut c_void),
        slot(Py_tp_methods, methods.as_mut_ptr().cast()),
    ];
    // SAFETY: the package passes `Object`.
    unsafe {
        let made = super::make_type(base, c"tvmlike.container.ArrayBase", &slots);
        if !made.is_null() {
            *TYPE.get() = new_ref(made).cast();
        }
        made
    }
}
