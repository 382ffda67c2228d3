//! Arrays in shared or aligned memory, and the packed functions of `dgl.ndarray`.

use std::ffi::{CStr, CString};

use tvmlike::prelude::*;
use tvmlike_classic::{array_over, must_be_built, must_be_contiguous, size_of_array, size_of_elements};

use crate::memory::{Aligned, Shared};

/// Returns an array in shared memory with a name; creates the memory if `create` is set.
pub(crate) fn shared(name: &CStr, create: bool, shape: &[i64], dtype: DataType) -> Result<Tensor> {
    let size = size_of_elements(shape, dtype)?;
    let memory = if create {
        Shared::create(name, size)?
    } else {
        Shared::open(name, size)?
    };
    // SAFETY: the memory is large enough and writable, and the tensor keeps it alive.
    unsafe { array_over(memory.start(), 0, shape, dtype, Device::CPU, 0, memory) }
}

/// Copies a contiguous CPU array to memory with the given alignment, a power of two.
pub(crate) fn aligned_copy(of: &Tensor, alignment: usize) -> Result<Tensor> {
    let what = "DGLArrayToDLPack";
    must_be_built(of.device().into(), what)?;
    must_be_contiguous(of.as_object(), what)?;
    let size = size_of_array(of.as_object())?;
    let memory = Aligned::new(size, alignment)?;
    if size > 0 {
        // SAFETY: the source is contiguous, both are large enough, and the destination is new.
        unsafe {
            memory
                .start()
                .cast::<u8>()
                .copy_from_nonoverlapping(of.data_ptr().cast(), size)
        };
    }
    // SAFETY: as in `shared`.
    unsafe { array_over(memory.start(), 0, of.shape(), of.dtype(), Device::CPU, 0, memory) }
}

/// Whether shared memory with this name exists.
#[packed_func("ndarray._CAPI_DGLExistSharedMemArray")]
fn exist_shared_mem_array(name: &str) -> bool {
    CString::new(name).is_ok_and(|name| Shared::exists(&name))
}

/// Returns a view of an unsigned array as signed numbers of the same size: uint64 as int64, and so on.
#[packed_func("ndarray._CAPI_DGLArrayCastToSigned")]
fn array_cast_to_signed(array: Tensor) -> Result<Tensor> {
    let dtype = array.dtype();
    if dtype.code != DataType::UINT8.code {
        return Err(Error::type_error(format!(
            "ndarray._CAPI_DGLArrayCastToSigned: argument 1 `array`: expected an unsigned dtype, got {dtype}"
        )));
    }
    let signed = DataType {
        code: DataType::INT8.code,
        ..dtype
    };
    let view = array.view();
    let (data, shape, strides) = (array.data_ptr(), view.shape(), view.strides());
    // SAFETY: the same memory, which the array keeps alive, and elements of the same size at the same offsets.
    unsafe { Tensor::from_memory(data, shape, &strides, signed, array.is_read_only(), array.clone()) }
}
