//! Calls of Python callables by native code.
//!
//! Invariant: a call returns 0 with its result written, or -1 with a native error raised, and no Python exception stays
//! set.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLIKE_INT, TVMLikeObject, TVMLikeValue};

use crate::gil::Gil;
use crate::hooks::hooks;
use crate::python::{Owned, call, decref, functions, take_exception, type_of};
use crate::{callback, error, pack, raised, stack, unpack};

/// The number of arguments that need no allocation.
const INLINE: usize = 6;
/// The maximum number of arguments of a packed call.
const MAX_ARGUMENTS: i32 = 65_536;

/// The call pointer of function objects around Python callables.
///
/// # Safety
/// Called by the packed calling convention: `function` is an object of [`callback`](crate::callback) that the caller keeps
/// alive, `args` is `count` valid values, and `result` is valid for writing. The GIL need not be held.
pub(crate) unsafe extern "C" fn trampoline(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    count: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    if !(0..=MAX_ARGUMENTS).contains(&count) || result.is_null() || (args.is_null() && count != 0) {
        return raise_bad_call(count, result);
    }
    let count = count as usize;
    let Some(_gil) = Gil::acquire() else {
        return error::raise_ended();
    };
    if stack::is_low() {
        return error::raise_text(b"RecursionError", b"the stack of the thread is nearly full");
    }
    // SAFETY: only function objects of `callback` have this call pointer.
    let callable = unsafe { callback::callable_unchecked(function) };
    // SAFETY: `count` valid values; `result` is valid for writing; the caller keeps the function object alive, which owns
    // the callable. The GIL is held.
    unsafe {
        let returned = if count <= INLINE {
            let mut objects = [const { MaybeUninit::<*mut PyObject>::uninit() }; INLINE + 1];
            call_with(callable, args, count, objects.as_mut_ptr().cast())
        } else {
            let mut objects: Vec<*mut PyObject> = Vec::with_capacity(count + 1);
            call_with(callable, args, count, objects.as_mut_ptr())
        };
        let Some(returned) = Owned::new(returned) else {
            return raised::raise_python();
        };
        if returned.get() == Py_None() {
            return 0;
        }
        if pack::pack_owned(returned.get(), result) {
            return 0;
        }
        if PyErr_ExceptionMatches(hooks().refused_class) != 0
            && let Some(reason) = Owned::new(take_exception())
            && let Some(named) = Owned::new(call(hooks().refused_result, &[callable, reason.get()]))
        {
            error::raise_exception(&named);
        }
        // This may be the last reference, and its `__del__` may call functions and fail.
        error::with_exception_saved(|| drop(returned));
        raised::raise_python()
    }
}

/// Raises the native error for a call that breaks the convention, in the words of `runtime/src/function/shim.rs`. Returns -1.
#[cold]
#[inline(never)]
fn raise_bad_call(count: i32, result: *mut TVMLikeValue) -> c_int {
    let message = if result.is_null() {
        "a packed call got a NULL result pointer".to_owned()
    } else if (0..=MAX_ARGUMENTS).contains(&count) {
        format!("a packed call got a NULL pointer to {count} arguments")
    } else {
        format!("a packed call takes 0 to {MAX_ARGUMENTS} arguments, got {count}")
    };
    error::raise_text(b"ValueError", message.as_bytes())
}

/// Converts the arguments into `objects`, after one unused pointer for vectorcall, and calls.
///
/// # Safety
/// `callable` is a living callable, `args` points to `count` valid values, and `objects` has room for `count + 1`
/// pointers. The GIL is held.
#[inline(always)]
unsafe fn call_with(
    callable: *mut PyObject,
    args: *const TVMLikeValue,
    count: usize,
    objects: *mut *mut PyObject,
) -> *mut PyObject {
    // SAFETY: `objects` has room for one more than `count`; converted arguments are released.
    unsafe {
        objects.write(ptr::null_mut());
        let objects = objects.add(1);
        for position in 0..count {
            let value = &*args.add(position);
            let object = if value.type_index == TVMLIKE_INT {
                PyLong_FromLongLong(value.payload.v_int64)
            } else {
                unpack::read_borrowed(value)
            };
            if object.is_null() {
                release_all(objects, position);
                return ptr::null_mut();
            }
            objects.add(position).write(object);
        }
        let offset = 1usize << (usize::BITS - 1);
        let call = || (functions().vectorcall)(callable, objects, count | offset, ptr::null_mut());
        let returned = if type_of(callable).cast() == hooks().function_type {
            call()
        } else if Py_EnterRecursiveCall(c" while calling a Python object".as_ptr()) == 0 {
            // Only Python functions count the recursion depth themselves: others could call each other through native code
            // until the stack overflows.
            let returned = call();
            Py_LeaveRecursiveCall();
            returned
        } else {
            ptr::null_mut()
        };
        release_all(objects, count);
        returned
    }
}

/// Releases references.
///
/// # Safety
/// `objects` points to `count` objects; the caller transfers ownership of a reference to each. The GIL is held.
#[inline(always)]
unsafe fn release_all(objects: *const *mut PyObject, count: usize) {
    for position in 0..count {
        // SAFETY: owned references, written before.
        unsafe { decref(*objects.add(position)) }
    }
}
