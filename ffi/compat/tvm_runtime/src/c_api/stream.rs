//! Streams of devices. The CPU has one, NULL, which works in the order of the calls.

use std::ffi::{c_int, c_void};

use tvmlike_classic::{device_of, stream_create, stream_done};

use crate::Tvm;

/// Where a device's work is put in order.
pub type TVMStreamHandle = *mut c_void;

/// Makes a stream. The caller frees it with `TVMStreamFree`.
///
/// # Safety
/// `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMStreamCreate(
    device_type: c_int,
    device_id: c_int,
    out: *mut TVMStreamHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { stream_create::<Tvm>(device_of(device_type, device_id), out) }
}

/// Frees a stream.
#[unsafe(no_mangle)]
pub extern "C" fn TVMStreamFree(device_type: c_int, device_id: c_int, stream: TVMStreamHandle) -> c_int {
    stream_done::<Tvm>(device_of(device_type, device_id), "freeing a stream", &[stream])
}

/// Chooses the stream that this thread's work on a device is put in.
#[unsafe(no_mangle)]
pub extern "C" fn TVMSetStream(device_type: c_int, device_id: c_int, handle: TVMStreamHandle) -> c_int {
    stream_done::<Tvm>(device_of(device_type, device_id), "choosing a stream", &[handle])
}

/// Waits until the work in a stream is done.
#[unsafe(no_mangle)]
pub extern "C" fn TVMSynchronize(device_type: c_int, device_id: c_int, stream: TVMStreamHandle) -> c_int {
    stream_done::<Tvm>(
        device_of(device_type, device_id),
        "waiting for a stream",
        &[stream],
    )
}

/// Lets what comes in one stream wait for what is in another.
#[unsafe(no_mangle)]
pub extern "C" fn TVMStreamStreamSynchronize(
    device_type: c_int,
    device_id: c_int,
    src: TVMStreamHandle,
    dst: TVMStreamHandle,
) -> c_int {
    stream_done::<Tvm>(
        device_of(device_type, device_id),
        "putting streams in order",
        &[src, dst],
    )
}
