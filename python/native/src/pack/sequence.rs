//! Conversion of lists and tuples to arrays.
//!
//! Invariant: converting an item may run Python code that changes the list; then the conversion fails, so that no item is
//! missing silently.

use std::ffi::c_int;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::*;

use super::{again_by_hook, pack_owned};
use crate::array::ArrayBuilder;
use crate::call_refs::CallRefs;
use crate::error;
use crate::hooks::hooks;
use crate::layout::{Layout, layout};
use crate::object::{BorrowGuard, Object, is_object};
use crate::python::{decref, new_ref, raise, type_of};
use crate::value::{retain, type_index, write, write_int, write_object};

/// A list or a tuple.
trait Row: Copy {
    /// The current number of items.
    ///
    /// # Safety
    /// The list or tuple is alive. The GIL is held.
    unsafe fn size(self) -> Py_ssize_t;
    /// An item, borrowed.
    ///
    /// # Safety
    /// As for [`Row::size`]; `0 <= position < size`.
    unsafe fn item(self, position: Py_ssize_t) -> *mut PyObject;
}

#[derive(Clone, Copy)]
struct List(*mut PyObject, Layout);

impl Row for List {
    /// # Safety
    /// As for [`Row::size`].
    #[inline(always)]
    unsafe fn size(self) -> Py_ssize_t {
        // SAFETY: a list.
        unsafe { self.1.list_size(self.0) }
    }

    /// # Safety
    /// As for [`Row::item`].
    #[inline(always)]
    unsafe fn item(self, position: Py_ssize_t) -> *mut PyObject {
        // SAFETY: a list with this position.
        unsafe { self.1.list_item(self.0, position) }
    }
}

#[derive(Clone, Copy)]
struct Tuple(*mut PyObject, Layout);

impl Row for Tuple {
    /// # Safety
    /// As for [`Row::size`].
    #[inline(always)]
    unsafe fn size(self) -> Py_ssize_t {
        // SAFETY: a tuple.
        unsafe { PyTuple_Size(self.0) }
    }

    /// # Safety
    /// As for [`Row::item`].
    #[inline(always)]
    unsafe fn item(self, position: Py_ssize_t) -> *mut PyObject {
        // SAFETY: a tuple with this position.
        unsafe { self.1.tuple_item(self.0, position) }
    }
}

/// Writes a list or a tuple as an array that lives for the call.
///
/// # Safety
/// As for [`pack`](super::pack); `value` is a list or a tuple.
pub(super) unsafe fn pack_sequence(
    value: *mut PyObject,
    out: *mut TVMLikeValue,
    refs: &mut CallRefs,
) -> bool {
    // SAFETY: a list or a tuple; the GIL is held.
    unsafe {
        let layout = layout();
        if type_of(value) == &raw mut PyList_Type {
            pack_row(List(value, layout), value, out, refs)
        } else {
            pack_row(Tuple(value, layout), value, out, refs)
        }
    }
}

/// The same for either kind.
///
/// # Safety
/// As for [`pack_sequence`]; `row` is `value`.
#[inline(always)]
unsafe fn pack_row(row: impl Row, value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: `row` is `value`, a list or a tuple.
    unsafe {
        if Py_EnterRecursiveCall(c" while converting a container".as_ptr()) != 0 {
            return false;
        }
        let size = row.size();
        let objects = size > 0 && !native_of(row.item(0)).is_null();
        let array = if objects {
            ArrayBuilder::borrowing(size as usize)
        } else {
            ArrayBuilder::with_capacity(size as usize)
        };
        let made = array.and_then(|mut array| {
            let begun = if objects { borrow(row, size, &mut array) } else { 0 };
            if fill(row, begun, size, &mut array) {
                return Some(array);
            }
            error::with_exception_saved(|| drop(array));
            None
        });
        Py_LeaveRecursiveCall();
        let Some(array) = made else {
            if row.size() != size && PyErr_ExceptionMatches(hooks().refused_class) != 0 {
                // The package would convert the items that are left.
                PyErr_Clear();
                raise(PyExc_RuntimeError, c"list changed during conversion");
                return false;
            }
            return again_by_hook(value, out, refs);
        };
        let array = array.finish();
        refs.push_array(array);
        write_object(out, TVMLIKE_ARRAY, array);
        true
    }
}

/// The native object of a Python object; NULL if it has none.
///
/// # Safety
/// `item` is a living object. The GIL is held.
#[inline(always)]
unsafe fn native_of(item: *mut PyObject) -> TVMLikeObjectHandle {
    // SAFETY: a living object.
    unsafe {
        if is_object(item) {
            (*item.cast::<Object>()).handle
        } else {
            ptr::null_mut()
        }
    }
}

/// Makes an array borrow the objects that a row begins with, and returns their number. If another item follows them, the
/// array takes ownership of them.
///
/// # Safety
/// `array` is an empty [borrowing](ArrayBuilder::borrowing) array with room for `size` values, and `row` has as many
/// items. The GIL is held.
#[inline(always)]
unsafe fn borrow(row: impl Row, size: Py_ssize_t, array: &mut ArrayBuilder) -> Py_ssize_t {
    let mut object_class = ptr::null_mut();
    // SAFETY: there is room for `size` objects; no Python code runs, so the row has its items.
    unsafe {
        for position in 0..size {
            let item = row.item(position);
            let handle = if type_of(item) == object_class {
                (*item.cast::<Object>()).handle
            } else {
                object_class = type_of(item);
                native_of(item)
            };
            if handle.is_null() {
                array.take_ownership();
                return position;
            }
            array.push_borrowed(item, handle);
        }
    }
    size
}

/// Converts the items from a position on; false with the exception set if one has no native form, or the list was changed.
///
/// # Safety
/// `array` has room for `size` values and contains the first `begun` of them. The GIL is held.
#[inline(always)]
unsafe fn fill(row: impl Row, begun: Py_ssize_t, size: Py_ssize_t, array: &mut ArrayBuilder) -> bool {
    let layout = layout();
    let values = array.values();
    // A class whose instances are native objects: the next item probably has the same class.
    let mut object_class = ptr::null_mut();
    // SAFETY: there is room for `size` values. Only `pack_owned` may run Python code, and borrowed items of the list are
    // not used after it.
    unsafe {
        for position in begun..size {
            let item = row.item(position);
            let class = type_of(item);
            // By position: the array would load its size again for each item.
            let out = values.add(position as usize);
            if class == &raw mut PyLong_Type {
                let mut overflow: c_int = 0;
                let number = PyLong_AsLongLongAndOverflow(item, &raw mut overflow);
                if overflow == 0 {
                    write_int(out, number);
                    array.set_size(position as usize + 1);
                    continue;
                }
            } else if class == &raw mut PyFloat_Type {
                let number = layout.float(item);
                write(out, TVMLIKE_FLOAT, TVMLikePayload { v_float64: number });
                array.set_size(position as usize + 1);
                continue;
            } else if class == object_class || is_object(item) {
                object_class = class;
                let handle = (*item.cast::<Object>()).handle;
                if !handle.is_null() {
                    retain(handle);
                    write_object(out, type_index(handle), handle);
                    array.set_size(position as usize + 1);
                    continue;
                }
            }
            if !convert(item, out) {
                return false;
            }
            array.set_size(position as usize + 1);
            // The class may be freed, and another one be at its address.
            object_class = ptr::null_mut();
            if row.size() != size {
                raise(PyExc_RuntimeError, c"list changed during conversion");
                return false;
            }
        }
    }
    true
}

/// Writes an item of any kind as an owned value.
///
/// # Safety
/// `item` is a living object, `out` is valid for writing a value. The GIL is held.
#[inline(never)]
unsafe fn convert(item: *mut PyObject, out: *mut TVMLikeValue) -> bool {
    // SAFETY: the item is alive; the list may drop it meanwhile.
    unsafe {
        let item = new_ref(item);
        let borrow = BorrowGuard::new();
        let packed = pack_owned(item, out);
        drop(borrow);
        decref(item);
        packed
    }
}
