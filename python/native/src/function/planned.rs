//! Functions whose arguments and results are converted by their record: setting their plan.
//!
//! Invariant: the plan of a function is set once at most, before its first call.

use std::ptr;

use pyo3_ffi::*;

use super::{Function, call, function_type};
use crate::hooks::hooks;
use crate::plan::Plan;
use crate::python::{self, Owned, Vectorcall, new_ref, raise, type_of};

/// `set_plan(function, plan)`: sets the plan of a function that has none, from a description by the package.
///
/// # Safety
/// Called by CPython with a tuple. The GIL is held.
pub(crate) unsafe extern "C" fn set_call_plan(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of arguments.
    unsafe {
        if PyTuple_Size(args) != 2
            || PyType_IsSubtype(type_of(PyTuple_GetItem(args, 0)), function_type()) == 0
        {
            return raise(PyExc_TypeError, c"set_plan: expected a PackedFunc and a plan");
        }
        let Some(plan) = Plan::from_call_plan(PyTuple_GetItem(args, 1)) else {
            return ptr::null_mut();
        };
        attach_plan(PyTuple_GetItem(args, 0).cast(), plan);
        new_ref(Py_None())
    }
}

/// Sets the plan of a function, unless it has one.
///
/// # Safety
/// `this` is a `PackedFunc`. The GIL is held.
unsafe fn attach_plan(this: *mut Function, plan: Box<Plan>) {
    // SAFETY: a PackedFunc.
    unsafe {
        if !(*this).plan.is_null() {
            return;
        }
        (*this).plan = Box::into_raw(plan);
        // Constructors and comparisons check for a plan themselves.
        if (*this).vectorcall as usize == call::vectorcall::<false> as Vectorcall as usize {
            (*this).vectorcall = call::vectorcall::<true>;
        }
    }
}

/// Sets the plan of a function that was looked up by a name, if its record requires one; false with the exception set if
/// the package fails to make it.
///
/// # Safety
/// `this` is a `PackedFunc` that has a name. The GIL is held.
#[cold]
#[inline(never)]
pub(super) unsafe fn plan_by_record(this: *mut Function) -> bool {
    // SAFETY: a PackedFunc with a name; the hook returns a description or None.
    unsafe {
        let Some(description) = Owned::new(python::call(hooks().call_plan, &[(*this).name])) else {
            return false;
        };
        if description.get() == Py_None() {
            return true;
        }
        let Some(plan) = Plan::from_call_plan(description.get()) else {
            return false;
        };
        attach_plan(this, plan);
        true
    }
}
