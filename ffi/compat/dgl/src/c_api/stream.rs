//! Streams of devices. The CPU has one, NULL, and works in the order of the calls.

use std::ffi::c_int;

use tvmlike_classic::TVMStreamHandle;

use crate::classic_abi::Dgl;

tvmlike_classic::export! { "DGL" Dgl:
    StreamCreate StreamFree SetStream Synchronize StreamStreamSynchronize
}

/// Reads the stream of this thread: NULL for the CPU.
///
/// # Safety
/// `handle` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLGetStream(
    device_type: c_int,
    device_id: c_int,
    handle: *mut TVMStreamHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::stream_create::<Dgl>(device_type, device_id, handle) }
}
