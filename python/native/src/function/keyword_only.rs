//! Functions with keyword-only parameters: the limit of positional arguments.
//!
//! Invariant: only functions with the flag for such parameters have the vectorcall function that checks the limit.

use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::TVMLIKE_REGISTER_KEYWORD_ONLY;

use super::Function;
use super::call;
use crate::hooks::hooks;
use crate::python::{Owned, Vectorcall, call as call_python};

/// Sets the vectorcall function by the flags. A function of the function ABI accepts all arguments by position.
///
/// # Safety
/// `this` is a `PackedFunc`. The GIL is held.
pub(super) unsafe fn set(this: *mut Function) {
    // SAFETY: by contract.
    unsafe {
        let plan = (*this).plan;
        if !plan.is_null() && (*plan).attached {
            return;
        }
        let counts: Vectorcall = vectorcall;
        let plain: Vectorcall = if plan.is_null() {
            call::vectorcall::<false>
        } else {
            call::vectorcall::<true>
        };
        let at_present = (*this).vectorcall as usize;
        // A constructor checks the limit itself.
        if (*this).flags & TVMLIKE_REGISTER_KEYWORD_ONLY != 0 && at_present == plain as usize {
            (*this).vectorcall = counts;
        } else if (*this).flags & TVMLIKE_REGISTER_KEYWORD_ONLY == 0 && at_present == counts as usize {
            (*this).vectorcall = plain;
        }
    }
}

/// Checks the limit, then calls.
///
/// # Safety
/// As for [`call::vectorcall`].
unsafe extern "C" fn vectorcall(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the vectorcall protocol.
    unsafe {
        if !check(callable, call::count_of(count_and_flag), keywords) {
            return ptr::null_mut();
        }
        if (*callable.cast::<Function>()).plan.is_null() {
            call::vectorcall::<false>(callable, args, count_and_flag, keywords)
        } else {
            call::vectorcall::<true>(callable, args, count_and_flag, keywords)
        }
    }
}

/// Whether a function with keyword-only parameters accepts `count` arguments by position; if not, false with the exception
/// set.
///
/// # Safety
/// `callable` is a `PackedFunc`, `keywords` NULL or a tuple of names. The GIL is held.
#[inline(always)]
pub(super) unsafe fn check(callable: *mut PyObject, count: usize, keywords: *mut PyObject) -> bool {
    // SAFETY: by contract.
    unsafe {
        count <= (*callable.cast::<Function>()).max_positional || query_limit(callable, count, keywords)
    }
}

/// Queries the limit from the package; false with the exception set if the call exceeds it.
///
/// # Safety
/// As for [`check`].
#[cold]
#[inline(never)]
unsafe fn query_limit(callable: *mut PyObject, count: usize, keywords: *mut PyObject) -> bool {
    // SAFETY: by contract; the hook returns an int.
    unsafe {
        let names = if keywords.is_null() {
            PyTuple_New(0)
        } else {
            crate::python::new_ref(keywords)
        };
        let (Some(names), Some(number)) = (Owned::new(names), Owned::new(PyLong_FromSize_t(count))) else {
            return false;
        };
        let asked = call_python(hooks().check_positional, &[callable, number.get(), names.get()]);
        let Some(limit) = Owned::new(asked) else {
            return false;
        };
        let limit = PyLong_AsSize_t(limit.get());
        if limit == usize::MAX && !PyErr_Occurred().is_null() {
            return false;
        }
        (*callable.cast::<Function>()).max_positional = limit;
        true
    }
}
