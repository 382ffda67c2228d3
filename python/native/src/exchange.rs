//! DLPack's C exchange API: tensors of other libraries in, ours out, without a call of Python code.
//!
//! A library puts a table of functions into a capsule, `__dlpack_c_exchange_api__` of its tensor class. The table makes a
//! managed tensor of one of its tensors, but says nothing of what DLPack cannot: for PyTorch the accelerator asks the
//! tensor itself. Whatever is not plain is left to the package, which refuses it with the reason or finds another way.
//! Invariant: the functions of a table are called with the lock held, on instances of exactly the class it stands in.

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

/// How tensors of one class are taken.
pub(crate) struct Exchange {
    from_object: unsafe extern "C" fn(*mut c_void, *mut *mut DLManagedTensorVersioned) -> c_int,
    to_object: unsafe extern "C" fn(*mut DLManagedTensorVersioned, *mut *mut c_void) -> c_int,
    torch: Option<Torch>,
}

/// What is asked of a tensor of PyTorch.
struct Torch {
    is_neg: *mut PyObject,
    is_conj: *mut PyObject,
    requires_grad: *mut PyObject,
    dtype: *mut PyObject,
    /// `torch.int8` and `torch.uint8`: what else comes as such has elements of less than a byte.
    byte_dtypes: [*mut PyObject; 2],
}

/// The table in a capsule, of a version that is known here; NULL, without an exception, where there is none.
///
/// # Safety
/// `capsule` is a living object. The GIL is held.
unsafe fn table_in(capsule: *mut PyObject) -> *const DLPackExchangeAPI {
    // SAFETY: a living object; a capsule of that name holds a table, and a table begins with its header, which refers to
    // those of older versions.
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

/// The functions of a class with an exchange API; `None`, without an exception, where it lacks one that is needed.
///
/// `torch` is None, or a tuple of `is_neg`, `is_conj`, `torch.int8` and `torch.uint8` for tensors of PyTorch.
///
/// # Safety
/// The lock is held; living objects.
pub(crate) unsafe fn exchange_of(capsule: *mut PyObject, torch: *mut PyObject) -> Option<Exchange> {
    // SAFETY: by contract. What is kept is kept for ever.
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

/// The exchange of PyTorch's own class, once it is known.
static TORCH: GilCell<Option<&'static Exchange>> = GilCell::new(None);

/// Sets the exchange by which tensors are exported to PyTorch, unless there is one.
///
/// # Safety
/// The lock is held.
pub(crate) unsafe fn set_torch(exchange: &'static Exchange) {
    // SAFETY: by contract.
    unsafe {
        if exchange.torch.is_some() && TORCH.get().is_none() {
            *TORCH.get() = Some(exchange);
        }
    }
}

/// Makes a tensor object of a tensor of another library; false, without an exception, where the package is to look at it.
///
/// # Safety
/// The lock is held; an instance of the class of the exchange, and a place for a value.
pub(crate) unsafe fn pack(
    value: *mut PyObject,
    exchange: &Exchange,
    out: *mut TVMLikeValue,
    refs: &mut CallRefs,
) -> bool {
    // SAFETY: by contract; a managed tensor that was made is taken over by the library, or deleted.
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
        // On other devices there are streams, which `__dlpack__` knows about.
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
/// The caller owns `managed` and gives it up.
unsafe fn delete(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: a managed tensor that is given up.
    unsafe {
        if let Some(deleter) = (*managed).deleter {
            deleter(managed);
        }
    }
}

impl Torch {
    /// Whether neither a gradient nor a negation is to be computed.
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

    /// Whether the elements are those that the managed tensor tells: complex numbers may be still to be conjugated, and
    /// elements of less than a byte come as bytes.
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

/// Whether an owned answer is False.
///
/// # Safety
/// `answer` is NULL or an object to which the caller owns a reference and gives it up. The GIL is held.
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

/// A tensor of PyTorch that shares a tensor's memory, NULL with the exception set where that fails; `None`, without an
/// exception, where PyTorch is not known yet or the package is to look at the tensor.
///
/// # Safety
/// The lock is held; a `Tensor` that was not freed.
pub(crate) unsafe fn to_torch(tensor: *mut PyObject) -> Option<*mut PyObject> {
    // SAFETY: by contract; the managed tensor is taken over, also where that fails.
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
                raise(PyExc_BufferError, c"PyTorch did not take the tensor");
            }
            return Some(ptr::null_mut());
        }
        Some(made.cast())
    }
}
