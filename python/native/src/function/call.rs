//! Calling a `PackedFunc` by the vectorcall protocol.
//!
//! A call writes its arguments to the stack as 16-byte values and jumps through the function object's call pointer.
//! Invariants: the references that the arguments need live until the call returns; the GIL is released around every call
//! unless the registration states that the function keeps it.

use std::mem::{self, ManuallyDrop, MaybeUninit};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3_ffi::*;
use tvmlike_abi::{
    TVMLIKE_OBJECT, TVMLIKE_REGISTER_KEEPS_GIL, TVMLIKE_STR, TVMLikeByteArray, TVMLikeFunctionCell,
    TVMLikeSafeCall, TVMLikeValue,
};

use super::{Function, keywords};
use crate::api::api;
use crate::call_refs::CallRefs;
use crate::hooks::hooks;
use crate::object::BorrowGuard;
use crate::plan::Plan;
use crate::python::{Owned, call, new_ref, raise, take_exception};
use crate::unpack::read_owned;
use crate::value::NONE;
use crate::{changes, error, gil, pack};

/// The number of arguments that need no allocation, of most calls and of all.
const INLINE: usize = 6;
const INLINE_MORE: usize = 12;

/// The vectorcall function of every `PackedFunc`: `PLANNED` for those with a plan, so that the others need not check for
/// one.
///
/// # Safety
/// Called by the vectorcall protocol: `callable` is a `PackedFunc`, which has a plan if it is `PLANNED`; `args` points
/// to the positional arguments and the values of the keywords; `keywords` is NULL or a tuple of their names. The GIL is
/// held.
pub(super) unsafe extern "C" fn vectorcall<const PLANNED: bool>(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    let count = count_of(count_and_flag);
    // SAFETY: the vectorcall protocol: `count` arguments, then the values of the keywords. Each case has its own stack
    // frame, so that small calls do not pay for large ones.
    unsafe {
        if !keywords.is_null() {
            keywords::call(callable, args, count, keywords, vectorcall::<PLANNED>)
        } else if PLANNED
            && must_prepare(callable, args, count)
            && let Some(result) = call_prepared::<true>(callable, args, count)
        {
            result
        } else if count == 0 {
            let _borrow = BorrowGuard::new();
            run(callable, ptr::null(), 0, None, read_result::<PLANNED>)
        } else if count <= INLINE {
            call_with_few::<PLANNED, INLINE>(callable, args, count)
        } else if count <= INLINE_MORE {
            call_with_few::<PLANNED, INLINE_MORE>(callable, args, count)
        } else {
            call_with_many::<PLANNED>(callable, args, count)
        }
    }
}

/// Whether a function converts arguments by their types, and the package must convert one of these.
///
/// # Safety
/// `callable` is a `PackedFunc`, and `args` points to `count` living objects. The GIL is held.
#[inline(always)]
unsafe fn must_prepare(callable: *mut PyObject, args: *const *mut PyObject, count: usize) -> bool {
    // SAFETY: a PackedFunc, and `count` arguments.
    unsafe {
        let plan = (*callable.cast::<Function>()).plan;
        !plan.is_null() && (*plan).dynamic && (0..count).any(|at| !Plan::is_plain(*args.add(at)))
    }
}

/// Calls with room on the stack.
///
/// # Safety
/// As for [`invoke`], but for the room; `count` is at most `ROOM`.
#[inline(never)]
unsafe fn call_with_few<const PLANNED: bool, const ROOM: usize>(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
) -> *mut PyObject {
    let mut values = [const { MaybeUninit::<TVMLikeValue>::uninit() }; ROOM];
    let mut spans = [const { MaybeUninit::<TVMLikeByteArray>::uninit() }; ROOM];
    // SAFETY: room for `count` of each.
    unsafe {
        let room = (values.as_mut_ptr().cast(), spans.as_mut_ptr().cast());
        invoke::<PLANNED>(callable, args, count, room, read_result::<PLANNED>)
    }
}

/// The number of positional arguments of a vectorcall, without the flag that may be set beside it.
#[inline(always)]
pub(super) fn count_of(count_and_flag: usize) -> usize {
    count_and_flag & (usize::MAX >> 1)
}

/// Calls with room on the heap.
///
/// # Safety
/// As for [`invoke`], but for the room.
#[inline(never)]
unsafe fn call_with_many<const PLANNED: bool>(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
) -> *mut PyObject {
    let mut values: Vec<TVMLikeValue> = Vec::with_capacity(count);
    let mut spans: Vec<TVMLikeByteArray> = Vec::with_capacity(count);
    // SAFETY: room for `count` of each.
    unsafe {
        let room = (values.as_mut_ptr(), spans.as_mut_ptr());
        invoke::<PLANNED>(callable, args, count, room, read_result::<PLANNED>)
    }
}

/// Calls, and returns what `read` makes of the owned result.
///
/// # Safety
/// As for [`invoke`], but for the room.
#[inline(always)]
pub(super) unsafe fn call_and_read<const PLANNED: bool>(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    read: impl Fn(*mut PyObject, &TVMLikeValue) -> *mut PyObject,
) -> *mut PyObject {
    let mut values = [const { MaybeUninit::<TVMLikeValue>::uninit() }; INLINE];
    let mut spans = [const { MaybeUninit::<TVMLikeByteArray>::uninit() }; INLINE];
    let (mut more_values, mut more_spans) = (Vec::new(), Vec::new());
    let mut room: Room = (values.as_mut_ptr().cast(), spans.as_mut_ptr().cast());
    if count > INLINE {
        more_values.reserve_exact(count);
        more_spans.reserve_exact(count);
        room = (more_values.as_mut_ptr(), more_spans.as_mut_ptr());
    }
    // SAFETY: room for `count` of each.
    unsafe { invoke::<PLANNED>(callable, args, count, room, read) }
}

/// Space for the values of arguments, and for what they may refer to.
type Room = (*mut TVMLikeValue, *mut TVMLikeByteArray);

/// The Python object for the result of a function.
#[inline(always)]
pub(super) fn read_result<const PLANNED: bool>(
    callable: *mut PyObject,
    result: &TVMLikeValue,
) -> *mut PyObject {
    // SAFETY: a PackedFunc that was called, and its result, which is owned.
    unsafe {
        let plan = (*callable.cast::<Function>()).plan;
        if PLANNED && !plan.is_null() {
            (*plan).read(result)
        } else {
            read_owned(result)
        }
    }
}

/// Packs the arguments, calls, and converts the result by `read`.
///
/// # Safety
/// `callable` is a `PackedFunc`, which has a plan if it is `PLANNED`; `args` points to `count` living objects; there is
/// room for `count` values and spans. The caller keeps the function and the arguments alive. The GIL is held.
#[inline(always)]
unsafe fn invoke<const PLANNED: bool>(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    (values, spans): Room,
    read: impl Fn(*mut PyObject, &TVMLikeValue) -> *mut PyObject,
) -> *mut PyObject {
    // Released on every path, so nothing is left to drop.
    let mut refs = ManuallyDrop::new(CallRefs::new());
    // SAFETY: there is room for `count` values and spans; the caller keeps function and arguments alive.
    unsafe {
        let _borrow = BorrowGuard::new();
        for position in 0..count {
            let mut value = *args.add(position);
            if PLANNED {
                value = (*(*callable.cast::<Function>()).plan).argument(position, value, &mut refs);
            }
            let packed = (!PLANNED || !value.is_null())
                && pack::pack(value, values.add(position), spans.add(position), &mut refs);
            if !packed {
                let reason = Owned::new(take_exception());
                refs.release();
                if reason.as_ref().is_some_and(|reason| {
                    PyErr_GivenExceptionMatches(reason.get(), hooks().refused_class) != 0
                }) && let Some(result) = call_prepared::<PLANNED>(callable, args, count)
                {
                    return result;
                }
                return raise_refused(callable, position, reason);
            }
        }
        run(callable, values, count, Some(&mut refs), read)
    }
}

/// Calls with packed arguments, releases `refs`, and converts the result by `read`. Without arguments `refs` is `None`.
///
/// Releasing may free Python objects, whose `__del__` may call functions and fail: the error is taken before.
///
/// # Safety
/// `callable` is a `PackedFunc`, `values` points to `count` valid values, which `refs` or the caller keeps alive, and a
/// [`BorrowGuard`] exists. The GIL is held.
#[inline(always)]
pub(super) unsafe fn run(
    callable: *mut PyObject,
    values: *const TVMLikeValue,
    count: usize,
    mut refs: Option<&mut CallRefs>,
    read: impl Fn(*mut PyObject, &TVMLikeValue) -> *mut PyObject,
) -> *mut PyObject {
    let release = |refs: &mut Option<&mut CallRefs>| {
        if let Some(refs) = refs {
            refs.release();
        }
    };
    // SAFETY: `count` values can be read; the caller owns a reference to the function, and the native one is borrowed.
    unsafe {
        let this = callable.cast::<Function>();
        let handle = (*this).object.handle;
        if handle.is_null() {
            release(&mut refs);
            return raise_freed(callable);
        }
        // One atomic word: starting or stopping a trace replaces it.
        let place = &raw mut (*handle.add(1).cast::<TVMLikeFunctionCell>()).safe_call;
        let word = AtomicPtr::<()>::from_ptr(place.cast()).load(Ordering::Relaxed);
        let Some(safe_call) = mem::transmute::<*mut (), TVMLikeSafeCall>(word) else {
            release(&mut refs);
            return raise(PyExc_RuntimeError, c"the function object has no call pointer");
        };
        let mut result = NONE;
        // A call without an object among its arguments hardly ever calls back, so it does not announce that it keeps the GIL.
        let objects = (0..count).any(|position| refers((*values.add(position)).type_index));
        let mut call = || safe_call(handle, values, count as i32, &raw mut result);
        let status = if (*this).flags & TVMLIKE_REGISTER_KEEPS_GIL == 0 {
            if objects && let Some(refs) = &mut refs {
                retain_objects(values, count, refs);
            }
            gil::released(call)
        } else if objects {
            gil::kept(call)
        } else {
            call()
        };
        if status != 0 {
            let error = error::take_raised();
            release(&mut refs);
            let none = error::raise_owned(error);
            if changes::are_pending() {
                changes::notify_package();
            }
            return none;
        }
        release(&mut refs);
        if changes::are_pending() {
            changes::notify_package();
        }
        read(callable, &result)
    }
}

/// Calls with arguments that the package has converted; `None` if it did not change them.
///
/// For functions that convert arguments by their types, and for an argument that has a native form only by the record, such
/// as an integer beyond 64 bits. Exceptions that an argument's own methods raise do not lead here.
///
/// # Safety
/// As for [`invoke`], but for the room.
#[cold]
#[inline(never)]
unsafe fn call_prepared<const PLANNED: bool>(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
) -> Option<*mut PyObject> {
    // SAFETY: the caller keeps function and arguments alive; the hook returns a tuple or None.
    unsafe {
        let Some(given) = Owned::new(PyTuple_New(count as Py_ssize_t)) else {
            return Some(ptr::null_mut());
        };
        for position in 0..count {
            PyTuple_SetItem(given.get(), position as Py_ssize_t, new_ref(*args.add(position)));
        }
        let Some(prepared) = Owned::new(call(hooks().prepared, &[callable, given.get()])) else {
            return Some(ptr::null_mut());
        };
        if PyTuple_Check(prepared.get()) == 0 {
            return None;
        }
        let all: Vec<*mut PyObject> = (0..PyTuple_Size(prepared.get()))
            .map(|position| PyTuple_GetItem(prepared.get(), position))
            .collect();
        Some(call_with_many::<PLANNED>(callable, all.as_ptr(), all.len()))
    }
}

/// Adds a reference to each object among the arguments of a call that releases the GIL.
///
/// Meanwhile the garbage collector may run on another thread, in two passes that must see the same references. It follows
/// native objects with one owner (see `traverse`). The call could change the number of owners between the passes; an
/// object with two owners is not followed in either.
///
/// # Safety
/// `values` points to `count` valid values. The GIL is held.
unsafe fn retain_objects(values: *const TVMLikeValue, count: usize, refs: &mut CallRefs) {
    refs.own_borrowed();
    for position in 0..count {
        // SAFETY: `count` values can be read; one of an object type refers to a living object or to NULL.
        unsafe {
            let value = &*values.add(position);
            if refers(value.type_index) && !value.payload.v_obj.is_null() {
                (api().retain)(value.payload.v_obj.cast());
                refs.push_native(value.payload.v_obj);
            }
        }
    }
}

/// Whether values of a type are objects that may refer to others. Strings do not.
#[inline(always)]
fn refers(index: i32) -> bool {
    index >= TVMLIKE_OBJECT && index != TVMLIKE_STR
}

/// Raises the exception for an argument without a native form, which names function and argument. Returns NULL.
///
/// # Safety
/// `callable` is a `PackedFunc`. The GIL is held.
#[cold]
#[inline(never)]
pub(super) unsafe fn raise_refused(
    callable: *mut PyObject,
    position: usize,
    reason: Option<Owned>,
) -> *mut PyObject {
    let Some(reason) = reason else {
        // SAFETY: the GIL is held.
        return unsafe {
            raise(
                PyExc_SystemError,
                c"converting an argument failed without setting an exception",
            )
        };
    };
    // SAFETY: a PackedFunc and an exception.
    unsafe {
        let Some(number) = Owned::new(PyLong_FromSize_t(position + 1)) else {
            return ptr::null_mut();
        };
        if let Some(named) = Owned::new(call(hooks().refused, &[callable, number.get(), reason.get()])) {
            error::raise_exception(&named);
        }
        ptr::null_mut()
    }
}

/// Raises ValueError for a function without a native object.
///
/// # Safety
/// `callable` is a `PackedFunc`. The GIL is held.
#[cold]
#[inline(never)]
unsafe fn raise_freed(callable: *mut PyObject) -> *mut PyObject {
    // SAFETY: a PackedFunc; its name is a str or NULL.
    unsafe {
        let name = (*callable.cast::<Function>()).name;
        if name.is_null() {
            return raise(
                PyExc_ValueError,
                c"this PackedFunc was freed, or never had a native object",
            );
        }
        PyErr_Format(PyExc_ValueError, c"%U was freed".as_ptr(), name);
        ptr::null_mut()
    }
}
