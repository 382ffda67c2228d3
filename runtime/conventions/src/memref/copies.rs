//! Copies of arrays: of those that a function gets by value, and of those that it returns.
//!
//! Invariant: a copy is in C order without gaps, and the call owns it. Rows are copied in loops for one size of elements: an array
//! is copied in a few times the time that the function takes to read it.

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
    // SAFETY: the copy has as many elements of this size, and nothing else refers to it.
    unsafe { elements(view, size, TensorView::data_ptr(copy.view()).cast::<u8>()) };
    Ok(Some(copy))
}

/// Copies the elements of an array, in C order without gaps.
///
/// # Safety
/// The array is in memory of the CPU, and its elements have `size` bytes; there is room for all of them, outside of the array.
pub(super) unsafe fn elements(view: TensorView<'_>, size: usize, mut into: *mut u8) {
    if view.is_empty() {
        return;
    }
    let (shape, strides) = (view.shape(), view.strides());
    let outer = shape.len().saturating_sub(1);
    let count = shape.last().map_or(1, |size| *size as usize);
    let bytes = size as isize;
    let step = strides.last().map_or(0, |stride| *stride as isize * bytes);
    let row = match size {
        1 => row::<1>,
        2 => row::<2>,
        4 => row::<4>,
        8 => row::<8>,
        _ => any_row,
    };
    let mut from = view.data_ptr().cast::<u8>().cast_const();
    let mut index = vec![0; outer];
    loop {
        // SAFETY: a row of the array, by its own shape and strides; the rows before it have filled what is before `into`.
        unsafe {
            row(from, step, into, count, size);
            into = into.add(count * size);
        }
        let mut axis = outer;
        loop {
            let Some(next) = axis.checked_sub(1) else {
                return;
            };
            axis = next;
            let stride = strides[axis] as isize * bytes;
            index[axis] += 1;
            if index[axis] < shape[axis] {
                from = from.wrapping_offset(stride);
                break;
            }
            from = from.wrapping_offset(stride.wrapping_mul(1 - shape[axis] as isize));
            index[axis] = 0;
        }
    }
}

/// Copies elements of `N` bytes that are `step` bytes apart.
///
/// # Safety
/// There are `count` elements at both sides, which are apart.
unsafe fn row<const N: usize>(from: *const u8, step: isize, into: *mut u8, count: usize, _: usize) {
    for position in 0..count {
        // SAFETY: by this function's contract; an array of bytes has no alignment.
        unsafe {
            let element = from.wrapping_offset(position as isize * step).cast::<[u8; N]>();
            into.add(position * N).cast::<[u8; N]>().write(element.read());
        }
    }
}

/// The same for elements of any size.
///
/// # Safety
/// As [`row`]; the elements have `size` bytes.
unsafe fn any_row(from: *const u8, step: isize, into: *mut u8, count: usize, size: usize) {
    for position in 0..count {
        // SAFETY: by this function's contract.
        unsafe {
            let element = from.wrapping_offset(position as isize * step);
            into.add(position * size).copy_from_nonoverlapping(element, size);
        }
    }
}
