//! Slots for `hash(o)`, `repr(o)`, `next(o)` and `o[i]` of automatic classes, which call the method without a lookup by
//! name and without Python's call protocol.
//!
//! If `__hash__` of a class is an object, CPython sets `tp_hash` to a function that looks the object up at each call.
//! Here the slots get functions that find the method in the class's own dict. Invariant: such a function has the effect
//! of CPython's. CPython restores its own function when the attribute or the bases of the class are assigned; subclasses
//! made by Python code get CPython's.

use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::mem::ManuallyDrop;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLIKE_INT, TVMLIKE_REGISTER_KEYWORD_ONLY, TVMLikeValue};

use super::subtype::is_member;
use super::type_fields::{DICT, HASH, ITERNEXT, MAPPING, REPR, SUBSCRIPT, field};
use super::{Function, call};
use crate::call_refs::CallRefs;
use crate::object::{BorrowGuard, Object};
use crate::python::{GilCell, Owned, new_ref, raise, type_of};
use crate::unpack::read_owned;
use crate::value::{NONE, type_index, write_object};

/// The methods' names, interned; NULL until the first class is changed.
static HASH_NAME: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());
static REPR_NAME: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());
static ITEM_NAME: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());
static NEXT_NAME: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());

/// An interned str, made at the first call; NULL with the exception set if there is no memory.
///
/// # Safety
/// The GIL is held.
unsafe fn interned(name: &'static GilCell<*mut PyObject>, text: &CStr) -> *mut PyObject {
    // SAFETY: the GIL is held; no Python code runs.
    unsafe {
        if (*name.get()).is_null() {
            *name.get() = PyUnicode_InternFromString(text.as_ptr());
        }
        *name.get()
    }
}

/// Sets the slots of a class for its own methods. An exception may be set afterwards, which the caller must clear.
///
/// # Safety
/// `class` inherits from `ObjectBase`, and its dict is at [`DICT`]. The GIL is held.
pub(super) unsafe fn install(class: *mut PyTypeObject) {
    // SAFETY: by contract. `PyType_GetSlot` confirms that each slot is at its expected offset.
    unsafe {
        let is_slot = |place: *const c_void, number| {
            !place.is_null() && {
                let found = PyType_GetSlot(class, number).cast_const();
                !found.is_null() && *place.cast::<*const c_void>() == found
            }
        };
        let names = [
            interned(&HASH_NAME, c"__hash__"),
            interned(&REPR_NAME, c"__repr__"),
            interned(&ITEM_NAME, c"__getitem__"),
            interned(&NEXT_NAME, c"__next__"),
        ];
        if names.contains(&ptr::null_mut()) {
            return;
        }
        let place = field::<hashfunc>(class, HASH);
        if is_slot(place.cast(), Py_tp_hash) && own_method(class, names[0]).is_some_and(|own| is_plain(own)) {
            *place = hash;
        }
        let place = field::<reprfunc>(class, REPR);
        if is_slot(place.cast(), Py_tp_repr) && own_method(class, names[1]).is_some_and(|own| is_plain(own)) {
            *place = repr;
        }
        let place = field::<iternextfunc>(class, ITERNEXT);
        if is_slot(place.cast(), Py_tp_iternext)
            && own_method(class, names[3]).is_some_and(|own| is_plain(own))
        {
            *place = next;
        }
        let mapping = *field::<*mut binaryfunc>(class, MAPPING);
        if !mapping.is_null()
            && is_slot(mapping.add(SUBSCRIPT).cast(), Py_mp_subscript)
            && own_method(class, names[2]).is_some()
        {
            *mapping.add(SUBSCRIPT) = subscript;
        }
    }
}

/// The native method in a class's own dict; borrowed.
///
/// # Safety
/// `class` is a class whose dict is at [`DICT`], `name` an interned str. The GIL is held. The result is valid until
/// Python code runs.
#[inline(always)]
unsafe fn own_method(class: *mut PyTypeObject, name: *mut PyObject) -> Option<*mut PyObject> {
    // SAFETY: by contract; looking up an interned str runs no Python code.
    unsafe {
        let found = PyDict_GetItemWithError(*field::<*mut PyObject>(class, DICT), name);
        let ours = !found.is_null() && is_member(found);
        ours.then_some(found)
    }
}

/// Whether a method is called with its arguments as they are: without a plan and without keyword-only parameters.
///
/// # Safety
/// `method` is a `PackedFunc`.
#[inline(always)]
unsafe fn is_plain(method: *mut PyObject) -> bool {
    let function = method.cast::<Function>();
    // SAFETY: by contract.
    unsafe {
        (*function).vectorcall as usize == call::vectorcall::<false> as *const () as usize
            && (*function).flags & TVMLIKE_REGISTER_KEYWORD_ONLY == 0
    }
}

/// Calls a method of the class with the object as the only argument.
///
/// # Safety
/// `object` is an `ObjectBase` whose class [`install`] has changed, or a subclass of such a class. The GIL is held.
#[inline(always)]
unsafe fn call_method(
    object: *mut PyObject,
    name: &'static GilCell<*mut PyObject>,
    read: impl Fn(*mut PyObject, &TVMLikeValue) -> *mut PyObject,
) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        let handle = (*object.cast::<Object>()).handle;
        let method =
            own_method(type_of(object), *name.get()).filter(|&method| !handle.is_null() && is_plain(method));
        // The call may run Python code that replaces the method.
        let Some(method) = method.and_then(|method| Owned::new(new_ref(method))) else {
            return call_by_name(*name.get(), &[object]);
        };
        let mut value = NONE;
        write_object(&raw mut value, type_index(handle), handle);
        let mut refs = ManuallyDrop::new(CallRefs::new());
        let _borrow = BorrowGuard::new();
        call::run(method.get(), &raw const value, 1, Some(&mut refs), read)
    }
}

/// Calls a method by its name, as CPython does; the first argument is the object.
///
/// # Safety
/// `name` is a str, `args` are living objects, one at least. The GIL is held.
#[cold]
unsafe fn call_by_name(name: *mut PyObject, args: &[*mut PyObject]) -> *mut PyObject {
    // SAFETY: living objects, the first of a class that is alive, and a str. The exception of a failed lookup stays set.
    unsafe {
        let Some(method) = Owned::new(PyObject_GetAttr(type_of(args[0]).cast(), name)) else {
            return ptr::null_mut();
        };
        crate::python::call(method.get(), args)
    }
}

/// The `mp_subscript`.
///
/// # Safety
/// Called by CPython: `object` is as for [`call_method`], `key` a living object. The GIL is held.
unsafe extern "C" fn subscript(object: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    // SAFETY: a slot of the classes that `install` was called for. The call may run Python code that replaces the method.
    unsafe {
        let args = [object, key];
        match own_method(type_of(object), *ITEM_NAME.get()).and_then(|method| Owned::new(new_ref(method))) {
            Some(method) => {
                let called = (*method.get().cast::<Function>()).vectorcall;
                called(method.get(), args.as_ptr(), args.len(), ptr::null_mut())
            }
            None => call_by_name(*ITEM_NAME.get(), &args),
        }
    }
}

/// The `tp_hash`.
///
/// # Safety
/// Called by CPython: `object` is as for [`call_method`]. The GIL is held.
unsafe extern "C" fn hash(object: *mut PyObject) -> Py_hash_t {
    let number = Cell::new(None);
    // SAFETY: a slot of the classes that `install` was called for.
    unsafe {
        let result = call_method(object, &HASH_NAME, |_, result| {
            if result.type_index == TVMLIKE_INT {
                number.set(Some(result.payload.v_int64));
                new_ref(Py_None())
            } else {
                read_owned(result)
            }
        });
        let Some(result) = Owned::new(result) else {
            return -1;
        };
        let found = match number.get() {
            Some(found) => found as Py_hash_t,
            None if PyLong_Check(result.get()) != 0 => {
                // For an int beyond a word, it is the hash of that int.
                let found = PyObject_Hash(result.get());
                if found == -1 {
                    return -1;
                }
                found
            }
            None => {
                raise(PyExc_TypeError, c"__hash__ method should return an integer");
                return -1;
            }
        };
        // -1 means that an exception is set.
        if found == -1 { -2 } else { found }
    }
}

/// The `tp_repr`.
///
/// # Safety
/// Called by CPython: `object` is as for [`call_method`]. The GIL is held.
unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above. CPython checks that the result is a str.
    unsafe { call_method(object, &REPR_NAME, |_, result| read_owned(result)) }
}

/// The `tp_iternext`.
///
/// # Safety
/// Called by CPython: `object` is as for [`call_method`]. The GIL is held.
unsafe extern "C" fn next(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above. StopIteration ends the iteration.
    unsafe { call_method(object, &NEXT_NAME, |_, result| read_owned(result)) }
}
