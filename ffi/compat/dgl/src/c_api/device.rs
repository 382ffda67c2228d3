//! Streams of devices, and what only CUDA has.

use std::ffi::{c_char, c_int, c_void};

use tvmlike::Error;
use tvmlike_classic::{TVMArrayHandle, device_of, served, stream_create, stream_done};
use tvmlike_registry::host_api::null;
use tvmlike_runtime::abi::dlpack::DLDevice;

use crate::Dgl;

/// A stream of a device. A CPU has one, which is NULL.
pub type DGLStreamHandle = *mut c_void;

/// Makes a stream: NULL for a CPU.
///
/// # Safety
/// `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLStreamCreate(
    device_type: c_int,
    device_id: c_int,
    out: *mut DGLStreamHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { stream_create::<Dgl>(device_of(device_type, device_id), out) }
}

/// Frees a stream that `DGLStreamCreate` gave.
#[unsafe(no_mangle)]
pub extern "C" fn DGLStreamFree(device_type: c_int, device_id: c_int, stream: DGLStreamHandle) -> c_int {
    stream_done::<Dgl>(device_of(device_type, device_id), "freeing a stream", &[stream])
}

/// Chooses the stream of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn DGLSetStream(device_type: c_int, device_id: c_int, handle: DGLStreamHandle) -> c_int {
    stream_done::<Dgl>(device_of(device_type, device_id), "choosing a stream", &[handle])
}

/// Gives the stream of this thread: NULL for a CPU.
///
/// # Safety
/// `handle` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLGetStream(
    device_type: c_int,
    device_id: c_int,
    handle: *mut DGLStreamHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { stream_create::<Dgl>(device_of(device_type, device_id), handle) }
}

/// Waits until what was begun in a stream has ended. On a CPU it has.
#[unsafe(no_mangle)]
pub extern "C" fn DGLSynchronize(device_type: c_int, device_id: c_int, stream: DGLStreamHandle) -> c_int {
    stream_done::<Dgl>(
        device_of(device_type, device_id),
        "waiting for a stream",
        &[stream],
    )
}

/// Has a stream wait for another.
#[unsafe(no_mangle)]
pub extern "C" fn DGLStreamStreamSynchronize(
    device_type: c_int,
    device_id: c_int,
    src: DGLStreamHandle,
    dst: DGLStreamHandle,
) -> c_int {
    stream_done::<Dgl>(
        device_of(device_type, device_id),
        "waiting for a stream",
        &[src, dst],
    )
}

/// Pins an array's memory for CUDA, which this library is not built for: always an error. `ctx` is not looked at.
///
/// # Safety
/// `handle` is NULL or a living array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayPinData(handle: TVMArrayHandle, _ctx: DLDevice) -> c_int {
    served::<Dgl>(|| {
        if handle.is_null() {
            return Err(null("the array"));
        }
        Err(Error::not_implemented(
            "DGLArrayPinData: not built for CUDA, for which memory is pinned",
        ))
    })
}

/// Ends what `DGLArrayPinData` began. No array is pinned, and so there is nothing to do. `ctx` is not looked at.
///
/// # Safety
/// `handle` is NULL or a living array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayUnpinData(handle: TVMArrayHandle, _ctx: DLDevice) -> c_int {
    served::<Dgl>(|| {
        if handle.is_null() {
            Err(null("the array"))
        } else {
            Ok(())
        }
    })
}

/// Notes that a stream uses an array of CUDA's, which this library is not built for: always an error.
///
/// # Safety
/// `handle` is NULL or a living array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayRecordStream(handle: TVMArrayHandle, _stream: DGLStreamHandle) -> c_int {
    served::<Dgl>(|| {
        if handle.is_null() {
            return Err(null("the array"));
        }
        Err(Error::not_implemented(
            "DGLArrayRecordStream: not built for CUDA, whose arrays are recorded in a stream",
        ))
    })
}

/// Loads a tensor adapter, by which a framework allocates DGL's memory: always an error. Arrays come from this library's own
/// memory, and go to frameworks by DLPack.
///
/// # Safety
/// `path` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLLoadTensorAdapter(path: *const c_char) -> c_int {
    served::<Dgl>(|| {
        if path.is_null() {
            return Err(null("the path of the tensor adapter"));
        }
        Err(Error::not_implemented(
            "DGLLoadTensorAdapter: arrays come from this library's own memory, there are no tensor adapters",
        ))
    })
}
