//! Functions for CUDA, which this library does not support.

use std::ffi::{c_char, c_int};

use tvmlike::Error;
use tvmlike_classic::{TVMArrayHandle, TVMStreamHandle, with_runtime};
use tvmlike_registry::host_api::null;
use tvmlike_runtime::abi::dlpack::DLDevice;

use crate::classic_abi::Dgl;

/// Pins an array's memory for CUDA: always an error, because this library is not built for CUDA. `ctx` is ignored.
///
/// # Safety
/// `handle` is NULL or a living array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayPinData(handle: TVMArrayHandle, _ctx: DLDevice) -> c_int {
    with_runtime::<Dgl>(|| {
        if handle.is_null() {
            return Err(null("the array"));
        }
        Err(Error::not_implemented("DGLArrayPinData: not built for CUDA"))
    })
}

/// Unpins an array's memory. No array can be pinned, so this does nothing. `ctx` is ignored.
///
/// # Safety
/// `handle` is NULL or a living array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayUnpinData(handle: TVMArrayHandle, _ctx: DLDevice) -> c_int {
    with_runtime::<Dgl>(|| {
        if handle.is_null() {
            Err(null("the array"))
        } else {
            Ok(())
        }
    })
}

/// Records that a CUDA stream uses an array: always an error, because this library is not built for CUDA.
///
/// # Safety
/// `handle` is NULL or a living array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayRecordStream(handle: TVMArrayHandle, _stream: TVMStreamHandle) -> c_int {
    with_runtime::<Dgl>(|| {
        if handle.is_null() {
            return Err(null("the array"));
        }
        Err(Error::not_implemented("DGLArrayRecordStream: not built for CUDA"))
    })
}

/// Loads a tensor adapter, through which a framework allocates DGL's memory: always an error. This library allocates arrays
/// itself and passes them to frameworks by DLPack.
///
/// # Safety
/// `path` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLLoadTensorAdapter(path: *const c_char) -> c_int {
    with_runtime::<Dgl>(|| {
        if path.is_null() {
            return Err(null("the path of the tensor adapter"));
        }
        Err(Error::not_implemented(
            "DGLLoadTensorAdapter: tensor adapters are not supported; exchange arrays by DLPack",
        ))
    })
}
