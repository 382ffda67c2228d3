//! Copies between arrays and bytes, and between two arrays. An array may be a `DLTensor` that the caller describes.

use std::ffi::{c_int, c_void};

use tvmlike_classic::TVMArrayHandle;

use crate::classic_abi::Dgl;

tvmlike_classic::export! { "DGL" Dgl: ArrayCopyFromBytes ArrayCopyToBytes }

/// Copies the bytes of one array to another of the same size; shape and element type may differ. Both are contiguous.
///
/// # Safety
/// Both are NULL, arrays, or `DLTensor`s that the caller describes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLArrayCopyFromTo(from: TVMArrayHandle, to: TVMArrayHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::copy_from_to::<Dgl>(from, to) }
}
