//! Python callables in native hands.
//!
//! A callable becomes a function object of ours, whose deleter is [`delete`]: one that comes back to Python is
//! the same object. Invariant: the function object owns one reference to its callable, and is freed by [`delete`] alone.

use std::ffi::{c_int, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::ptr;
use std::sync::atomic::AtomicU64;

use pyo3_ffi::*;
use tvmlike_abi::{
    TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_FUNCTION, TVMLIKE_INT, TVMLikeFunctionCell,
    TVMLikeObject, TVMLikeObjectHandle, TVMLikeValue,
};

use crate::api::api;
use crate::function::function_type;
use crate::hooks::hooks;
use crate::lock::Held;
use crate::object::Object;
use crate::python::{Owned, call, decref, functions, new_ref, raise, take_exception, type_of};
use crate::{error, pack, raised, unpack};

/// A native function that calls a Python callable, as an owned reference; NULL with the exception set where it fails.
/// A `PackedFunc` gives the native function that it stands for.
pub(crate) unsafe fn new_function(callable: *mut PyObject) -> TVMLikeObjectHandle {
    // SAFETY: a living object.
    unsafe {
        if PyType_IsSubtype(type_of(callable), function_type()) != 0 {
            let handle = (*callable.cast::<Object>()).handle;
            if handle.is_null() {
                raise(
                    PyExc_ValueError,
                    c"this PackedFunc was freed, or never had a native object",
                );
            } else {
                (api().retain)(handle.cast());
            }
            return handle;
        }
        let made = Box::into_raw(Box::new(Callback {
            space: [0; 2],
            header: TVMLikeObject {
                counts: AtomicU64::new(1 | 1 << 32),
                type_index: TVMLIKE_FUNCTION,
                zero: 0,
                deleter: Some(delete),
            },
            cell: TVMLikeFunctionCell {
                safe_call: Some(trampoline),
                cpp_call: ptr::null_mut(),
            },
            callable: new_ref(callable),
        }));
        &raw mut (*made).header
    }
}

/// A function object around a Python callable, with the free space that objects have before their header.
#[repr(C)]
struct Callback {
    space: [u64; 2],
    header: TVMLikeObject,
    cell: TVMLikeFunctionCell,
    callable: *mut PyObject,
}

/// The callback that a function object is the header of.
unsafe fn callback_of(function: *mut TVMLikeObject) -> *mut Callback {
    // SAFETY: the header lies at its place in the callback.
    unsafe { function.byte_sub(offset_of!(Callback, header)).cast() }
}

unsafe extern "C" fn delete(function: *mut c_void, flags: c_int) {
    // SAFETY: the protocol of deleters: the callable goes with the last strong reference, the memory with the last weak
    // one.
    unsafe {
        let callback = callback_of(function.cast());
        if flags & TVMLIKE_DELETE_STRONG != 0 {
            let_go((*callback).callable.cast());
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            drop(Box::from_raw(callback));
        }
    }
}

/// The callable of a function object that this module made, borrowed; NULL for every other function.
#[inline]
pub(crate) unsafe fn callable_of(function: TVMLikeObjectHandle) -> *mut PyObject {
    // Not by its call pointer, which is another one while the function is traced.
    // SAFETY: a living function object; our deleter stands in our own objects only.
    unsafe {
        let deleter = (*function).deleter.map(|deleter| deleter as usize);
        if deleter == Some(delete as *const () as usize) {
            (*callback_of(function)).callable
        } else {
            ptr::null_mut()
        }
    }
}

/// Makes an opaque object that keeps a Python object; NULL with a native error raised where it fails.
pub(crate) unsafe fn new_opaque(object: *mut PyObject) -> TVMLikeObjectHandle {
    let mut made = ptr::null_mut();
    // SAFETY: a living object; the finalizer gives the reference back.
    unsafe {
        let handle = new_ref(object).cast();
        let index = tvmlike_abi::TVMLIKE_OPAQUE_PY_OBJECT;
        if (api().opaque_create)(handle, index, Some(let_go), &raw mut made) != 0 {
            decref(object);
            return ptr::null_mut();
        }
    }
    made
}

/// Gives a reference back, from any thread. When the interpreter has ended there is nobody to give it to.
unsafe extern "C" fn let_go(object: *mut c_void) {
    if let Some(_held) = Held::take_unless_closed() {
        // SAFETY: the reference that the native object owned, and the lock is held.
        unsafe { decref(object.cast()) }
    }
}

/// How many arguments need no allocation.
const INLINE: usize = 6;
/// The most arguments of any packed call.
const MOST_ARGUMENTS: usize = 65_536;

unsafe extern "C" fn trampoline(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    count: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if count > MOST_ARGUMENTS || result.is_null() || (args.is_null() && count != 0) {
        return error::raise_text(
            b"ValueError",
            b"a packed call got NULL for its arguments or its result, or too many arguments",
        );
    }
    let Some(_held) = Held::take() else {
        return error::raise_ended();
    };
    // SAFETY: this call pointer stands in our own objects only.
    let callable = unsafe { (*callback_of(function)).callable };
    // SAFETY: `count` valid values and a place for the result; the caller keeps the function object, hence the
    // callable. The lock is held.
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
        // It may be the last reference, and its `__del__` may call and fail in turn.
        error::set_aside(|| drop(returned));
        raised::raise_python()
    }
}

/// Reads the arguments into `objects`, behind a free place as vectorcall likes it, and calls.
#[inline(always)]
unsafe fn call_with(
    callable: *mut PyObject,
    args: *const TVMLikeValue,
    count: usize,
    objects: *mut *mut PyObject,
) -> *mut PyObject {
    // SAFETY: `objects` has room for one more than `count`; those that were read are given back.
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
                give_back(objects, position);
                return ptr::null_mut();
            }
            objects.add(position).write(object);
        }
        let offset = 1usize << (usize::BITS - 1);
        let call = || (functions().vectorcall)(callable, objects, count | offset, ptr::null_mut());
        let returned = if type_of(callable).cast() == hooks().function_type {
            call()
        } else if Py_EnterRecursiveCall(c" while calling a Python object".as_ptr()) == 0 {
            // Only a Python function counts the depth itself: others could call each other through native code until the
            // stack ends.
            let returned = call();
            Py_LeaveRecursiveCall();
            returned
        } else {
            ptr::null_mut()
        };
        give_back(objects, count);
        returned
    }
}

#[inline(always)]
unsafe fn give_back(objects: *const *mut PyObject, count: usize) {
    for position in 0..count {
        // SAFETY: owned references, written before.
        unsafe { decref(*objects.add(position)) }
    }
}
