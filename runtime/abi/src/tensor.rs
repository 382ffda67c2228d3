//! Tensors: a DLTensor behind an object header.

use core::ffi::c_void;

use dlpack_rs::ffi::DLTensor;

/// The cell of a tensor.
///
/// tvm-ffi's tensors have the first member only. Readers recognise ours by their deleter, `tensor_deleter` of the host's
/// table, and read the other members of no other tensor.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeTensorCell {
    /// Data, shape and strides; strides are always filled in.
    pub dl_tensor: DLTensor,
    /// DLPack's flags (`DLPACK_FLAG_BITMASK_READ_ONLY`, …).
    pub flags: u64,
    /// The owner of the memory; private to the host.
    pub manager: *mut c_void,
    /// Releases `manager`; private to the host.
    pub release: Option<unsafe extern "C" fn(manager: *mut c_void)>,
}
