//! Tensors: a DLTensor behind an object header.

use core::ffi::c_void;

use dlpack_rs::ffi::DLTensor;

/// The cell of a tensor.
///
/// tvm-ffi's tensors have the first member only. Ours are recognised by their deleter, which is the one in the
/// host's table (`tensor_deleter`): only behind that deleter may the other members be read.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeTensorCell {
    /// Data, shape and strides; strides are always filled in.
    pub dl_tensor: DLTensor,
    /// DLPack's flags (`DLPACK_FLAG_BITMASK_READ_ONLY`, …).
    pub flags: u64,
    /// Whoever owns the memory; private to the host.
    pub manager: *mut c_void,
    /// Releases `manager`; private to the host.
    pub release: Option<unsafe extern "C" fn(manager: *mut c_void)>,
}
