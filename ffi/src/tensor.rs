//! Properties of a tensor's memory.

use tvmlike_registry::host_api::tensor_of;
use tvmlike_runtime::abi::TVMLikeObjectHandle;

/// Returns DLPack's flags of a tensor (bit 0: read-only); 0 for NULL, for an object that is no tensor, and for a tensor that
/// another library made.
///
/// # Safety
/// `tensor` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTensorFlags(tensor: TVMLikeObjectHandle) -> u64 {
    // SAFETY: by contract.
    unsafe { tensor_of(tensor) }.map_or(0, |tensor| tensor.flags())
}
