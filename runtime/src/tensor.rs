//! Tensors: a DLTensor behind an object header, with whoever owns its memory.
//!
//! Invariants: a tensor object's strides are never NULL where it has dimensions, its dimensions are not negative,
//! and its element count and size in bytes fit 64 bits (checked when it is made). Every tensor object that tvmlike
//! makes is made by the host, so that its deleter tells that the flags behind the DLTensor may be read.

mod allocate;
mod dlpack;
mod element;
mod typed;
mod view;

use std::ffi::c_void;
use std::fmt;
use std::ptr::NonNull;

use tvmlike_abi::dlpack::DLTensor;
use tvmlike_abi::{TVMLikeDeleter, TVMLikeTensorCell};

use crate::convert::{FromArg, ToAny};
use crate::device::Device;
use crate::dtype::DataType;
use crate::host;
use crate::object::{ObjectPtr, deleter_of};
use crate::value::Any;

pub use dlpack::{check, version_of};
pub use element::Element;
pub use typed::{Contiguous, ContiguousMut, Strided, StridedMut, TensorViewMut};
pub use view::TensorView;

/// A tensor: memory, element type, shape and strides, counted.
///
/// Cloning shares the memory. Elements are reached through [`Tensor::view`].
#[derive(Clone)]
#[repr(transparent)]
pub struct Tensor(ObjectPtr<DLTensor>);

// SAFETY: the header of a tensor does not change; access to the elements is unsafe where it could race.
unsafe impl Send for Tensor {}
// SAFETY: as above.
unsafe impl Sync for Tensor {}

impl Tensor {
    /// The tensor's shape, strides, element type and elements.
    #[inline]
    pub fn view(&self) -> TensorView<'_> {
        TensorView::new(&self.0, self.flags())
    }

    /// DLPack's flags; 0 for a tensor that another library made.
    pub fn flags(&self) -> u64 {
        if self.deleter() != host_deleter().map(|deleter| deleter as usize) {
            return 0;
        }
        // SAFETY: behind the host's deleter a tensor has the whole cell.
        unsafe { (*self.0.as_raw().add(1).cast::<TVMLikeTensorCell>()).flags }
    }

    fn deleter(&self) -> Option<usize> {
        // SAFETY: alive while `self` is.
        unsafe { (*self.0.as_raw()).deleter }.map(|deleter| deleter as usize)
    }

    /// Whether its memory must not be written to.
    pub fn is_read_only(&self) -> bool {
        self.flags() & tvmlike_abi::dlpack::DLPACK_FLAG_BITMASK_READ_ONLY != 0
    }

    /// The dimensions.
    pub fn shape(&self) -> &[i64] {
        dlpack::dims(&self.0)
    }

    /// The element type.
    pub fn dtype(&self) -> DataType {
        self.0.dtype.into()
    }

    /// Where the memory is.
    pub fn device(&self) -> Device {
        self.0.device.into()
    }

    /// The address of the first element.
    pub fn data_ptr(&self) -> *mut c_void {
        self.0.data.wrapping_byte_add(self.0.byte_offset as usize)
    }

    /// The tensor as an object.
    pub fn as_object(&self) -> &ObjectPtr<DLTensor> {
        &self.0
    }

    /// Takes over a tensor object.
    ///
    /// # Safety
    /// The object is a living tensor object, and one strong reference is given up.
    pub unsafe fn from_owned_object(object: NonNull<tvmlike_abi::TVMLikeObject>) -> Self {
        // SAFETY: by contract; a tensor's body begins with its DLTensor.
        Self(unsafe { ObjectPtr::from_owned(object) })
    }

    /// Gives the strong reference away.
    pub fn into_raw(self) -> *mut tvmlike_abi::TVMLikeObject {
        self.0.into_raw()
    }
}

/// The deleter of every tensor object that the host makes.
pub fn host_deleter() -> TVMLikeDeleter {
    match host::connected() {
        Some(table) => table.tensor_deleter,
        None => deleter_of::<dlpack::TensorBody>(),
    }
}

impl From<Tensor> for Any {
    fn from(tensor: Tensor) -> Self {
        // SAFETY: the reference is given up.
        unsafe { Self::from_owned_object(tensor.into_raw()) }
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Tensor(shape={:?}, dtype={}, device={})",
            self.shape(),
            self.dtype(),
            self.device()
        )
    }
}

// The conversions of tensors are generated with those of the other objects; this asserts that they are there.
const _: fn() = || {
    fn converts<T: for<'a> FromArg<'a> + ToAny>() {}
    converts::<Tensor>();
};
