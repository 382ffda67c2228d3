//! `PackedFunc`: a function of the runtime, called by the vectorcall protocol.
//!
//! A call lays its arguments out on the stack as 16-byte values and jumps through the function object's own call
//! pointer. Invariants: the native function lives as long as a call of it runs, also when `_free` is called meanwhile;
//! the lock is let go around every call but those of functions that are known to return soon.

use std::ffi::{CStr, c_int, c_ulong, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{
    TVMLIKE_OBJECT, TVMLIKE_REGISTER_KEEPS_LOCK, TVMLikeByteArray, TVMLikeFunctionCell, TVMLikeObjectHandle,
    TVMLikeValue,
};

use crate::api::{api, borrowed};
use crate::hooks::hooks;
use crate::keep::Keep;
use crate::object::{self, Object, slot};
use crate::python::{Locked, Owned, call, decref, functions, new_ref, raise, take_exception};
use crate::unpack::{NONE, read_owned};
use crate::{error, identity, lock, pack};

/// The fields of a `PackedFunc`.
#[repr(C)]
struct Function {
    object: Object,
    vectorcall: *mut c_void,
    /// The name under which it was looked up, a str; or NULL.
    name: *mut PyObject,
    /// What `_free` has given up while calls ran; it is given back by the last of them.
    leaving: TVMLikeObjectHandle,
    /// How many calls run.
    calls: u32,
    /// The registration's flags.
    flags: u32,
}

static TYPE: Locked<*mut PyTypeObject> = Locked::new(ptr::null_mut());

/// `PackedFunc`, once it is made.
#[inline(always)]
pub(crate) fn function_type() -> *mut PyTypeObject {
    // SAFETY: set once while the package is imported, not changed later.
    unsafe { *TYPE.get() }
}

/// A new `PackedFunc` without a function in it; NULL with the exception set where there is no memory.
pub(crate) unsafe fn new(class: *mut PyTypeObject) -> *mut PyObject {
    // SAFETY: `PackedFunc` or a subclass; what is allocated is zeroed.
    unsafe {
        let made = PyType_GenericAlloc(class, 0);
        if !made.is_null() {
            (*made.cast::<Function>()).vectorcall = vectorcall as *mut c_void;
        }
        made
    }
}

/// The function registered under a name, as a new reference; None where there is none.
pub(crate) unsafe extern "C" fn get_global(_: *mut PyObject, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object as the argument.
    unsafe {
        let mut size = 0;
        let text = (functions().as_utf8)(name, &raw mut size);
        if text.is_null() {
            if PyUnicode_Check(name) == 0 {
                return ptr::null_mut();
            }
            // No name has a lone surrogate.
            PyErr_Clear();
            return new_ref(Py_None());
        }
        let text = std::slice::from_raw_parts(text.cast::<u8>(), size as usize);
        if text.contains(&0) {
            return new_ref(Py_None()); // nor a NUL
        }
        let (mut handle, mut flags) = (ptr::null_mut(), 0);
        if (api().look_up)(&borrowed(text), &raw mut handle, &raw mut flags) != 0 {
            return error::raise_taken();
        }
        if handle.is_null() {
            return new_ref(Py_None());
        }
        let found = object::wrap(handle);
        if !found.is_null() {
            let this = found.cast::<Function>();
            (*this).flags = flags;
            // A function may stand under several names; it is called by the one it was looked up by last.
            if (*this).name != name {
                let before = std::mem::replace(&mut (*this).name, new_ref(name));
                drop(Owned::new(before));
            }
        }
        found
    }
}

/// How many arguments need no allocation.
const INLINE: usize = 6;

unsafe extern "C" fn vectorcall(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    let count = count_and_flag & !PY_VECTORCALL_ARGUMENTS_OFFSET;
    // SAFETY: the vectorcall protocol: `count` arguments, then the values of the keywords. Each case has a stack frame
    // of its own, so that the small ones do not pay for the large.
    unsafe {
        if !keywords.is_null() {
            call_with_keywords(callable, args, count, keywords)
        } else if count == 0 {
            run(callable, ptr::null(), 0, false, || {})
        } else if count <= INLINE {
            call_with_few(callable, args, count)
        } else {
            call_with_many(callable, args, count)
        }
    }
}

#[inline(never)]
unsafe fn call_with_few(callable: *mut PyObject, args: *const *mut PyObject, count: usize) -> *mut PyObject {
    let mut values = [const { MaybeUninit::<TVMLikeValue>::uninit() }; INLINE];
    let mut spans = [const { MaybeUninit::<TVMLikeByteArray>::uninit() }; INLINE];
    // SAFETY: room for `count` of each.
    unsafe {
        invoke(
            callable,
            args,
            count,
            values.as_mut_ptr().cast(),
            spans.as_mut_ptr().cast(),
        )
    }
}

const PY_VECTORCALL_ARGUMENTS_OFFSET: usize = 1 << (usize::BITS - 1);

#[inline(never)]
unsafe fn call_with_many(callable: *mut PyObject, args: *const *mut PyObject, count: usize) -> *mut PyObject {
    let mut values: Vec<TVMLikeValue> = Vec::with_capacity(count);
    let mut spans: Vec<TVMLikeByteArray> = Vec::with_capacity(count);
    // SAFETY: room for `count` of each.
    unsafe { invoke(callable, args, count, values.as_mut_ptr(), spans.as_mut_ptr()) }
}

#[inline(never)]
unsafe fn call_with_keywords(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the vectorcall protocol; the hook gives a tuple of all arguments in order.
    unsafe {
        let Some(positional) = Owned::new(PyTuple_New(count as Py_ssize_t)) else {
            return ptr::null_mut();
        };
        for position in 0..count {
            PyTuple_SetItem(
                positional.get(),
                position as Py_ssize_t,
                new_ref(*args.add(position)),
            );
        }
        let Some(named) = Owned::new(PyDict_New()) else {
            return ptr::null_mut();
        };
        for position in 0..PyTuple_Size(keywords) {
            let name = PyTuple_GetItem(keywords, position);
            if PyDict_SetItem(named.get(), name, *args.add(count + position as usize)) != 0 {
                return ptr::null_mut();
            }
        }
        let Some(bound) = Owned::new(call(hooks().bind, &[callable, positional.get(), named.get()])) else {
            return ptr::null_mut();
        };
        let total = PyTuple_Size(bound.get());
        if total < 0 {
            return ptr::null_mut();
        }
        let all: Vec<*mut PyObject> = (0..total)
            .map(|position| PyTuple_GetItem(bound.get(), position))
            .collect();
        vectorcall(callable, all.as_ptr(), all.len(), ptr::null_mut())
    }
}

/// Packs, calls, unpacks.
#[inline(always)]
unsafe fn invoke(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    values: *mut TVMLikeValue,
    spans: *mut TVMLikeByteArray,
) -> *mut PyObject {
    let mut keep = Keep::new();
    // SAFETY: there is room for `count` values and spans; the caller keeps function and arguments alive.
    unsafe {
        for position in 0..count {
            let packed = pack::pack(
                *args.add(position),
                values.add(position),
                spans.add(position),
                &mut keep,
            );
            if !packed {
                keep.release();
                return refuse(callable, position);
            }
        }
        // Without an object among the arguments there hardly is a callback.
        let objects = (0..count).any(|position| (*values.add(position)).type_index >= TVMLIKE_OBJECT);
        run(callable, values, count, objects, || keep.release())
    }
}

/// Calls with packed arguments and unpacks. `release` is called once, when the arguments are not needed any more. A
/// callback of a function that keeps the lock is spared asking for it where `calls_back` says that one is likely.
#[inline(always)]
unsafe fn run(
    callable: *mut PyObject,
    values: *const TVMLikeValue,
    count: usize,
    calls_back: bool,
    mut release: impl FnMut(),
) -> *mut PyObject {
    // SAFETY: `count` values stand there; the caller keeps the function alive.
    unsafe {
        let this = callable.cast::<Function>();
        let handle = (*this).object.handle;
        if handle.is_null() {
            release();
            return refuse_freed(callable);
        }
        let Some(safe_call) = (*handle.add(1).cast::<TVMLikeFunctionCell>()).safe_call else {
            release();
            return raise(PyExc_RuntimeError, c"the function object has no call pointer");
        };
        let mut result = NONE;
        (*this).calls += 1;
        let mut call = || safe_call(handle, values, count as i32, &raw mut result);
        let status = if (*this).flags & TVMLIKE_REGISTER_KEEPS_LOCK == 0 {
            lock::released(call)
        } else if calls_back {
            lock::kept(call)
        } else {
            call()
        };
        (*this).calls -= 1;
        if (*this).object.handle != handle {
            let_leave(this);
        }
        release();
        if status != 0 {
            return error::raise_taken();
        }
        read_owned(&result)
    }
}

/// Gives back what `_free` has given up during a call, when no call runs any more.
#[cold]
#[inline(never)]
unsafe fn let_leave(this: *mut Function) {
    // SAFETY: a living PackedFunc.
    unsafe {
        if (*this).calls == 0 {
            let leaving = std::mem::replace(&mut (*this).leaving, ptr::null_mut());
            (api().free)(leaving.cast());
        }
    }
}

/// An argument has no native form: the exception that is set becomes one that names function and argument.
#[cold]
#[inline(never)]
unsafe fn refuse(callable: *mut PyObject, position: usize) -> *mut PyObject {
    // SAFETY: an exception is set.
    unsafe {
        let Some(reason) = Owned::new(take_exception()) else {
            return ptr::null_mut();
        };
        let Some(number) = Owned::new(PyLong_FromSize_t(position + 1)) else {
            return ptr::null_mut();
        };
        if let Some(named) = Owned::new(call(hooks().refused, &[callable, number.get(), reason.get()])) {
            error::raise_exception(&named);
        }
        ptr::null_mut()
    }
}

#[cold]
#[inline(never)]
unsafe fn refuse_freed(callable: *mut PyObject) -> *mut PyObject {
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

/// Gives a function up now; while calls of it run, the last of them gives it back.
pub(crate) unsafe fn free(function: *mut PyObject) {
    // SAFETY: a PackedFunc.
    unsafe {
        let this = function.cast::<Function>();
        let handle = (*this).object.handle;
        if handle.is_null() || (*this).calls == 0 || !(*this).leaving.is_null() {
            object::let_go(function);
            return;
        }
        identity::remove(handle, function);
        (*this).leaving = handle;
        (*this).object.handle = ptr::null_mut();
    }
}

unsafe extern "C" fn dealloc(function: *mut PyObject) {
    // SAFETY: the last reference is gone, so no call runs.
    unsafe {
        PyObject_GC_UnTrack(function.cast());
        let this = function.cast::<Function>();
        drop(Owned::new(std::mem::replace(&mut (*this).name, ptr::null_mut())));
        object::dealloc(function);
    }
}

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

unsafe extern "C" fn set_name(function: *mut PyObject, name: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: a PackedFunc, and NULL or an object.
    unsafe {
        if name.is_null() || PyUnicode_Check(name) == 0 {
            return crate::python::raise_status(PyExc_TypeError, c"the name of a function is a str");
        }
        let this = function.cast::<Function>();
        drop(Owned::new(std::mem::replace(&mut (*this).name, new_ref(name))));
        0
    }
}

unsafe extern "C" fn get_flags(function: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a PackedFunc.
    unsafe { PyLong_FromSize_t((*function.cast::<Function>()).flags as usize) }
}

unsafe extern "C" fn set_flags(function: *mut PyObject, flags: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: a PackedFunc, and NULL or an object.
    unsafe {
        if flags.is_null() {
            return crate::python::raise_status(
                PyExc_TypeError,
                c"the flags of a function cannot be deleted",
            );
        }
        let value = PyLong_AsSize_t(flags);
        if value == usize::MAX && !PyErr_Occurred().is_null() {
            return -1;
        }
        (*function.cast::<Function>()).flags = value as u32;
        0
    }
}

/// Makes `PackedFunc` under a Python class that holds what is common to both call paths.
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
        // SAFETY: a definition of zeros ends the list.
        unsafe { std::mem::zeroed() },
    ]));
    let more = [slot(Py_tp_getset, properties.as_mut_ptr().cast())];
    // SAFETY: a class that inherits from ObjectBase and adds no fields, as the package passes it.
    unsafe {
        let made = make_subtype(base, c"tvmlike.function.PackedFunc", 0, &more);
        if !made.is_null() {
            *TYPE.get() = new_ref(made).cast();
        }
        made
    }
}

/// Makes a type whose instances are laid out and called as those of `PackedFunc` are; NULL with the exception set where
/// it fails.
///
/// # Safety
/// `base` is a class that inherits from `ObjectBase`, or from `PackedFunc`, and adds no fields; the slots are right.
pub(crate) unsafe fn make_subtype(
    base: *mut PyObject,
    name: &'static CStr,
    flags: c_ulong,
    more: &[PyType_Slot],
) -> *mut PyObject {
    // The list lives as long as the type, that is, for ever.
    let members = Box::leak(Box::new([
        PyMemberDef {
            name: c"__vectorcalloffset__".as_ptr(),
            type_code: Py_T_PYSSIZET,
            offset: offset_of!(Function, vectorcall) as Py_ssize_t,
            flags: Py_READONLY,
            doc: ptr::null(),
        },
        // SAFETY: a definition of zeros ends the list.
        unsafe { std::mem::zeroed() },
    ]));
    let mut slots = vec![
        slot(Py_tp_dealloc, dealloc as *mut c_void),
        slot(Py_tp_traverse, object::visit_members as *mut c_void),
        slot(Py_tp_clear, object::clear as *mut c_void),
        slot(Py_tp_call, functions().vectorcall_call as *mut c_void),
        slot(Py_tp_members, members.as_mut_ptr().cast()),
    ];
    slots.extend(more.iter().map(|one| slot(one.slot, one.pfunc)));
    slots.push(slot(0, ptr::null_mut()));
    let flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | HAVE_VECTORCALL | flags;
    let mut spec = PyType_Spec {
        name: name.as_ptr(),
        basicsize: size_of::<Function>() as c_int,
        itemsize: 0,
        flags: flags as u32,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a complete spec, and a base by contract.
    unsafe {
        let bases = PyTuple_New(1);
        if bases.is_null() {
            return ptr::null_mut();
        }
        PyTuple_SetItem(bases, 0, new_ref(base));
        let made = PyType_FromSpecWithBases(&raw mut spec, bases);
        decref(bases);
        made
    }
}

/// The bit that the limited API names from 3.12 on; it is the same before.
const HAVE_VECTORCALL: c_ulong = 1 << 11;
