//! Items of objects that are sequences: by index, by slice, and by iteration.
//!
//! Invariants: no Python code runs for an item, unless a subclass or the item itself has some. As for lists, an iterator
//! ends when its index reaches the present length; an exception before that is an error, also an IndexError.

use std::ffi::{c_int, c_void};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLikeByteArray, TVMLikeValue};

use super::call;
use super::{Function, function_type};
use crate::call_refs::CallRefs;
use crate::object::{BorrowGuard, object_type};
use crate::pack;
use crate::python::{GilCell, Owned, Vectorcall, decref, new_ref, slot, take_exception, type_of};
use crate::value::write_int;

/// `__getitem__(object, index or slice)`.
///
/// # Safety
/// As for [`call::vectorcall`].
pub(super) unsafe extern "C" fn get_item(
    method: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the vectorcall protocol.
    unsafe {
        if call::count_of(count_and_flag) != 2 || !keywords.is_null() {
            return call::vectorcall::<false>(method, args, count_and_flag, keywords);
        }
        let (object, key) = (*args, *args.add(1));
        if PyIndex_Check(key) != 0 {
            let index = PyNumber_AsSsize_t(key, PyExc_IndexError);
            if index == -1 && !PyErr_Occurred().is_null() {
                return ptr::null_mut();
            }
            return item(method, object, index);
        }
        if PySlice_Check(key) != 0 {
            return slice(method, object, key);
        }
        raise_bad_key(object, key)
    }
}

/// One item; the index may count from the end.
///
/// # Safety
/// `method` is a `PackedFunc`, `object` a living object; the caller keeps both alive. The GIL is held.
unsafe fn item(method: *mut PyObject, object: *mut PyObject, index: Py_ssize_t) -> *mut PyObject {
    let mut values = [const { MaybeUninit::<TVMLikeValue>::uninit() }; 2];
    let mut span = MaybeUninit::<TVMLikeByteArray>::uninit();
    // Released by the call, or below.
    let mut refs = ManuallyDrop::new(CallRefs::new());
    // SAFETY: room for two values; the caller keeps method and object alive.
    unsafe {
        let _borrow = BorrowGuard::new();
        let first: *mut TVMLikeValue = values.as_mut_ptr().cast();
        if !pack::pack(object, first, span.as_mut_ptr(), &mut refs) {
            let reason = Owned::new(take_exception());
            refs.release();
            return call::raise_refused(method, 0, reason);
        }
        write_int(first.add(1), index as i64);
        call::run(method, first, 2, Some(&mut refs), call::read_result::<true>)
    }
}

/// The items of a slice: what the object's `__slice__` makes of start, count and step, or else a list.
///
/// # Safety
/// As for [`item`]; `key` is a slice.
unsafe fn slice(method: *mut PyObject, object: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    let (mut start, mut stop, mut step) = (0, 0, 0);
    // SAFETY: a slice, and an object with a length.
    unsafe {
        if PySlice_Unpack(key, &raw mut start, &raw mut stop, &raw mut step) != 0 {
            return ptr::null_mut();
        }
        let len = PyObject_Size(object);
        if len < 0 {
            return ptr::null_mut();
        }
        let count = PySlice_AdjustIndices(len, &raw mut start, &raw mut stop, step);
        if let Some(part) = Owned::new(PyObject_GetAttrString(
            type_of(object).cast(),
            c"__slice__".as_ptr(),
        )) {
            return PyObject_CallFunction(part.get(), c"Onnn".as_ptr(), object, start, count, step);
        }
        PyErr_Clear();
        let Some(items) = Owned::new(PyList_New(0)) else {
            return ptr::null_mut();
        };
        for at in 0..count {
            let Some(one) = Owned::new(item(method, object, start + at * step)) else {
                return ptr::null_mut();
            };
            if PyList_Append(items.get(), one.get()) != 0 {
                return ptr::null_mut();
            }
        }
        new_ref(items.get())
    }
}

/// Raises TypeError for a key that is not an index or a slice.
///
/// # Safety
/// `object` and `key` are living objects. The GIL is held.
#[cold]
#[inline(never)]
unsafe fn raise_bad_key(object: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    // SAFETY: classes have names.
    unsafe {
        let name =
            |of: *mut PyObject| Owned::new(PyObject_GetAttrString(type_of(of).cast(), c"__name__".as_ptr()));
        if let (Some(class), Some(given)) = (name(object), name(key)) {
            PyErr_Format(
                PyExc_TypeError,
                c"%U indices must be integers or slices, not %U".as_ptr(),
                class.get(),
                given.get(),
            );
        }
        ptr::null_mut()
    }
}

/// An iterator over a sequence.
#[repr(C)]
struct Items {
    base: PyObject,
    /// The sequence; NULL at the end.
    object: *mut PyObject,
    /// Its `__getitem__`, if that is a [`PackedFunc`](super::function_type) called by [`get_item`]; else NULL.
    method: *mut PyObject,
    index: Py_ssize_t,
    /// The length when it was read last.
    len: Py_ssize_t,
}

static ITEMS_TYPE: GilCell<*mut PyTypeObject> = GilCell::new(ptr::null_mut());

/// `make_sequence_iter()`: a method `__iter__` for classes whose objects are sequences.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn make_sequence_iter(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    let mut slots = [
        slot(Py_tp_dealloc, dealloc as *mut c_void),
        slot(Py_tp_traverse, traverse as *mut c_void),
        slot(Py_tp_clear, clear as *mut c_void),
        slot(Py_tp_iter, PyObject_SelfIter as *mut c_void),
        slot(Py_tp_iternext, next as *mut c_void),
        slot(0, ptr::null_mut()),
    ];
    let mut spec = PyType_Spec {
        name: c"tvmlike._native.SequenceIterator".as_ptr(),
        basicsize: size_of::<Items>() as c_int,
        itemsize: 0,
        flags: (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC) as u32,
        slots: slots.as_mut_ptr(),
    };
    // The method, which is never freed, refers to the definition.
    let definition = Box::leak(Box::new(PyMethodDef {
        ml_name: c"__iter__".as_ptr(),
        ml_meth: PyMethodDefPointer { PyCFunction: iterate },
        ml_flags: METH_NOARGS,
        ml_doc: c"Implement iter(self).".as_ptr(),
    }));
    // SAFETY: a complete spec, and a definition that is never freed.
    unsafe {
        let made = PyType_FromSpec(&raw mut spec);
        if made.is_null() {
            return made;
        }
        *ITEMS_TYPE.get() = made.cast();
        PyDescr_NewMethod(object_type(), definition)
    }
}

/// The method `__iter__`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
unsafe extern "C" fn iterate(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object; the allocation is zeroed.
    unsafe {
        let class: *mut PyObject = type_of(object).cast();
        let Some(method) = Owned::new(PyObject_GetAttrString(class, c"__getitem__".as_ptr())) else {
            return ptr::null_mut();
        };
        let len = PyObject_Size(object);
        if len < 0 {
            return ptr::null_mut();
        }
        let made = PyType_GenericAlloc(*ITEMS_TYPE.get(), 0);
        if made.is_null() {
            return made;
        }
        let items = made.cast::<Items>();
        (*items).object = new_ref(object);
        let is_ours = PyType_IsSubtype(type_of(method.get()), function_type()) != 0
            && (*method.get().cast::<Function>()).vectorcall as usize == get_item as Vectorcall as usize;
        if is_ours {
            (*items).method = new_ref(method.get());
        }
        (*items).len = len;
        made
    }
}

/// The `tp_iternext`.
///
/// # Safety
/// Called by CPython with an [`Items`]. The GIL is held.
unsafe extern "C" fn next(iterator: *mut PyObject) -> *mut PyObject {
    let items = iterator.cast::<Items>();
    // SAFETY: an iterator. The sequence is owned here while its code runs, which may advance this iterator.
    unsafe {
        if (*items).object.is_null() {
            return ptr::null_mut();
        }
        let index = (*items).index;
        let Some(object) = Owned::new(new_ref((*items).object)) else {
            return ptr::null_mut();
        };
        if index >= (*items).len {
            (*items).len = PyObject_Size(object.get());
            if index >= (*items).len {
                if (*items).len >= 0 {
                    clear(iterator);
                }
                return ptr::null_mut();
            }
        }
        let found = if (*items).method.is_null() {
            PySequence_GetItem(object.get(), index)
        } else {
            let method = Owned::new(new_ref((*items).method));
            item(
                method.as_ref().map_or(ptr::null_mut(), Owned::get),
                object.get(),
                index,
            )
        };
        if !found.is_null() {
            (*items).index = index + 1;
            return found;
        }
        if PyErr_ExceptionMatches(PyExc_IndexError) != 0 {
            // The sequence may have become shorter meanwhile.
            let raised = Owned::new(take_exception());
            let len = PyObject_Size(object.get());
            if len >= 0 && index >= len {
                clear(iterator);
            } else if len >= 0
                && let Some(raised) = &raised
            {
                crate::error::raise_exception(raised);
            }
        }
        ptr::null_mut()
    }
}

/// The `tp_traverse`.
///
/// # Safety
/// Called by CPython: `iterator` is an [`Items`], `visit` and `arg` are the collector's. The GIL is held.
unsafe extern "C" fn traverse(iterator: *mut PyObject, visit: visitproc, arg: *mut c_void) -> c_int {
    let items = iterator.cast::<Items>();
    // SAFETY: the garbage collector's own protocol. An object of a heap type visits its type.
    unsafe {
        for child in [type_of(iterator).cast(), (*items).object, (*items).method] {
            if !child.is_null() {
                let status = visit(child, arg);
                if status != 0 {
                    return status;
                }
            }
        }
    }
    0
}

/// The `tp_clear`.
///
/// # Safety
/// Called by CPython with an [`Items`]. The GIL is held.
unsafe extern "C" fn clear(iterator: *mut PyObject) -> c_int {
    let items = iterator.cast::<Items>();
    // SAFETY: an iterator; each field is NULL before foreign code runs.
    unsafe {
        drop(Owned::new(std::mem::replace(
            &mut (*items).object,
            ptr::null_mut(),
        )));
        drop(Owned::new(std::mem::replace(
            &mut (*items).method,
            ptr::null_mut(),
        )));
    }
    0
}

/// The `tp_dealloc`.
///
/// # Safety
/// Called by CPython: the last reference to `iterator`, an [`Items`], is gone. The GIL is held.
unsafe extern "C" fn dealloc(iterator: *mut PyObject) {
    // SAFETY: the last reference is gone.
    unsafe {
        let class = type_of(iterator);
        PyObject_GC_UnTrack(iterator.cast());
        clear(iterator);
        PyObject_GC_Del(iterator.cast());
        decref(class.cast());
    }
}
