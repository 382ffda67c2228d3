//! NumPy arrays as tensor objects, read by the public fields of their struct.
//!
//! NumPy's C API guarantees these fields to every extension that was built for its ABI, 1.x and 2.x alike; `numpy`
//! checks the version of the ABI before it registers the class. Invariant: a tensor object made here owns one reference to
//! its array. It copies the shape and the strides, because NumPy changes them in place.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3_ffi::{Py_ssize_t, PyObject, PyTypeObject};
use tvmlike_abi::dlpack::{DLDataType, DLDevice, DLTensor};
use tvmlike_abi::{
    TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_TENSOR, TVMLikeObject, TVMLikeObjectHandle,
    TVMLikeValue,
};

use crate::api::api;
use crate::blocks;
use crate::gil::Gil;
use crate::python::{GilCell, decref, incref, new_ref};
use crate::value::{NEW_COUNTS, write_object};

/// The fields of a NumPy array.
#[repr(C)]
struct ArrayFields {
    base: PyObject,
    data: *mut c_void,
    ndim: c_int,
    shape: *const Py_ssize_t,
    /// In bytes.
    strides: *const Py_ssize_t,
    owner: *mut PyObject,
    descr: *const DescrFields,
    flags: c_int,
}

/// The fields of a NumPy dtype.
#[repr(C)]
struct DescrFields {
    base: PyObject,
    scalar_type: *mut PyObject,
    kind: u8,
    letter: u8,
    byte_order: u8,
    old_flags: u8,
    type_num: c_int,
}

/// The flag of arrays that can be written to.
pub(crate) const WRITEABLE: c_int = 0x0400;

static CLASS: GilCell<*mut PyTypeObject> = GilCell::new(ptr::null_mut());

/// Registers the class of arrays: instances of exactly this class are read by their fields.
///
/// # Safety
/// `class` is `numpy.ndarray` of an ABI with these fields. The GIL is held.
pub(crate) unsafe fn set_class(class: *mut PyObject) {
    // SAFETY: the GIL is held.
    unsafe { *CLASS.get() = new_ref(class).cast() }
}

/// Whether a class of arrays is registered.
///
/// # Safety
/// The GIL is held.
pub(crate) unsafe fn is_known() -> bool {
    // SAFETY: the GIL is held.
    unsafe { !(*CLASS.get()).is_null() }
}

/// Whether a type is the class of arrays.
///
/// # Safety
/// The GIL is held.
#[inline(always)]
pub(crate) unsafe fn is_array(class: *mut PyTypeObject) -> bool {
    // SAFETY: a pointer that is only compared.
    unsafe { class == *CLASS.get() }
}

/// DLPack's code and bits for NumPy's own types, by their number; the order is part of NumPy's ABI.
const TYPES: [Option<(u8, u8)>; 17] = {
    const INT: u8 = 0;
    const UINT: u8 = 1;
    const FLOAT: u8 = 2;
    const COMPLEX: u8 = 5;
    const BOOL: u8 = 6;
    [
        Some((BOOL, 8)),
        Some((INT, 8)),
        Some((UINT, 8)),
        Some((INT, 16)),
        Some((UINT, 16)),
        Some((INT, 32)),
        Some((UINT, 32)),
        // long, unsigned long
        Some((INT, usize::BITS as u8)),
        Some((UINT, usize::BITS as u8)),
        Some((INT, 64)),
        Some((UINT, 64)),
        Some((FLOAT, 32)),
        Some((FLOAT, 64)),
        // DLPack has no long double
        None,
        Some((COMPLEX, 64)),
        Some((COMPLEX, 128)),
        None,
    ]
};
/// The number of float16, which is outside the range.
const HALF: c_int = 23;

/// NumPy's number for an element type by DLPack's code and bits; `None` if NumPy lacks the type.
pub(crate) fn type_number(code: u8, bits: u8) -> Option<c_int> {
    if (code, bits) == (2, 16) {
        return Some(HALF);
    }
    let found = TYPES.iter().position(|known| *known == Some((code, bits)))?;
    c_int::try_from(found).ok()
}

/// The maximum number of dimensions of an array that is converted here.
const MAX_NDIM: usize = 8;

/// A tensor object that owns a reference to an array.
#[repr(C)]
struct Borrowing {
    header: TVMLikeObject,
    tensor: DLTensor,
    array: *mut PyObject,
    sizes: [i64; 2 * MAX_NDIM],
}

/// Converts a writable array in native byte order to a tensor object, and returns a strong reference to it; NULL, without
/// an exception, for any other array, and if there is no memory.
///
/// # Safety
/// `array` is an instance of the class of [`set_class`], `out` is valid for writing a value, and the value is used no
/// longer than the reference. The GIL is held.
pub(crate) unsafe fn pack(array: *mut PyObject, out: *mut TVMLikeValue) -> TVMLikeObjectHandle {
    // SAFETY: an array, by `is_array`; its fields are those above.
    unsafe {
        let fields = &*array.cast::<ArrayFields>();
        let descr = &*fields.descr;
        let ndim = fields.ndim as usize;
        // A read-only array needs a tensor with a flag for that, which the library makes.
        if fields.flags & WRITEABLE == 0 || ndim > MAX_NDIM || descr.byte_order == b'>' {
            return ptr::null_mut();
        }
        let number = descr.type_num;
        let element = match usize::try_from(number) {
            _ if number == HALF => Some((2, 16)),
            Ok(number) => TYPES.get(number).copied().flatten(),
            Err(_) => None,
        };
        let Some((code, bits)) = element else {
            return ptr::null_mut();
        };
        let itemsize = i64::from(bits / 8);
        let mut sizes = [0; 2 * MAX_NDIM];
        for axis in 0..ndim {
            let stride = *fields.strides.add(axis) as i64;
            if stride % itemsize != 0 {
                return ptr::null_mut();
            }
            sizes[axis] = *fields.shape.add(axis) as i64;
            sizes[ndim + axis] = stride / itemsize;
        }
        let made = blocks::take(size_of::<Borrowing>()).cast::<Borrowing>();
        if made.is_null() {
            return ptr::null_mut();
        }
        made.write(Borrowing {
            header: TVMLikeObject {
                counts: AtomicU64::new(NEW_COUNTS),
                type_index: TVMLIKE_TENSOR,
                zero: 0,
                deleter: Some(delete),
            },
            tensor: DLTensor {
                data: fields.data,
                device: DLDevice {
                    device_type: 1,
                    device_id: 0,
                },
                ndim: fields.ndim,
                dtype: DLDataType { code, bits, lanes: 1 },
                shape: ptr::null_mut(),
                strides: ptr::null_mut(),
                byte_offset: 0,
            },
            array,
            sizes,
        });
        incref(array);
        let first = (&raw mut (*made).sizes).cast::<i64>();
        (*made).tensor.shape = first;
        (*made).tensor.strides = first.add(ndim);
        write_object(out, TVMLIKE_TENSOR, made.cast());
        made.cast()
    }
}

/// Releases the reference that [`pack`] returned. The only owner needs neither the library nor the GIL's API.
///
/// # Safety
/// The caller transfers ownership of its reference. The GIL is held.
pub(crate) unsafe fn release(tensor: TVMLikeObjectHandle) {
    // SAFETY: by contract. With one strong reference, and the weak one that belongs to it, the caller is the only owner;
    // the acquire pairs with the release of earlier references.
    unsafe {
        if (*tensor).counts.load(Ordering::Acquire) != NEW_COUNTS {
            (api().free)(tensor.cast());
            return;
        }
        let this = tensor.cast::<Borrowing>();
        let array = (*this).array;
        blocks::put(this.cast(), size_of::<Borrowing>());
        decref(array);
    }
}

/// The deleter of tensor objects made here.
///
/// # Safety
/// Called by the protocol of deleters: `object` is a [`Borrowing`] whose last strong or weak reference is gone, as
/// `flags` states. Any thread may call it.
unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    let this = object.cast::<Borrowing>();
    // SAFETY: the protocol of deleters: the array is released with the last strong reference, the memory is freed with the
    // last weak one. After the end of the interpreter the array is not released.
    unsafe {
        if flags & TVMLIKE_DELETE_STRONG != 0
            && let Some(_gil) = Gil::acquire_unless_closed()
        {
            decref((*this).array);
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            libc::free(this.cast());
        }
    }
}
