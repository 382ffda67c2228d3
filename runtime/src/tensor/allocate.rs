//! Tensors over owned memory: zeroed memory, a Rust vector, or external memory with an owner.

use std::alloc::{Layout, LayoutError, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::ptr;

use tvmlike_abi::dlpack::{DLManagedTensorVersioned, DLPACK_FLAG_BITMASK_READ_ONLY, DLTensor};

use super::dlpack::{checked_len, set_contiguous};
use super::{Element, Tensor, version_of};
use crate::device::Device;
use crate::dtype::DataType;
use crate::error::{Error, ErrorKind, Result};

/// The alignment of allocated tensors in bytes: a cache line, enough for every vector instruction.
const ALIGNMENT: usize = 64;

/// A managed tensor with its extents and the owner of its memory.
struct Owned<K> {
    managed: DLManagedTensorVersioned,
    /// The dimensions, then the strides.
    extents: Box<[i64]>,
    _keeps: K,
}

/// An allocation with room for its alignment, freed on drop.
///
/// The system has zeroed memory only with its own alignment; aligned memory would have to be written here, all of it.
struct Memory {
    start: *mut u8,
    /// Its size is 0 if nothing is allocated.
    layout: Layout,
}

impl Memory {
    /// The layout of `size` bytes with room for their alignment; empty for no bytes.
    fn layout_of(size: usize) -> std::result::Result<Layout, LayoutError> {
        match size {
            0 => Ok(Layout::new::<()>()),
            _ => Layout::array::<u8>(size.saturating_add(ALIGNMENT - 1)),
        }
    }

    /// Zeroed memory of a layout from [`Memory::layout_of`]; `None` if the system has none.
    fn zeroed(layout: Layout) -> Option<Self> {
        if layout.size() == 0 {
            let start = ptr::null_mut();
            return Some(Self { start, layout });
        }
        // SAFETY: the size is not zero.
        let start = unsafe { alloc_zeroed(layout) };
        (!start.is_null()).then_some(Self { start, layout })
    }

    /// The first aligned byte; NULL if nothing is allocated.
    fn aligned(&self) -> *mut c_void {
        self.start.wrapping_add(self.start.align_offset(ALIGNMENT)).cast()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: allocated with this layout.
            unsafe { dealloc(self.start, self.layout) }
        }
    }
}

impl Tensor {
    /// Allocates a zeroed C-contiguous tensor on the CPU, aligned to 64 bytes.
    ///
    /// # Errors
    /// ValueError for negative or too large dimensions, an element type of 0 bits, or a device that this build does not
    /// support; MemoryError if the system has no memory.
    pub fn zeros(shape: &[i64], dtype: DataType, device: Device) -> Result<Self> {
        if device != Device::CPU {
            return Err(Error::value_error(format!(
                "cannot allocate on {device}: not built for that device"
            )));
        }
        if dtype.bits == 0 || dtype.lanes == 0 {
            return Err(Error::value_error(
                "an element type must have at least 1 bit and 1 lane",
            ));
        }
        let too_large = || {
            Error::value_error(format!(
                "a tensor of shape {shape:?} and type {dtype} is too large"
            ))
        };
        let size = dtype.bytes_of(checked_len(shape)?).ok_or_else(too_large)?;
        let layout = Memory::layout_of(size).map_err(|_| too_large())?;
        let Some(memory) = Memory::zeroed(layout) else {
            return Err(Error::new(
                ErrorKind::MEMORY_ERROR,
                format!("cannot allocate {size} bytes (shape {shape:?}, {dtype})"),
            ));
        };
        let start = memory.aligned();
        Self::made(start, shape, None, dtype, false, memory)
    }

    /// Makes a tensor from a vector without copying it.
    ///
    /// # Errors
    /// ValueError if the shape has another number of elements.
    pub fn from_vec<T: Element>(mut elements: Vec<T>, shape: &[i64]) -> Result<Self> {
        let expected = checked_len(shape)?;
        if expected != elements.len() {
            return Err(Error::value_error(format!(
                "shape {shape:?} has {expected} elements, got {}",
                elements.len()
            )));
        }
        let start = elements.as_mut_ptr().cast();
        Self::made(start, shape, None, T::DTYPE, false, elements)
    }

    /// Makes a tensor over CPU memory that `keeps` owns: it is dropped when the tensor is freed, on any thread, or here
    /// on failure. Strides are in elements.
    ///
    /// # Errors
    /// ValueError for negative or too large dimensions.
    ///
    /// # Safety
    /// The elements are where `data`, the shape and the strides say, may be written unless `read_only`, and stay as
    /// long as `keeps`. There are as many strides as dimensions.
    pub unsafe fn from_memory<K: Send + Sync + 'static>(
        data: *mut c_void,
        shape: &[i64],
        strides: &[i64],
        dtype: DataType,
        read_only: bool,
        keeps: K,
    ) -> Result<Self> {
        Self::made(data, shape, Some(strides), dtype, read_only, keeps)
    }

    /// As [`Tensor::from_memory`]; without strides, the tensor is C-contiguous.
    fn made<K>(
        data: *mut c_void,
        shape: &[i64],
        strides: Option<&[i64]>,
        dtype: DataType,
        read_only: bool,
        keeps: K,
    ) -> Result<Self> {
        // One allocation for both.
        let mut extents = vec![1; 2 * shape.len()].into_boxed_slice();
        let (dims, own_strides) = extents.split_at_mut(shape.len());
        dims.copy_from_slice(shape);
        match strides {
            Some(strides) => own_strides.copy_from_slice(strides),
            None => set_contiguous(own_strides, shape),
        }
        let mut owned = Box::new(Owned {
            managed: DLManagedTensorVersioned {
                version: version_of(),
                manager_ctx: ptr::null_mut(),
                deleter: Some(delete::<K>),
                flags: if read_only {
                    DLPACK_FLAG_BITMASK_READ_ONLY
                } else {
                    0
                },
                dl_tensor: DLTensor {
                    data,
                    device: Device::CPU.into(),
                    ndim: shape.len() as i32,
                    dtype: dtype.into(),
                    shape: ptr::null_mut(),
                    strides: ptr::null_mut(),
                    byte_offset: 0,
                },
            },
            extents,
            _keeps: keeps,
        });
        let extents = owned.extents.as_mut_ptr();
        owned.managed.dl_tensor.shape = extents;
        owned.managed.dl_tensor.strides = extents.wrapping_add(shape.len());
        let owned = Box::into_raw(owned);
        // SAFETY: a valid managed tensor whose deleter frees the box.
        unsafe {
            (*owned).managed.manager_ctx = owned.cast();
            Self::from_dlpack_versioned(&raw mut (*owned).managed)
        }
    }
}

/// # Safety
/// As a DLPack deleter: called once, with a managed tensor made by `made` with this owner type.
unsafe extern "C" fn delete<K>(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: made by `made` with this K; the deleter is called once.
    drop(unsafe { Box::from_raw((*managed).manager_ctx.cast::<Owned<K>>()) });
}
