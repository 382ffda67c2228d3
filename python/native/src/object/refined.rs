//! Objects of refined types, whose class depends on predicates beside the type in their header.
//!
//! The library finds the most refined type of an object. If the type has a function for the keys of its objects, what the
//! library found is kept by key, so that most objects need a call of that function only. Invariants: no code here runs
//! for objects of a cached type without refinements; a kept result is used only while the registry's generation is the
//! one at which it was found.

use std::ffi::c_int;
use std::mem;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3_ffi::*;
use tvmlike_abi::{TVMLIKE_INT, TVMLIKE_OBJECT, TVMLikeFunctionCell, TVMLikeObjectHandle, TVMLikeSafeCall};

use super::class::{self, Class};
use crate::api::{api, generation};
use crate::hooks::hooks;
use crate::python::{GilCell, Owned, call, new_ref, type_of};
use crate::value::{NONE, cell_of, type_index, write_object};
use crate::{error, identity};

/// The type that the library found for the objects of a type with a key.
#[derive(Clone, Copy)]
struct Found {
    header: i32,
    key: i64,
    generation: u64,
    index: i32,
}

/// What was found, in places that types and keys share.
static FOUND: GilCell<[Found; 256]> = GilCell::new(
    [Found {
        header: -1,
        key: 0,
        generation: 0,
        index: 0,
    }; 256],
);

/// Whether a key function runs. If it wraps an object of a refined type itself, the library, which breaks such a
/// recursion, finds the class.
static RUNS: GilCell<bool> = GilCell::new(false);

/// The key of an object; `None` if its type has no function for it, or the function does not return an int. Errors are
/// left to the library, which calls the function again.
///
/// # Safety
/// `handle` is a living object, whose type has the class `known`. The GIL is held.
#[inline(always)]
unsafe fn key_of(known: Class, handle: TVMLikeObjectHandle) -> Option<i64> {
    // SAFETY: the function is a `PackedFunc` that keeps the GIL, and is owned while it runs: it may run Python code, which
    // may clear the cache.
    unsafe {
        if known.key().is_null() || *RUNS.get() {
            return None;
        }
        let function = Owned::new(new_ref(known.key()))?;
        let native = (*function.get().cast::<super::Object>()).handle;
        if native.is_null() {
            return None;
        }
        // One atomic word: starting or stopping a trace replaces it.
        let place = &raw const (*cell_of::<TVMLikeFunctionCell>(native)).safe_call;
        let word = AtomicPtr::<()>::from_ptr(place.cast_mut().cast()).load(Ordering::Relaxed);
        let safe_call = mem::transmute::<*mut (), TVMLikeSafeCall>(word)?;
        let (mut value, mut result) = (NONE, NONE);
        write_object(&raw mut value, type_index(handle), handle);
        *RUNS.get() = true;
        let status = safe_call(native, &raw const value, 1, &raw mut result);
        *RUNS.get() = false;
        if status != 0 {
            (api().free)(error::take_raised().cast());
            return None;
        }
        if result.type_index != TVMLIKE_INT {
            if result.type_index >= TVMLIKE_OBJECT {
                (api().free)(result.payload.v_obj.cast());
            }
            return None;
        }
        Some(result.payload.v_int64)
    }
}

/// The class for an object of a cached class that is refined, as [`class_of`] returns it.
///
/// # Safety
/// As for [`class_of`]; `known` is the cached class for the type in the object's header.
#[inline]
pub(super) unsafe fn class_by_key(
    known: Class,
    handle: TVMLikeObjectHandle,
) -> Option<(Class, Option<Owned>)> {
    // SAFETY: by contract.
    unsafe {
        let now = generation();
        let Some(key) = key_of(known, handle) else {
            return class_of(handle).map(|(_, class, held)| (class, held));
        };
        let header = type_index(handle);
        let place = key.wrapping_add(i64::from(header).wrapping_mul(37)) as usize % 256;
        let found = FOUND.get()[place];
        if found.header == header
            && found.key == key
            && found.generation == now
            && let Some(known) = class::known(found.index)
        {
            return Some((known, known.new_ref()));
        }
        let (index, class, held) = class_of(handle)?;
        FOUND.get()[place] = Found {
            header,
            key,
            generation: now,
            index,
        };
        Some((class, held))
    }
}

/// The type and class for an object whose class is not cached or whose type is refined, with a reference to the class;
/// `None` with the exception set if a predicate fails.
///
/// # Safety
/// `handle` is a living object. The GIL is held.
#[cold]
#[inline(never)]
pub(super) unsafe fn class_of(handle: TVMLikeObjectHandle) -> Option<(i32, Class, Option<Owned>)> {
    // SAFETY: by contract; the hook returns a class.
    unsafe {
        let mut index = 0;
        if (api().object_refined_type)(handle, &raw mut index) != 0 {
            error::raise_pending();
            return None;
        }
        if let Some(known) = class::known(index) {
            return Some((index, known, known.new_ref()));
        }
        let number = Owned::new(PyLong_FromLong(index.into()))?;
        let found = Owned::new(call(hooks().class_of, &[number.get()]))?;
        // The package has cached it, unless the type is gone.
        let class = class::known(index).unwrap_or_else(|| Class::unknown(found.get()));
        Some((index, class, Some(found)))
    }
}

/// The Python object that was created for a native one while its predicates ran, as a new reference and with its class
/// narrowed; NULL if there is none.
///
/// # Safety
/// As for [`class_of`], which has returned `class` for the object.
pub(super) unsafe fn created_meanwhile(handle: TVMLikeObjectHandle, class: Class) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        let alive = identity::find(handle);
        if !alive.is_null() {
            set_class(alive, class.object());
        }
        alive
    }
}

/// Sets the class of a new object to that of its refinement, if that inherits from its present class: 0, or -1 with the
/// exception set if a predicate fails.
///
/// # Safety
/// `object` is an `ObjectBase` with a native object. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn narrow(object: *mut PyObject) -> c_int {
    // SAFETY: by contract.
    unsafe {
        let handle = (*object.cast::<super::Object>()).handle;
        match class::known(type_index(handle)) {
            Some(known) if !known.is_refined() => 0,
            known => narrow_refined(object, handle, known),
        }
    }
}

/// The same for an object whose type may be refined.
///
/// # Safety
/// As for [`narrow`]; `handle` is the native object of `object`, and `known` the cached class for its type.
#[cold]
#[inline(never)]
unsafe fn narrow_refined(object: *mut PyObject, handle: TVMLikeObjectHandle, known: Option<Class>) -> c_int {
    // SAFETY: as `narrow`.
    unsafe {
        if (api().type_is_refined)(type_index(handle)) == 0 {
            return 0;
        }
        let found = match known {
            Some(known) => class_by_key(known, handle),
            None => class_of(handle).map(|(_, class, held)| (class, held)),
        };
        match found {
            Some((class, _held)) => {
                set_class(object, class.object());
                0
            }
            None => -1,
        }
    }
}

/// Sets the class of an object, if the new class inherits from the old one and has the same layout.
///
/// # Safety
/// `object` is a living object, `class` a living class. The GIL is held.
unsafe fn set_class(object: *mut PyObject, class: *mut PyObject) {
    // SAFETY: a living object and a class.
    unsafe {
        let own = type_of(object);
        if own.cast() != class
            && PyType_IsSubtype(class.cast(), own) != 0
            && PyObject_SetAttrString(object, c"__class__".as_ptr(), class) != 0
        {
            PyErr_Clear();
        }
    }
}
