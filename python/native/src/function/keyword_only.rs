//! Functions with keyword-only parameters: how many arguments a call may have by position.
//!
//! Invariant: only a function whose flags say that it has such parameters has the entry that counts; all others are
//! called as if there were none.

use std::ffi::c_void;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::TVMLIKE_REGISTER_KEYWORD_ONLY;

use super::Function;
use super::call::{self, PY_VECTORCALL_ARGUMENTS_OFFSET};
use crate::hooks::hooks;
use crate::python::{Owned, call as call_python};

/// Gives a function the entry that its flags ask for. One with a plan takes all by position, as its record says.
///
/// # Safety
/// A `PackedFunc`; the lock is held.
pub(super) unsafe fn set(this: *mut Function) {
    // SAFETY: by contract.
    unsafe {
        if !(*this).plan.is_null() {
            return;
        }
        if (*this).flags & TVMLIKE_REGISTER_KEYWORD_ONLY != 0 {
            (*this).vectorcall = vectorcall as *mut c_void;
        } else if (*this).vectorcall == vectorcall as *mut c_void {
            (*this).vectorcall = call::vectorcall::<false> as *mut c_void;
        }
    }
}

/// Counts the arguments by position, then calls.
unsafe extern "C" fn vectorcall(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    let count = count_and_flag & !PY_VECTORCALL_ARGUMENTS_OFFSET;
    // SAFETY: the vectorcall protocol.
    unsafe {
        if count > (*callable.cast::<Function>()).most && !ask(callable, count, keywords) {
            return ptr::null_mut();
        }
        call::vectorcall::<false>(callable, args, count_and_flag, keywords)
    }
}

/// Asks the package how many arguments the function takes by position; false with the exception set where a call has more.
#[cold]
#[inline(never)]
unsafe fn ask(callable: *mut PyObject, count: usize, keywords: *mut PyObject) -> bool {
    // SAFETY: a PackedFunc, and NULL or a tuple of names; the hook gives an int.
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
        (*callable.cast::<Function>()).most = limit;
        true
    }
}
