//! Types with the layout of `PackedFunc`: the type itself, and those of members' functions.

use std::ffi::{CStr, c_int, c_ulong, c_void};
use std::mem::offset_of;
use std::ptr;

use pyo3_ffi::*;

use super::{Function, dealloc, function_type, traverse};
use crate::object;
use crate::python::{GilCell, Owned, decref, functions, new_ref, slot, type_of};

/// As [`make_subtype`], for a type of members' functions with the name of the base.
///
/// # Safety
/// As for [`make_subtype`].
pub(super) unsafe fn make_subtype_like(
    base: *mut PyObject,
    flags: c_ulong,
    more: &[PyType_Slot],
) -> *mut PyObject {
    // SAFETY: a class, by contract, which has a name and a module.
    unsafe {
        let Some(name) = Owned::new(PyObject_GetAttrString(base, c"__name__".as_ptr())) else {
            return ptr::null_mut();
        };
        let Some(full) = Owned::new(PyUnicode_FromFormat(c"tvmlike._method.%U".as_ptr(), name.get())) else {
            return ptr::null_mut();
        };
        let text = (functions().as_utf8)(full.get(), ptr::null_mut());
        if text.is_null() {
            return ptr::null_mut();
        }
        let made = make_subtype(base, CStr::from_ptr(text), flags, more);
        if !made.is_null()
            && let Some(place) = MEMBER_TYPES.get().iter_mut().find(|known| known.is_null())
        {
            *place = new_ref(made).cast();
        }
        made
    }
}

/// The first types of members' functions, which are never freed, then NULLs.
static MEMBER_TYPES: GilCell<[*mut PyTypeObject; 4]> = GilCell::new([ptr::null_mut(); 4]);

/// Whether a Python object is a function of an object type: if so, after a few comparisons.
///
/// # Safety
/// `object` is a living object. The GIL is held.
#[inline(always)]
pub(super) unsafe fn is_member(object: *mut PyObject) -> bool {
    // SAFETY: by contract.
    unsafe {
        let class = type_of(object);
        MEMBER_TYPES.get().contains(&class) || PyType_IsSubtype(class, function_type()) != 0
    }
}

/// Makes a type whose instances have the layout of `PackedFunc` and are called alike; NULL with the exception set on
/// failure.
///
/// # Safety
/// `base` inherits from `ObjectBase` or `PackedFunc` and adds no fields; `more` are slots for such instances. The GIL is
/// held.
pub(super) unsafe fn make_subtype(
    base: *mut PyObject,
    name: &CStr,
    flags: c_ulong,
    more: &[PyType_Slot],
) -> *mut PyObject {
    // The name and the list live as long as the type, that is, for ever.
    let name: &'static CStr = Box::leak(name.into());
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
        slot(Py_tp_traverse, traverse as *mut c_void),
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
        object::named_alike(made)
    }
}

/// `Py_TPFLAGS_HAVE_VECTORCALL`, in the limited API from 3.12 on; the bit is the same before.
const HAVE_VECTORCALL: c_ulong = 1 << 11;
