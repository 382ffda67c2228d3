//! Device memory.

use std::ffi::{c_char, c_int, c_void};

use tvmlike_classic::TVMArrayHandle;
use tvmlike_runtime::abi::dlpack::{DLDataType, DLDevice};

use crate::classic_abi::Tvm;

/// Allocates uninitialized memory of a device, which the caller frees with `TVMDeviceFreeDataSpace`.
///
/// It is aligned to `alignment`, a power of two or 0, and on the CPU at least to 64. `type_hint` is ignored.
///
/// # Safety
/// `out_data` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceAllocDataSpace(
    dev: DLDevice,
    nbytes: usize,
    alignment: usize,
    type_hint: DLDataType,
    out_data: *mut *mut c_void,
) -> c_int {
    let _ = type_hint;
    // SAFETY: by contract.
    unsafe { tvmlike_classic::alloc_space::<Tvm>(dev, nbytes, alignment, out_data) }
}

/// Allocates memory of a device for an array. The CPU has one memory scope, `global`; NULL means it, too.
///
/// # Safety
/// `shape` points to `ndim` numbers; `mem_scope` is NULL or a C string; `out_data` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceAllocDataSpaceWithScope(
    dev: DLDevice,
    ndim: c_int,
    shape: *const i64,
    dtype: DLDataType,
    mem_scope: *const c_char,
    out_data: *mut *mut c_void,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::alloc_space_with_scope::<Tvm>(dev, ndim, shape, dtype, mem_scope, out_data) }
}

/// Frees memory of a device. NULL is ignored.
///
/// # Safety
/// `ptr` is NULL or was allocated for this device and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceFreeDataSpace(dev: DLDevice, ptr: *mut c_void) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::free_space::<Tvm>(dev, ptr) }
}

/// Copies the bytes of one array to another of the same size. Both are contiguous. On the CPU the copy is done on return; `stream`
/// is ignored.
///
/// # Safety
/// Both are NULL, arrays, or `DLTensor`s that the caller describes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceCopyDataFromTo(
    from: TVMArrayHandle,
    to: TVMArrayHandle,
    stream: *mut c_void,
) -> c_int {
    let _ = stream;
    // SAFETY: by contract.
    unsafe { tvmlike_classic::copy_from_to::<Tvm>(from, to) }
}
