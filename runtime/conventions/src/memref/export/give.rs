//! What an exported function returns, as the words of its results.
//!
//! Arrays are copied to buffers of `malloc`, in C order without gaps, because the caller frees what it gets. Invariant: a
//! buffer belongs to its [`Given`] until the words are given away.

use std::ffi::c_void;

use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, Error, ErrorKind, Result};

use super::super::arguments::{bits, complex, refuse_elements, view_of};
use super::super::descriptor::Descriptor;
use super::super::types::{MemRef, Scalar, Type};

/// A result on its way to compiled code.
pub(super) enum Given {
    /// A number.
    Words(Vec<u64>),
    /// An array.
    Array(Array),
}

/// The words of a descriptor, with what they own.
pub(super) struct Array {
    words: Vec<u64>,
    buffers: Vec<Buffer>,
}

/// Memory of `malloc`.
struct Buffer(*mut c_void);

impl Buffer {
    fn new(bytes: usize) -> Result<Self> {
        // SAFETY: any size may be asked for; with 0 an address that can be freed is not certain.
        let start = unsafe { libc::malloc(bytes.max(1)) };
        if start.is_null() {
            return Err(Error::new(
                ErrorKind::MEMORY_ERROR,
                format!("no memory for an array of {bytes} bytes"),
            ));
        }
        Ok(Self(start))
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated by `new`, and not given away.
        unsafe { libc::free(self.0) }
    }
}

/// Fails where a function cannot give a result of a type: its arrays begin where their buffers do.
pub(super) fn check(ty: &Type) -> Result<(), String> {
    match ty {
        Type::MemRef(memref) if memref.offset().is_some_and(|offset| offset != 0) => Err(format!(
            "a {memref} cannot be a result of a packed function, whose arrays begin at the offset 0"
        )),
        _ => Ok(()),
    }
}

impl Given {
    pub(super) fn new(ty: &Type, value: &AnyView<'_>) -> Result<Self> {
        match ty {
            Type::Scalar(scalar) => {
                let words = match scalar.part() {
                    Some(part) => complex(part, value).map(Vec::from),
                    None => bits(*scalar, value).map(|bits| vec![bits]),
                };
                let expected = |why: tvmlike_runtime::convert::Mismatch| why.into_error("the value");
                words.map(Self::Words).map_err(expected)
            }
            Type::MemRef(memref) => array(memref.element, ty, Some(memref), value).map(Self::Array),
            Type::Unranked(element) => {
                let mut array = array(*element, ty, None, value)?;
                // The descriptor is on the heap too, and the caller frees it.
                let rank = (array.words.len() - 3) / 2;
                let descriptor = Buffer::new(array.words.len() * 8)?;
                // SAFETY: the buffer has room for the words.
                unsafe {
                    let into = descriptor.0.cast::<u64>();
                    into.copy_from_nonoverlapping(array.words.as_ptr(), array.words.len());
                }
                array.words = vec![rank as u64, descriptor.0 as u64];
                array.buffers.push(descriptor);
                Ok(Self::Array(array))
            }
        }
    }

    /// The words; whoever gets them owns the buffers.
    pub(super) fn into_words(self) -> Vec<u64> {
        match self {
            Self::Words(words) => words,
            Self::Array(array) => {
                array.buffers.into_iter().for_each(std::mem::forget);
                array.words
            }
        }
    }
}

/// The descriptor of a copy of an array.
fn array(element: Scalar, ty: &Type, memref: Option<&MemRef>, value: &AnyView<'_>) -> Result<Array> {
    let Some(view) = view_of(value) else {
        return Err(Error::type_error(format!(
            "expected an array for {ty}, got {}",
            value.type_name()
        )));
    };
    refuse_elements(element, ty, view)?;
    if memref.is_some_and(|memref| memref.rank() != view.shape().len()) {
        return Err(Error::value_error(format!(
            "expected an array for {ty}, got one of {} dimensions",
            view.shape().len()
        )));
    }
    let buffer = copy(element, view)?;
    let shape = view.shape();
    let mut strides = vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis].max(1);
    }
    let start = buffer.0 as u64;
    let descriptor = Descriptor {
        ty: ty.clone(),
        allocated: start,
        aligned: start,
        offset: 0,
        sizes: shape.to_vec(),
        strides,
    };
    descriptor.data().map_err(|what| {
        Error::value_error(format!(
            "expected an array for {ty}, got one with {what} in C order"
        ))
    })?;
    let numbers = descriptor.sizes.iter().chain(&descriptor.strides);
    let words = [start, start, 0]
        .into_iter()
        .chain(numbers.map(|&number| number as u64))
        .collect();
    Ok(Array {
        words,
        buffers: vec![buffer],
    })
}

/// The elements in C order without gaps.
fn copy(element: Scalar, view: TensorView<'_>) -> Result<Buffer> {
    let size = element.size();
    let buffer = Buffer::new(view.len() * size)?;
    let (from, into) = (view.data_ptr().cast::<u8>(), buffer.0.cast::<u8>());
    if view.is_contiguous() {
        // SAFETY: so many bytes are there, and as many were allocated; NULL only where there are none.
        unsafe {
            std::ptr::copy_nonoverlapping(from, into, if view.is_empty() { 0 } else { view.len() * size })
        };
        return Ok(buffer);
    }
    for (position, offset) in view.offsets().enumerate() {
        // SAFETY: an element of the array, by its own shape and strides; the buffer has room for all of them.
        unsafe {
            let element = from.offset(offset * size as isize);
            into.add(position * size).copy_from_nonoverlapping(element, size);
        }
    }
    Ok(buffer)
}
