//! Iterators over the items of arrays and the parts of maps.
//!
//! Invariant: an iterator holds the container's Python object until it has come to the end; it looks at the container anew
//! for each item, so one that was freed meanwhile is an error, as on the ctypes path.

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3_ffi::*;

use super::{END, entries_of, method, read, texts, values_of};
use crate::python::{GilCell, Owned, decref, new_ref, slot, type_of};

/// What an iterator gives.
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
    /// The container; NULL behind the end.
    container: *mut PyObject,
    /// How many items were given.
    position: Py_ssize_t,
    kind: Kind,
}

static TYPE: GilCell<*mut PyTypeObject> = GilCell::new(ptr::null_mut());

/// A new iterator over a container; NULL with the exception set where there is no memory, or the container was freed.
///
/// # Safety
/// An `Array` or a `Map`, by the kind; the lock is held.
pub(super) unsafe fn new(container: *mut PyObject, kind: Kind) -> *mut PyObject {
    // SAFETY: what is allocated is zeroed: it has come to its end until it gets its container.
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
    // SAFETY: an iterator; reading may run Python code, which cannot take the container away while it is held here, unless
    // it goes on with this very iterator: so it is held once more.
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
    // SAFETY: an entry of a map that is held; it is lent until both are read.
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

/// Gives the container up; NULL without an exception, which is the end.
///
/// # Safety
/// `this` has a container. The GIL is held.
#[cold]
unsafe fn end(this: *mut Iterator) -> *mut PyObject {
    // SAFETY: an iterator that has a container.
    unsafe { decref(std::mem::replace(&mut (*this).container, ptr::null_mut())) };
    ptr::null_mut()
}

/// How many items are left, so that a list of them is allocated once.
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
    // SAFETY: the iterator is in a cycle that nothing reaches.
    unsafe {
        drop(Owned::new(std::mem::replace(
            &mut (*this).container,
            ptr::null_mut(),
        )));
    }
    0
}

/// Makes the type; NULL with the exception set where it fails.
///
/// # Safety
/// The GIL is held.
unsafe fn make_type() -> *mut PyTypeObject {
    // The list lives as long as the type, that is, for ever.
    let methods = Box::leak(Box::new([
        method(
            c"__length_hint__",
            PyMethodDefPointer {
                PyCFunction: length_hint,
            },
            METH_NOARGS,
            c"How many items are left.",
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
