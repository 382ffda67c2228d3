//! Functions whose arguments and results are converted in the light of their record: giving them their plan.
//!
//! Invariant: a function gets one plan at most, before it is called.

use std::ptr;

use pyo3_ffi::*;

use super::{Function, call, function_type};
use crate::hooks::hooks;
use crate::plan::Plan;
use crate::python::{self, Owned, Vectorcall, new_ref, raise, type_of};

/// `set_plan(function, plan)`: how a function is called that has no plan yet, as the package made it of its record.
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

/// Gives a function a plan, unless it has one.
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
        // A constructor and a comparison look for it themselves.
        if (*this).vectorcall as usize == call::vectorcall::<false> as Vectorcall as usize {
            (*this).vectorcall = call::vectorcall::<true>;
        }
    }
}

/// Gives a function that was looked up by a name the plan that its record asks for; false with the exception set where
/// the package fails to make it.
///
/// # Safety
/// `this` is a `PackedFunc` that has a name. The GIL is held.
#[cold]
#[inline(never)]
pub(super) unsafe fn plan_by_record(this: *mut Function) -> bool {
    // SAFETY: a PackedFunc with a name; the hook gives a plan or None.
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
