//! The native types below `Array` and `Map`, and reading their cells.
//!
//! Invariant: a value is converted while its container is borrowed (see `object.rs`) and its Python object owned, because
//! the conversion may run Python code that frees the container. After it, the cell is read again.

mod array;
mod compare;
mod iterator;
mod map;
mod texts;

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{
    TVMLIKE_ARRAY, TVMLIKE_FLOAT, TVMLIKE_INT, TVMLIKE_LIST, TVMLIKE_MAP, TVMLikeMapCell, TVMLikeMapEntry,
    TVMLikeObjectHandle, TVMLikeSeqCell, TVMLikeValue,
};

use crate::object::{self, BorrowGuard, Object};
use crate::python::{Owned, slot, type_of};
use crate::unpack::read_borrowed;
use crate::value::type_index;

pub(crate) use array::make_array_type;
pub(crate) use map::{items, make_map_type, values};

/// The values of an array.
#[derive(Clone, Copy)]
struct Values {
    first: *const TVMLikeValue,
    size: Py_ssize_t,
}

/// The pairs of a map.
#[derive(Clone, Copy)]
struct Entries {
    handle: TVMLikeObjectHandle,
    first: *const TVMLikeMapEntry,
    size: Py_ssize_t,
}

/// The present values of an `Array`; `None` with the exception set if it was freed.
///
/// # Safety
/// `array` is an `ObjectBase`. The GIL is held. The result is valid until Python code runs.
#[inline(always)]
unsafe fn values_of(array: *mut PyObject) -> Option<Values> {
    // SAFETY: an array's cell follows its header; a list of tvm-ffi has the same cell.
    unsafe {
        let handle = (*array.cast::<Object>()).handle;
        if handle.is_null() || !matches!(type_index(handle), TVMLIKE_ARRAY | TVMLIKE_LIST) {
            return raise_unusable(array, c"an array");
        }
        let cell = &*handle.add(1).cast::<TVMLikeSeqCell>();
        Some(Values {
            first: cell.data,
            size: cell.size as Py_ssize_t,
        })
    }
}

/// The present pairs of a `Map`; `None` with the exception set if it was freed.
///
/// # Safety
/// As for [`values_of`].
#[inline(always)]
unsafe fn entries_of(map: *mut PyObject) -> Option<Entries> {
    // SAFETY: a map's cell follows its header.
    unsafe {
        let handle = (*map.cast::<Object>()).handle;
        if handle.is_null() || type_index(handle) != TVMLIKE_MAP {
            return raise_unusable(map, c"a map");
        }
        let cell = cell_of_map(handle);
        Some(Entries {
            handle,
            first: (*cell).entries,
            size: (*cell).size as Py_ssize_t,
        })
    }
}

/// The cell of a map.
///
/// # Safety
/// `handle` is a map object. The result is valid as long as it lives.
#[inline(always)]
unsafe fn cell_of_map(handle: TVMLikeObjectHandle) -> *const TVMLikeMapCell {
    // SAFETY: a map's cell follows its header.
    unsafe { handle.add(1).cast() }
}

/// Raises the error for a container that was freed, or whose class was changed.
///
/// # Safety
/// `container` is an `ObjectBase`. The GIL is held.
#[cold]
#[inline(never)]
unsafe fn raise_unusable<T>(container: *mut PyObject, expected: &CStr) -> Option<T> {
    // SAFETY: an `ObjectBase`, whose class has a name.
    unsafe {
        let name = Owned::new(PyObject_GetAttrString(
            type_of(container).cast(),
            c"__name__".as_ptr(),
        ))?;
        if (*container.cast::<Object>()).handle.is_null() {
            PyErr_Format(
                PyExc_ValueError,
                c"this %U was freed, or never had a native object".as_ptr(),
                name.get(),
            );
        } else {
            PyErr_Format(
                PyExc_TypeError,
                c"the native object of this %U is not %s".as_ptr(),
                name.get(),
                expected.as_ptr(),
            );
        }
        None
    }
}

/// Converts an int or a float, which runs no Python code; `None` for any other value.
///
/// # Safety
/// `value` is valid. The GIL is held.
#[inline(always)]
unsafe fn read_number(value: *const TVMLikeValue) -> Option<*mut PyObject> {
    // SAFETY: by contract; the type index determines the payload.
    unsafe {
        match (*value).type_index {
            TVMLIKE_INT => Some(PyLong_FromLongLong((*value).payload.v_int64)),
            TVMLIKE_FLOAT => Some(PyFloat_FromDouble((*value).payload.v_float64)),
            _ => None,
        }
    }
}

/// Converts a value of a container: a new reference, or NULL with the exception set.
///
/// # Safety
/// `value` is a value of a container whose Python object the caller owns a reference to. The GIL is held.
#[inline(always)]
unsafe fn read(value: *const TVMLikeValue) -> *mut PyObject {
    // SAFETY: by contract; a container that is freed meanwhile lives until its Python object is freed.
    unsafe {
        let _borrow = BorrowGuard::new();
        read_borrowed(&*value)
    }
}

/// Makes a type without own fields, below a class that inherits from `ObjectBase`.
///
/// # Safety
/// `base` is a class that inherits from `ObjectBase` and adds no fields; `more` are slots for instances of such a
/// class. The GIL is held.
unsafe fn make_type(base: *mut PyObject, name: &'static CStr, more: &[PyType_Slot]) -> *mut PyObject {
    let mut slots = vec![
        slot(Py_tp_dealloc, object::dealloc as *mut c_void),
        slot(Py_tp_traverse, object::visit_members as *mut c_void),
        slot(Py_tp_clear, object::clear as *mut c_void),
    ];
    slots.extend(more.iter().map(|one| slot(one.slot, one.pfunc)));
    slots.push(slot(0, ptr::null_mut()));
    let mut spec = PyType_Spec {
        name: name.as_ptr(),
        basicsize: size_of::<Object>() as c_int,
        itemsize: 0,
        flags: (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC) as u32,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a complete spec, and a class as its base.
    unsafe {
        let Some(bases) = Owned::new(PyTuple_Pack(1, base)) else {
            return ptr::null_mut();
        };
        object::named_alike(PyType_FromSpecWithBases(&raw mut spec, bases.get()))
    }
}

/// Whether a class has the native function in a slot, and no Python code in its place.
///
/// # Safety
/// `class` is a type that was made at run time. The GIL is held.
unsafe fn has_slot(class: *mut PyTypeObject, number: c_int, function: *mut c_void) -> bool {
    // SAFETY: a class made at run time, as all below `ObjectBase` are.
    unsafe { PyType_GetSlot(class, number) == function }
}

/// Calls a method of an abstract base class, which uses the methods of a subclass.
///
/// # Safety
/// `container` is a living object, `args` a tuple, `keywords` NULL or a dict. The GIL is held.
unsafe fn call_mixin(
    class: &CStr,
    method: &CStr,
    container: *mut PyObject,
    args: *mut PyObject,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: living objects: a tuple, and NULL or a dict.
    unsafe {
        let of = |object: Owned, name: &CStr| Owned::new(PyObject_GetAttrString(object.get(), name.as_ptr()));
        let module = Owned::new(PyImport_ImportModule(c"collections.abc".as_ptr()));
        let Some(function) = module
            .and_then(|module| of(module, class))
            .and_then(|class| of(class, method))
        else {
            return ptr::null_mut();
        };
        let first = Owned::new(PyTuple_Pack(1, container));
        let Some(all) = first.and_then(|first| Owned::new(PySequence_Concat(first.get(), args))) else {
            return ptr::null_mut();
        };
        PyObject_Call(function.get(), all.get(), keywords)
    }
}

/// As [`call_mixin`], with one argument.
///
/// # Safety
/// `container` and `argument` are living objects. The GIL is held.
unsafe fn call_mixin_with(
    class: &CStr,
    method: &CStr,
    container: *mut PyObject,
    argument: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: living objects.
    unsafe {
        match Owned::new(PyTuple_Pack(1, argument)) {
            Some(args) => call_mixin(class, method, container, args.get(), ptr::null_mut()),
            None => ptr::null_mut(),
        }
    }
}

/// The definition of a method; [`END`] ends a list of them.
fn method(
    name: &'static CStr,
    function: PyMethodDefPointer,
    flags: c_int,
    doc: &'static CStr,
) -> PyMethodDef {
    PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: function,
        ml_flags: flags,
        ml_doc: doc.as_ptr(),
    }
}

/// The end of a list of methods.
const END: PyMethodDef = PyMethodDef::zeroed();
