//! Copies of arrays that a function gets by value.
//!
//! Invariant: a copy is in C order without gaps, and the call owns it.

use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, Device, Result, Tensor};

use super::arguments::view_of;

/// A copy of an array with gaps, or in another order. `None`: the value is no such array in the memory of the CPU.
///
/// # Errors
/// There is no memory.
pub(super) fn without_gaps(value: &AnyView<'_>) -> Result<Option<Tensor>> {
    let Some(view) = view_of(value) else {
        return Ok(None);
    };
    let dtype = view.dtype();
    let is_usual = dtype.lanes == 1 && dtype.bits % 8 == 0 && view.device().is_host_accessible();
    if !is_usual || view.is_contiguous() {
        return Ok(None);
    }
    let copy = Tensor::zeros(view.shape(), dtype, Device::CPU)?;
    let size = usize::from(dtype.bits) / 8;
    let (from, into) = (
        view.data_ptr().cast::<u8>(),
        TensorView::data_ptr(copy.view()).cast::<u8>(),
    );
    for (position, offset) in view.offsets().enumerate() {
        // SAFETY: an element of the array, by its own shape and strides; the copy has as many elements of this size, and nothing
        // else refers to it.
        unsafe {
            let element = from.offset(offset * size as isize);
            into.add(position * size).copy_from_nonoverlapping(element, size);
        }
    }
    Ok(Some(copy))
}
