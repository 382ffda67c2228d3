//! Python objects that native code owns: callables as function objects, other objects as opaque ones.
//!
//! The deleter of such a function object is [`delete`], by which the accelerator recognizes it: back in Python it is the
//! same callable. Invariant: the function object owns one reference to its callable, and only [`delete`] frees it.

use std::ffi::{c_int, c_long, c_void};
use std::mem::offset_of;
use std::ptr;
use std::sync::atomic::AtomicU64;

use pyo3_ffi::{PyErr_Clear, PyLong_AsLong, PyObject, PyObject_GetAttr, PyUnicode_InternFromString};
use tvmlike_abi::{
    TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_FUNCTION, TVMLikeFunctionCell, TVMLikeObject,
    TVMLikeObjectHandle, TVMLikeSafeCall,
};

use crate::api::api;
use crate::gil::Gil;
use crate::python::{GilCell, Owned, decref, new_ref};
use crate::value::NEW_COUNTS;

/// The call pointer of the function objects made here. It belongs to a higher layer, which registers it.
static TRAMPOLINE: GilCell<TVMLikeSafeCall> = GilCell::new(None);

/// Registers the call pointer of the function objects made here.
///
/// # Safety
/// `trampoline` calls the callable of such an object. The GIL is held.
pub(crate) unsafe fn register_trampoline(trampoline: TVMLikeSafeCall) {
    // SAFETY: by contract.
    unsafe { *TRAMPOLINE.get() = trampoline }
}

/// A native function that calls a Python callable, as an owned reference.
///
/// # Safety
/// `callable` is a living callable object; the GIL is held.
pub(crate) unsafe fn new_function(callable: *mut PyObject) -> TVMLikeObjectHandle {
    // SAFETY: by contract.
    unsafe {
        let made = Box::into_raw(Box::new(Callback {
            space: [0; 2],
            header: TVMLikeObject {
                counts: AtomicU64::new(NEW_COUNTS),
                type_index: TVMLIKE_FUNCTION,
                zero: 0,
                deleter: Some(delete),
            },
            cell: TVMLikeFunctionCell {
                safe_call: *TRAMPOLINE.get(),
                cpp_call: ptr::null_mut(),
            },
            callable: new_ref(callable),
        }));
        &raw mut (*made).header
    }
}

/// Whether a call of a Python function makes a coroutine or an asynchronous generator, by the flags of its code.
///
/// # Safety
/// `function` is a function written in Python. The GIL is held and no exception is set; none is set afterwards.
pub(crate) unsafe fn is_coroutine_function(function: *mut PyObject) -> bool {
    /// `CO_COROUTINE`, `CO_ITERABLE_COROUTINE` and `CO_ASYNC_GENERATOR`, which the stable ABI does not declare.
    const ASYNC: c_long = 0x80 | 0x100 | 0x200;
    static NAMES: GilCell<[*mut PyObject; 2]> = GilCell::new([ptr::null_mut(); 2]);
    // SAFETY: with the GIL held; a function has a code object, whose flags are an int.
    unsafe {
        let names = NAMES.get();
        if names[1].is_null() {
            *names = [c"__code__", c"co_flags"].map(|name| PyUnicode_InternFromString(name.as_ptr()));
        }
        if names.contains(&ptr::null_mut()) {
            PyErr_Clear(); // there is no memory for the names
            return false;
        }
        let flags = Owned::new(PyObject_GetAttr(function, names[0]))
            .and_then(|code| Owned::new(PyObject_GetAttr(code.get(), names[1])));
        match flags {
            Some(flags) => PyLong_AsLong(flags.get()) & ASYNC != 0,
            None => {
                PyErr_Clear();
                false
            }
        }
    }
}

/// A function object around a Python callable, with the unused space that objects have before their header.
#[repr(C)]
struct Callback {
    space: [u64; 2],
    header: TVMLikeObject,
    cell: TVMLikeFunctionCell,
    callable: *mut PyObject,
}

/// The callback that a function object is the header of.
///
/// # Safety
/// `function` is the header of a [`Callback`].
unsafe fn callback_of(function: *mut TVMLikeObject) -> *mut Callback {
    // SAFETY: the header is at its offset in the callback.
    unsafe { function.byte_sub(offset_of!(Callback, header)).cast() }
}

/// The deleter of function objects made here.
///
/// # Safety
/// Called by the protocol of deleters: `function` is an object of [`new_function`] whose last strong or weak reference
/// is gone, as `flags` states. Any thread may call it.
unsafe extern "C" fn delete(function: *mut c_void, flags: c_int) {
    // SAFETY: the protocol of deleters: the callable is released with the last strong reference, the memory is freed with
    // the last weak one.
    unsafe {
        let callback = callback_of(function.cast());
        if flags & TVMLIKE_DELETE_STRONG != 0 {
            release_python((*callback).callable.cast());
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            drop(Box::from_raw(callback));
        }
    }
}

/// The callable of a function object made here, borrowed; NULL for every other function.
///
/// # Safety
/// `function` is a living function object.
#[inline]
pub(crate) unsafe fn callable_of(function: TVMLikeObjectHandle) -> *mut PyObject {
    // Tracing replaces the call pointer, so the deleter identifies the object.
    // SAFETY: a living function object; only objects made here have this deleter.
    unsafe {
        let deleter = (*function).deleter.map(|deleter| deleter as usize);
        if deleter == Some(delete as *const () as usize) {
            (*callback_of(function)).callable
        } else {
            ptr::null_mut()
        }
    }
}

/// The callable of a function object of this module, borrowed.
///
/// # Safety
/// `function` is a living object of [`new_function`].
#[inline(always)]
pub(crate) unsafe fn callable_unchecked(function: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe { (*callback_of(function)).callable }
}

/// Makes an opaque object that owns a reference to a Python object; NULL with a native error raised on failure.
///
/// # Safety
/// `object` is a living object. The GIL is held.
pub(crate) unsafe fn new_opaque(object: *mut PyObject) -> TVMLikeObjectHandle {
    let mut made = ptr::null_mut();
    // SAFETY: a living object; the finalizer releases the reference.
    unsafe {
        let handle = new_ref(object).cast();
        let index = tvmlike_abi::TVMLIKE_OPAQUE_PY_OBJECT;
        if (api().opaque_create)(handle, index, Some(release_python), &raw mut made) != 0 {
            decref(object);
            return ptr::null_mut();
        }
    }
    made
}

/// Releases a reference, on any thread. After the end of the interpreter it does nothing.
///
/// # Safety
/// `object` is a Python object; the caller transfers ownership of a reference to it. Any thread may call it.
unsafe extern "C" fn release_python(object: *mut c_void) {
    if let Some(_gil) = Gil::acquire_unless_closed() {
        // SAFETY: the reference that the native object owned, and the GIL is held.
        unsafe { decref(object.cast()) }
    }
}
