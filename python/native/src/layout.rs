//! Reads lists, tuples and floats by their memory layout, if a check at import finds the layout that it expects.
//!
//! The limited API reads an item by a function call, which takes as long as the rest of its conversion. CPython has laid
//! these structs out alike from 3.9 on. Invariant: an offset is read only if [`Layout::load`] has found there the value
//! that it stored; otherwise the functions of the limited API are called.

use std::ffi::c_int;

use pyo3_ffi::*;

use crate::python::{GilCell, Owned};

/// The layouts that the check has confirmed.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Whether a list has its size at [`SIZE`] and a pointer to its items at [`LIST_ITEMS`].
    lists: bool,
    /// The offset of the items of a tuple; 0 if it is unknown.
    tuple_items: usize,
    /// Whether a float has its value at [`FLOAT_VALUE`].
    floats: bool,
}

/// The offset of the size in objects that have one.
const SIZE: usize = 16;
const LIST_ITEMS: usize = 24;
const FLOAT_VALUE: usize = 16;

static LAYOUT: GilCell<Layout> = GilCell::new(Layout {
    lists: false,
    tuple_items: 0,
    floats: false,
});

/// The result of the check at import.
#[inline(always)]
pub(crate) fn layout() -> Layout {
    // SAFETY: set while the module is created, with the GIL held; not changed later.
    unsafe { *LAYOUT.get() }
}

/// The word `offset` bytes into an object.
///
/// # Safety
/// A `T` is readable `offset` bytes into `object`.
#[inline(always)]
unsafe fn at<T: Copy>(object: *mut PyObject, offset: usize) -> T {
    // SAFETY: by contract a `T` can be read there.
    unsafe { object.cast::<u8>().add(offset).cast::<T>().read() }
}

/// The fixed size of a type's instances, or 0.
///
/// # Safety
/// `class` is a type. The GIL is held.
unsafe fn basic_size(class: *mut PyTypeObject) -> usize {
    // SAFETY: a type has the attribute.
    unsafe {
        let size = Owned::new(PyObject_GetAttrString(class.cast(), c"__basicsize__".as_ptr()));
        let size = size.map_or(0, |size| PyLong_AsSize_t(size.get()));
        PyErr_Clear();
        size
    }
}

impl Layout {
    /// Checks the layouts of a list, a tuple and a float.
    ///
    /// # Safety
    /// The GIL is held, and no exception is set.
    pub(crate) unsafe fn load() {
        // SAFETY: all reads lie within the objects, by the sizes that their types report.
        unsafe {
            let found = Self {
                lists: basic_size(&raw mut PyList_Type) == 40 && lists_are_known(),
                tuple_items: known_tuple_items(basic_size(&raw mut PyTuple_Type)),
                floats: basic_size(&raw mut PyFloat_Type) == 24 && floats_are_known(),
            };
            PyErr_Clear();
            *LAYOUT.get() = found;
        }
    }

    /// The size of a list.
    ///
    /// # Safety
    /// A list or an instance of a subclass.
    #[inline(always)]
    pub(crate) unsafe fn list_size(self, list: *mut PyObject) -> Py_ssize_t {
        // SAFETY: the layout is the known one.
        unsafe {
            if self.lists {
                at(list, SIZE)
            } else {
                PyList_Size(list)
            }
        }
    }

    /// An item of a list, borrowed.
    ///
    /// # Safety
    /// As above; `0 <= position < size`.
    #[inline(always)]
    pub(crate) unsafe fn list_item(self, list: *mut PyObject, position: Py_ssize_t) -> *mut PyObject {
        // SAFETY: the layout is the known one.
        unsafe {
            if self.lists {
                let items: *const *mut PyObject = at(list, LIST_ITEMS);
                *items.offset(position)
            } else {
                PyList_GetItem(list, position)
            }
        }
    }

    /// An item of a tuple, borrowed.
    ///
    /// # Safety
    /// A tuple or an instance of a subclass; `0 <= position < size`.
    #[inline(always)]
    pub(crate) unsafe fn tuple_item(self, tuple: *mut PyObject, position: Py_ssize_t) -> *mut PyObject {
        // SAFETY: the layout is the known one.
        unsafe {
            if self.tuple_items == 0 {
                PyTuple_GetItem(tuple, position)
            } else {
                at(
                    tuple,
                    self.tuple_items + position as usize * size_of::<*mut PyObject>(),
                )
            }
        }
    }

    /// The value of a float.
    ///
    /// # Safety
    /// A float or an instance of a subclass.
    #[inline(always)]
    pub(crate) unsafe fn float(self, float: *mut PyObject) -> f64 {
        // SAFETY: the layout is the known one.
        unsafe {
            if self.floats {
                at(float, FLOAT_VALUE)
            } else {
                PyFloat_AsDouble(float)
            }
        }
    }
}

/// Whether lists have the expected layout.
///
/// # Safety
/// Lists are 40 bytes long. The GIL is held.
unsafe fn lists_are_known() -> bool {
    // SAFETY: a list of 40 bytes. A word is dereferenced only if it looks like an address: it is aligned, and larger than
    // a count would be.
    unsafe {
        let Some(list) = Owned::new(PyList_New(0)) else {
            return false;
        };
        let items = [Py_None(), Py_True(), Py_None()];
        if items.iter().any(|&item| PyList_Append(list.get(), item) != 0) {
            return false;
        }
        let place: *const *mut PyObject = at(list.get(), LIST_ITEMS);
        at::<Py_ssize_t>(list.get(), SIZE) == items.len() as Py_ssize_t
            && place.is_aligned()
            && place as usize > 4096
            && (0..items.len()).all(|position| *place.add(position) == items[position])
    }
}

/// The offset of the items of a tuple: they follow the fixed part. 0 if they do not.
///
/// # Safety
/// Tuples have a fixed part of `fixed` bytes. The GIL is held.
unsafe fn known_tuple_items(fixed: usize) -> usize {
    if !matches!(fixed, 24 | 32) {
        return 0;
    }
    let count: c_int = 2;
    // SAFETY: a tuple of two has the fixed part and two pointers after it.
    unsafe {
        let Some(tuple) = Owned::new(PyTuple_Pack(count as Py_ssize_t, Py_None(), Py_True())) else {
            return 0;
        };
        let (first, second): (*mut PyObject, *mut PyObject) = at(tuple.get(), fixed);
        if first == Py_None() && second == Py_True() {
            fixed
        } else {
            0
        }
    }
}

/// Whether floats have the expected layout.
///
/// # Safety
/// Floats are 24 bytes long. The GIL is held.
unsafe fn floats_are_known() -> bool {
    const VALUE: f64 = -1.000_000_059_604_645;
    // SAFETY: a float of 24 bytes.
    unsafe {
        let float = Owned::new(PyFloat_FromDouble(VALUE));
        float.is_some_and(|float| at::<f64>(float.get(), FLOAT_VALUE) == VALUE)
    }
}
