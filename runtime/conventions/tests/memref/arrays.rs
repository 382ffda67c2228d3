//! Tensors of any strides over memory of their own, for tests.

use std::ffi::c_void;

use tvmlike_runtime::abi::dlpack::{DLManagedTensorVersioned, DLPACK_FLAG_BITMASK_READ_ONLY, DLTensor};
use tvmlike_runtime::tensor::version_of;
use tvmlike_runtime::{DataType, Device, Tensor};

struct Owned {
    managed: DLManagedTensorVersioned,
    dims: Vec<i64>,
    strides: Vec<i64>,
    memory: Vec<u128>,
}

/// A tensor over bytes, with the first element at an offset of `start` elements.
pub(crate) struct Layout {
    pub(crate) shape: Vec<i64>,
    pub(crate) strides: Vec<i64>,
    pub(crate) start: i64,
    /// How many elements the memory has.
    pub(crate) room: i64,
}

impl Layout {
    /// C order without gaps.
    pub(crate) fn contiguous(shape: &[i64]) -> Self {
        let mut strides = vec![1; shape.len()];
        for axis in (1..shape.len()).rev() {
            strides[axis - 1] = strides[axis] * shape[axis].max(1);
        }
        Self {
            shape: shape.to_vec(),
            room: shape.iter().product(),
            strides,
            start: 0,
        }
    }

    /// Arbitrary strides; the buffer spans all elements.
    pub(crate) fn strided(shape: &[i64], strides: &[i64], before: i64) -> Self {
        let (mut low, mut high) = (0, 0);
        for (&size, &stride) in shape.iter().zip(strides) {
            let reach = (size - 1).max(0) * stride;
            low += reach.min(0);
            high += reach.max(0);
        }
        Self {
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            start: before - low,
            room: before + high - low + 1,
        }
    }
}

pub(crate) struct Extra {
    pub(crate) read_only: bool,
    pub(crate) device: Device,
    /// Bytes by which the first element is moved.
    pub(crate) shift: usize,
}

impl Default for Extra {
    fn default() -> Self {
        Self {
            read_only: false,
            device: Device::CPU,
            shift: 0,
        }
    }
}

/// A tensor of the bytes, as many as the layout has room for.
pub(crate) fn tensor(dtype: DataType, layout: &Layout, bytes: &[u8], extra: &Extra) -> Tensor {
    let size = usize::from(dtype.bits).div_ceil(8);
    assert_eq!(bytes.len(), layout.room as usize * size);
    let mut memory = vec![0_u128; (bytes.len() + extra.shift).div_ceil(16) + 1];
    // SAFETY: the memory has room for the bytes and the shift.
    let data = unsafe {
        let start = memory.as_mut_ptr().cast::<u8>().add(extra.shift);
        start.copy_from(bytes.as_ptr(), bytes.len());
        start.add(layout.start as usize * size)
    };
    let mut owned = Box::new(Owned {
        managed: DLManagedTensorVersioned {
            version: version_of(),
            manager_ctx: std::ptr::null_mut(),
            deleter: Some(delete),
            flags: if extra.read_only {
                DLPACK_FLAG_BITMASK_READ_ONLY
            } else {
                0
            },
            dl_tensor: DLTensor {
                data: data.cast(),
                device: extra.device.into(),
                ndim: layout.shape.len() as i32,
                dtype: dtype.into(),
                shape: std::ptr::null_mut(),
                strides: std::ptr::null_mut(),
                byte_offset: 0,
            },
        },
        dims: layout.shape.clone(),
        strides: layout.strides.clone(),
        memory,
    });
    owned.managed.dl_tensor.shape = owned.dims.as_mut_ptr();
    owned.managed.dl_tensor.strides = owned.strides.as_mut_ptr();
    let owned = Box::into_raw(owned);
    // SAFETY: a valid managed tensor whose deleter takes the box back.
    unsafe {
        (*owned).managed.manager_ctx = owned.cast::<c_void>();
        Tensor::from_dlpack_versioned(&raw mut (*owned).managed).unwrap()
    }
}

/// # Safety
/// `managed` was made by `tensor`; it is deleted once.
unsafe extern "C" fn delete(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: made by `tensor`, deleted once.
    let owned = unsafe { Box::from_raw((*managed).manager_ctx.cast::<Owned>()) };
    assert!(!owned.memory.is_empty());
}

/// The bytes of a tensor's elements in C order.
pub(crate) fn bytes_of(tensor: &Tensor) -> Vec<u8> {
    let size = usize::from(tensor.dtype().bits).div_ceil(8);
    let start = tensor.data_ptr().cast::<u8>();
    let view = tensor.view();
    view.offsets()
        .flat_map(|at| {
            let mut element = vec![0; size];
            // SAFETY: an element of the tensor, by its own shape and strides.
            unsafe {
                start
                    .offset(at * size as isize)
                    .copy_to(element.as_mut_ptr(), size)
            };
            element
        })
        .collect()
}

/// A tensor of numbers in C order.
pub(crate) fn floats(numbers: &[f32]) -> Tensor {
    Tensor::from_vec(numbers.to_vec(), &[numbers.len() as i64]).unwrap()
}
