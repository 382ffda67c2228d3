//! Arrays: allocation, shared memory, and DLPack.

use std::ffi::{CStr, c_char, c_int};

use tvmlike::{DataType, Error};
use tvmlike_classic::{TVMArrayHandle, array_of_tensor, tensor_of_array, with_runtime};
use tvmlike_registry::host_api::{give_made, items_at, null, tensor_of};
use tvmlike_runtime::abi::dlpack::DLManagedTensor;

use crate::classic_abi::Dgl;
use crate::ndarray;

tvmlike_classic::export! { "DGL" Dgl: ArrayAlloc ArrayFree ArrayFromDLPack DLManagedTensorCallDeleter }

/// Makes an array in named shared memory.
///
/// With `is_create` the memory is created, or reused if the name exists; the name is removed when the array, its views and its
/// DLPack exports are gone. Otherwise the memory must exist and be large enough.
///
/// # Safety
/// `mem_name` is NULL or a C string; `shape` points to `ndim` numbers; `out` is NULL or valid for a write.
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
    with_runtime::<Dgl>(|| {
        if mem_name.is_null() {
            return Err(null("the name of the memory"));
        }
        // SAFETY: not null, a C string by contract.
        let name = unsafe { CStr::from_ptr(mem_name) };
        let ndim = usize::try_from(ndim).map_err(|_| {
            Error::value_error(format!("number of dimensions must not be negative, got {ndim}"))
        })?;
        // SAFETY: by contract.
        let shape = unsafe { items_at(shape, ndim, "the dimensions")? };
        let refused = |_| {
            Error::value_error(format!(
                "invalid element type: code {dtype_code}, {dtype_bits} bits, {dtype_lanes} lanes"
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

/// Makes a managed tensor that shares the array's memory. The caller calls its deleter.
///
/// If `alignment` is a power of two and the elements are not aligned to it, the managed tensor is an aligned copy. 0 means no
/// alignment.
///
/// # Safety
/// `from` is NULL or a living array; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayToDLPack(
    from: TVMArrayHandle,
    out: *mut *mut DLManagedTensor,
    alignment: c_int,
) -> c_int {
    with_runtime::<Dgl>(|| {
        if from.is_null() {
            return Err(null("the array"));
        }
        let multiple = usize::try_from(alignment).ok();
        let multiple = multiple
            .filter(|&multiple| multiple == 0 || multiple.is_power_of_two())
            .ok_or_else(|| {
                Error::value_error(format!("alignment must be 0 or a power of two, got {alignment}"))
            })?;
        // SAFETY: a living array is inside a tensor object.
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
