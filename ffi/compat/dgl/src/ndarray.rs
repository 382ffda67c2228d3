//! Arrays over memory of this library's own, and the packed functions of `dgl.ndarray`.

use std::ffi::{CStr, CString};

use tvmlike::prelude::*;
use tvmlike_classic::{array_over, must_be_built, must_be_contiguous, size_of_array, size_of_elements};

use crate::memory::{Aligned, Shared};

/// An array in memory of a name.
pub(crate) fn shared(name: &CStr, create: bool, shape: &[i64], dtype: DataType) -> Result<Tensor> {
    let size = size_of_elements(shape, dtype)?;
    let memory = if create {
        Shared::create(name, size)?
    } else {
        Shared::open(name, size)?
    };
    // SAFETY: the memory has room for the elements, may be written to, and stays while the tensor does.
    unsafe { array_over(memory.start(), 0, shape, dtype, Device::CPU, 0, memory) }
}

/// A copy of an array, which lies on the CPU in C order, at an address of an alignment, which is a power of two.
pub(crate) fn aligned_copy(of: &Tensor, alignment: usize) -> Result<Tensor> {
    let what = "DGLArrayToDLPack";
    must_be_built(of.device().into(), what)?;
    must_be_contiguous(of.as_object(), what)?;
    let size = size_of_array(of.as_object())?;
    let memory = Aligned::new(size, alignment)?;
    if size > 0 {
        // SAFETY: both have room for the elements, which lie without gaps in the first; the second is new.
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

/// Whether there is memory of a name.
#[packed_func("ndarray._CAPI_DGLExistSharedMemArray")]
fn exist_shared_mem_array(name: &str) -> bool {
    CString::new(name).is_ok_and(|name| Shared::exists(&name))
}

/// The same array as signed numbers: uint64 as int64, uint32 as int32, and so on. The memory is the same.
#[packed_func("ndarray._CAPI_DGLArrayCastToSigned")]
fn array_cast_to_signed(array: Tensor) -> Result<Tensor> {
    let dtype = array.dtype();
    if dtype.code != DataType::UINT8.code {
        return Err(Error::type_error(format!(
            "ndarray._CAPI_DGLArrayCastToSigned: argument 1 `array`: expected unsigned numbers, got {dtype}"
        )));
    }
    let signed = DataType {
        code: DataType::INT8.code,
        ..dtype
    };
    let view = array.view();
    let (data, shape, strides) = (array.data_ptr(), view.shape(), view.strides());
    // SAFETY: the array's own memory, which it keeps, and elements of the same size at the same places.
    unsafe { Tensor::from_memory(data, shape, &strides, signed, array.is_read_only(), array.clone()) }
}
