//! Tensors over memory that is only lent.
//!
//! When the call is over nobody may reach the memory any more. Where somebody still has the tensor, it gets a copy of the
//! elements as they are then, and refers to that from then on. What other libraries made of it meanwhile (a NumPy array by
//! DLPack, say) has an address of its own, which nothing can change: all that can be done is to say so.

use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, OnceLock};

use tvmlike_runtime::abi::dlpack::DLTensor;
use tvmlike_runtime::{Any, Error, Result, Tensor};

use super::super::descriptor::Descriptor;
use super::super::owner::tensor_over;

/// The memory of a tensor that outlived its call.
type Copy = Arc<OnceLock<Vec<u128>>>;

/// A tensor that is lent for a call.
pub(super) struct Lent {
    tensor: Tensor,
    copy: Copy,
    /// Bytes of one element.
    size: i64,
}

impl Lent {
    /// A tensor over the memory that a descriptor describes.
    pub(super) fn new(descriptor: &Descriptor, read_only: bool) -> Result<Self> {
        let data = descriptor
            .data()
            .map_err(|what| Error::value_error(format!("a {} with {what}", descriptor.ty)))?;
        let element = descriptor.ty.element();
        let copy = Copy::default();
        let tensor = tensor_over(
            data,
            element.dtype(),
            &descriptor.sizes,
            &descriptor.strides,
            read_only,
            copy.clone(),
        )?;
        Ok(Self {
            tensor,
            copy,
            size: element.size() as i64,
        })
    }

    pub(super) fn value(&self) -> Any {
        self.tensor.clone().into()
    }

    /// Ends the call: true where somebody has kept the tensor.
    pub(super) fn end(self) -> bool {
        if self.tensor.as_object().strong_count() == 1 {
            return false;
        }
        self.move_to_copy();
        true
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
