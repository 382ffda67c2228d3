//! Tensors: allocation, and exchange by DLPack.

use std::ffi::c_int;

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::dlpack::{DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned};
use tvmlike_runtime::abi::{TVMLikeDeleter, TVMLikeObjectHandle};
use tvmlike_runtime::{Error, FromArg, Result, Tensor, tensor};

use super::{borrow_object, give_made, items_at, null, outcome};

/// A handle as a tensor, with a reference of its own.
///
/// # Errors
/// If the handle is NULL or another object.
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
/// # Errors
/// If shape, type or device is invalid.
///
/// # Safety
/// `ndim` numbers are at `shape`, unless it is NULL.
pub(crate) unsafe fn zeroed_tensor(
    shape: *const i64,
    ndim: c_int,
    dtype: DLDataType,
    device: DLDevice,
) -> Result<Tensor> {
    let ndim = usize::try_from(ndim)
        .map_err(|_| Error::value_error(format!("invalid number of dimensions: {ndim}")))?;
    // SAFETY: by contract.
    let shape = unsafe { items_at(shape, ndim, "the dimensions")? };
    Tensor::zeros(shape, dtype.into(), device.into())
}

/// Returns the deleter of every tensor that the host makes: a tensor with this deleter has the whole `TVMLikeTensorCell`
/// after its header.
#[c_function(slot = 25, value)]
pub extern "C" fn tensor_deleter() -> TVMLikeDeleter {
    tensor::host_deleter()
}

/// Allocates a zeroed tensor in C order, aligned to 64 bytes. `device` must be the CPU; any other is a ValueError.
///
/// # Safety
/// `ndim` numbers are at `shape`; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeTensorAlloc", slot = 32, since = "1.2")]
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

/// Takes ownership of a managed tensor. Its deleter runs when the tensor object dies, or at once if this function fails.
///
/// # Safety
/// `from` is NULL or a valid managed tensor that the caller gives up; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeTensorFromDLPack", slot = 21)]
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

/// As [`tensor_from_dlpack`], for the versioned struct, whose flags mark read-only memory.
///
/// # Safety
/// As [`tensor_from_dlpack`].
#[c_function(export = "TVMLikeTensorFromDLPackVersioned", slot = 22)]
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

/// Writes a tensor to an out-parameter.
///
/// # Errors
/// If `out` is NULL.
///
/// # Safety
/// `out` is NULL or valid.
pub(crate) unsafe fn give_tensor(out: *mut TVMLikeObjectHandle, tensor: Tensor) -> Result<()> {
    // SAFETY: by contract.
    unsafe { give_made(out, "the place for the tensor", || Ok(tensor.into_raw())) }
}

/// Makes a managed tensor that keeps the tensor object alive; the caller runs its deleter. A read-only tensor is refused,
/// because this struct cannot mark it.
///
/// # Safety
/// `tensor` is NULL or a living object; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeTensorToDLPack", slot = 23)]
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

/// As [`tensor_to_dlpack`], for the versioned struct, which carries the flags.
///
/// # Safety
/// As [`tensor_to_dlpack`].
#[c_function(export = "TVMLikeTensorToDLPackVersioned", slot = 24)]
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
