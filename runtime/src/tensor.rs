//! Tensors: objects with a DLTensor, and the owner of its memory.
//!
//! Invariants: a tensor object's strides are not NULL unless its rank is 0, its dimensions are not negative, and its
//! element count and size in bytes fit in 64 bits (checked when it is created). The host creates every tensor object of
//! tvmlike, so its deleter shows whether the flags after the DLTensor may be read.

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

/// A tensor: reference-counted memory with an element type, shape and strides.
///
/// Clones share the memory. [`Tensor::view`] accesses the elements.
///
/// ```
/// use tvmlike_runtime::Tensor;
///
/// let tensor = Tensor::from_vec(vec![1.0_f32, 2.0, 3.0, 4.0], &[2, 2])?;
/// assert_eq!(tensor.shape(), [2, 2]);
/// assert_eq!(tensor.view().to_vec::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Tensor(ObjectPtr<DLTensor>);

// SAFETY: the header of a tensor does not change; element access that could race is unsafe.
unsafe impl Send for Tensor {}
// SAFETY: as above.
unsafe impl Sync for Tensor {}

impl Tensor {
    /// A view of the shape, strides, element type and elements.
    #[inline]
    pub fn view(&self) -> TensorView<'_> {
        TensorView::new(&self.0, self.flags())
    }

    /// DLPack's flags; 0 for a tensor that another library created.
    pub fn flags(&self) -> u64 {
        if self.deleter() != host_deleter().map(|deleter| deleter as usize) {
            return 0;
        }
        // SAFETY: a tensor with the host's deleter has the whole cell.
        unsafe { (*self.0.as_raw().add(1).cast::<TVMLikeTensorCell>()).flags }
    }

    fn deleter(&self) -> Option<usize> {
        // SAFETY: alive while `self` is.
        unsafe { (*self.0.as_raw()).deleter }.map(|deleter| deleter as usize)
    }

    /// Whether its memory must not be written.
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

    /// The device that holds the memory.
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

    /// Takes ownership of a tensor object.
    ///
    /// # Safety
    /// A live tensor object, of which the caller gives up one strong reference.
    pub unsafe fn from_owned_object(object: NonNull<tvmlike_abi::TVMLikeObject>) -> Self {
        // SAFETY: by contract; a tensor's body begins with its DLTensor.
        Self(unsafe { ObjectPtr::from_owned(object) })
    }

    /// Returns the strong reference.
    pub fn into_raw(self) -> *mut tvmlike_abi::TVMLikeObject {
        self.0.into_raw()
    }
}

/// The deleter of every tensor object that the host creates.
pub fn host_deleter() -> TVMLikeDeleter {
    match host::connected() {
        Some(table) => table.tensor_deleter,
        None => deleter_of::<dlpack::TensorBody>(),
    }
}

impl From<Tensor> for Any {
    fn from(tensor: Tensor) -> Self {
        // SAFETY: the reference is moved into the value.
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

// The conversions of tensors are generated with those of the other objects; this asserts that they exist.
const _: fn() = || {
    fn converts<T: for<'a> FromArg<'a> + ToAny>() {}
    converts::<Tensor>();
};
