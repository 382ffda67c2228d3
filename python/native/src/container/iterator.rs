//! Iterators over the items of arrays, and over the keys, values and pairs of maps.
//!
//! Invariant: an iterator owns a reference to the container's Python object until its end. It reads the container's cell
//! again for each item, so a container that was freed meanwhile is an error, as on the ctypes path.

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3_ffi::*;

use super::{END, entries_of, method, read, texts, values_of};
use crate::python::{GilCell, Owned, decref, new_ref, slot, type_of};

/// The items of an iterator.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(super) enum Kind {
    Items,
    ItemsBackwards,
    Keys,
    Values,
    Pairs,
}

#[repr(C)]
struct Iterator {
    base: PyObject,
    /// The container; NULL after the end.
    container: *mut PyObject,
    /// The number of items that were returned.
    position: Py_ssize_t,
    kind: Kind,
}

static TYPE: GilCell<*mut PyTypeObject> = GilCell::new(ptr::null_mut());

/// A new iterator over a container; NULL with the exception set if there is no memory.
///
/// # Safety
/// `container` is an `Array` or a `Map`, as the kind requires. The GIL is held.
pub(super) unsafe fn new(container: *mut PyObject, kind: Kind) -> *mut PyObject {
    // SAFETY: the allocation is zeroed: without a container it is at its end.
    unsafe {
        if (*TYPE.get()).is_null() {
            *TYPE.get() = make_type();
        }
        let class = *TYPE.get();
        if class.is_null() {
            return ptr::null_mut();
        }
        let made = PyType_GenericAlloc(class, 0);
        if !made.is_null() {
            let this = made.cast::<Iterator>();
            (*this).kind = kind;
            (*this).container = new_ref(container);
        }
        made
    }
}

/// The `tp_iternext`.
///
/// # Safety
/// Called by CPython with an [`Iterator`]. The GIL is held.
unsafe extern "C" fn next(iterator: *mut PyObject) -> *mut PyObject {
    let this = iterator.cast::<Iterator>();
    // SAFETY: an iterator. A conversion may run Python code, which may advance this iterator to its end: so the container
    // is owned here too.
    unsafe {
        let container = (*this).container;
        if container.is_null() {
            return ptr::null_mut();
        }
        let position = (*this).position;
        match (*this).kind {
            kind @ (Kind::Items | Kind::ItemsBackwards) => {
                let Some(values) = values_of(container) else {
                    return ptr::null_mut();
                };
                if position >= values.size {
                    return end(this);
                }
                (*this).position = position + 1;
                let at = if kind == Kind::Items {
                    position
                } else {
                    values.size - 1 - position
                };
                let value = values.first.offset(at);
                if let Some(number) = super::read_number(value) {
                    return number;
                }
                let _held = Owned::new(new_ref(container));
                read(value)
            }
            kind => {
                let Some(entries) = entries_of(container) else {
                    return ptr::null_mut();
                };
                if position >= entries.size {
                    return end(this);
                }
                (*this).position = position + 1;
                let entry = entries.first.offset(position);
                if kind == Kind::Keys
                    && let Some(text) = texts::read(&raw const (*entry).key)
                {
                    return text;
                }
                let _held = Owned::new(new_ref(container));
                match kind {
                    Kind::Keys => read(&raw const (*entry).key),
                    Kind::Values => read(&raw const (*entry).value),
                    _ => pair(entry),
                }
            }
        }
    }
}

/// Key and value of an entry.
///
/// # Safety
/// `entry` is an entry of a living map whose Python object the caller keeps. The GIL is held.
unsafe fn pair(entry: *const tvmlike_abi::TVMLikeMapEntry) -> *mut PyObject {
    // SAFETY: by contract; the map is borrowed until both are converted.
    unsafe {
        let _borrow = crate::object::BorrowGuard::new();
        let key = texts::read(&raw const (*entry).key).unwrap_or_else(|| read(&raw const (*entry).key));
        let Some(key) = Owned::new(key) else {
            return ptr::null_mut();
        };
        let Some(value) = Owned::new(read(&raw const (*entry).value)) else {
            return ptr::null_mut();
        };
        let made = PyTuple_New(2);
        if !made.is_null() {
            PyTuple_SetItem(made, 0, new_ref(key.get()));
            PyTuple_SetItem(made, 1, new_ref(value.get()));
        }
        made
    }
}

/// Releases the container. Returns NULL without an exception, which ends the iteration.
///
/// # Safety
/// `this` has a container. The GIL is held.
#[cold]
unsafe fn end(this: *mut Iterator) -> *mut PyObject {
    // SAFETY: an iterator that has a container.
    unsafe { decref(std::mem::replace(&mut (*this).container, ptr::null_mut())) };
    ptr::null_mut()
}

/// The number of items left, so that a list of them is allocated once; the method `__length_hint__`.
///
/// # Safety
/// Called by CPython with an [`Iterator`]. The GIL is held.
unsafe extern "C" fn length_hint(iterator: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    let this = iterator.cast::<Iterator>();
    // SAFETY: an iterator.
    unsafe {
        let container = (*this).container;
        let size = if container.is_null() {
            Some(0)
        } else if matches!((*this).kind, Kind::Items | Kind::ItemsBackwards) {
            values_of(container).map(|values| values.size)
        } else {
            entries_of(container).map(|entries| entries.size)
        };
        size.map_or(ptr::null_mut(), |size| {
            PyLong_FromSsize_t((size - (*this).position).max(0))
        })
    }
}

/// The `tp_dealloc`.
///
/// # Safety
/// Called by CPython: the last reference to `iterator`, an [`Iterator`], is gone. The GIL is held.
unsafe extern "C" fn dealloc(iterator: *mut PyObject) {
    // SAFETY: the last reference is gone.
    unsafe {
        let class = type_of(iterator);
        PyObject_GC_UnTrack(iterator.cast());
        drop(Owned::new((*iterator.cast::<Iterator>()).container));
        PyObject_GC_Del(iterator.cast());
        decref(class.cast());
    }
}

/// The `tp_traverse`.
///
/// # Safety
/// Called by CPython: `iterator` is an [`Iterator`], `visit` and `arg` are the collector's. The GIL is held.
unsafe extern "C" fn traverse(iterator: *mut PyObject, visit: visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: the garbage collector's own protocol.
    unsafe {
        let status = visit(type_of(iterator).cast(), arg);
        let container = (*iterator.cast::<Iterator>()).container;
        if status != 0 || container.is_null() {
            return status;
        }
        visit(container, arg)
    }
}

/// The `tp_clear`.
///
/// # Safety
/// Called by CPython with an [`Iterator`]. The GIL is held.
unsafe extern "C" fn clear(iterator: *mut PyObject) -> c_int {
    let this = iterator.cast::<Iterator>();
    // SAFETY: the iterator is in an unreachable cycle.
    unsafe {
        drop(Owned::new(std::mem::replace(
            &mut (*this).container,
            ptr::null_mut(),
        )));
    }
    0
}

/// Makes the type; NULL with the exception set on failure.
///
/// # Safety
/// The GIL is held.
unsafe fn make_type() -> *mut PyTypeObject {
    // The type, which is never freed, refers to the list.
    let methods = Box::leak(Box::new([
        method(
            c"__length_hint__",
            PyMethodDefPointer {
                PyCFunction: length_hint,
            },
            METH_NOARGS,
            c"The number of items left.",
        ),
        END,
    ]));
    let mut slots = [
        slot(Py_tp_dealloc, dealloc as *mut c_void),
        slot(Py_tp_traverse, traverse as *mut c_void),
        slot(Py_tp_clear, clear as *mut c_void),
        slot(Py_tp_iter, PyObject_SelfIter as *mut c_void),
        slot(Py_tp_iternext, next as *mut c_void),
        slot(Py_tp_methods, methods.as_mut_ptr().cast()),
        slot(0, ptr::null_mut()),
    ];
    let mut spec = PyType_Spec {
        name: c"tvmlike._native.ContainerIterator".as_ptr(),
        basicsize: size_of::<Iterator>() as c_int,
        itemsize: 0,
        flags: (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC) as u32,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a complete spec.
    unsafe { PyType_FromSpec(&raw mut spec).cast() }
}
