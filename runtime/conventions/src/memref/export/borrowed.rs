//! The arrays of a call from compiled code.
//!
//! Lent: a tensor borrows the caller's memory for the call. If a reference to the tensor is left after the call, the elements
//! are copied, and the tensor refers to the copy from then on. Views that other libraries have made of it (for example a
//! NumPy array by DLPack) hold the old address, which cannot be changed, so the call fails with an error. Copied: a tensor
//! with its own memory, which is written back after the call and may be kept.

use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, OnceLock};

use tvmlike_runtime::abi::dlpack::DLTensor;
use tvmlike_runtime::{Any, Device, Error, Result, Tensor};

use super::super::descriptor::Descriptor;

/// The memory of a tensor that outlived its call.
type Kept = Arc<OnceLock<Vec<u128>>>;

/// How arrays reach an exported function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arrays {
    /// As tensors that borrow the caller's memory: nothing is copied, and nothing may be kept.
    #[default]
    Lent,
    /// As copies, which are written back after the call unless they are read-only, and may be kept.
    Copied,
}

/// An array of a call.
pub(super) struct BorrowedArray {
    tensor: Tensor,
    copy: Kept,
    /// With [`Arrays::Copied`], the tensor that the function gets.
    own: Option<Tensor>,
    /// The size of an element, in bytes.
    size: i64,
    read_only: bool,
}

impl BorrowedArray {
    /// The array of a descriptor.
    pub(super) fn new(descriptor: &Descriptor, read_only: bool, arrays: Arrays) -> Result<Self> {
        let data = descriptor
            .data()
            .map_err(|what| Error::value_error(format!("a {} with {what}", descriptor.ty)))?;
        let element = descriptor.ty.element();
        let copy = Kept::default();
        let (sizes, strides) = (&descriptor.sizes, &descriptor.strides);
        let (data, dtype) = (data as *mut c_void, element.dtype());
        // SAFETY: compiled code lends the described memory for the call, and after the call this tensor no longer refers to it.
        let tensor = unsafe { Tensor::from_memory(data, sizes, strides, dtype, read_only, copy.clone()) }?;
        let mut lent = Self {
            tensor,
            copy,
            own: None,
            size: element.size() as i64,
            read_only,
        };
        if arrays == Arrays::Copied {
            let own = Tensor::zeros(sizes, element.dtype(), Device::CPU)?;
            lent.each_element(&own, |theirs, own, size| {
                // SAFETY: an element of each array; the new one does not overlap.
                unsafe { own.copy_from_nonoverlapping(theirs, size) }
            });
            lent.own = Some(own);
        }
        Ok(lent)
    }

    pub(super) fn value(&self) -> Any {
        self.own.as_ref().unwrap_or(&self.tensor).clone().into()
    }

    /// Ends a call, which succeeded or failed. Returns whether a borrowed tensor was kept.
    pub(super) fn end(self, well: bool) -> bool {
        if let Some(own) = &self.own {
            if well && !self.read_only {
                self.each_element(own, |theirs, own, size| {
                    // SAFETY: an element of each array; the caller lends its array for writing.
                    unsafe { theirs.copy_from_nonoverlapping(own, size) }
                });
            }
            return false;
        }
        if self.tensor.as_object().strong_count() == 1 {
            return false;
        }
        self.move_to_copy();
        true
    }

    /// Visits the elements of the caller's array and of another one of the same shape, in C order.
    fn each_element(&self, own: &Tensor, visit: impl Fn(*mut u8, *mut u8, usize)) {
        let (theirs, own) = (self.tensor.data_ptr().cast::<u8>(), own.data_ptr().cast::<u8>());
        let size = self.size as usize;
        for (position, offset) in self.tensor.view().offsets().enumerate() {
            let element = theirs.wrapping_offset(offset * size as isize);
            visit(element, own.wrapping_add(position * size), size);
        }
    }

    /// Copies the memory range of the elements, and makes the tensor refer to the copy.
    fn move_to_copy(&self) {
        let view = self.tensor.view();
        if view.is_empty() {
            return;
        }
        let (mut low, mut high) = (0, self.size);
        for (&dim, &stride) in view.shape().iter().zip(view.strides().iter()) {
            let reach = (dim - 1) * stride * self.size;
            low += reach.min(0);
            high += reach.max(0);
        }
        let bytes = (high - low) as usize;
        let start = view.data_ptr().cast::<u8>();
        let copy = self.copy.get_or_init(|| {
            let mut copy = vec![0_u128; bytes.div_ceil(16)];
            // SAFETY: the elements are in this range, whose size was checked with the descriptor; the caller still lends it.
            unsafe {
                let from = start.wrapping_offset(low as isize);
                copy.as_mut_ptr()
                    .cast::<u8>()
                    .copy_from_nonoverlapping(from, bytes);
            }
            copy
        });
        let data = copy.as_ptr().cast::<u8>().wrapping_offset(-low as isize);
        // SAFETY: the DLTensor follows the object's header, and the object is alive. Only this function writes to it after
        // its creation. The store is atomic, so other threads read either address, and the old one is valid during the call.
        unsafe {
            let tensor = self.tensor.as_object().as_raw().add(1).cast::<DLTensor>();
            let place: *mut *mut c_void = &raw mut (*tensor).data;
            AtomicPtr::from_ptr(place).store(data.cast_mut().cast(), Ordering::Release);
        }
    }
}
