//! Calls of classes, `C(1)`, without the tuple and the dict that `type.__call__` makes of the arguments.
//!
//! CPython calls a class by its `tp_vectorcall`, if it has one. No API sets that field of a class made by Python code, so
//! it is written at the offset that `type` reports. Invariant: such a call has the effect of `type.__call__`, which is
//! called if `__init__` or `__new__` of the class was replaced.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::slice;

use pyo3_ffi::*;

use super::member::{adopt_object, initialise};
use super::slots;
use super::subtype::is_member;
use super::type_fields::{DICT, VECTORCALL_OFFSET, field};
use crate::object;
use crate::python::{self, GilCell, Owned, Vectorcall, decref, functions, type_of};

/// `"__init__"`, interned; NULL until the first class is changed.
static INIT: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());

/// The offset of `tp_vectorcall` in classes; `None` if types do not have the expected layout.
///
/// # Safety
/// The GIL is held; `ObjectBase` and `PackedFunc` are made.
unsafe fn offset() -> Option<usize> {
    // SAFETY: `type` has more than eight words, and the attribute is an int.
    unsafe {
        let class = &raw mut PyType_Type;
        let offset = usize::try_from(*field::<isize>(class, VECTORCALL_OFFSET)).ok()?;
        let size = Owned::new(PyObject_GetAttrString(class.cast(), c"__basicsize__".as_ptr()))?;
        let size = PyLong_AsSize_t(size.get());
        let fits = offset > DICT && offset % align_of::<usize>() == 0 && offset + size_of::<usize>() <= size;
        // `ObjectBase` has no vectorcall function, and a dict.
        let own = object::object_type();
        let fits = fits && (*field::<*mut c_void>(own, offset)).is_null();
        (fits && PyDict_Check(*field::<*mut PyObject>(own, DICT)) != 0).then_some(offset)
    }
}

/// `call_natively(cls, index)`: sets the slots of a class: calls bypass `type.__call__` if its own `__init__` is a native
/// constructor, and `hash`, `repr`, `next` and items bypass the lookup by name. The index is that of the class's type.
///
/// # Safety
/// Called by CPython with a tuple. The package passes a class that it has just made and the index of its type. The GIL
/// is held.
pub(crate) unsafe extern "C" fn call_natively(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        if PyTuple_Size(args) != 2 || PyType_Check(PyTuple_GetItem(args, 0)) == 0 {
            return python::raise(
                PyExc_TypeError,
                c"call_natively: expected a class and a type index",
            );
        }
        let class = PyTuple_GetItem(args, 0);
        let index = PyLong_AsLong(PyTuple_GetItem(args, 1));
        if index == -1 && !PyErr_Occurred().is_null() {
            return ptr::null_mut();
        }
        if type_of(class) == &raw mut PyType_Type
            && PyType_IsSubtype(class.cast(), object::object_type()) != 0
            && let Some(offset) = offset()
        {
            if (*INIT.get()).is_null() {
                *INIT.get() = PyUnicode_InternFromString(c"__init__".as_ptr());
            }
            if !(*INIT.get()).is_null() && constructor(class.cast()).is_some() {
                let leaf =
                    i32::try_from(index).is_ok_and(|index| object::class::is_leaf_class(class.cast(), index));
                *field::<Option<Vectorcall>>(class.cast(), offset) = Some(if leaf {
                    call_class::<true>
                } else {
                    call_class::<false>
                });
            }
            slots::install(class.cast());
        }
        PyErr_Clear();
        python::new_ref(Py_None())
    }
}

/// `call_by_maker(cls)`: lets calls of a class call a function that returns an instance, instead of making an empty one
/// for `__init__`. The class has `__makers__`: its `__init__` and that function.
///
/// # Safety
/// Called by CPython with a class. The GIL is held.
pub(crate) unsafe extern "C" fn call_by_maker(_: *mut PyObject, class: *mut PyObject) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        if type_of(class) == &raw mut PyType_Type
            && PyType_IsSubtype(class.cast(), object::object_type()) != 0
            && let Some(offset) = offset()
        {
            let mut known = true;
            for (name, text) in [(&INIT, c"__init__"), (&MAKERS, c"__makers__"), (&NEW, c"__new__")] {
                if (*name.get()).is_null() {
                    *name.get() = PyUnicode_InternFromString(text.as_ptr());
                }
                known &= !(*name.get()).is_null();
            }
            if known {
                *field::<Option<Vectorcall>>(class.cast(), offset) = Some(call_maker);
            }
        }
        PyErr_Clear();
        python::new_ref(Py_None())
    }
}

/// `"__makers__"` and `"__new__"`, interned; NULL until the first class is changed.
static MAKERS: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());
static NEW: GilCell<*mut PyObject> = GilCell::new(ptr::null_mut());

/// What makes an instance of a class, borrowed; `None` if the class's `__init__` was replaced, or it has got a `__new__`.
///
/// # Safety
/// `class` is a class that [`call_by_maker`] has changed. The GIL is held. The result is valid until Python code runs.
unsafe fn maker(class: *mut PyTypeObject) -> Option<*mut PyObject> {
    // SAFETY: by contract; the dict lives as long as the class, and looking up an interned str runs no Python code.
    unsafe {
        let own = |name| PyDict_GetItemWithError(*field::<*mut PyObject>(class, DICT), name);
        let (init, makers) = (own(*INIT.get()), own(*MAKERS.get()));
        let known = !makers.is_null() && PyTuple_Check(makers) != 0 && PyTuple_Size(makers) == 2;
        (known && PyTuple_GetItem(makers, 0) == init && own(*NEW.get()).is_null())
            .then(|| PyTuple_GetItem(makers, 1))
    }
}

/// Calls a class by its maker.
///
/// # Safety
/// Called by the vectorcall protocol: `class` is a class that [`call_by_maker`] has changed. The GIL is held.
unsafe extern "C" fn call_maker(
    class: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        let count = super::call::count_of(count_and_flag);
        // The call may run Python code that replaces the maker.
        let Some(maker) = maker(class.cast()).and_then(|maker| Owned::new(python::new_ref(maker))) else {
            return call_as_type_does(class, args, count, names);
        };
        let Some(made) = Owned::new((functions().vectorcall)(maker.get(), args, count, names)) else {
            return ptr::null_mut();
        };
        if type_of(made.get()).cast() == class {
            return python::new_ref(made.get());
        }
        // Another class is registered for the type.
        let Some(own) = Owned::new(PyType_GenericAlloc(class.cast(), 0)) else {
            return ptr::null_mut();
        };
        if adopt_object(own.get(), maker.get(), &made) {
            python::new_ref(own.get())
        } else {
            ptr::null_mut()
        }
    }
}

/// The native constructor that is a class's own `__init__`, borrowed; `None` if it has another one.
///
/// # Safety
/// `class` is a class that [`offset`] holds for, alive. The GIL is held.
#[inline(always)]
unsafe fn constructor(class: *mut PyTypeObject) -> Option<*mut PyObject> {
    // SAFETY: by contract; the dict lives as long as the class.
    unsafe {
        let found = PyDict_GetItemWithError(*field::<*mut PyObject>(class, DICT), *INIT.get());
        let ours = !found.is_null()
            && is_member(found)
            && (*found.cast::<super::Function>()).vectorcall as usize == initialise as *const () as usize;
        ours.then_some(found)
    }
}

/// The number of arguments, with the new object, that need no allocation.
const INLINE: usize = 8;

/// Calls a class. `LEAF`: [`object::class::is_leaf_class`] is true, which does not change as long as the class lives.
///
/// # Safety
/// Called by the vectorcall protocol: `class` is a class that [`call_natively`] has changed. The GIL is held.
unsafe extern "C" fn call_class<const LEAF: bool>(
    class: *mut PyObject,
    args: *const *mut PyObject,
    count_and_flag: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        let count = super::call::count_of(count_and_flag);
        let own_new = ptr::eq(
            PyType_GetSlot(class.cast(), Py_tp_new),
            object::new_empty as *const c_void,
        );
        let Some(constructor) = constructor(class.cast()).filter(|_| own_new) else {
            return call_as_type_does(class, args, count, names);
        };
        let Some(constructor) = Owned::new(python::new_ref(constructor)) else {
            return ptr::null_mut();
        };
        let total = count
            + if names.is_null() {
                0
            } else {
                PyTuple_Size(names) as usize
            };
        let made = if LEAF {
            object::class::allocate_leaf(class.cast())
        } else {
            PyType_GenericAlloc(class.cast(), 0)
        };
        if made.is_null() {
            return made;
        }
        let mut room = [const { MaybeUninit::<*mut PyObject>::uninit() }; INLINE];
        let mut more = Vec::new();
        let all = if total < INLINE {
            room.as_mut_ptr().cast::<*mut PyObject>()
        } else {
            more.reserve_exact(total + 1);
            more.as_mut_ptr()
        };
        all.write(made);
        ptr::copy_nonoverlapping(args, all.add(1), total);
        let none = initialise(constructor.get(), all, count + 1, names);
        if none.is_null() {
            crate::error::with_exception_saved(|| decref(made));
            return none;
        }
        decref(none);
        made
    }
}

/// Calls a class by `type.__call__`.
///
/// # Safety
/// As for the vectorcall protocol, with `count` positional arguments. The GIL is held.
#[cold]
unsafe fn call_as_type_does(
    class: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the vectorcall protocol.
    unsafe {
        let Some(call) = Owned::new(PyObject_GetAttrString(
            (&raw mut PyType_Type).cast(),
            c"__call__".as_ptr(),
        )) else {
            return ptr::null_mut();
        };
        let named = if names.is_null() {
            0
        } else {
            PyTuple_Size(names) as usize
        };
        let mut all = vec![class];
        if count + named > 0 {
            all.extend_from_slice(slice::from_raw_parts(args, count + named));
        }
        (functions().vectorcall)(call.get(), all.as_ptr(), count + 1, names)
    }
}
