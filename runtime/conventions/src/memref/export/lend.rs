//! The arrays of a call that compiled code makes.
//!
//! Lent: a tensor over the caller's own memory. When the call is over nobody may reach the memory any more. Where somebody
//! still has the tensor, it gets a copy of the elements as they are then, and refers to that from then on. What other
//! libraries made of it meanwhile (a NumPy array by DLPack, say) has an address of its own, which nothing can change: all
//! that can be done is to say so. Copied: a tensor with memory of its own, which is written back, and may stay.

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
    /// As tensors over the caller's memory: nothing is copied, and nothing may be kept.
    #[default]
    Lent,
    /// As copies, whose elements are written back after the call where they may be written to: anything may be kept.
    Copied,
}

/// An array of a call.
pub(super) struct Lent {
    tensor: Tensor,
    copy: Kept,
    /// The tensor that the function gets instead.
    own: Option<Tensor>,
    /// Bytes of one element.
    size: i64,
    read_only: bool,
}

impl Lent {
    /// The memory that a descriptor describes.
    pub(super) fn new(descriptor: &Descriptor, read_only: bool, arrays: Arrays) -> Result<Self> {
        let data = descriptor
            .data()
            .map_err(|what| Error::value_error(format!("a {} with {what}", descriptor.ty)))?;
        let element = descriptor.ty.element();
        let copy = Kept::default();
        let (sizes, strides) = (&descriptor.sizes, &descriptor.strides);
        let (data, dtype) = (data as *mut c_void, element.dtype());
        // SAFETY: compiled code lends what its descriptor says for the call, and at the end of the call nobody can reach it
        // through this tensor any more.
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
                // SAFETY: an element of each array; the new one has nobody else's.
                unsafe { own.copy_from_nonoverlapping(theirs, size) }
            });
            lent.own = Some(own);
        }
        Ok(lent)
    }

    pub(super) fn value(&self) -> Any {
        self.own.as_ref().unwrap_or(&self.tensor).clone().into()
    }

    /// Ends a call, which went well or did not: true where somebody has kept what was lent.
    pub(super) fn end(self, well: bool) -> bool {
        if let Some(own) = &self.own {
            if well && !self.read_only {
                self.each_element(own, |theirs, own, size| {
                    // SAFETY: an element of each array; the caller has lent its own to be written to.
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

    /// Visits the elements of the caller's array and of one of the same shape in C order, with their size.
    fn each_element(&self, own: &Tensor, visit: impl Fn(*mut u8, *mut u8, usize)) {
        let (theirs, own) = (self.tensor.data_ptr().cast::<u8>(), own.data_ptr().cast::<u8>());
        let size = self.size as usize;
        for (position, offset) in self.tensor.view().offsets().enumerate() {
            let element = theirs.wrapping_offset(offset * size as isize);
            visit(element, own.wrapping_add(position * size), size);
        }
    }

    /// Copies the stretch of memory that the elements lie in, and makes the tensor refer to the copy.
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
            // SAFETY: the elements lie in this stretch, whose size was checked with the descriptor; it is still the
            // caller's, who has lent it.
            unsafe {
                let from = start.wrapping_offset(low as isize);
                copy.as_mut_ptr()
                    .cast::<u8>()
                    .copy_from_nonoverlapping(from, bytes);
            }
            copy
        });
        let data = copy.as_ptr().cast::<u8>().wrapping_offset(-low as isize);
        // SAFETY: the DLTensor stands behind the object's header, and the object is alive. Nobody but this writes to it
        // after it was made; the store is that of one aligned word, so whoever reads it on another thread meets one of
        // both addresses, of which the first was valid as long as the call was.
        unsafe {
            let tensor = self.tensor.as_object().as_raw().add(1).cast::<DLTensor>();
            let place: *mut *mut c_void = &raw mut (*tensor).data;
            AtomicPtr::from_ptr(place).store(data.cast_mut().cast(), Ordering::Release);
        }
    }
}
