//! `PackedFunc`: the type of functions, and their lookup by name. [`call`] has the calls.
//!
//! Invariant: an instance of [`function_type`] has the layout of a [`Function`], and its handle is NULL or a function
//! object.

mod call;
pub(crate) mod class_call;
mod keyword_only;
mod keywords;
pub(crate) mod member;
pub(crate) mod planned;
mod sequence;
mod slots;
mod subtype;
mod type_fields;

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLIKE_FUNCTION, TVMLIKE_REGISTER_BY_RECORD};

use crate::api::{api, borrowed};
use crate::error;
use crate::object::class::{FunctionType, register_function_type};
use crate::object::{self, Object};
use crate::plan::Plan;
use crate::python::{GilCell, Owned, Vectorcall, decref, functions, new_ref, slot, type_of};
use crate::value::type_index;
use keywords::Orders;
use subtype::make_subtype;

pub(crate) use sequence::make_sequence_iter;

/// The fields of a `PackedFunc`.
#[repr(C)]
struct Function {
    object: Object,
    vectorcall: Vectorcall,
    /// The name by which it was looked up last, a str; or NULL.
    name: *mut PyObject,
    /// The registration's flags.
    flags: u32,
    /// How its results and arguments are converted, if its record requires that; else NULL.
    plan: *mut Plan,
    /// The number of arguments that it accepts by position, if it has keyword-only parameters; 0 until it is known.
    max_positional: usize,
    /// The orders of arguments in calls with keywords; NULL until the first such call.
    orders: *mut Orders,
}

static TYPE: GilCell<*mut PyTypeObject> = GilCell::new(ptr::null_mut());

/// `PackedFunc`; NULL until it is made.
#[inline(always)]
pub(crate) fn function_type() -> *mut PyTypeObject {
    // SAFETY: set while the package is imported; changed only when it is imported again, and the old type is never freed.
    unsafe { *TYPE.get() }
}

/// Allocates a `PackedFunc` without a native function; NULL with the exception set if there is no memory.
///
/// # Safety
/// `class` is `PackedFunc` or a subclass. The GIL is held.
pub(crate) unsafe fn new(class: *mut PyTypeObject) -> *mut PyObject {
    // SAFETY: `PackedFunc` or a subclass; the allocation is zeroed.
    unsafe {
        let made = PyType_GenericAlloc(class, 0);
        if !made.is_null() {
            (*made.cast::<Function>()).vectorcall = call::vectorcall::<false>;
        }
        made
    }
}

/// Sets the plan of a `PackedFunc` that has got its native function, if the function's record requires one.
///
/// # Safety
/// `function` is a `PackedFunc` without a plan. The GIL is held.
pub(crate) unsafe fn set_plan(function: *mut PyObject) {
    let this = function.cast::<Function>();
    // SAFETY: by contract; the handle is a living function object or NULL.
    unsafe {
        let handle = (*this).object.handle;
        if !handle.is_null()
            && type_index(handle) == TVMLIKE_FUNCTION
            && let Some(plan) = Plan::of(handle)
        {
            (*this).plan = Box::into_raw(plan);
            (*this).vectorcall = call::vectorcall::<true>;
        }
    }
}

/// `get_global(name)`: the function that is registered under a name, or None.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn get_global(_: *mut PyObject, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object as the argument.
    unsafe {
        let mut size = 0;
        let text = (functions().as_utf8)(name, &raw mut size);
        if text.is_null() {
            // A name is a str, and cannot contain a lone surrogate.
            PyErr_Clear();
            return new_ref(Py_None());
        }
        let text = std::slice::from_raw_parts(text.cast::<u8>(), size as usize);
        if text.contains(&0) {
            return new_ref(Py_None()); // or a NUL
        }
        let (mut handle, mut flags) = (ptr::null_mut(), 0);
        if (api().look_up)(&borrowed(text), &raw mut handle, &raw mut flags) != 0 {
            return error::raise_pending();
        }
        if handle.is_null() {
            return new_ref(Py_None());
        }
        let found = object::wrap(handle);
        // An object of another class that has adopted the address of a function has no field for the name.
        if !found.is_null() && PyType_IsSubtype(type_of(found), function_type()) != 0 {
            let this = found.cast::<Function>();
            (*this).flags = flags;
            // A function may have several names; this becomes the one in its errors and its signature.
            if (*this).name != name {
                keywords::forget(found);
                let before = std::mem::replace(&mut (*this).name, new_ref(name));
                drop(Owned::new(before));
                (*this).max_positional = 0; // under another name it may have another record
            }
            if flags & TVMLIKE_REGISTER_BY_RECORD != 0
                && (*this).plan.is_null()
                && !planned::plan_by_record(this)
            {
                decref(found);
                return ptr::null_mut();
            }
            keyword_only::set(this);
        }
        found
    }
}

/// Visits what the function refers to; the `tp_traverse`.
///
/// A plan owns Python classes and callables, which may refer back to the function. It is not cleared: the function may be
/// called as long as it lives, and every cycle through a plan has a dict, a cell or a callable that is cleared. A
/// function of the function ABI owns the one that it calls, which may be a Python callable that refers back to it.
///
/// # Safety
/// Called by CPython: `function` is a `PackedFunc`, `visit` and `arg` are the collector's. The GIL is held.
unsafe extern "C" fn traverse(function: *mut PyObject, visit: visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: the garbage collector's own protocol, with the GIL held. If the handle is not NULL, the native function is
    // alive; it owns the next function of the chain, and so on.
    unsafe {
        let status = object::visit_members(function, visit, arg);
        let this = function.cast::<Function>();
        let (handle, plan) = ((*this).object.handle, (*this).plan);
        if status != 0 || plan.is_null() {
            return status;
        }
        let status = (*plan).visit(visit, arg);
        if status != 0 || handle.is_null() {
            return status;
        }
        crate::traverse::behind(handle, &(*plan).behind, visit, arg)
    }
}

/// The length of the chain of native functions that a function calls; the getter of `_behind`.
///
/// # Safety
/// Called by CPython with a `PackedFunc`. The GIL is held.
unsafe extern "C" fn get_behind(function: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a PackedFunc.
    unsafe {
        let plan = (*function.cast::<Function>()).plan;
        PyLong_FromSize_t(if plan.is_null() { 0 } else { (*plan).behind.len() })
    }
}

/// Sets the function that a function calls, after `abi.attach` has made it; the setter of `_behind`.
///
/// # Safety
/// Called by CPython with a `PackedFunc`, and NULL or a living object. The package passes the function whose native one
/// `function` owns a reference to. The GIL is held.
unsafe extern "C" fn set_behind(function: *mut PyObject, other: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: a PackedFunc, and NULL or an object.
    unsafe {
        if other.is_null() || PyType_IsSubtype(type_of(other), function_type()) == 0 {
            return crate::python::raise_status(PyExc_TypeError, c"_behind: expected a PackedFunc");
        }
        let (this, other) = (function.cast::<Function>(), other.cast::<Function>());
        if !(*this).plan.is_null() && !(*other).object.handle.is_null() {
            let mut chain = vec![(*other).object.handle];
            if !(*other).plan.is_null() {
                chain.extend(&(*(*other).plan).behind);
            }
            (*(*this).plan).behind = chain;
        }
        0
    }
}

/// The `tp_dealloc`.
///
/// # Safety
/// Called by CPython: the last reference to `function`, a `PackedFunc`, is gone. The GIL is held.
unsafe extern "C" fn dealloc(function: *mut PyObject) {
    // SAFETY: the last reference is gone, so no call runs.
    unsafe {
        PyObject_GC_UnTrack(function.cast());
        let this = function.cast::<Function>();
        drop(Owned::new(std::mem::replace(&mut (*this).name, ptr::null_mut())));
        let plan = std::mem::replace(&mut (*this).plan, ptr::null_mut());
        if !plan.is_null() {
            drop(Box::from_raw(plan));
        }
        keywords::forget(function);
        object::dealloc(function);
    }
}

/// The getter of `_name`.
///
/// # Safety
/// Called by CPython with a `PackedFunc`. The GIL is held.
unsafe extern "C" fn get_name(function: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a PackedFunc; the name is a str or NULL.
    unsafe {
        let name = (*function.cast::<Function>()).name;
        if name.is_null() {
            PyUnicode_FromStringAndSize(ptr::null(), 0)
        } else {
            new_ref(name)
        }
    }
}

/// The setter of `_name`.
///
/// # Safety
/// Called by CPython with a `PackedFunc`, and NULL or a living object. The GIL is held.
unsafe extern "C" fn set_name(function: *mut PyObject, name: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: a PackedFunc, and NULL or an object.
    unsafe {
        if name.is_null() || PyUnicode_Check(name) == 0 {
            return crate::python::raise_status(PyExc_TypeError, c"_name: expected a str");
        }
        let this = function.cast::<Function>();
        keywords::forget(function);
        drop(Owned::new(std::mem::replace(&mut (*this).name, new_ref(name))));
        0
    }
}

/// The getter of `_flags`.
///
/// # Safety
/// Called by CPython with a `PackedFunc`. The GIL is held.
unsafe extern "C" fn get_flags(function: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a PackedFunc.
    unsafe { PyLong_FromSize_t((*function.cast::<Function>()).flags as usize) }
}

/// The setter of `_flags`.
///
/// # Safety
/// Called by CPython with a `PackedFunc`, and NULL or a living object. The package passes flags that are true of the
/// function. The GIL is held.
unsafe extern "C" fn set_flags(function: *mut PyObject, flags: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: a PackedFunc, and NULL or an object.
    unsafe {
        if flags.is_null() {
            return crate::python::raise_status(PyExc_TypeError, c"_flags cannot be deleted");
        }
        let value = PyLong_AsSize_t(flags);
        if value == usize::MAX && !PyErr_Occurred().is_null() {
            return -1;
        }
        (*function.cast::<Function>()).flags = value as u32;
        keyword_only::set(function.cast());
        0
    }
}

/// `make_function_type(base)`: makes `PackedFunc` below a Python class with the members that both call paths share.
///
/// # Safety
/// Called by CPython. The package passes a class that inherits from `ObjectBase` and adds no fields. The GIL is held.
pub(crate) unsafe extern "C" fn make_type(_: *mut PyObject, base: *mut PyObject) -> *mut PyObject {
    let property = |name: &'static CStr, get, set| PyGetSetDef {
        name: name.as_ptr(),
        get: Some(get),
        set: Some(set),
        doc: ptr::null(),
        closure: ptr::null_mut(),
    };
    // The list lives as long as the type, that is, for ever.
    let properties = Box::leak(Box::new([
        property(c"_name", get_name as getter, set_name as setter),
        property(c"_flags", get_flags as getter, set_flags as setter),
        property(c"_behind", get_behind as getter, set_behind as setter),
        // SAFETY: a definition of zeros ends the list.
        unsafe { std::mem::zeroed() },
    ]));
    let more = [slot(Py_tp_getset, properties.as_mut_ptr().cast())];
    // SAFETY: a class that inherits from ObjectBase and adds no fields, as the package passes it.
    unsafe {
        let made = make_subtype(base, c"tvmlike.function.PackedFunc", 0, &more);
        if !made.is_null() {
            *TYPE.get() = new_ref(made).cast();
            register_function_type(FunctionType {
                class: made.cast(),
                allocate: new,
                complete: set_plan,
            });
        }
        made
    }
}
