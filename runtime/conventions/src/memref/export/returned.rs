//! The results of an exported function, as words.
//!
//! Arrays are copied to `malloc`ed buffers, in C order without gaps, because the caller frees its results. Invariant: a
//! buffer belongs to its [`Returned`] until the words are passed to the caller.

use std::ffi::c_void;

use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, Error, ErrorKind, Result};

use super::super::arguments::{bits, complex, refuse_elements, view_of};
use super::super::copies::elements;
use super::super::descriptor::Descriptor;
use super::super::types::{MAX_RANK, MemRef, Scalar, Type};

/// A result for compiled code.
pub(super) enum Returned {
    /// A number.
    Words(Vec<u64>),
    /// An array.
    Array(Array),
}

/// The words of a descriptor, with the buffers that they own.
pub(super) struct Array {
    words: Vec<u64>,
    buffers: Vec<Buffer>,
}

/// Memory from `malloc`.
struct Buffer(*mut c_void);

impl Buffer {
    fn new(bytes: usize) -> Result<Self> {
        // SAFETY: any size is allowed; for 0 `malloc` may return NULL.
        let start = unsafe { libc::malloc(bytes.max(1)) };
        if start.is_null() {
            return Err(Error::new(
                ErrorKind::MEMORY_ERROR,
                format!("cannot allocate {bytes} bytes for an array"),
            ));
        }
        Ok(Self(start))
    }

    /// Zeroed memory; `None` if the allocation fails.
    fn zeroed(bytes: i64) -> Option<Self> {
        // SAFETY: any size is allowed.
        let start = unsafe { libc::calloc(usize::try_from(bytes).ok()?.max(1), 1) };
        if start.is_null() { None } else { Some(Self(start)) }
    }
}

/// The size of the largest element, in bytes.
const MOST_BYTES: i64 = 16;

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated by `new` or `zeroed`, and not passed to the caller.
        unsafe { libc::free(self.0) }
    }
}

/// Fails if a function cannot return a type: its arrays start at the beginning of their buffers.
pub(super) fn check(ty: &Type) -> Result<(), String> {
    match ty {
        Type::MemRef(memref) if memref.offset().is_some_and(|offset| offset != 0) => Err(format!(
            "the offset of a {memref} must be 0 in the result of a packed function"
        )),
        _ => Ok(()),
    }
}

impl Returned {
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
                // The caller frees the descriptor too.
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

    /// Zeros of a type: an array with the type's sizes, 0 for `?`. If the allocation fails, a null descriptor.
    pub(super) fn zeros(ty: &Type) -> Self {
        match ty {
            Type::Scalar(scalar) => Self::Words(vec![0; if scalar.part().is_some() { 2 } else { 1 }]),
            Type::MemRef(memref) => zeros(memref).unwrap_or_else(|| Self::Words(vec![0; memref.words()])),
            Type::Unranked(_) => unranked_zeros().unwrap_or_else(|| Self::Words(vec![0; 2])),
        }
    }

    /// The words, with the ownership of the buffers.
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

fn zeros(memref: &MemRef) -> Option<Returned> {
    let sizes: Vec<i64> = memref.shape.iter().map(|size| size.unwrap_or(0)).collect();
    let mut strides = in_c_order(&sizes)?;
    for (stride, fixed) in strides.iter_mut().zip(memref.strides()) {
        *stride = fixed.unwrap_or(*stride);
    }
    // The numbers of elements before the first one in memory, and from it on.
    let (mut before, mut rest) = (0_i64, 0_i64);
    if !sizes.contains(&0) {
        rest = 1;
        for (size, stride) in sizes.iter().zip(&strides) {
            let reach = (size - 1).checked_mul(*stride)?;
            before = before.checked_sub(reach.min(0))?;
            rest = rest.checked_add(reach.max(0))?;
        }
    }
    let size = memref.element.size() as i64;
    let buffer = Buffer::zeroed(before.checked_add(rest)?.checked_mul(size)?)?;
    let start = buffer.0 as u64;
    let first = start + (before * size) as u64;
    let numbers = sizes.iter().chain(&strides).map(|&number| number as u64);
    Some(Returned::Array(Array {
        words: [start, first, 0].into_iter().chain(numbers).collect(),
        buffers: vec![buffer],
    }))
}

/// One dimension of size 0. Compiled code may expect any rank and read that many sizes, so the descriptor has zeros for the
/// maximum rank. It may also expect rank 0, so the buffer has room for an element.
fn unranked_zeros() -> Option<Returned> {
    let buffer = Buffer::zeroed(MOST_BYTES)?;
    let descriptor = Buffer::zeroed((3 + 2 * MAX_RANK as i64) * 8)?;
    // SAFETY: room for more words than these.
    unsafe {
        let words = descriptor.0.cast::<u64>();
        words.write(buffer.0 as u64);
        words.add(1).write(buffer.0 as u64);
    }
    Some(Returned::Array(Array {
        words: vec![1, descriptor.0 as u64],
        buffers: vec![buffer, descriptor],
    }))
}

/// Strides in C order without gaps, counting dimensions of size 0 as if they had one; nothing beyond 64 bits.
fn in_c_order(sizes: &[i64]) -> Option<Vec<i64>> {
    let mut strides = vec![1_i64; sizes.len()];
    for axis in (1..sizes.len()).rev() {
        strides[axis - 1] = strides[axis].checked_mul(sizes[axis].max(1))?;
    }
    Some(strides)
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
    let strides = in_c_order(shape).ok_or_else(|| {
        Error::value_error(format!(
            "expected an array for {ty}, got one of shape {shape:?}, too large"
        ))
    })?;
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
        // SAFETY: source and buffer have this many bytes; a NULL source has none.
        unsafe {
            std::ptr::copy_nonoverlapping(from, into, if view.is_empty() { 0 } else { view.len() * size })
        };
        return Ok(buffer);
    }
    // SAFETY: the buffer is new, and has room for all elements.
    unsafe { elements(view, size, into) };
    Ok(buffer)
}
