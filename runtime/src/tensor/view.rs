//! Views of tensors, owned or borrowed.

use std::borrow::Cow;
use std::ffi::c_void;
use std::ops::Range;

use tvmlike_abi::dlpack::{DLPACK_FLAG_BITMASK_READ_ONLY, DLTensor};

use super::{Element, dlpack};
use crate::convert::{FromArg, Mismatch};
use crate::device::Device;
use crate::dtype::DataType;
use crate::error::{Error, ErrorKind, Result};
use crate::type_index::TypeIndex;
use crate::value::AnyView;

/// A borrowed tensor: a `Tensor` argument or a `DLTensor*`, for the call.
///
/// ```
/// use tvmlike_runtime::tensor::TensorView;
/// use tvmlike_runtime::Tensor;
///
/// let tensor = Tensor::from_vec(vec![1_u8, 2, 3, 4], &[2, 2])?;
/// let view: TensorView<'_> = tensor.view();
/// assert!(view.is_contiguous());
/// assert_eq!(view.elements::<u8>()?.max(), Some(4));
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TensorView<'a> {
    tensor: &'a DLTensor,
    flags: u64,
}

impl<'a> TensorView<'a> {
    pub(super) fn new(tensor: &'a DLTensor, flags: u64) -> Self {
        Self { tensor, flags }
    }

    /// Borrows the tensor in a value, if there is one.
    pub(crate) fn of(value: &'a AnyView<'a>) -> Option<Result<Self, Mismatch>> {
        match value.kind() {
            TypeIndex::TENSOR => Some(<&super::Tensor>::from_arg(value).map(super::Tensor::view)),
            TypeIndex::DLTENSOR_PTR => {
                let tensor = value.as_dl_tensor()?;
                // A plain DLTensor has not been checked yet.
                Some(
                    dlpack::check(tensor)
                        .map(|()| Self { tensor, flags: 0 })
                        .map_err(Mismatch::Failed),
                )
            }
            _ => None,
        }
    }

    /// The dimensions.
    pub fn shape(self) -> &'a [i64] {
        dlpack::dims(self.tensor)
    }

    /// The strides, in elements.
    #[inline]
    pub fn strides(self) -> Cow<'a, [i64]> {
        if self.tensor.strides.is_null() {
            return Cow::Owned(dlpack::contiguous_strides(self.shape()));
        }
        // SAFETY: a checked tensor has `ndim` strides unless they are NULL.
        Cow::Borrowed(unsafe { std::slice::from_raw_parts(self.tensor.strides, self.shape().len()) })
    }

    /// The element type.
    pub fn dtype(self) -> DataType {
        self.tensor.dtype.into()
    }

    /// The device that holds the memory.
    pub fn device(self) -> Device {
        self.tensor.device.into()
    }

    /// The address of the first element.
    pub fn data_ptr(self) -> *mut c_void {
        self.tensor
            .data
            .wrapping_byte_add(self.tensor.byte_offset as usize)
    }

    /// Whether the memory must not be written.
    pub fn is_read_only(self) -> bool {
        self.flags & DLPACK_FLAG_BITMASK_READ_ONLY != 0
    }

    /// The number of elements.
    pub fn len(self) -> usize {
        // The product was checked when the tensor was created.
        self.shape().iter().product::<i64>() as usize
    }

    /// Whether there are no elements.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether the tensor is C-contiguous.
    pub fn is_contiguous(self) -> bool {
        let strides = self.strides();
        let mut expected = 1;
        for (&dim, &stride) in self.shape().iter().zip(strides.iter()).rev() {
            if dim != 1 && stride != expected {
                return self.is_empty();
            }
            expected *= dim;
        }
        true
    }

    /// Whether the two may share memory: true if their address ranges intersect.
    pub fn overlaps(self, other: TensorView<'_>) -> bool {
        let (a, b) = (self.stretch(), other.stretch());
        self.device() == other.device() && a.start < b.end && b.start < a.end
    }

    /// The addresses from the first byte of an element to the last, whatever the signs of the strides.
    fn stretch(self) -> Range<i128> {
        let start = self.data_ptr() as i128;
        if self.is_empty() {
            return start..start;
        }
        let size = i128::from(self.dtype().bits) * i128::from(self.dtype().lanes);
        // In bits, since elements may be smaller than a byte.
        let (mut low, mut high) = (0, size);
        for (&dim, &stride) in self.shape().iter().zip(self.strides().iter()) {
            let reach = i128::from(dim - 1) * i128::from(stride) * size;
            if reach < 0 {
                low += reach;
            } else {
                high += reach;
            }
        }
        start + low.div_euclid(8)..start + (high + 7).div_euclid(8)
    }

    /// Checks that the elements are aligned `T`s that the CPU can access.
    ///
    /// # Errors
    /// TypeError for another element type, ValueError for another device or a misaligned address.
    pub fn require<T: Element>(self) -> Result<*mut T> {
        if self.dtype() != T::DTYPE {
            return Err(Error::type_error(format!(
                "expected a tensor of {}, got {}",
                T::DTYPE,
                self.dtype()
            )));
        }
        if !self.device().is_host_accessible() {
            return Err(Error::value_error(format!(
                "expected a tensor on the CPU, got a tensor on {}",
                self.device()
            )));
        }
        let start = self.data_ptr().cast::<T>();
        if !start.is_aligned() {
            return Err(Error::value_error(format!(
                "misaligned tensor: {start:p} is not aligned for {}; make a copy",
                T::DTYPE
            )));
        }
        Ok(start)
    }

    /// The elements as a slice.
    ///
    /// # Errors
    /// As [`TensorView::require`], and ValueError if the tensor is not C-contiguous.
    ///
    /// # Safety
    /// Nothing writes to the memory while the slice is used.
    pub unsafe fn as_slice<T: Element>(self) -> Result<&'a [T]> {
        let start = self.require_contiguous::<T>()?;
        if self.is_empty() {
            return Ok(&[]);
        }
        // SAFETY: `len` elements are at the aligned `start`; not written meanwhile, by contract.
        Ok(unsafe { std::slice::from_raw_parts(start, self.len()) })
    }

    /// The elements as a mutable slice.
    ///
    /// # Errors
    /// As [`TensorView::as_slice`], and ValueError for a read-only tensor.
    ///
    /// # Safety
    /// Nothing else reads or writes the memory while the slice is used.
    pub unsafe fn as_mut_slice<T: Element>(&self) -> Result<&'a mut [T]> {
        self.require_writable()?;
        let start = self.require_contiguous::<T>()?;
        if self.is_empty() {
            return Ok(&mut []);
        }
        // SAFETY: as for `as_slice`; nothing else accesses it meanwhile, by contract.
        Ok(unsafe { std::slice::from_raw_parts_mut(start, self.len()) })
    }

    /// Checks that the tensor is writable.
    ///
    /// # Errors
    /// ValueError for a read-only tensor.
    pub(crate) fn require_writable(self) -> Result<()> {
        if self.is_read_only() {
            return Err(Error::value_error(
                "the tensor is read-only; keep a writable copy and pass that",
            ));
        }
        Ok(())
    }

    fn require_contiguous<T: Element>(self) -> Result<*mut T> {
        if !self.is_contiguous() {
            return Err(Error::value_error(format!(
                "expected a C-contiguous tensor, got shape {:?} with strides {:?}; make a copy",
                self.shape(),
                self.strides()
            )));
        }
        self.require::<T>()
    }

    /// Iterates over the elements in C order, whatever the strides.
    ///
    /// # Errors
    /// As [`TensorView::require`].
    pub fn elements<T: Element>(self) -> Result<impl Iterator<Item = T> + use<'a, T>> {
        let start = self.require::<T>()?;
        // SAFETY: every offset is that of an element, by the tensor's own shape and strides. A concurrent write makes
        // the numbers arbitrary, not invalid: every bit pattern is an element.
        Ok(self
            .offsets()
            .map(move |offset| unsafe { start.offset(offset).read_volatile() }))
    }

    /// Copies the elements, in C order, whatever the strides.
    ///
    /// # Errors
    /// As [`TensorView::require`], and MemoryError: a broadcast tensor can have more elements than fit in memory.
    pub fn to_vec<T: Element>(self) -> Result<Vec<T>> {
        let mut copy = Vec::new();
        let elements = self.elements::<T>()?;
        copy.try_reserve_exact(self.len()).map_err(|_| {
            let bytes = self.len().saturating_mul(size_of::<T>());
            Error::new(
                ErrorKind::MEMORY_ERROR,
                format!("cannot allocate {bytes} bytes for a copy"),
            )
        })?;
        copy.extend(elements);
        Ok(copy)
    }

    /// The offsets of all elements from the first, in elements, in C order.
    pub fn offsets(self) -> impl Iterator<Item = isize> + use<'a> {
        let shape = self.shape();
        let strides = self.strides();
        let mut index = vec![0; shape.len()];
        let mut offset = 0;
        (0..self.len()).map(move |_| {
            let here = offset;
            for axis in (0..shape.len()).rev() {
                index[axis] += 1;
                offset += strides[axis] as isize;
                if index[axis] < shape[axis] {
                    break;
                }
                offset -= (strides[axis] * shape[axis]) as isize;
                index[axis] = 0;
            }
            here
        })
    }
}
