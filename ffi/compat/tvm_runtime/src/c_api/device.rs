//! Memory of devices.

use std::ffi::{c_char, c_int, c_void};

use tvmlike_classic::TVMArrayHandle;
use tvmlike_runtime::abi::dlpack::{DLDataType, DLDevice};

use crate::Tvm;

/// Gives memory of a device that begins at a multiple of `alignment`, which is a power of two or 0, and on the CPU at a multiple
/// of 64. What is in it is not known. `type_hint` is not needed here. The caller gives it back with `TVMDeviceFreeDataSpace`.
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

/// Gives memory of a device for an array. The CPU has one memory scope, `global`; NULL means it, too.
///
/// # Safety
/// `ndim` numbers stand at `shape`; `mem_scope` is NULL or a C string; `out_data` is NULL or valid for a write.
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

/// Gives memory of a device back. NULL is ignored.
///
/// # Safety
/// `ptr` is NULL or memory that was given for this device and has not been given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceFreeDataSpace(dev: DLDevice, ptr: *mut c_void) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::free_space::<Tvm>(dev, ptr) }
}

/// Copies the bytes of one array to another that has as many. Both lie in C order without gaps. The CPU copies before it
/// returns, whatever the stream.
///
/// # Safety
/// Both are NULL or arrays that are what they say they are.
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
