//! The elements of an array: how many bytes they take, and whether they are contiguous.

use std::ffi::c_int;
use std::ptr::{self, NonNull};

use tvmlike_runtime::abi::dlpack::DLTensor;
use tvmlike_runtime::tensor::check;
use tvmlike_runtime::{DataType, Device, Error, Result};

use crate::subbyte::{is_subbyte, is_unpacked};

/// The dimensions of an array that was checked.
fn dims_of(array: &DLTensor) -> &[i64] {
    if array.ndim <= 0 || array.shape.is_null() {
        return &[];
    }
    // SAFETY: a checked array has `ndim` dimensions.
    unsafe { std::slice::from_raw_parts(array.shape, array.ndim as usize) }
}

/// The strides of an array that was checked, if it has any.
fn strides_of(array: &DLTensor) -> Option<&[i64]> {
    if array.ndim <= 0 || array.strides.is_null() {
        return None;
    }
    // SAFETY: a checked array has `ndim` strides where they are not NULL.
    Some(unsafe { std::slice::from_raw_parts(array.strides, array.ndim as usize) })
}

/// The number of bytes of a checked array's elements.
///
/// # Errors
/// ValueError if it exceeds addressable memory.
pub fn size_of_array(array: &DLTensor) -> Result<usize> {
    let dtype = DataType::from(array.dtype);
    let dims = dims_of(array);
    let size = size_of_elements(dims, dtype)?;
    if is_subbyte(dtype) && !is_unpacked(first_of(array), size) {
        let count = dims.iter().product::<i64>() as usize;
        return dtype.bytes_of(count).ok_or_else(|| too_large(dims, dtype));
    }
    Ok(size)
}

/// The address of the first element.
fn first_of(array: &DLTensor) -> usize {
    (array.data as usize).wrapping_add(array.byte_offset as usize)
}

/// The number of bytes of elements that each take whole bytes.
///
/// # Errors
/// ValueError for invalid dimensions or an invalid element type.
pub fn size_of_elements(shape: &[i64], dtype: DataType) -> Result<usize> {
    if dtype.lanes == 0 || !(dtype.bits.is_power_of_two() || dtype.bits == 6) {
        return Err(Error::value_error(format!(
            "invalid element type: expected 6 bits or a power of two and at least 1 lane, got {} bits and {} lanes",
            dtype.bits, dtype.lanes
        )));
    }
    // `check` validates the dimensions and reads no elements.
    check(&DLTensor {
        data: NonNull::dangling().as_ptr(),
        device: Device::CPU.into(),
        ndim: c_int::try_from(shape.len())?,
        dtype: dtype.into(),
        shape: shape.as_ptr().cast_mut(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    })?;
    let count = shape.iter().product::<i64>() as usize;
    count
        .checked_mul(bytes_of_element(dtype))
        .filter(|&size| isize::try_from(size).is_ok())
        .ok_or_else(|| too_large(shape, dtype))
}

fn too_large(shape: &[i64], dtype: DataType) -> Error {
    Error::value_error(format!("an array of shape {shape:?} of {dtype} is too large"))
}

/// The number of bytes of an element that takes whole bytes.
fn bytes_of_element(dtype: DataType) -> usize {
    (usize::from(dtype.bits) * usize::from(dtype.lanes)).div_ceil(8)
}

/// Whether an array is in C order without gaps. The stride of a dimension of size 1 does not matter.
pub fn is_contiguous(array: &DLTensor) -> bool {
    let Some(strides) = strides_of(array) else {
        return true;
    };
    let dims = dims_of(array);
    if dims.contains(&0) {
        return true;
    }
    let mut expected = 1;
    for (&dim, &stride) in dims.iter().zip(strides).rev() {
        if dim != 1 && stride != expected {
            return false;
        }
        expected *= dim;
    }
    true
}

/// Fails unless an array is in C order without gaps.
///
/// # Errors
/// RuntimeError with shape and strides if the array is not contiguous.
pub fn must_be_contiguous(array: &DLTensor, what: &str) -> Result<()> {
    if is_contiguous(array) {
        return Ok(());
    }
    Err(Error::runtime_error(format!(
        "{what}: expected a contiguous array, got shape {:?} with strides {:?}; copy it first",
        dims_of(array),
        strides_of(array).unwrap_or_default()
    )))
}
