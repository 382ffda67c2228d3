//! The elements of a tensor as bytes.
//!
//! Invariant: the bytes are in C order, and each element takes whole bytes, as in TVM.

use tvmlike::{DataType, Device, Error, Result, Tensor};
use tvmlike_classic::{size_of_array, size_of_elements};

/// Copies a tensor's elements.
///
/// # Errors
/// ValueError for memory that the CPU cannot read, and for packed sub-byte elements.
pub(crate) fn elements(tensor: &Tensor) -> Result<Vec<u8>> {
    let (view, dtype) = (tensor.view(), tensor.dtype());
    if view.device().device_type != Device::CPU.device_type {
        return Err(Error::value_error(format!(
            "tensor is on {}; copy it to the CPU first",
            view.device()
        )));
    }
    let size = size_of_elements(view.shape(), dtype)?;
    let packed = size_of_array(tensor.as_object())? != size;
    if packed || (is_narrow(dtype) && !view.is_contiguous()) {
        return Err(Error::value_error(format!(
            "elements of {dtype} are packed; convert the tensor to a wider type first"
        )));
    }
    let mut bytes = vec![0; size];
    if size == 0 {
        return Ok(bytes);
    }
    let start = tensor.data_ptr().cast::<u8>();
    if view.is_contiguous() {
        // SAFETY: the tensor's elements take `size` bytes from there on.
        unsafe { start.copy_to_nonoverlapping(bytes.as_mut_ptr(), size) };
        return Ok(bytes);
    }
    let width = size / view.len();
    for (to, offset) in bytes.chunks_exact_mut(width).zip(view.offsets()) {
        // SAFETY: there is an element of `width` bytes at every offset, counted in elements.
        unsafe {
            start
                .offset(offset * width as isize)
                .copy_to_nonoverlapping(to.as_mut_ptr(), width);
        }
    }
    Ok(bytes)
}

/// Whether an element leaves bits of its last byte unused.
fn is_narrow(dtype: DataType) -> bool {
    !(usize::from(dtype.bits) * usize::from(dtype.lanes)).is_multiple_of(8)
}
