//! Tensors as NumPy arrays, by NumPy's C API.
//!
//! The API is a table of pointers in a capsule. The order of the table is part of NumPy's ABI, whose version the first
//! function returns. If the version is unknown, or NumPy lacks the element type, the package's Python code makes the
//! array. Invariant: an array made here has a base that owns a reference to the tensor object.

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::TVMLikeObjectHandle;
use tvmlike_abi::dlpack::DLDataType;

use crate::api::api;
use crate::error;
use crate::ndarray::{self, WRITEABLE};
use crate::object::Object;
use crate::python::{GilCell, Owned, decref};
use crate::tensor_data::{first_element, is_read_only, shape_of, strides_of, tensor_of};

type DescrFromType = unsafe extern "C" fn(c_int) -> *mut PyObject;
type NewFromDescr = unsafe extern "C" fn(
    *mut PyTypeObject,
    *mut PyObject,
    c_int,
    *const Py_ssize_t,
    *const Py_ssize_t,
    *mut c_void,
    c_int,
    *mut PyObject,
) -> *mut PyObject;
type SetBaseObject = unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> c_int;

/// The functions of NumPy that are called here.
#[derive(Clone, Copy)]
struct Functions {
    array_type: *mut PyTypeObject,
    /// Returns a new reference.
    descr_from_type: DescrFromType,
    /// Steals the reference to the descriptor, also on failure.
    new_from_descr: NewFromDescr,
    /// Steals the reference to the base, also on failure.
    set_base: SetBaseObject,
}

/// Their indices in the table.
const ABI_VERSION: usize = 0;
const ARRAY_TYPE: usize = 2;
const DESCR_FROM_TYPE: usize = 45;
const NEW_FROM_DESCR: usize = 94;
const SET_BASE_OBJECT: usize = 282;

/// The ABI versions with these indices: NumPy 1.x and 2.x.
const KNOWN_ABIS: [c_uint; 2] = [0x0100_0009, 0x0200_0000];

#[derive(Clone, Copy)]
enum State {
    NotAsked,
    Unknown,
    Found(Functions),
}

static STATE: GilCell<State> = GilCell::new(State::NotAsked);

/// NumPy's functions; `None`, without an exception, if they are unavailable.
///
/// # Safety
/// The GIL is held.
#[inline(always)]
unsafe fn functions() -> Option<Functions> {
    // SAFETY: the GIL is held; the borrow ends at once.
    unsafe {
        match *STATE.get() {
            State::Found(found) => Some(found),
            State::Unknown => None,
            State::NotAsked => find(),
        }
    }
}

/// Registers the class of arrays if a type is it and no class is registered. Whether it is.
///
/// # Safety
/// `class` is a living type. The GIL is held.
#[cold]
#[inline(never)]
pub(crate) unsafe fn meet(class: *mut PyTypeObject) -> bool {
    // SAFETY: the GIL is held. If NumPy is loaded, looking its functions up does not import it; the version of its ABI is that
    // of the fields.
    unsafe {
        if ndarray::is_known() || !is_loaded() {
            return false;
        }
        let is_met = functions().is_some_and(|functions| functions.array_type == class);
        if is_met {
            ndarray::set_class(class.cast());
        }
        is_met
    }
}

/// Whether NumPy is loaded.
///
/// # Safety
/// The GIL is held.
unsafe fn is_loaded() -> bool {
    // SAFETY: a C string.
    unsafe {
        let name = Owned::new(PyUnicode_FromString(c"numpy".as_ptr()));
        let loaded = name.and_then(|name| Owned::new(PyImport_GetModule(name.get())));
        PyErr_Clear();
        loaded.is_some()
    }
}

/// Looks the functions up: imports NumPy and reads its table.
///
/// # Safety
/// The GIL is held.
#[cold]
#[inline(never)]
unsafe fn find() -> Option<Functions> {
    // SAFETY: the GIL is held; importing runs Python code, so the state is written after it.
    unsafe {
        // If NumPy is not installed, the package raises the error. It may be installed later.
        let numpy = Owned::new(PyImport_ImportModule(c"numpy".as_ptr()));
        let found = numpy.is_some().then(|| table().and_then(|table| read(table)));
        PyErr_Clear();
        let found = found?;
        *STATE.get() = found.map_or(State::Unknown, State::Found);
        found
    }
}

/// The table of NumPy's C API; `None`, possibly with an exception set, if there is none.
///
/// # Safety
/// The GIL is held.
unsafe fn table() -> Option<*const *const c_void> {
    // SAFETY: C strings; the table lives as long as NumPy's module, which is never unloaded.
    unsafe {
        let module = [c"numpy._core._multiarray_umath", c"numpy.core._multiarray_umath"]
            .iter()
            .find_map(|name| {
                PyErr_Clear();
                Owned::new(PyImport_ImportModule(name.as_ptr()))
            })?;
        let capsule = Owned::new(PyObject_GetAttrString(module.get(), c"_ARRAY_API".as_ptr()))?;
        let table = PyCapsule_GetPointer(capsule.get(), ptr::null());
        (!table.is_null()).then_some(table.cast_const().cast())
    }
}

/// The functions in the table; `None` for an unknown version of the ABI.
///
/// # Safety
/// `table` is the table of NumPy's C API, of any version.
unsafe fn read(table: *const *const c_void) -> Option<Functions> {
    // SAFETY: every version has the first function, which returns the version of the ABI and so the types of the others.
    unsafe {
        let version =
            std::mem::transmute::<*const c_void, unsafe extern "C" fn() -> c_uint>(*table.add(ABI_VERSION))();
        if !KNOWN_ABIS.contains(&version) {
            return None;
        }
        let at = |index: usize| *table.add(index);
        Some(Functions {
            array_type: at(ARRAY_TYPE).cast_mut().cast(),
            descr_from_type: std::mem::transmute::<*const c_void, DescrFromType>(at(DESCR_FROM_TYPE)),
            new_from_descr: std::mem::transmute::<*const c_void, NewFromDescr>(at(NEW_FROM_DESCR)),
            set_base: std::mem::transmute::<*const c_void, SetBaseObject>(at(SET_BASE_OBJECT)),
        })
    }
}

/// The maximum number of dimensions of an array that is made here.
const MAX_NDIM: usize = 16;

/// An array that shares the memory of a `Tensor`, or NULL with the exception set on failure; `None`, without an exception,
/// if the package's Python code must make the array.
///
/// # Safety
/// `this` is a `Tensor` that was not freed. The GIL is held.
pub(crate) unsafe fn array_of(this: *mut PyObject) -> Option<*mut PyObject> {
    // SAFETY: a checked tensor; NumPy copies shape and strides.
    unsafe {
        // The first call imports NumPy, which may run code that frees the tensor.
        let functions = functions();
        let Some(tensor) = tensor_of(this) else {
            return Some(ptr::null_mut());
        };
        let functions = functions?;
        let ndim = tensor.ndim as usize;
        let number = type_number(tensor.dtype)?;
        if !matches!(tensor.device.device_type, 1 | 3 | 11 | 13) || ndim > MAX_NDIM {
            return None;
        }
        let itemsize = Py_ssize_t::from(tensor.dtype.bits / 8);
        let (mut shape, mut strides) = ([0; MAX_NDIM], [0; MAX_NDIM]);
        for axis in 0..ndim {
            let size = shape_of(tensor)[axis];
            if size == 0 {
                // The tensor may have no memory.
                return None;
            }
            shape[axis] = size as Py_ssize_t;
            strides[axis] = (strides_of(tensor)[axis] as Py_ssize_t).wrapping_mul(itemsize);
        }
        let read_only = is_read_only(this);
        let Some(base) = Owned::new(owner_capsule((*this.cast::<Object>()).handle)) else {
            return Some(ptr::null_mut());
        };
        let descr = (functions.descr_from_type)(number);
        if descr.is_null() {
            return Some(ptr::null_mut());
        }
        let array = (functions.new_from_descr)(
            functions.array_type,
            descr,
            tensor.ndim,
            shape.as_ptr(),
            strides.as_ptr(),
            first_element(tensor),
            if read_only { 0 } else { WRITEABLE },
            ptr::null_mut(),
        );
        if array.is_null() {
            return Some(ptr::null_mut());
        }
        if (functions.set_base)(array, base.into_raw()) != 0 {
            decref(array);
            return Some(ptr::null_mut());
        }
        Some(array)
    }
}

/// NumPy's number for an element type; `None` if NumPy lacks it.
fn type_number(dtype: DLDataType) -> Option<c_int> {
    (dtype.lanes == 1)
        .then(|| ndarray::type_number(dtype.code, dtype.bits))
        .flatten()
}

const NAME: &std::ffi::CStr = c"tvmlike.tensor";

/// A capsule that owns a reference to a tensor object; NULL with the exception set on failure.
///
/// # Safety
/// `tensor` is a living tensor object. The GIL is held.
unsafe fn owner_capsule(tensor: TVMLikeObjectHandle) -> *mut PyObject {
    // SAFETY: a living object; its reference is released with the capsule, or here.
    unsafe {
        (api().retain)(tensor.cast());
        let capsule = PyCapsule_New(tensor.cast(), NAME.as_ptr(), Some(release_owner));
        if capsule.is_null() {
            error::with_exception_saved(|| {
                (api().free)(tensor.cast());
            });
        }
        capsule
    }
}

/// The destructor of the capsule.
///
/// # Safety
/// Called by CPython with a capsule of [`owner_capsule`], with the GIL held.
unsafe extern "C" fn release_owner(capsule: *mut PyObject) {
    // SAFETY: a capsule of `owner_capsule`. Freeing the tensor may run Python code.
    unsafe {
        let tensor = PyCapsule_GetPointer(capsule, NAME.as_ptr());
        error::preserving_exception(|| {
            (api().free)(tensor);
        });
    }
}
