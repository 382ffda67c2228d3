//! Classes of other packages whose instances the accelerator converts itself: NumPy's scalars, and tensors of libraries
//! with DLPack's C exchange API.
//!
//! The package names them when it meets the first instance, after a check that they are what they seem. Invariant: a
//! class in the table is kept for ever, so its address stands for it; that is why the table is small.

use std::ffi::c_void;
use std::ptr;

use pyo3_ffi::{
    PyBool_FromLong, PyExc_TypeError, PyObject, PyTuple_GetItem, PyTuple_Size, PyType_Check, PyTypeObject,
};
use tvmlike_abi::TVMLikeValue;

use crate::exchange::{self, Exchange};
use crate::keep::Keep;
use crate::pack::{put_bool, put_float, put_int};
use crate::python::{Locked, functions, new_ref, raise, type_of};

/// How instances of a class are converted.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// A number right behind the object's header.
    Scalar(Scalar),
    /// A tensor.
    Tensor(&'static Exchange),
}

/// What number it is.
#[derive(Clone, Copy)]
pub(crate) enum Scalar {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
}

impl Scalar {
    /// By the name that NumPy gives to its data type.
    pub(crate) fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"bool" => Self::Bool,
            b"int8" => Self::I8,
            b"int16" => Self::I16,
            b"int32" => Self::I32,
            b"int64" => Self::I64,
            b"uint8" => Self::U8,
            b"uint16" => Self::U16,
            b"uint32" => Self::U32,
            b"uint64" => Self::U64,
            b"float32" => Self::F32,
            b"float64" => Self::F64,
            _ => return None,
        })
    }
}

const PLACES: usize = 64;
/// So that most look-ups end at the first place.
const MOST: usize = 32;

struct Table {
    count: usize,
    places: [(*mut PyTypeObject, Option<Kind>); PLACES],
}

static TABLE: Locked<Table> = Locked::new(Table {
    count: 0,
    places: [(ptr::null_mut(), None); PLACES],
});

#[inline(always)]
fn first_place(class: *mut PyTypeObject) -> usize {
    (class as usize as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> (usize::BITS - 6)
}

/// How instances of a class are converted; `None` for a class that is not in the table.
#[inline(always)]
unsafe fn kind_of(class: *mut PyTypeObject) -> Option<Kind> {
    // SAFETY: the lock is held; the table has free places, so the search ends.
    let places = unsafe { &TABLE.get().places };
    let mut at = first_place(class);
    loop {
        let (known, kind) = places[at % PLACES];
        if known == class || known.is_null() {
            return kind;
        }
        at += 1;
    }
}

/// Enters a class; false where there is no room for it, or it is there.
///
/// # Safety
/// The lock is held; instances of exactly this class are what the kind says.
pub(crate) unsafe fn enter(class: *mut PyObject, kind: Kind) -> bool {
    // SAFETY: by contract.
    unsafe {
        let table = TABLE.get();
        if table.count == MOST {
            return false;
        }
        let mut at = first_place(class.cast());
        while !table.places[at % PLACES].0.is_null() {
            if table.places[at % PLACES].0 == class.cast() {
                return false;
            }
            at += 1;
        }
        table.places[at % PLACES] = (new_ref(class).cast(), Some(kind));
        table.count += 1;
        true
    }
}

/// `add_scalar_class(cls, name)`: whether instances of a class of NumPy's are read from now on.
pub(crate) unsafe extern "C" fn add_scalar_class(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of living objects; the package has checked where instances have their number.
    unsafe {
        if PyTuple_Size(args) != 2 || PyType_Check(PyTuple_GetItem(args, 0)) == 0 {
            return raise(PyExc_TypeError, c"add_scalar_class: expected a class and a name");
        }
        let mut size = 0;
        let text = (functions().as_utf8)(PyTuple_GetItem(args, 1), &raw mut size);
        if text.is_null() {
            return ptr::null_mut();
        }
        let name = std::slice::from_raw_parts(text.cast::<u8>(), size as usize);
        let entered =
            Scalar::named(name).is_some_and(|scalar| enter(PyTuple_GetItem(args, 0), Kind::Scalar(scalar)));
        PyBool_FromLong(entered.into())
    }
}

/// Writes an instance of a class in the table as a borrowed value; false, without an exception, for what the package's
/// converters are to look at.
///
/// # Safety
/// The lock is held; a living object and a place for a value.
#[inline]
pub(crate) unsafe fn pack(value: *mut PyObject, out: *mut TVMLikeValue, keep: &mut Keep) -> bool {
    // SAFETY: by contract.
    unsafe {
        match kind_of(type_of(value)) {
            Some(Kind::Scalar(scalar)) => pack_scalar(value, scalar, out),
            Some(Kind::Tensor(exchange)) => exchange::pack(value, exchange, out, keep),
            None => false,
        }
    }
}

unsafe fn pack_scalar(value: *mut PyObject, scalar: Scalar, out: *mut TVMLikeValue) -> bool {
    // SAFETY: the number stands behind the header of an object, as the package has checked for the class.
    unsafe {
        let number: *const c_void = value.add(1).cast();
        let int = match scalar {
            Scalar::I8 => (*number.cast::<i8>()).into(),
            Scalar::I16 => (*number.cast::<i16>()).into(),
            Scalar::I32 => (*number.cast::<i32>()).into(),
            Scalar::I64 => *number.cast::<i64>(),
            Scalar::U8 => (*number.cast::<u8>()).into(),
            Scalar::U16 => (*number.cast::<u16>()).into(),
            Scalar::U32 => (*number.cast::<u32>()).into(),
            Scalar::U64 => match i64::try_from(*number.cast::<u64>()) {
                Ok(int) => int,
                Err(_) => return false,
            },
            Scalar::Bool => {
                put_bool(out, *number.cast::<u8>() != 0);
                return true;
            }
            Scalar::F32 => {
                put_float(out, (*number.cast::<f32>()).into());
                return true;
            }
            Scalar::F64 => {
                put_float(out, *number.cast::<f64>());
                return true;
            }
        };
        put_int(out, int);
    }
    true
}
