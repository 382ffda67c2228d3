//! Tensors from and to DLPack.

use std::ffi::c_int;

use tvmlike_runtime::abi::TVMLikeObjectHandle;
use tvmlike_runtime::abi::dlpack::{DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned};
use tvmlike_runtime::{Error, FromArg, Result, Tensor};

use super::{borrow_object, give_made, items_at, null, outcome};

/// A handle as a tensor, with a reference of its own.
///
/// # Safety
/// `handle` is NULL or a living object.
pub unsafe fn tensor_of(handle: TVMLikeObjectHandle) -> Result<Tensor> {
    // SAFETY: by contract.
    let value = unsafe { borrow_object(handle) };
    if value.is_none() {
        return Err(null("the tensor"));
    }
    Tensor::from_arg(&value).map_err(|mismatch| mismatch.into_error("the tensor"))
}

/// Allocates a zeroed tensor in C order.
///
/// # Safety
/// `ndim` numbers stand at `shape`, unless it is NULL.
pub unsafe fn zeroed_tensor(
    shape: *const i64,
    ndim: c_int,
    dtype: DLDataType,
    device: DLDevice,
) -> Result<Tensor> {
    let ndim = usize::try_from(ndim)
        .map_err(|_| Error::value_error(format!("a tensor cannot have {ndim} dimensions")))?;
    // SAFETY: by contract.
    let shape = unsafe { items_at(shape, ndim, "the dimensions")? };
    Tensor::zeros(shape, dtype.into(), device.into())
}

/// `tensor_alloc` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn tensor_alloc(
    shape: *const i64,
    ndim: i32,
    dtype: DLDataType,
    device: DLDevice,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    let make = || Ok(unsafe { zeroed_tensor(shape, ndim, dtype, device)? }.into_raw());
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the tensor", make) })
}

/// `tensor_from_dlpack` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn tensor_from_dlpack(
    from: *mut DLManagedTensor,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    outcome(|| {
        // SAFETY: taken over, by the contract of the table. Where there is no place for it, it is dropped at once.
        let tensor = unsafe { Tensor::from_dlpack(from)? };
        // SAFETY: NULL or valid.
        unsafe { give_tensor(out, tensor) }
    })
}

/// `tensor_from_dlpack_versioned` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn tensor_from_dlpack_versioned(
    from: *mut DLManagedTensorVersioned,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    outcome(|| {
        // SAFETY: as above.
        let tensor = unsafe { Tensor::from_dlpack_versioned(from)? };
        // SAFETY: NULL or valid.
        unsafe { give_tensor(out, tensor) }
    })
}

/// Gives a tensor out as a handle.
///
/// # Safety
/// `out` is NULL or valid.
pub unsafe fn give_tensor(out: *mut TVMLikeObjectHandle, tensor: Tensor) -> Result<()> {
    // SAFETY: by contract.
    unsafe { give_made(out, "the place for the tensor", || Ok(tensor.into_raw())) }
}

/// `tensor_to_dlpack` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn tensor_to_dlpack(
    tensor: TVMLikeObjectHandle,
    out: *mut *mut DLManagedTensor,
) -> c_int {
    // SAFETY: NULL or a living object; `out` is NULL or valid.
    outcome(|| unsafe {
        give_made(out, "the place for the managed tensor", || {
            tensor_of(tensor)?.to_dlpack()
        })
    })
}

/// `tensor_to_dlpack_versioned` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn tensor_to_dlpack_versioned(
    tensor: TVMLikeObjectHandle,
    out: *mut *mut DLManagedTensorVersioned,
) -> c_int {
    // SAFETY: NULL or a living object; `out` is NULL or valid.
    outcome(|| unsafe {
        give_made(out, "the place for the managed tensor", || {
            Ok(tensor_of(tensor)?.to_dlpack_versioned())
        })
    })
}
