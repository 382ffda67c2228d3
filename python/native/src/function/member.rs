//! Functions of object types: methods, which bind to their object, comparisons, constructors and static functions.
//!
//! Invariant: the object that a constructor returns becomes the native object of the Python object that was passed to it.
//! If that native object has a Python object already, both refer to it, and the table in `identity` keeps the first one.

use std::ffi::{c_int, c_ulong, c_void};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{
    TVMLIKE_NONE, TVMLIKE_OBJECT, TVMLIKE_REGISTER_KEYWORD_ONLY, TVMLikeByteArray, TVMLikeObjectHandle,
    TVMLikeValue,
};

use super::subtype::make_subtype_like;
use super::{Function, call, keyword_only, keywords, sequence};
use crate::api::api;
use crate::call_refs::CallRefs;
use crate::error;
use crate::function;
use crate::hooks::hooks;
use crate::identity;
use crate::object::{BorrowGuard, Object, is_object, refined};
use crate::pack;
use crate::python::{Owned, Vectorcall, decref, functions, new_ref, raise, slot, take_exception};
use crate::unpack::{is_wrapped, read_owned};

/// `Py_TPFLAGS_METHOD_DESCRIPTOR`: a call through an attribute need not bind the function first.
const METHOD_DESCRIPTOR: c_ulong = 1 << 17;

/// `make_method_type(base)`: a type of functions that bind to an object, below a class with the members that both call
/// paths share.
///
/// # Safety
/// Called by CPython. The package passes a subclass of `PackedFunc` that adds no fields. The GIL is held.
pub(crate) unsafe extern "C" fn make_method_type(_: *mut PyObject, base: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes a subclass of PackedFunc that adds no fields.
    unsafe {
        let more = [slot(Py_tp_descr_get, bind as *mut c_void)];
        make_subtype_like(base, METHOD_DESCRIPTOR, &more)
    }
}

/// `make_static_type(base)`: the type of an object type's static functions.
///
/// # Safety
/// As for [`make_method_type`].
pub(crate) unsafe extern "C" fn make_static_type(_: *mut PyObject, base: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above.
    unsafe { make_subtype_like(base, 0, &[]) }
}

/// Binds a method to an object; returns the method itself for a class. The `tp_descr_get` of methods.
///
/// # Safety
/// Called by CPython: `method` is a function of the type, `object` NULL or a living object. The GIL is held.
unsafe extern "C" fn bind(method: *mut PyObject, object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the descriptor protocol: a method, and NULL or an object.
    unsafe {
        if object.is_null() || object == Py_None() {
            return new_ref(method);
        }
        (functions().method)(method, object)
    }
}

/// `new_member(cls, handle, kind)`: an instance of one of these types, which takes ownership of the handle. It is not
/// added to the table in `identity`, because the native function may be a registered one too. The kind determines how it
/// is called: `function`, `comparison`, `constructor` or `item`.
///
/// # Safety
/// Called by CPython with a tuple. The package passes the address of a function object and transfers
/// ownership of a reference to it. The GIL is held.
pub(crate) unsafe extern "C" fn new_member(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple; the package passes one of the two classes, the address of a function that it owns, and a word.
    unsafe {
        if PyTuple_Size(args) != 3 {
            return raise(
                PyExc_TypeError,
                c"new_member: expected a class, a handle and a kind",
            );
        }
        let class = PyTuple_GetItem(args, 0).cast::<PyTypeObject>();
        if PyType_Check(class.cast()) == 0 || PyType_IsSubtype(class, function::function_type()) == 0 {
            return raise(PyExc_TypeError, c"new_member: expected a subclass of PackedFunc");
        }
        let mut size = 0;
        let kind = (functions().as_utf8)(PyTuple_GetItem(args, 2), &raw mut size);
        if kind.is_null() {
            return ptr::null_mut();
        }
        let called: Vectorcall = match std::slice::from_raw_parts(kind.cast::<u8>(), size as usize) {
            b"function" => call::vectorcall::<false>,
            b"comparison" => compare,
            b"constructor" => initialise,
            b"item" => sequence::get_item,
            _ => return raise(PyExc_ValueError, c"new_member: unknown kind of function"),
        };
        let address = PyLong_AsSize_t(PyTuple_GetItem(args, 1));
        if address == usize::MAX && !PyErr_Occurred().is_null() {
            return ptr::null_mut();
        }
        let made = function::new(class);
        if !made.is_null() {
            (*made.cast::<Object>()).handle = address as TVMLikeObjectHandle;
            (*made.cast::<Function>()).vectorcall = called;
        }
        made
    }
}

/// The vectorcall function of comparisons: NotImplemented for an operand without a native form, and for the result None.
///
/// # Safety
/// As for [`call::vectorcall`].
unsafe extern "C" fn compare(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the vectorcall protocol.
    unsafe {
        let count = call::count_of(count_and_flag);
        if count != 2 || !names.is_null() {
            return call::vectorcall::<false>(callable, args, count_and_flag, names);
        }
        let mut values = [const { MaybeUninit::<TVMLikeValue>::uninit() }; 2];
        let mut spans = [const { MaybeUninit::<TVMLikeByteArray>::uninit() }; 2];
        let mut refs = ManuallyDrop::new(CallRefs::new());
        let _borrow = BorrowGuard::new();
        for position in 0..2 {
            let (value, span) = (values[position].as_mut_ptr(), spans[position].as_mut_ptr());
            if !pack::pack(*args.add(position), value, span, &mut refs) {
                let reason = Owned::new(take_exception());
                refs.release();
                let refused =
                    |reason: &Owned| PyErr_GivenExceptionMatches(reason.get(), hooks().refused_class) != 0;
                if position == 1 && reason.as_ref().is_some_and(refused) {
                    return new_ref(Py_NotImplemented());
                }
                return call::raise_refused(callable, position, reason);
            }
        }
        call::run(
            callable,
            values.as_ptr().cast(),
            2,
            Some(&mut refs),
            |_, result| {
                if result.type_index == TVMLIKE_NONE {
                    new_ref(Py_NotImplemented())
                } else {
                    read_owned(result)
                }
            },
        )
    }
}

/// The vectorcall function of constructors: `__init__` of the Python object that is the first argument.
///
/// # Safety
/// As for [`call::vectorcall`].
pub(super) unsafe extern "C" fn initialise(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the vectorcall protocol.
    unsafe {
        let count = call::count_of(count_and_flag);
        let flags = (*callable.cast::<Function>()).flags;
        if flags & TVMLIKE_REGISTER_KEYWORD_ONLY != 0 && !keyword_only::check(callable, count, names) {
            return ptr::null_mut();
        }
        if !names.is_null() {
            return keywords::call(callable, args, count, names, initialise_in_order);
        }
        initialise_in_order(callable, args, count, names)
    }
}

/// The same without keywords.
///
/// # Safety
/// As for [`initialise`]; `count` is the number of arguments, and there are no keywords.
unsafe extern "C" fn initialise_in_order(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    _: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as `initialise`, without keywords.
    unsafe {
        if count == 0 {
            PyErr_Format(
                PyExc_TypeError,
                c"%R: missing argument 1, the object to initialize".as_ptr(),
                callable,
            );
            return ptr::null_mut();
        }
        let object = *args;
        if check_initialised(callable, object) != 0 {
            return ptr::null_mut();
        }
        let read = |callable, result: &TVMLikeValue| adopt_result(object, callable, result);
        if (*callable.cast::<Function>()).plan.is_null() {
            call::call_and_read::<false>(callable, args.add(1), count - 1, read)
        } else {
            initialise_planned(callable, args.add(1), count - 1, &read)
        }
    }
}

/// Calls a constructor that has a plan.
///
/// # Safety
/// As for [`initialise_in_order`]; `callable` has a plan.
#[inline(never)]
unsafe fn initialise_planned(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    read: &dyn Fn(*mut PyObject, &TVMLikeValue) -> *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as `initialise_in_order`.
    unsafe { call::call_and_read::<true>(callable, args, count, read) }
}

/// 0 if an object can be initialized; else -1 with the exception set.
///
/// # Safety
/// `function` and `object` are living objects. The GIL is held.
unsafe fn check_initialised(function: *mut PyObject, object: *mut PyObject) -> c_int {
    // SAFETY: two living objects.
    unsafe {
        if is_object(object) {
            return check_empty(object);
        }
        let text = c"%R: expected an Object to initialize, got %R".as_ptr();
        PyErr_Format(PyExc_TypeError, text, function, object);
        -1
    }
}

/// Makes the owned result of a constructor the native object of a Python object. Returns None, or NULL with the exception
/// set.
///
/// # Safety
/// `object` is an `ObjectBase`, `function` a living object; `made` is valid, and the caller transfers ownership of it. The
/// GIL is held.
unsafe fn adopt_result(object: *mut PyObject, function: *mut PyObject, made: &TVMLikeValue) -> *mut PyObject {
    // SAFETY: an `ObjectBase`, a function, and an owned value.
    unsafe {
        let handle = made.payload.v_obj;
        let is_any = made.type_index >= TVMLIKE_OBJECT && !handle.is_null();
        if !is_any || !is_wrapped(made.type_index) {
            if let Some(made) = Owned::new(read_owned(made)) {
                raise_not_object(function, made.get());
            }
            return ptr::null_mut();
        }
        // The call may have run Python code that has initialized the object.
        if check_empty(object) != 0 {
            error::with_exception_saved(|| {
                (api().free)(handle.cast());
            });
            return ptr::null_mut();
        }
        (*object.cast::<Object>()).handle = handle;
        identity::insert_if_none(handle, object);
        if refined::narrow(object) != 0 {
            return ptr::null_mut();
        }
        new_ref(Py_None())
    }
}

/// Raises TypeError for a constructor that returned something else.
///
/// # Safety
/// `function` and `made` are living objects. The GIL is held.
unsafe fn raise_not_object(function: *mut PyObject, made: *mut PyObject) {
    let text = c"%R must return an object, got %R".as_ptr();
    // SAFETY: two living objects.
    unsafe { PyErr_Format(PyExc_TypeError, text, function, made) };
}

/// `construct(object, function, args, keywords)`: calls a function, whose result becomes the native object of `object`.
///
/// # Safety
/// Called by CPython with a tuple. The GIL is held.
pub(crate) unsafe extern "C" fn construct(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of arguments; the package passes a tuple and a dict as the last two.
    unsafe {
        if PyTuple_Size(args) != 4 {
            return raise(
                PyExc_TypeError,
                c"construct: expected an object, a function, a tuple and a dict",
            );
        }
        let object = PyTuple_GetItem(args, 0);
        let function = PyTuple_GetItem(args, 1);
        let (positional, keywords) = (PyTuple_GetItem(args, 2), PyTuple_GetItem(args, 3));
        if PyTuple_Check(positional) == 0 || PyDict_Check(keywords) == 0 {
            return raise(
                PyExc_TypeError,
                c"construct: expected a tuple and a dict of arguments",
            );
        }
        if check_initialised(function, object) != 0 {
            return ptr::null_mut();
        }
        let Some(made) = Owned::new(PyObject_Call(function, positional, keywords)) else {
            return ptr::null_mut();
        };
        if adopt_object(object, function, &made) {
            new_ref(Py_None())
        } else {
            ptr::null_mut()
        }
    }
}

/// Makes the native object of `made`, which `function` has returned, that of `object`; false with the exception set if
/// there is none, or `object` has one.
///
/// # Safety
/// `object` is an `ObjectBase`, `function` a living object. The GIL is held.
pub(super) unsafe fn adopt_object(object: *mut PyObject, function: *mut PyObject, made: &Owned) -> bool {
    // SAFETY: by contract.
    unsafe {
        if !is_object(made.get()) || (*made.get().cast::<Object>()).handle.is_null() {
            raise_not_object(function, made.get());
            return false;
        }
        // The call may have run Python code that has initialized the object.
        if check_empty(object) != 0 {
            return false;
        }
        let from = made.get().cast::<Object>();
        let handle = (*from).handle;
        (*object.cast::<Object>()).handle = handle;
        if Py_REFCNT(made.get()) == 1 {
            // There is no other reference, so its native object can be moved.
            identity::remove(handle, made.get());
            (*from).handle = ptr::null_mut();
            identity::insert(handle, object);
        } else {
            (api().retain)(handle.cast());
        }
        refined::narrow(object) == 0
    }
}

/// 0 if a Python object has no native object; else -1 with the exception set.
///
/// # Safety
/// `object` is an `ObjectBase`. The GIL is held.
unsafe fn check_empty(object: *mut PyObject) -> c_int {
    // SAFETY: an `ObjectBase`; its class has a name.
    unsafe {
        if (*object.cast::<Object>()).handle.is_null() {
            return 0;
        }
        let name = PyObject_GetAttrString((*object).ob_type.cast(), c"__name__".as_ptr());
        if !name.is_null() {
            PyErr_Format(PyExc_TypeError, c"this %U is already initialized".as_ptr(), name);
            decref(name);
        }
        -1
    }
}
