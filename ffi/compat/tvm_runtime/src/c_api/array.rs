//! Arrays: allocation, copies and DLPack.

use std::ffi::{c_int, c_uint, c_void};

use tvmlike_classic::TVMArrayHandle;
use tvmlike_runtime::abi::dlpack::DLManagedTensor;

use crate::classic_abi::Tvm;

tvmlike_classic::export! { "TVM" Tvm:
    ArrayAlloc ArrayFree ArrayCopyFromBytes ArrayCopyToBytes ArrayFromDLPack ArrayToDLPack DLManagedTensorCallDeleter
}

/// Copies the bytes of one array to another of the same size; shape and element type may differ. Both are contiguous. On the CPU
/// the copy is done on return; `stream` is ignored.
///
/// # Safety
/// Both are NULL, arrays, or `DLTensor`s that the caller describes.
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

/// Reads the type index of an array, by which front ends select its class.
///
/// # Safety
/// `handle` is NULL or a living array; `out_tindex` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayGetTypeIndex(handle: TVMArrayHandle, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::array_type_index::<Tvm>(handle, out_tindex) }
}
