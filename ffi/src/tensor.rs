//! Tensors: allocation, and DLPack in both of its structs.

use std::ffi::c_int;

use tvmlike_classic::TVMArrayHandle;
use tvmlike_registry::host_api::{self, tensor_of};
use tvmlike_runtime::abi::TVMLikeObjectHandle;
use tvmlike_runtime::abi::dlpack::{DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned};

use crate::Own;

/// Allocates a zeroed tensor in C order on the CPU, aligned to 64 bytes. The caller frees it with `TVMArrayFree`.
///
/// # Safety
/// `ndim` numbers stand at `shape`; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayAlloc(
    shape: *const i64,
    ndim: c_int,
    dtype_code: c_int,
    dtype_bits: c_int,
    dtype_lanes: c_int,
    device_type: c_int,
    device_id: c_int,
    out: *mut TVMArrayHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe {
        tvmlike_classic::alloc::<Own>(
            shape,
            ndim,
            dtype_code,
            dtype_bits,
            dtype_lanes,
            device_type,
            device_id,
            out,
        )
    }
}

/// Gives a reference to an array back. NULL is ignored.
///
/// # Safety
/// `handle` is NULL or an array to which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayFree(handle: TVMArrayHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::free::<Own>(handle) }
}

/// Takes over a managed tensor; on failure its deleter has run.
///
/// # Safety
/// `from` is NULL or a valid managed tensor that the caller gives up; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayFromDLPack(from: *mut DLManagedTensor, out: *mut TVMArrayHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::from_dlpack::<Own>(from, out) }
}

/// Gives a managed tensor that shares the array's memory; the caller runs its deleter.
///
/// # Safety
/// `from` is NULL or a living array; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayToDLPack(from: TVMArrayHandle, out: *mut *mut DLManagedTensor) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::to_dlpack::<Own>(from, out) }
}

/// Runs a managed tensor's deleter. NULL is ignored.
///
/// # Safety
/// `dltensor` is NULL or a valid managed tensor that the caller gives up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDLManagedTensorCallDeleter(dltensor: *mut DLManagedTensor) {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::managed_delete::<Own>(dltensor) }
}

/// Allocates a zeroed tensor in C order on the CPU, aligned to 64 bytes.
///
/// # Safety
/// `ndim` numbers stand at `shape`; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTensorAlloc(
    shape: *const i64,
    ndim: i32,
    dtype: DLDataType,
    device: DLDevice,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::tensor_alloc(shape, ndim, dtype, device, out) }
}

/// Takes over a managed tensor: its deleter runs when the tensor object dies, or at once on failure.
///
/// # Safety
/// `from` is NULL or a valid managed tensor that the caller gives up; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTensorFromDLPack(
    from: *mut DLManagedTensor,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::tensor_from_dlpack(from, out) }
}

/// As `TVMLikeTensorFromDLPack`, for the versioned struct, which says whether the memory is read-only.
///
/// # Safety
/// As `TVMLikeTensorFromDLPack`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTensorFromDLPackVersioned(
    from: *mut DLManagedTensorVersioned,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::tensor_from_dlpack_versioned(from, out) }
}

/// Gives a managed tensor that keeps the tensor object alive; the caller runs its deleter. A read-only tensor is
/// refused, because this struct cannot mark it.
///
/// # Safety
/// `tensor` is NULL or a living object; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTensorToDLPack(
    tensor: TVMLikeObjectHandle,
    out: *mut *mut DLManagedTensor,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::tensor_to_dlpack(tensor, out) }
}

/// As `TVMLikeTensorToDLPack`, for the versioned struct, which carries the flags.
///
/// # Safety
/// As `TVMLikeTensorToDLPack`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTensorToDLPackVersioned(
    tensor: TVMLikeObjectHandle,
    out: *mut *mut DLManagedTensorVersioned,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::tensor_to_dlpack_versioned(tensor, out) }
}

/// DLPack's flags of a tensor (bit 0: read-only); 0 for NULL, another kind of object, or a tensor that another
/// library made.
///
/// # Safety
/// `tensor` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTensorFlags(tensor: TVMLikeObjectHandle) -> u64 {
    // SAFETY: by contract.
    unsafe { tensor_of(tensor) }.map_or(0, |tensor| tensor.flags())
}
