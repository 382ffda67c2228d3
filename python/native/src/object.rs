//! `ObjectBase`: the base class of all Python objects that wrap a native object.
//!
//! Invariants: `handle` and `deferred` are each NULL or a living native object to which the Python object owns one strong
//! reference. A native object that a call borrows (as an argument, or as the function) lives until the call returns: the
//! caller owns a reference to the Python object, and if `_free` is called meanwhile, the native object moves to
//! `deferred`.

pub(crate) mod class;
mod identical;
pub(crate) mod refined;

use std::ffi::{c_int, c_void};
use std::mem::offset_of;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::TVMLikeObjectHandle;

use crate::api::api;
use crate::python::{GilCell, Owned, decref, raise_status, slot, type_of};
use crate::value::{release_shared, type_index};
use crate::{cycles, error, identity, traverse};
use class::Class;

/// The fields of an `ObjectBase`.
#[repr(C)]
pub(crate) struct Object {
    base: PyObject,
    pub(crate) handle: TVMLikeObjectHandle,
    weak_references: *mut PyObject,
    /// The object that `_free` has detached while calls ran that may borrow it; released with the Python object.
    deferred: TVMLikeObjectHandle,
}

/// The number of running calls and conversions, on all threads: each may borrow the handle of any Python object.
static BORROWS: GilCell<usize> = GilCell::new(0);

/// While it exists, native objects may be borrowed that only their Python objects own.
pub(crate) struct BorrowGuard(());

impl BorrowGuard {
    /// Begins a borrow.
    ///
    /// # Safety
    /// The GIL is held, also when the value is dropped.
    #[inline(always)]
    pub(crate) unsafe fn new() -> Self {
        // SAFETY: the GIL is held; the borrow ends at once.
        unsafe { *BORROWS.get() += 1 };
        Self(())
    }
}

impl Drop for BorrowGuard {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the GIL is held, by the contract of `new`.
        unsafe { *BORROWS.get() -= 1 };
    }
}

static TYPE: GilCell<*mut PyTypeObject> = GilCell::new(ptr::null_mut());

/// The type; NULL until it is made.
#[inline(always)]
pub(crate) fn object_type() -> *mut PyTypeObject {
    // SAFETY: set when the module is created first, not changed later.
    unsafe { *TYPE.get() }
}

/// The offset of `tp_new` in a type, from CPython 3.8 on. Types are larger in every version.
const NEW: usize = 39 * size_of::<usize>();

/// Whether a Python object is an `ObjectBase`.
///
/// # Safety
/// `object` is a living object. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn is_object(object: *mut PyObject) -> bool {
    // SAFETY: a living object, whose type has a word at this offset. Only types that inherit from `ObjectBase` have its
    // `tp_new`; those that replace it are found by their bases.
    unsafe {
        let class = type_of(object);
        *class.byte_add(NEW).cast::<*const c_void>() == new_empty as *const c_void
            || PyType_IsSubtype(class, object_type()) != 0
    }
}

/// Releases the native object and the deferred one, if there are any.
///
/// # Safety
/// `object` is an `ObjectBase` whose handles no running call borrows. The GIL is held. Native destructors may run
/// Python code.
unsafe fn release_handles(object: *mut PyObject) {
    let this = object.cast::<Object>();
    // SAFETY: an `ObjectBase`. The entry is removed before the reference is released, and the handle before foreign code
    // runs.
    unsafe {
        let handle = (*this).handle;
        if !handle.is_null() {
            (*this).handle = ptr::null_mut();
            if !cycles::suspect(handle, object) {
                identity::remove(handle, object);
                (api().free)(handle.cast());
            }
        }
        let deferred = (*this).deferred;
        if !deferred.is_null() {
            (*this).deferred = ptr::null_mut();
            (api().free)(deferred.cast());
        }
    }
}

/// Releases the native object of a Python object: at once if no call runs, else with the Python object.
///
/// # Safety
/// `object` is an `ObjectBase`. The GIL is held. Native destructors may run Python code.
pub(crate) unsafe fn free(object: *mut PyObject) {
    let this = object.cast::<Object>();
    // SAFETY: an `ObjectBase`; the GIL is held.
    unsafe {
        if *BORROWS.get() == 0 {
            release_handles(object);
        } else if (*this).deferred.is_null() && !(*this).handle.is_null() {
            identity::remove((*this).handle, object);
            (*this).deferred = std::mem::replace(&mut (*this).handle, ptr::null_mut());
        }
    }
}

/// The Python object for an owned native object: the living one, or a new one of the class for its type. The reference is
/// consumed, also on failure.
///
/// # Safety
/// The caller transfers ownership of a strong reference to `handle`, a living object. The GIL is held.
pub(crate) unsafe fn wrap(handle: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: an owned reference to a living object, by contract.
    unsafe {
        let alive = identity::find(handle);
        if !alive.is_null() {
            // The Python object has a reference of its own.
            release_shared(handle);
            return alive;
        }
        // Making an instance may run Python code, which may clear the cache of classes: the class needs a reference.
        let Some((class, _held, asked)) = class_for(handle) else {
            (api().free)(handle.cast());
            return ptr::null_mut();
        };
        if asked {
            let alive = refined::created_meanwhile(handle, class);
            if !alive.is_null() {
                (api().free)(handle.cast());
                return alive;
            }
        }
        class.received(make_of(class, handle))
    }
}

/// The class for an object's type, a reference to it, and whether foreign code may have run, which may have wrapped the
/// object; `None` with the exception set on failure. The package caches classes by `remember_class`.
///
/// # Safety
/// `handle` is a living object. The GIL is held.
unsafe fn class_for(handle: TVMLikeObjectHandle) -> Option<(Class, Option<Owned>, bool)> {
    // SAFETY: a living object; the hook returns a class.
    unsafe {
        let index = type_index(handle);
        let (class, held) = match class::known(index) {
            Some(known) if !known.is_refined() => return Some((known, known.new_ref(), false)),
            Some(known) => refined::class_by_key(known, handle)?,
            None => refined::class_of(handle).map(|(_, class, held)| (class, held))?,
        };
        Some((class, held, true))
    }
}

/// A new Python object of a class, which consumes a strong reference, also on failure.
///
/// # Safety
/// `class` inherits from `ObjectBase`; the caller transfers ownership of a strong reference to `handle`. The GIL is held.
pub(crate) unsafe fn make(class: *mut PyTypeObject, handle: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: a class that inherits from `ObjectBase`.
    unsafe { make_of(Class::unknown(class.cast()), handle) }
}

/// The same for a cached class.
///
/// # Safety
/// As for [`make`].
unsafe fn make_of(class: Class, handle: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: a class that inherits from `ObjectBase`, whose instance is allocated.
    unsafe {
        let made = class.allocate();
        if made.is_null() {
            (api().free)(handle.cast());
            return ptr::null_mut();
        }
        (*made.cast::<Object>()).handle = handle;
        identity::insert(handle, made);
        class.complete(made);
        made
    }
}

/// Allocates a Python object without a native object, whatever the arguments are; the `tp_new`.
///
/// # Safety
/// Called by CPython as a `tp_new`: `class` inherits from `ObjectBase`. The GIL is held.
pub(crate) unsafe extern "C" fn new_empty(
    class: *mut PyTypeObject,
    _args: *mut PyObject,
    _keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: a class that inherits from `ObjectBase`. What is allocated is zeroed: its handle is NULL.
    unsafe {
        if PyType_GetFlags(class) & Py_TPFLAGS_IS_ABSTRACT != 0 {
            class::raise_abstract(class.cast());
            return ptr::null_mut();
        }
        PyType_GenericAlloc(class, 0)
    }
}

/// Frees an object; the `tp_dealloc`.
///
/// # Safety
/// Called by CPython as a `tp_dealloc`: the last reference to `object`, an `ObjectBase`, is gone. The GIL is held.
pub(crate) unsafe extern "C" fn dealloc(object: *mut PyObject) {
    // SAFETY: the last reference is gone. Python has cleared the fields of a subclass.
    unsafe {
        let class = type_of(object);
        PyObject_GC_UnTrack(object.cast());
        if !(*object.cast::<Object>()).weak_references.is_null() {
            PyObject_ClearWeakRefs(object);
        }
        if PyErr_Occurred().is_null() {
            release_handles(object);
        } else {
            error::with_exception_saved(|| release_handles(object));
        }
        PyObject_GC_Del(object.cast());
        decref(class.cast());
    }
}

/// Visits what the object refers to; the `tp_traverse`.
///
/// # Safety
/// Called by CPython as a `tp_traverse`: `object` is an `ObjectBase`, `visit` and `arg` are the collector's. The GIL is
/// held.
pub(crate) unsafe extern "C" fn visit_members(
    object: *mut PyObject,
    visit: visitproc,
    arg: *mut c_void,
) -> c_int {
    // SAFETY: the garbage collector's own protocol, with the GIL held.
    unsafe {
        // From 3.9 on an object of a heap type visits its type.
        let status = visit(type_of(object).cast(), arg);
        if status != 0 {
            return status;
        }
        let this = object.cast::<Object>();
        let status = traverse::from_handle((*this).handle, visit, arg);
        if status != 0 {
            return status;
        }
        traverse::from_handle((*this).deferred, visit, arg)
    }
}

/// Breaks a cycle; the `tp_clear`.
///
/// # Safety
/// Called by CPython as a `tp_clear`: `object` is an `ObjectBase`. The GIL is held.
pub(crate) unsafe extern "C" fn clear(object: *mut PyObject) -> c_int {
    // SAFETY: the object is in an unreachable cycle.
    unsafe { release_handles(object) };
    0
}

/// The getter of `_handle`.
///
/// # Safety
/// Called by CPython with an `ObjectBase`. The GIL is held.
unsafe extern "C" fn get_handle(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: an `ObjectBase`.
    unsafe { PyLong_FromSize_t((*object.cast::<Object>()).handle as usize) }
}

/// Sets the handle: the former reference is not released, and the new one is consumed.
///
/// # Safety
/// Called by CPython with an `ObjectBase`, and NULL or a living object as the value. The package passes 0 or the
/// address of a living native object to which it owns a reference. The GIL is held.
unsafe extern "C" fn set_handle(object: *mut PyObject, value: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: an `ObjectBase`, and NULL or an object as the value.
    unsafe {
        if value.is_null() {
            return raise_status(PyExc_TypeError, c"a handle cannot be deleted");
        }
        let address = PyLong_AsSize_t(value);
        if address == usize::MAX && !PyErr_Occurred().is_null() {
            return -1;
        }
        let this = object.cast::<Object>();
        let before = (*this).handle;
        if !before.is_null() {
            identity::remove(before, object);
        }
        (*this).handle = address as TVMLikeObjectHandle;
        if address != 0 {
            identity::insert((*this).handle, object);
        }
        0
    }
}

/// Makes the type. NULL with the exception set on failure.
///
/// # Safety
/// The GIL is held; the type was not made before.
pub(crate) unsafe fn make_type() -> *mut PyObject {
    let members = [
        PyMemberDef {
            name: c"__weaklistoffset__".as_ptr(),
            type_code: Py_T_PYSSIZET,
            offset: offset_of!(Object, weak_references) as Py_ssize_t,
            flags: Py_READONLY,
            doc: ptr::null(),
        },
        // SAFETY: a definition of zeros ends the list.
        unsafe { std::mem::zeroed() },
    ];
    let properties = [
        PyGetSetDef {
            name: c"_handle".as_ptr(),
            get: Some(get_handle),
            set: Some(set_handle),
            doc: c"The address of the native object, or 0.".as_ptr(),
            closure: ptr::null_mut(),
        },
        // SAFETY: as above.
        unsafe { std::mem::zeroed() },
    ];
    // The lists live as long as the type, that is, for ever.
    let members = Box::leak(Box::new(members)).as_mut_ptr();
    let properties = Box::leak(Box::new(properties)).as_mut_ptr();
    let mut slots = [
        slot(Py_tp_new, new_empty as *mut c_void),
        slot(Py_tp_dealloc, dealloc as *mut c_void),
        slot(Py_tp_traverse, visit_members as *mut c_void),
        slot(Py_tp_clear, clear as *mut c_void),
        slot(Py_tp_richcompare, identical::compare as *mut c_void),
        slot(Py_tp_hash, identical::hash as *mut c_void),
        slot(Py_tp_repr, identical::repr as *mut c_void),
        slot(Py_tp_members, members.cast()),
        slot(Py_tp_getset, properties.cast()),
        slot(0, ptr::null_mut()),
    ];
    let mut spec = PyType_Spec {
        name: c"tvmlike._native.ObjectBase".as_ptr(),
        basicsize: size_of::<Object>() as c_int,
        itemsize: 0,
        flags: (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC) as u32,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a complete spec; the type copies what it needs of it.
    unsafe {
        let made = named_alike(PyType_FromSpec(&raw mut spec));
        *TYPE.get() = made.cast();
        made
    }
}

/// Names a type made from a spec as a class statement would: the interpreter's messages have `Tensor` instead of
/// `tvmlike.tensor.Tensor`. The reference is consumed; NULL with the exception set if it was NULL, or on failure.
///
/// # Safety
/// `made` is NULL or a type with a dotted name and its module set. The GIL is held.
pub(crate) unsafe fn named_alike(made: *mut PyObject) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        let Some(class) = Owned::new(made) else {
            return ptr::null_mut();
        };
        // Setting the name, even to its present value, replaces the one of the spec.
        let name = Owned::new(PyObject_GetAttrString(class.get(), c"__name__".as_ptr()));
        let set = |name: Owned| PyObject_SetAttrString(class.get(), c"__name__".as_ptr(), name.get());
        match name.map(set) {
            Some(0) => class.into_raw(),
            _ => ptr::null_mut(),
        }
    }
}
