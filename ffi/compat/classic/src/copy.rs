//! Copies between an array and bytes, and between two arrays.
//!
//! Invariant: both sides have the same number of bytes and are contiguous, or nothing is copied. The sides may overlap.

use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike_registry::host_api::null;
use tvmlike_runtime::abi::dlpack::DLTensor;
use tvmlike_runtime::tensor::check;
use tvmlike_runtime::{Error, Result};

use crate::classic_abi::{ClassicAbi, with_runtime};
use crate::device::must_be_built;
use crate::elements::{must_be_contiguous, size_of_array};
use crate::read_only::must_be_writable;
use crate::value::TVMArrayHandle;

/// A range of bytes in CPU memory.
struct Span {
    start: *mut u8,
    size: usize,
}

/// The memory of an array's elements.
///
/// # Safety
/// `array` is NULL or a valid `DLTensor`.
unsafe fn span_of(array: *const DLTensor, what: &str, which: &str) -> Result<Span> {
    // SAFETY: by contract.
    let array = unsafe { array.as_ref() }.ok_or_else(|| null(which))?;
    check(array)?;
    must_be_built(array.device, what)?;
    must_be_contiguous(array, what)?;
    let offset = usize::try_from(array.byte_offset).map_err(|_| {
        Error::value_error(format!(
            "{which}: byte offset {} exceeds addressable memory",
            array.byte_offset
        ))
    })?;
    Ok(Span {
        start: array.data.cast::<u8>().wrapping_add(offset),
        size: size_of_array(array)?,
    })
}

/// Fails unless both sides have the same number of bytes.
fn must_agree(array: usize, other: usize, what: &str) -> Result<()> {
    if array == other {
        return Ok(());
    }
    Err(Error::runtime_error(format!(
        "{what}: size mismatch: the array has {array} bytes, got {other}"
    )))
}

/// The caller's side of a copy.
fn bytes_at(data: *mut c_void, size: usize) -> Result<*mut u8> {
    if data.is_null() && size > 0 {
        return Err(null("the bytes"));
    }
    Ok(data.cast())
}

/// The body of `ArrayCopyFromBytes`.
///
/// # Safety
/// As `exports.rs` says for `ArrayCopyFromBytes`.
pub unsafe fn copy_from_bytes<A: ClassicAbi>(
    handle: TVMArrayHandle,
    data: *mut c_void,
    size: usize,
) -> c_int {
    with_runtime::<A>(|| {
        let what = "copying from bytes";
        // SAFETY: by contract.
        let span = unsafe { span_of(handle, what, "the array")? };
        must_agree(span.size, size, what)?;
        must_be_writable(handle, what)?;
        let data = bytes_at(data, size)?;
        if size > 0 {
            // SAFETY: both ranges have this size.
            unsafe { ptr::copy(data, span.start, size) }
        }
        Ok(())
    })
}

/// The body of `ArrayCopyToBytes`.
///
/// # Safety
/// As `exports.rs` says for `ArrayCopyToBytes`.
pub unsafe fn copy_to_bytes<A: ClassicAbi>(handle: TVMArrayHandle, data: *mut c_void, size: usize) -> c_int {
    with_runtime::<A>(|| {
        let what = "copying to bytes";
        // SAFETY: by contract.
        let span = unsafe { span_of(handle, what, "the array")? };
        must_agree(span.size, size, what)?;
        let data = bytes_at(data, size)?;
        if size > 0 {
            // SAFETY: both ranges have this size.
            unsafe { ptr::copy(span.start, data, size) }
        }
        Ok(())
    })
}

/// Copies the bytes of one array to another of the same size; shape and element type may differ.
///
/// # Safety
/// Both are NULL, arrays, or `DLTensor`s that the caller describes.
pub unsafe fn copy_from_to<A: ClassicAbi>(from: TVMArrayHandle, to: TVMArrayHandle) -> c_int {
    with_runtime::<A>(|| {
        let what = "copying between arrays";
        // SAFETY: by contract.
        let (source, target) = unsafe {
            (
                span_of(from, what, "the source")?,
                span_of(to, what, "the target")?,
            )
        };
        if source.size != target.size {
            return Err(Error::runtime_error(format!(
                "{what}: size mismatch: the source has {} bytes, the target {}",
                source.size, target.size
            )));
        }
        must_be_writable(to, what)?;
        if source.size > 0 {
            // SAFETY: both ranges have this size.
            unsafe { ptr::copy(source.start, target.start, source.size) }
        }
        Ok(())
    })
}
