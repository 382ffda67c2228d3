//! Arrays: allocation, and DLPack.
//!
//! Invariant: an array's handle is the `DLTensor` inside a tensor object, so that an array is a tensor to everybody else.

use std::ffi::{c_int, c_uint, c_void};
use std::ptr::{self, NonNull};

use tvmlike_registry::host_api::{self, give_made, items_at, null};
use tvmlike_runtime::abi::dlpack::{DLDataType, DLManagedTensor, DLManagedTensorVersioned, DLTensor};
use tvmlike_runtime::error::ErrorKind;
use tvmlike_runtime::tensor::{check, version_of};
use tvmlike_runtime::{DataType, Device, Error, Result, Tensor};

use crate::copy::{bytes_of_element, must_be_contiguous};
use crate::device::{ALIGNMENT, device_of, must_be_built};
use crate::object::object_type_index;
use crate::read::{array_of_tensor, tensor_of_array};
use crate::spread::{Spread, is_narrow, is_spread};
use crate::value::TVMArrayHandle;
use crate::{Speaker, served};

/// A managed tensor, with its dimensions and what keeps its memory.
struct Owned<K> {
    managed: DLManagedTensorVersioned,
    dims: Box<[i64]>,
    /// Goes before the memory that it speaks of.
    _spread: Option<Spread>,
    _keeps: K,
}

/// Zeroed memory of C.
struct Memory(NonNull<c_void>);

// SAFETY: C's memory can be freed on any thread.
unsafe impl Send for Memory {}
// SAFETY: nothing is read through it.
unsafe impl Sync for Memory {}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: made by `zeroed`, and freed once.
        unsafe { libc::free(self.0.as_ptr()) }
    }
}

fn zeroed(size: usize) -> Option<Memory> {
    let mut start = ptr::null_mut();
    // SAFETY: a place for the pointer, and a power of two. An empty array has memory, too: front ends look at its address.
    let refused = unsafe { libc::posix_memalign(&mut start, ALIGNMENT, size.max(1)) };
    let start = NonNull::new(start).filter(|_| refused == 0)?;
    // SAFETY: `size` bytes are there.
    unsafe { start.cast::<u8>().write_bytes(0, size) };
    Some(Memory(start))
}

/// The dimensions of an array that was checked.
pub(crate) fn dims_of(array: &DLTensor) -> &[i64] {
    if array.ndim <= 0 || array.shape.is_null() {
        return &[];
    }
    // SAFETY: a checked array has `ndim` dimensions.
    unsafe { std::slice::from_raw_parts(array.shape, array.ndim as usize) }
}

/// The strides of an array that was checked, where it has any.
pub(crate) fn strides_of(array: &DLTensor) -> Option<&[i64]> {
    if array.ndim <= 0 || array.strides.is_null() {
        return None;
    }
    // SAFETY: a checked array has `ndim` strides where they are not NULL.
    Some(unsafe { std::slice::from_raw_parts(array.strides, array.ndim as usize) })
}

/// How many bytes the elements of a checked array take.
///
/// # Errors
/// ValueError where no memory has as many.
pub fn size_of_array(array: &DLTensor) -> Result<usize> {
    let dtype = DataType::from(array.dtype);
    let dims = dims_of(array);
    let size = size_of_elements(dims, dtype)?;
    if is_narrow(dtype) && !is_spread(first_of(array), size) {
        let count = dims.iter().product::<i64>() as usize;
        return dtype.bytes_of(count).ok_or_else(|| too_large(dims, dtype));
    }
    Ok(size)
}

/// The address of the first element.
fn first_of(array: &DLTensor) -> usize {
    (array.data as usize).wrapping_add(array.byte_offset as usize)
}

/// How many bytes elements take where each has bytes of its own.
///
/// # Errors
/// ValueError for dimensions or an element type that cannot be.
pub fn size_of_elements(shape: &[i64], dtype: DataType) -> Result<usize> {
    if dtype.lanes == 0 || !(dtype.bits.is_power_of_two() || dtype.bits == 6) {
        return Err(Error::value_error(format!(
            "an element type has at least 1 lane, and 6 bits or a power of two; got {} bits and {} lanes",
            dtype.bits, dtype.lanes
        )));
    }
    // Nothing is read of the memory: this asks for what every tensor must be.
    check(&DLTensor {
        data: NonNull::dangling().as_ptr(),
        device: Device::CPU.into(),
        ndim: c_int::try_from(shape.len())?,
        dtype: dtype.into(),
        shape: shape.as_ptr().cast_mut(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    })?;
    let count = shape.iter().product::<i64>() as usize;
    count
        .checked_mul(bytes_of_element(dtype))
        .filter(|&size| isize::try_from(size).is_ok())
        .ok_or_else(|| too_large(shape, dtype))
}

fn too_large(shape: &[i64], dtype: DataType) -> Error {
    Error::value_error(format!("an array of shape {shape:?} of {dtype} is too large"))
}

/// Makes a zeroed array in C order, aligned to 64 bytes. Each element has bytes of its own, as TVM has it.
///
/// # Errors
/// RuntimeError for a device that is not here, ValueError for dimensions or an element type that cannot be, MemoryError
/// where there is no memory.
pub fn allocate(shape: &[i64], dtype: DataType, device: Device) -> Result<Tensor> {
    let size = size_of_elements(shape, dtype)?;
    must_be_built(device.into(), "allocating an array")?;
    let memory = zeroed(size).ok_or_else(|| {
        Error::new(
            ErrorKind::MEMORY_ERROR,
            format!("no memory for {size} bytes (shape {shape:?} of {dtype})"),
        )
    })?;
    let data = memory.0.as_ptr();
    // SAFETY: the memory has room for the elements, and goes with the tensor.
    unsafe { array_over(data, 0, shape, dtype, device, 0, memory) }
}

/// Makes an array in C order over memory that `keeps` keeps. Each element has bytes of its own. `flags` are DLPack's.
///
/// # Errors
/// As the host refuses tensors.
///
/// # Safety
/// The elements lie in C order `byte_offset` bytes behind `data`, as long as `keeps` is there.
pub unsafe fn array_over<K: Send + Sync>(
    data: *mut c_void,
    byte_offset: u64,
    shape: &[i64],
    dtype: DataType,
    device: Device,
    flags: u64,
    keeps: K,
) -> Result<Tensor> {
    let size = size_of_elements(shape, dtype)?;
    let mut owned = Box::new(Owned {
        managed: DLManagedTensorVersioned {
            version: version_of(),
            manager_ctx: ptr::null_mut(),
            deleter: Some(delete::<K>),
            flags,
            dl_tensor: DLTensor {
                data,
                device: device.into(),
                ndim: c_int::try_from(shape.len())?,
                dtype: dtype.into(),
                shape: ptr::null_mut(),
                strides: ptr::null_mut(),
                byte_offset,
            },
        },
        dims: shape.into(),
        _spread: Spread::new((data as usize).wrapping_add(byte_offset as usize), size, dtype),
        _keeps: keeps,
    });
    owned.managed.dl_tensor.shape = owned.dims.as_mut_ptr();
    let owned = Box::into_raw(owned);
    // SAFETY: a valid managed tensor whose deleter takes the box back.
    unsafe {
        (*owned).managed.manager_ctx = owned.cast();
        Tensor::from_dlpack_versioned(&raw mut (*owned).managed)
    }
}

unsafe extern "C" fn delete<K>(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: made by `array_over` with this K; the deleter is called once.
    drop(unsafe { Box::from_raw((*managed).manager_ctx.cast::<Owned<K>>()) });
}

/// Allocates a zeroed tensor in C order on the CPU, aligned to 64 bytes. The caller frees it with `TVMArrayFree`.
///
/// # Safety
/// `ndim` numbers stand at `shape`; `out` is NULL or valid for a write.
#[expect(clippy::too_many_arguments, reason = "TVM's C function has as many")]
pub unsafe fn alloc<S: Speaker>(
    shape: *const i64,
    ndim: c_int,
    dtype_code: c_int,
    dtype_bits: c_int,
    dtype_lanes: c_int,
    device_type: c_int,
    device_id: c_int,
    out: *mut TVMArrayHandle,
) -> c_int {
    served::<S>(|| {
        let refused = |_| {
            Error::value_error(format!(
                "no element type has code {dtype_code}, {dtype_bits} bits and {dtype_lanes} lanes"
            ))
        };
        let dtype = DLDataType {
            code: u8::try_from(dtype_code).map_err(refused)?,
            bits: u8::try_from(dtype_bits).map_err(refused)?,
            lanes: u16::try_from(dtype_lanes).map_err(refused)?,
        };
        if device_type < 0 {
            return Err(Error::value_error(format!(
                "no device has the type {device_type}"
            )));
        }
        let ndim = usize::try_from(ndim)
            .map_err(|_| Error::value_error(format!("a tensor cannot have {ndim} dimensions")))?;
        let make = || {
            // SAFETY: by contract.
            let shape = unsafe { items_at(shape, ndim, "the dimensions")? };
            let device = device_of(device_type, device_id);
            let tensor = allocate(shape, dtype.into(), device.into())?;
            Ok(array_of_tensor(tensor))
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the array", make) }
    })
}

/// Gives a reference to an array back. NULL is ignored.
///
/// # Safety
/// `handle` is NULL or an array to which the caller owns a reference.
pub unsafe fn free<S: Speaker>(handle: TVMArrayHandle) -> c_int {
    if !handle.is_null() {
        // SAFETY: the tensor object around it is alive, and the caller gives up a reference.
        unsafe { host_api::object_free(tensor_of_array(handle)) }
    }
    0
}

/// The type index of an array.
///
/// # Safety
/// `handle` is NULL or a living array; `out` is NULL or valid for a write.
pub unsafe fn array_type_index<S: Speaker>(handle: TVMArrayHandle, out: *mut c_uint) -> c_int {
    if handle.is_null() {
        return served::<S>(|| Err(null("the array")));
    }
    // SAFETY: a tensor object is around a living array.
    unsafe { object_type_index::<S>(tensor_of_array(handle).cast(), out) }
}

/// Takes over a managed tensor. On failure its deleter has run, or it stays the caller's, as the speaker has it.
///
/// # Safety
/// `from` is NULL or a valid managed tensor that the caller gives up; `out` is NULL or valid for a write.
pub unsafe fn from_dlpack<S: Speaker>(from: *mut DLManagedTensor, out: *mut TVMArrayHandle) -> c_int {
    served::<S>(|| {
        if S::REFUSED_TENSORS_STAY {
            // SAFETY: NULL or valid. What is taken over below cannot be refused any more.
            let managed = unsafe { from.as_ref() }.ok_or_else(|| null("the managed tensor"))?;
            check(&managed.dl_tensor)?;
            if S::ARRAYS_ARE_CONTIGUOUS {
                must_be_contiguous(&managed.dl_tensor, "taking an array from DLPack")?;
            }
            if out.is_null() {
                return Err(null("the place for the array"));
            }
        }
        // SAFETY: by contract.
        let tensor = unsafe { Tensor::from_dlpack(from)? };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the array", || Ok(array_of_tensor(tensor))) }
    })
}

/// Gives a managed tensor that shares the array's memory; the caller runs its deleter.
///
/// # Safety
/// `from` is NULL or a living array; `out` is NULL or valid for a write.
pub unsafe fn to_dlpack<S: Speaker>(from: TVMArrayHandle, out: *mut *mut DLManagedTensor) -> c_int {
    if from.is_null() {
        return served::<S>(|| Err(null("the array")));
    }
    // SAFETY: by contract.
    unsafe { host_api::tensor_to_dlpack(tensor_of_array(from), out) }
}

/// Runs a managed tensor's deleter. NULL is ignored.
///
/// # Safety
/// `dltensor` is NULL or a valid managed tensor that the caller gives up.
pub unsafe fn managed_delete(dltensor: *mut DLManagedTensor) {
    // SAFETY: by contract.
    if let Some(deleter) = unsafe { dltensor.as_ref() }.and_then(|managed| managed.deleter) {
        // SAFETY: called once, by contract.
        unsafe { deleter(dltensor) }
    }
}
