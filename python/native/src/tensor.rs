//! `Tensor`: the type, and the members that read the native tensor. [`export`] has the protocols of other libraries.
//!
//! Invariant: an instance has the layout of an `ObjectBase`. Its handle may be of any type, because code can change the class
//! of an object; `tensor_of` checks it.

mod exchange_api;
mod export;

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use pyo3_ffi::*;

use crate::hooks::hooks;
use crate::object::{self, BorrowGuard, Object};
use crate::python::{GilCell, Owned, call, decref, new_ref, slot};
use crate::tensor_data::{first_element, is_read_only, shape_of, strides_of, tensor_of};
use crate::unpack;

/// The getter of `shape`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
unsafe extern "C" fn get_shape(this: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a `Tensor`. Making the tuple may run the garbage collector, and so code that frees the tensor.
    unsafe {
        let _borrow = BorrowGuard::new();
        match tensor_of(this) {
            Some(tensor) => unpack::int_tuple(hooks().shape_class, shape_of(tensor)),
            None => ptr::null_mut(),
        }
    }
}

/// The getter of `strides`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
unsafe extern "C" fn get_strides(this: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let _borrow = BorrowGuard::new();
        match tensor_of(this) {
            Some(tensor) => unpack::int_tuple((&raw mut PyTuple_Type).cast(), strides_of(tensor)),
            None => ptr::null_mut(),
        }
    }
}

macro_rules! number_getters {
    ($($name:ident = |$tensor:ident| $value:expr;)*) => {$(
        /// A getter.
        ///
        /// # Safety
        /// Called by CPython with a `Tensor`. The GIL is held.
        unsafe extern "C" fn $name(this: *mut PyObject, _: *mut c_void) -> *mut PyObject {
            // SAFETY: by contract.
            unsafe {
                match tensor_of(this) {
                    Some($tensor) => PyLong_FromLongLong($value),
                    None => ptr::null_mut(),
                }
            }
        }
    )*};
}

number_getters! {
    get_ndim = |tensor| tensor.ndim.into();
    get_size = |tensor| shape_of(tensor).iter().product();
}

/// The getter of `data_ptr`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
unsafe extern "C" fn get_data_ptr(this: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a `Tensor`.
    unsafe {
        match tensor_of(this) {
            Some(tensor) => PyLong_FromSize_t(first_element(tensor) as usize),
            None => ptr::null_mut(),
        }
    }
}

/// The getter of `read_only`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
unsafe extern "C" fn get_read_only(this: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a `Tensor`.
    unsafe {
        match tensor_of(this) {
            Some(_) => PyBool_FromLong(is_read_only(this).into()),
            None => ptr::null_mut(),
        }
    }
}

/// A cache of immutable Python objects for numbers.
struct Known(Vec<(u64, *mut PyObject)>);

impl Known {
    const MAX: usize = 64;

    /// The object for a number, made by `make(head, number)` if it is not cached; NULL with the exception set on failure.
    ///
    /// # Safety
    /// `make` is a living callable. The GIL is held.
    unsafe fn get(known: &'static GilCell<Self>, number: u64, make: *mut PyObject) -> *mut PyObject {
        // SAFETY: the GIL is held; no reference into the list is used while Python code runs.
        unsafe {
            if let Some(&(_, object)) = known.get().0.iter().find(|(key, _)| *key == number) {
                return new_ref(object);
            }
            let (Some(head), Some(bits)) = (
                Owned::new(PyLong_FromLong(0)),
                Owned::new(PyLong_FromUnsignedLongLong(number)),
            ) else {
                return ptr::null_mut();
            };
            let made = call(make, &[head.get(), bits.get()]);
            if !made.is_null() && known.get().0.len() < Self::MAX {
                known.get().0.push((number, new_ref(made)));
            }
            made
        }
    }

    /// Clears the cache.
    ///
    /// # Safety
    /// The GIL is held.
    unsafe fn clear(known: &'static GilCell<Self>) {
        // SAFETY: the list is empty before a reference is released.
        unsafe {
            for (_, object) in std::mem::take(&mut known.get().0) {
                decref(object);
            }
        }
    }
}

static DTYPES: GilCell<Known> = GilCell::new(Known(Vec::new()));
static DEVICES: GilCell<Known> = GilCell::new(Known(Vec::new()));

/// The getter of `dtype`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
unsafe extern "C" fn get_dtype(this: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a `Tensor`.
    unsafe {
        let Some(tensor) = tensor_of(this) else {
            return ptr::null_mut();
        };
        let dtype = tensor.dtype;
        let bits = u64::from(dtype.code) | u64::from(dtype.bits) << 8 | u64::from(dtype.lanes) << 16;
        Known::get(&DTYPES, bits, hooks().dtype_from_bits)
    }
}

/// The getter of `device`.
///
/// # Safety
/// Called by CPython with a `Tensor`. The GIL is held.
unsafe extern "C" fn get_device(this: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: a `Tensor`.
    unsafe {
        let Some(tensor) = tensor_of(this) else {
            return ptr::null_mut();
        };
        let bits = u64::from(tensor.device.device_type) | u64::from(tensor.device.device_id as u32) << 32;
        Known::get(&DEVICES, bits, hooks().device_from_bits)
    }
}

/// The flags of a method that receives its arguments as an array, with keywords: in every CPython from 3.7 on, in the
/// limited API from 3.10 on.
const FAST_WITH_KEYWORDS: c_int = 0x0080 | METH_KEYWORDS;
type FastWithKeywords =
    unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, Py_ssize_t, *mut PyObject) -> *mut PyObject;

fn fast_method(name: &'static CStr, function: FastWithKeywords, doc: &'static CStr) -> PyMethodDef {
    // SAFETY: the flags determine the type by which the function is called.
    let function = unsafe { std::mem::transmute::<FastWithKeywords, PyCFunctionWithKeywords>(function) };
    PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: PyMethodDefPointer {
            PyCFunctionWithKeywords: function,
        },
        ml_flags: FAST_WITH_KEYWORDS,
        ml_doc: doc.as_ptr(),
    }
}

fn method(name: &'static CStr, function: PyCFunction, doc: &'static CStr) -> PyMethodDef {
    PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: PyMethodDefPointer {
            PyCFunction: function,
        },
        ml_flags: METH_NOARGS,
        ml_doc: doc.as_ptr(),
    }
}

fn property(name: &'static CStr, get: getter, doc: &'static CStr) -> PyGetSetDef {
    PyGetSetDef {
        name: name.as_ptr(),
        get: Some(get),
        set: None,
        doc: doc.as_ptr(),
        closure: ptr::null_mut(),
    }
}

/// The attributes of `Tensor`, and the end of the list.
fn properties() -> [PyGetSetDef; 9] {
    [
        property(c"shape", get_shape, c"The sizes of the dimensions."),
        property(
            c"strides",
            get_strides,
            c"The steps of the dimensions, in elements (NumPy counts bytes).",
        ),
        property(c"ndim", get_ndim, c"How many dimensions there are."),
        property(c"dtype", get_dtype, c"The type of an element."),
        property(c"device", get_device, c"Where the memory is."),
        property(c"size", get_size, c"How many elements there are."),
        property(c"data_ptr", get_data_ptr, c"The address of the first element."),
        property(
            c"read_only",
            get_read_only,
            c"Whether its owner forbids writing to it.",
        ),
        // SAFETY: a definition of zeros ends the list.
        unsafe { std::mem::zeroed() },
    ]
}

/// The methods of `Tensor`, and the end of the list.
fn methods() -> [PyMethodDef; 6] {
    [
        method(
            c"numpy",
            export::to_numpy,
            c"The tensor as a NumPy array that shares its memory.",
        ),
        method(
            c"torch",
            export::to_torch,
            c"The tensor as a torch.Tensor that shares its memory.",
        ),
        method(
            c"__dlpack_device__",
            export::dlpack_device,
            c"DLPack's device type and the number of the device.",
        ),
        fast_method(
            c"__array__",
            export::array,
            c"What numpy.asarray and the like call.",
        ),
        fast_method(
            c"__dlpack__",
            export::dlpack,
            c"A DLPack capsule that keeps the tensor alive, versioned where the consumer asks for it.",
        ),
        // SAFETY: a definition of zeros ends the list.
        unsafe { std::mem::zeroed() },
    ]
}

/// `make_tensor_type(base)`: makes `Tensor` below a Python class with the methods for rare cases.
///
/// # Safety
/// Called by CPython. The package passes a class that inherits from `ObjectBase` and adds no fields. The GIL is held.
pub(crate) unsafe extern "C" fn make_type(_: *mut PyObject, base: *mut PyObject) -> *mut PyObject {
    // The type, which is never freed, refers to the lists.
    let properties = Box::leak(Box::new(properties()));
    let methods = Box::leak(Box::new(methods()));
    let doc = c"An array whose memory any library may own. `Tensor(array)` shares the memory of the array."
        .as_ptr();
    let mut slots = [
        slot(Py_tp_doc, doc.cast_mut().cast()),
        slot(Py_tp_dealloc, object::dealloc as *mut c_void),
        slot(Py_tp_traverse, object::visit_members as *mut c_void),
        slot(Py_tp_clear, object::clear as *mut c_void),
        slot(Py_tp_getset, properties.as_mut_ptr().cast()),
        slot(Py_tp_methods, methods.as_mut_ptr().cast()),
        slot(0, ptr::null_mut()),
    ];
    let mut spec = PyType_Spec {
        name: c"tvmlike.tensor.Tensor".as_ptr(),
        basicsize: size_of::<Object>() as c_int,
        itemsize: 0,
        flags: (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC) as u32,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a complete spec, and a base that inherits from `ObjectBase` and adds no fields, as the package passes it.
    unsafe {
        let Some(bases) = Owned::new(PyTuple_New(1)) else {
            return ptr::null_mut();
        };
        PyTuple_SetItem(bases.get(), 0, new_ref(base));
        let made = object::named_alike(PyType_FromSpecWithBases(&raw mut spec, bases.get()));
        let Some(made) = Owned::new(made) else {
            return ptr::null_mut();
        };
        let Some(api) = Owned::new(exchange_api::own_api()) else {
            return ptr::null_mut();
        };
        if PyObject_SetAttrString(made.get(), c"__dlpack_c_exchange_api__".as_ptr(), api.get()) != 0 {
            return ptr::null_mut();
        }
        // If the package is imported again, it has other classes.
        Known::clear(&DTYPES);
        Known::clear(&DEVICES);
        export::set_base(base);
        new_ref(made.get())
    }
}
