//! Copying elements: from and to bytes, and between arrays. The arrays may be views of memory that the caller describes.

use std::ffi::{c_int, c_void};

use tvmlike_classic::TVMArrayHandle;

use crate::Dgl;

/// Fills an array, which lies in C order without gaps, with as many bytes as it has.
///
/// # Safety
/// `handle` is NULL or a living array or view; `nbytes` bytes are readable at `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayCopyFromBytes(
    handle: TVMArrayHandle,
    data: *mut c_void,
    nbytes: usize,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::copy_from_bytes::<Dgl>(handle, data, nbytes) }
}

/// Writes the bytes of an array, which lies in C order without gaps; `nbytes` says how many it has.
///
/// # Safety
/// `handle` is NULL or a living array or view; `nbytes` bytes are writable at `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayCopyToBytes(
    handle: TVMArrayHandle,
    data: *mut c_void,
    nbytes: usize,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::copy_to_bytes::<Dgl>(handle, data, nbytes) }
}

/// Copies the bytes of one array to another that has as many; shape and element type may differ. Both lie in C order without
/// gaps.
///
/// # Safety
/// Both are NULL or living arrays or views.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayCopyFromTo(from: TVMArrayHandle, to: TVMArrayHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::copy_from_to::<Dgl>(from, to) }
}
