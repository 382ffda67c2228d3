//! Classes of other packages whose instances the accelerator converts itself: NumPy's scalars, and tensors of libraries
//! with DLPack's C exchange API.
//!
//! The package registers a class at its first instance, after a check of the class. Invariant: a class in the table is
//! never released, so its address identifies it; for that reason the table is small.

use std::ffi::c_void;
use std::ptr;

use pyo3_ffi::{
    PyBool_FromLong, PyExc_TypeError, PyObject, PyTuple_GetItem, PyTuple_Size, PyType_Check, PyTypeObject,
};
use tvmlike_abi::TVMLikeValue;

use crate::call_refs::CallRefs;
use crate::exchange::{self, Exchange};
use crate::python::{GilCell, functions, new_ref, raise, type_of};
use crate::value::{write_bool, write_float, write_int};

/// How instances of a class are converted.
#[derive(Clone, Copy)]
enum Kind {
    /// A number right after the object's header.
    Scalar(Scalar),
    /// A tensor.
    Tensor(&'static Exchange),
}

/// The type of the number.
#[derive(Clone, Copy)]
enum Scalar {
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
    /// The type with a name, as NumPy's dtype has it.
    fn named(name: &[u8]) -> Option<Self> {
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

const SLOTS: usize = 64;
/// Half the slots, so that most lookups end at the first one.
const MAX_CLASSES: usize = 32;

struct Table {
    count: usize,
    slots: [(*mut PyTypeObject, Option<Kind>); SLOTS],
}

static TABLE: GilCell<Table> = GilCell::new(Table {
    count: 0,
    slots: [(ptr::null_mut(), None); SLOTS],
});

#[inline(always)]
fn first_slot(class: *mut PyTypeObject) -> usize {
    (class as usize as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> (usize::BITS - 6)
}

/// How instances of a class are converted; `None` for a class that is not in the table.
///
/// # Safety
/// The GIL is held.
#[inline(always)]
unsafe fn kind_of(class: *mut PyTypeObject) -> Option<Kind> {
    // SAFETY: the GIL is held; the table has free slots, so the search ends.
    let slots = unsafe { &TABLE.get().slots };
    let mut at = first_slot(class);
    loop {
        let (known, kind) = slots[at % SLOTS];
        if known == class || known.is_null() {
            return kind;
        }
        at += 1;
    }
}

/// Adds a class to the table; false if the table is full or has the class already.
///
/// # Safety
/// `class` is a class whose direct instances are of the kind. The GIL is held.
unsafe fn insert(class: *mut PyObject, kind: Kind) -> bool {
    // SAFETY: by contract.
    unsafe {
        let table = TABLE.get();
        if table.count == MAX_CLASSES {
            return false;
        }
        let mut at = first_slot(class.cast());
        while !table.slots[at % SLOTS].0.is_null() {
            if table.slots[at % SLOTS].0 == class.cast() {
                return false;
            }
            at += 1;
        }
        table.slots[at % SLOTS] = (new_ref(class).cast(), Some(kind));
        table.count += 1;
        true
    }
}

/// `add_scalar_class(cls, name)`: registers a scalar class of NumPy; whether its instances are converted from now on.
///
/// # Safety
/// Called by CPython with a tuple. The package has checked that instances of the class have their number right after
/// the header. The GIL is held.
pub(crate) unsafe extern "C" fn add_scalar_class(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of living objects; the package has checked the layout of instances.
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
            Scalar::named(name).is_some_and(|scalar| insert(PyTuple_GetItem(args, 0), Kind::Scalar(scalar)));
        PyBool_FromLong(entered.into())
    }
}

/// `add_exchange_class(cls, capsule, torch)`: registers a tensor class; whether its exchange API is used from now on.
///
/// # Safety
/// Called by CPython with a tuple. The package passes a class whose instances the table in the capsule accepts. The GIL
/// is held.
pub(crate) unsafe extern "C" fn add_exchange_class(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of living objects.
    unsafe {
        if PyTuple_Size(args) != 3 || PyType_Check(PyTuple_GetItem(args, 0)) == 0 {
            return raise(
                PyExc_TypeError,
                c"add_exchange_class: expected a class, a capsule, and None or a tuple",
            );
        }
        let Some(exchange) = exchange::exchange_of(PyTuple_GetItem(args, 1), PyTuple_GetItem(args, 2)) else {
            return PyBool_FromLong(0);
        };
        // The class is never released, so neither is this.
        let exchange: &'static Exchange = Box::leak(Box::new(exchange));
        let entered = insert(PyTuple_GetItem(args, 0), Kind::Tensor(exchange));
        if entered {
            exchange::set_torch(exchange);
        }
        PyBool_FromLong(entered.into())
    }
}

/// Writes an instance of a class in the table as a borrowed value; false, without an exception, if the package's
/// converters must convert the object.
///
/// # Safety
/// `value` is a living object, and `out` is valid for writing a value, which is used no longer than `refs` lives. The GIL
/// is held.
#[inline]
pub(crate) unsafe fn pack(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: by contract.
    unsafe {
        match kind_of(type_of(value)) {
            Some(Kind::Scalar(scalar)) => pack_scalar(value, scalar, out),
            Some(Kind::Tensor(exchange)) => exchange::pack(value, exchange, out, refs),
            None => false,
        }
    }
}

/// Writes a scalar of NumPy as a value; false for an integer beyond 64 bits.
///
/// # Safety
/// `value` is an instance of a class that was registered as `scalar`, `out` is valid for writing a value. The GIL is
/// held.
unsafe fn pack_scalar(value: *mut PyObject, scalar: Scalar, out: *mut TVMLikeValue) -> bool {
    // SAFETY: the number follows the header of the object, as the package has checked for the class.
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
                write_bool(out, *number.cast::<u8>() != 0);
                return true;
            }
            Scalar::F32 => {
                write_float(out, (*number.cast::<f32>()).into());
                return true;
            }
            Scalar::F64 => {
                write_float(out, *number.cast::<f64>());
                return true;
            }
        };
        write_int(out, int);
    }
    true
}
