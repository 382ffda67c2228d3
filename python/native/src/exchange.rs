//! Tensors of other libraries by DLPack's C exchange API, without a call of Python code.
//!
//! A library's tensor class has an attribute `__dlpack_c_exchange_api__`, a capsule with a table of functions. The table
//! converts a tensor to a managed tensor, but ignores properties that DLPack cannot express; for PyTorch the accelerator
//! queries them from the tensor. If one is set, the package converts the tensor, or raises an error with the reason.
//! Invariant: the functions of a table are called with the GIL held, on instances of exactly the class that has it.

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::dlpack::{
    DLDeviceType, DLManagedTensorVersioned, DLPACK_MAJOR_VERSION, DLPackExchangeAPI, DLPackExchangeAPIHeader,
    DLTensor,
};
use tvmlike_abi::{TVMLIKE_TENSOR, TVMLikeValue};

use crate::api::api;
use crate::call_refs::CallRefs;
use crate::error;
use crate::object::Object;
use crate::python::{GilCell, Owned, call, decref, new_ref, raise};
use crate::tensor_data::{is_read_only, tensor_of};
use crate::value::write_object;

/// The name of the capsules.
pub(crate) const NAME: &CStr = c"dlpack_exchange_api";

/// How tensors of one class are converted.
pub(crate) struct Exchange {
    from_object: unsafe extern "C" fn(*mut c_void, *mut *mut DLManagedTensorVersioned) -> c_int,
    to_object: unsafe extern "C" fn(*mut DLManagedTensorVersioned, *mut *mut c_void) -> c_int,
    torch: Option<Torch>,
}

/// What is queried from a tensor of PyTorch.
struct Torch {
    is_neg: *mut PyObject,
    is_conj: *mut PyObject,
    requires_grad: *mut PyObject,
    dtype: *mut PyObject,
    /// `torch.int8` and `torch.uint8`: other types with 8 bits have elements of less than a byte.
    byte_dtypes: [*mut PyObject; 2],
}

/// The table in a capsule, of a supported version; NULL, without an exception, if there is none.
///
/// # Safety
/// `capsule` is a living object. The GIL is held.
unsafe fn table_in(capsule: *mut PyObject) -> *const DLPackExchangeAPI {
    // SAFETY: a living object; a capsule of that name contains a table, which begins with a header that refers to the
    // headers of older versions.
    unsafe {
        if PyCapsule_IsValid(capsule, NAME.as_ptr()) == 0 {
            return ptr::null();
        }
        let mut header = PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast::<DLPackExchangeAPIHeader>();
        for _ in 0..8 {
            if header.is_null() || (*header).version.major == DLPACK_MAJOR_VERSION {
                break;
            }
            header = (*header).prev_api;
        }
        if header.is_null() || (*header).version.major != DLPACK_MAJOR_VERSION {
            return ptr::null();
        }
        header.cast_const().cast()
    }
}

/// The functions of a class with an exchange API; `None`, without an exception, if a required one is missing.
///
/// `torch` is None, or a tuple of `is_neg`, `is_conj`, `torch.int8` and `torch.uint8` for tensors of PyTorch.
///
/// # Safety
/// `capsule` and `torch` are living objects. The GIL is held.
pub(crate) unsafe fn exchange_of(capsule: *mut PyObject, torch: *mut PyObject) -> Option<Exchange> {
    // SAFETY: by contract. The references are never released.
    unsafe {
        let table = table_in(capsule);
        if table.is_null() {
            return None;
        }
        let torch = if PyTuple_Check(torch) != 0 && PyTuple_Size(torch) == 4 {
            let at = |position| new_ref(PyTuple_GetItem(torch, position));
            Some(Torch {
                is_neg: at(0),
                is_conj: at(1),
                requires_grad: PyUnicode_InternFromString(c"requires_grad".as_ptr()),
                dtype: PyUnicode_InternFromString(c"dtype".as_ptr()),
                byte_dtypes: [at(2), at(3)],
            })
        } else {
            None
        };
        Some(Exchange {
            from_object: (*table).managed_tensor_from_py_object_no_sync?,
            to_object: (*table).managed_tensor_to_py_object_no_sync?,
            torch,
        })
    }
}

/// The exchange of PyTorch's own class, once it is registered.
static TORCH: GilCell<Option<&'static Exchange>> = GilCell::new(None);

/// Sets the exchange by which tensors are exported to PyTorch, unless it is set.
///
/// # Safety
/// The GIL is held.
pub(crate) unsafe fn set_torch(exchange: &'static Exchange) {
    // SAFETY: by contract.
    unsafe {
        if exchange.torch.is_some() && TORCH.get().is_none() {
            *TORCH.get() = Some(exchange);
        }
    }
}

/// Converts a tensor of another library to a tensor object; false, without an exception, if the package must convert it.
///
/// # Safety
/// `value` is an instance of the class of the exchange, and `out` is valid for writing a value, which is used no longer
/// than `refs` lives. The GIL is held.
pub(crate) unsafe fn pack(
    value: *mut PyObject,
    exchange: &Exchange,
    out: *mut TVMLikeValue,
    refs: &mut CallRefs,
) -> bool {
    // SAFETY: by contract; the library takes ownership of the managed tensor, or it is deleted here.
    unsafe {
        if let Some(torch) = &exchange.torch
            && !torch.is_plain(value)
        {
            PyErr_Clear();
            return false;
        }
        let mut managed = ptr::null_mut();
        if (exchange.from_object)(value.cast(), &raw mut managed) != 0 || managed.is_null() {
            PyErr_Clear();
            return false;
        }
        let tensor = &(*managed).dl_tensor;
        // Other devices have streams, which `__dlpack__` synchronizes.
        let plain = tensor.device.device_type == DLDeviceType::kDLCPU
            && match &exchange.torch {
                Some(torch) => torch.has_declared_elements(value, tensor),
                None => true,
            };
        if !plain {
            PyErr_Clear();
            delete(managed);
            return false;
        }
        let mut made = ptr::null_mut();
        if (api().tensor_from_dlpack_versioned)(managed, &raw mut made) != 0 {
            let error = error::take_raised();
            if !error.is_null() {
                (api().free)(error.cast());
            }
            return false;
        }
        refs.push_native(made);
        write_object(out, TVMLIKE_TENSOR, made);
        true
    }
}

/// Releases a managed tensor.
///
/// # Safety
/// The caller transfers ownership of `managed`.
unsafe fn delete(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: a managed tensor that is given up.
    unsafe {
        if let Some(deleter) = (*managed).deleter {
            deleter(managed);
        }
    }
}

impl Torch {
    /// Whether the tensor needs no gradient and no lazy negation.
    ///
    /// # Safety
    /// `tensor` is a living tensor of PyTorch. The GIL is held.
    #[inline]
    unsafe fn is_plain(&self, tensor: *mut PyObject) -> bool {
        // SAFETY: a living tensor of PyTorch; `is_neg` is the method of its class.
        unsafe {
            is_false(PyObject_GetAttr(tensor, self.requires_grad)) && is_false(call(self.is_neg, &[tensor]))
        }
    }

    /// Whether the elements are those that the managed tensor declares: complex numbers may have a lazy conjugation, and
    /// elements of less than a byte are declared as bytes.
    ///
    /// # Safety
    /// `value` is a living tensor of PyTorch, of which `declared` was made. The GIL is held.
    #[inline]
    unsafe fn has_declared_elements(&self, value: *mut PyObject, declared: &DLTensor) -> bool {
        const INT: u8 = 0;
        const UINT: u8 = 1;
        const COMPLEX: u8 = 5;
        // SAFETY: as above.
        unsafe {
            match (declared.dtype.code, declared.dtype.bits) {
                (COMPLEX, _) => is_false(call(self.is_conj, &[value])),
                (INT | UINT, 8) => Owned::new(PyObject_GetAttr(value, self.dtype))
                    .is_some_and(|dtype| self.byte_dtypes.contains(&dtype.get())),
                (INT | UINT, bits) => bits > 8,
                _ => true,
            }
        }
    }
}

/// Whether an owned result is False.
///
/// # Safety
/// `answer` is NULL or an object; the caller transfers ownership of a reference to it. The GIL is held.
unsafe fn is_false(answer: *mut PyObject) -> bool {
    // SAFETY: NULL or a new reference.
    unsafe {
        if answer.is_null() {
            return false;
        }
        let is_false = answer == Py_False();
        decref(answer);
        is_false
    }
}

/// A tensor of PyTorch that shares a tensor's memory, or NULL with the exception set on failure; `None`, without an
/// exception, if PyTorch is not registered or the package must convert the tensor.
///
/// # Safety
/// `tensor` is a `Tensor` that was not freed. The GIL is held.
pub(crate) unsafe fn to_torch(tensor: *mut PyObject) -> Option<*mut PyObject> {
    // SAFETY: by contract; `to_object` consumes the managed tensor, also on failure.
    unsafe {
        let exchange = (*TORCH.get())?;
        if tensor_of(tensor)?.device.device_type != DLDeviceType::kDLCPU || is_read_only(tensor) {
            return None;
        }
        let mut managed = ptr::null_mut();
        if (api().tensor_to_dlpack_versioned)((*tensor.cast::<Object>()).handle, &raw mut managed) != 0 {
            return Some(error::raise_pending());
        }
        let mut made = ptr::null_mut();
        if (exchange.to_object)(managed, &raw mut made) != 0 {
            if PyErr_Occurred().is_null() {
                raise(PyExc_BufferError, c"PyTorch rejected the tensor");
            }
            return Some(ptr::null_mut());
        }
        Some(made.cast())
    }
}
