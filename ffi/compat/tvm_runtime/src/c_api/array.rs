//! Arrays: allocation, copies, and DLPack.

use std::ffi::{c_int, c_uint, c_void};

use tvmlike_classic::TVMArrayHandle;
use tvmlike_runtime::abi::dlpack::DLManagedTensor;

use crate::Tvm;

/// Allocates a zeroed array in C order on the CPU, aligned to 64 bytes. Each element has bytes of its own, also one of a single bit.
/// The caller frees it with `TVMArrayFree`.
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
        tvmlike_classic::alloc::<Tvm>(
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
    unsafe { tvmlike_classic::free::<Tvm>(handle) }
}

/// Fills an array, which lies in C order without gaps, with as many bytes as it has.
///
/// # Safety
/// `handle` is NULL or an array, or a `DLTensor` that is lent; `nbytes` bytes are readable at `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayCopyFromBytes(
    handle: TVMArrayHandle,
    data: *mut c_void,
    nbytes: usize,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::copy_from_bytes::<Tvm>(handle, data, nbytes) }
}

/// Writes the bytes of an array, which lies in C order without gaps; `nbytes` says how many it has.
///
/// # Safety
/// `handle` is NULL or an array, or a `DLTensor` that is lent; `nbytes` bytes are writable at `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayCopyToBytes(
    handle: TVMArrayHandle,
    data: *mut c_void,
    nbytes: usize,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::copy_to_bytes::<Tvm>(handle, data, nbytes) }
}

/// Copies the bytes of one array to another that has as many; shape and element type may differ. Both lie in C order without
/// gaps. The CPU copies before it returns, whatever the stream.
///
/// # Safety
/// Both are NULL or arrays, or `DLTensor`s that are lent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayCopyFromTo(
    from: TVMArrayHandle,
    to: TVMArrayHandle,
    stream: *mut c_void,
) -> c_int {
    let _ = stream;
    // SAFETY: by contract.
    unsafe { tvmlike_classic::copy_from_to::<Tvm>(from, to) }
}

/// The type index of an array, by which front ends find the class for it.
///
/// # Safety
/// `handle` is NULL or a living array; `out_tindex` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayGetTypeIndex(handle: TVMArrayHandle, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::array_type_index::<Tvm>(handle, out_tindex) }
}

/// Takes over a managed tensor, which lies in C order without gaps; on failure it stays the caller's.
///
/// # Safety
/// `from` is NULL or a valid managed tensor that the caller gives up; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayFromDLPack(from: *mut DLManagedTensor, out: *mut TVMArrayHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::from_dlpack::<Tvm>(from, out) }
}

/// Gives a managed tensor that shares the array's memory; the caller runs its deleter.
///
/// # Safety
/// `from` is NULL or a living array; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayToDLPack(from: TVMArrayHandle, out: *mut *mut DLManagedTensor) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::to_dlpack::<Tvm>(from, out) }
}

/// Runs a managed tensor's deleter. NULL is ignored.
///
/// # Safety
/// `dltensor` is NULL or a valid managed tensor that the caller gives up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDLManagedTensorCallDeleter(dltensor: *mut DLManagedTensor) {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::managed_delete(dltensor) }
}
