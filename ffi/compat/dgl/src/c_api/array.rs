//! Arrays: allocation, memory that processes share, and DLPack.

use std::ffi::{CStr, c_char, c_int};

use tvmlike::{DataType, Error};
use tvmlike_classic::{TVMArrayHandle, array_of_tensor, served, tensor_of_array};
use tvmlike_registry::host_api::{give_made, items_at, null, tensor_of};
use tvmlike_runtime::abi::dlpack::DLManagedTensor;

use crate::{Dgl, ndarray};

/// Allocates a zeroed array in C order on the CPU, aligned to 64 bytes. The caller frees it with `DGLArrayFree`.
///
/// # Safety
/// `ndim` numbers stand at `shape`; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayAlloc(
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
        tvmlike_classic::alloc::<Dgl>(
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

/// Gives an array in memory that processes share by a name. With `is_create` the memory is made, or taken where it is there, and
/// the name goes away with the array, its views and what DLPack made of it; else it must be there, with as many bytes at least.
///
/// # Safety
/// `mem_name` is NULL or a C string; `ndim` numbers stand at `shape`; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayAllocSharedMem(
    mem_name: *const c_char,
    shape: *const i64,
    ndim: c_int,
    dtype_code: c_int,
    dtype_bits: c_int,
    dtype_lanes: c_int,
    is_create: bool,
    out: *mut TVMArrayHandle,
) -> c_int {
    served::<Dgl>(|| {
        if mem_name.is_null() {
            return Err(null("the name of the memory"));
        }
        // SAFETY: not null, a C string by contract.
        let name = unsafe { CStr::from_ptr(mem_name) };
        let ndim = usize::try_from(ndim)
            .map_err(|_| Error::value_error(format!("an array cannot have {ndim} dimensions")))?;
        // SAFETY: by contract.
        let shape = unsafe { items_at(shape, ndim, "the dimensions")? };
        let refused = |_| {
            Error::value_error(format!(
                "no element type has code {dtype_code}, {dtype_bits} bits and {dtype_lanes} lanes"
            ))
        };
        let dtype = DataType {
            code: u8::try_from(dtype_code).map_err(refused)?,
            bits: u8::try_from(dtype_bits).map_err(refused)?,
            lanes: u16::try_from(dtype_lanes).map_err(refused)?,
        };
        let make = || Ok(array_of_tensor(ndarray::shared(name, is_create, shape, dtype)?));
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the array", make) }
    })
}

/// Gives a reference to an array back. NULL is ignored.
///
/// # Safety
/// `handle` is NULL or an array to which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayFree(handle: TVMArrayHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::free::<Dgl>(handle) }
}

/// Takes over a managed tensor; on failure its deleter has run.
///
/// # Safety
/// `from` is NULL or a valid managed tensor that the caller gives up; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayFromDLPack(from: *mut DLManagedTensor, out: *mut TVMArrayHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::from_dlpack::<Dgl>(from, out) }
}

/// Gives a managed tensor that shares the array's memory; the caller runs its deleter. Where `alignment` is a power of two and
/// the elements do not begin at a multiple of it, the managed tensor has a copy that does. 0 asks for no alignment.
///
/// # Safety
/// `from` is NULL or a living array; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayToDLPack(
    from: TVMArrayHandle,
    out: *mut *mut DLManagedTensor,
    alignment: c_int,
) -> c_int {
    served::<Dgl>(|| {
        if from.is_null() {
            return Err(null("the array"));
        }
        let multiple = usize::try_from(alignment).ok();
        let multiple = multiple
            .filter(|&multiple| multiple == 0 || multiple.is_power_of_two())
            .ok_or_else(|| {
                Error::value_error(format!(
                    "expected 0 or a power of two as alignment, got {alignment}"
                ))
            })?;
        // SAFETY: a living array stands in a tensor object.
        let array = unsafe { tensor_of(tensor_of_array(from))? };
        let aligned = multiple == 0 || (array.data_ptr() as usize).is_multiple_of(multiple);
        let make = || {
            if aligned {
                return array.to_dlpack();
            }
            ndarray::aligned_copy(&array, multiple)?.to_dlpack()
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the managed tensor", make) }
    })
}

/// Runs a managed tensor's deleter. NULL is ignored.
///
/// # Safety
/// `dltensor` is NULL or a valid managed tensor that the caller gives up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLDLManagedTensorCallDeleter(dltensor: *mut DLManagedTensor) {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::managed_delete(dltensor) }
}
