//! The native type below `Map`: a mapping over a map's cell.
//!
//! Invariant: a key is found as on the ctypes path: by the map's own function, which finds objects by identity; if that
//! fails for an object, by comparing it with each key.

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLIKE_OBJECT, TVMLIKE_STR};

use super::compare::same;
use super::iterator::{self, Kind};
use super::{END, cell_of_map, entries_of, has_slot, method, read, read_number};
use crate::api::borrowed;
use crate::call_refs::CallRefs;
use crate::error;
use crate::hooks::hooks;
use crate::object::BorrowGuard;
use crate::pack::pack;
use crate::python::{GilCell, Owned, call, new_ref, raise, slot, type_of};
use crate::value::NONE;

static TYPE: GilCell<*mut PyTypeObject> = GilCell::new(ptr::null_mut());

/// The `mp_length`; -1 with the exception set where the map was freed.
///
/// # Safety
/// Called by CPython with a `Map`. The GIL is held.
unsafe extern "C" fn length(map: *mut PyObject) -> Py_ssize_t {
    // SAFETY: a `Map`.
    unsafe { entries_of(map).map_or(-1, |entries| entries.size) }
}

/// The position of a key; -1 if there is none, -2 with the exception set if the lookup fails.
///
/// # Safety
/// `map` is a `Map`, `key` a living object; the caller keeps both alive. The GIL is held.
unsafe fn find(map: *mut PyObject, key: *mut PyObject) -> Py_ssize_t {
    let (mut value, mut span, mut refs) = (NONE, borrowed(&[]), CallRefs::new());
    // SAFETY: a `Map` and a living object. Converting the key may run Python code that frees the map.
    unsafe {
        let borrow = BorrowGuard::new();
        if entries_of(map).is_none() {
            return -2;
        }
        if !pack(key, &raw mut value, &raw mut span, &mut refs) {
            error::with_exception_saved(|| refs.release());
            drop(borrow);
            if PyErr_ExceptionMatches(hooks().refused_class) == 0 {
                return -2;
            }
            // An object without a native form is not a key.
            PyErr_Clear();
            return -1;
        }
        let Some(entries) = entries_of(map) else {
            error::with_exception_saved(|| refs.release());
            return -2;
        };
        let position = match (*cell_of_map(entries.handle)).find {
            Some(find) => find(entries.handle, &raw const value) as Py_ssize_t,
            None => -1,
        };
        refs.release();
        if (0..entries.size).contains(&position) {
            position
        } else if value.type_index >= TVMLIKE_OBJECT && value.type_index != TVMLIKE_STR {
            find_equal(map, key)
        } else {
            -1
        }
    }
}

/// The position of the first key that is equal to an object in Python, as [`find`] returns it.
///
/// # Safety
/// `map` is a `Map` that is borrowed, `wanted` a living object; the caller keeps both alive. The GIL is held.
#[cold]
unsafe fn find_equal(map: *mut PyObject, wanted: *mut PyObject) -> Py_ssize_t {
    let mut position = 0;
    // SAFETY: a `Map` that is borrowed, and a living object. A comparison may run Python code.
    unsafe {
        loop {
            let Some(entries) = entries_of(map) else { return -2 };
            if position >= entries.size {
                return -1;
            }
            match same(&raw const (*entries.first.offset(position)).key, wanted) {
                0 => position += 1,
                1 => return position,
                _ => return -2,
            }
        }
    }
}

/// The value at a position that [`find`] has returned.
///
/// # Safety
/// `map` is a `Map`, `position` is not negative. The GIL is held.
#[inline(always)]
unsafe fn value_at(map: *mut PyObject, position: Py_ssize_t) -> *mut PyObject {
    // SAFETY: a `Map`; the position is checked, because code that ran meanwhile may have changed the handle.
    unsafe {
        match entries_of(map) {
            Some(entries) if position < entries.size => {
                let value = &raw const (*entries.first.offset(position)).value;
                read_number(value).unwrap_or_else(|| read(value))
            }
            Some(_) => raise(PyExc_RuntimeError, c"Map changed during the lookup"),
            None => ptr::null_mut(),
        }
    }
}

/// The `mp_subscript`.
///
/// # Safety
/// Called by CPython with a `Map` and a living object. The GIL is held.
unsafe extern "C" fn subscript(map: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    // SAFETY: a `Map` and a living object.
    unsafe {
        match find(map, key) {
            -2 => ptr::null_mut(),
            -1 => {
                // Created first: `PyErr_SetObject` would unpack a tuple into the arguments of the exception.
                if let Some(error) = Owned::new(call(PyExc_KeyError, &[key])) {
                    PyErr_SetObject(PyExc_KeyError, error.get());
                }
                ptr::null_mut()
            }
            position => value_at(map, position),
        }
    }
}

/// The `sq_contains`.
///
/// # Safety
/// Called by CPython with a `Map` and a living object. The GIL is held.
unsafe extern "C" fn contains(map: *mut PyObject, key: *mut PyObject) -> c_int {
    // SAFETY: a `Map` and a living object.
    unsafe {
        match find(map, key) {
            -2 => -1,
            -1 => 0,
            _ => 1,
        }
    }
}

/// The method `get`.
///
/// # Safety
/// Called by CPython with a `Map`, a tuple, and NULL or a dict. The GIL is held.
unsafe extern "C" fn get(map: *mut PyObject, args: *mut PyObject, keywords: *mut PyObject) -> *mut PyObject {
    // SAFETY: a `Map`, a tuple, and NULL or a dict.
    unsafe {
        let count = PyTuple_Size(args);
        let by_position = (1..=2).contains(&count) && (keywords.is_null() || PyDict_Size(keywords) == 0);
        // A subclass may have its own method for reading an item.
        if !by_position || !has_slot(type_of(map), Py_mp_subscript, subscript as *mut c_void) {
            return super::call_mixin(c"Mapping", c"get", map, args, keywords);
        }
        match find(map, PyTuple_GetItem(args, 0)) {
            -2 => ptr::null_mut(),
            -1 if count == 2 => new_ref(PyTuple_GetItem(args, 1)),
            -1 => new_ref(Py_None()),
            position => value_at(map, position),
        }
    }
}

/// The `tp_iter`.
///
/// # Safety
/// Called by CPython with a `Map`. The GIL is held.
unsafe extern "C" fn iter(map: *mut PyObject) -> *mut PyObject {
    // SAFETY: a `Map`.
    unsafe { iterator::new(map, Kind::Keys) }
}

/// An iterator over a map, for the views of the package.
///
/// # Safety
/// `map` is a living object. The GIL is held.
unsafe fn iterate(map: *mut PyObject, kind: Kind) -> *mut PyObject {
    // SAFETY: a living object; the type is made while the package is imported.
    unsafe {
        if PyType_IsSubtype(type_of(map), *TYPE.get()) == 0 {
            return raise(PyExc_TypeError, c"expected a Map");
        }
        iterator::new(map, kind)
    }
}

/// `map_values(map)`: an iterator over the values.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn values(_: *mut PyObject, map: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe { iterate(map, Kind::Values) }
}

/// `map_items(map)`: an iterator over the pairs.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn items(_: *mut PyObject, map: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe { iterate(map, Kind::Pairs) }
}

/// `make_map_type(base)`: makes the type below `Map`, with a base that both call paths share.
///
/// # Safety
/// Called by CPython. The package passes a class that inherits from `ObjectBase` and adds no fields. The GIL is held.
pub(crate) unsafe extern "C" fn make_map_type(_: *mut PyObject, base: *mut PyObject) -> *mut PyObject {
    // The type, which is never freed, refers to the list.
    let methods = Box::leak(Box::new([
        method(
            c"get",
            PyMethodDefPointer {
                PyCFunctionWithKeywords: get,
            },
            METH_VARARGS | METH_KEYWORDS,
            c"get($self, key, default=None)\n--\n\nThe value for a key, or the default.",
        ),
        END,
    ]));
    let slots = [
        slot(Py_sq_contains, contains as *mut c_void),
        slot(Py_mp_length, length as *mut c_void),
        slot(Py_mp_subscript, subscript as *mut c_void),
        slot(Py_tp_iter, iter as *mut c_void),
        slot(Py_tp_methods, methods.as_mut_ptr().cast()),
    ];
    // SAFETY: the package passes `Object`.
    unsafe {
        let made = super::make_type(base, c"tvmlike.container.MapBase", &slots);
        if !made.is_null() {
            *TYPE.get() = new_ref(made).cast();
        }
        made
    }
}
