//! Arrays: allocation, and DLPack.
//!
//! Invariant: an array's handle is the `DLTensor` inside a tensor object, so that all other code sees a tensor.

use std::ffi::{c_int, c_uint, c_void};
use std::ptr::{self, NonNull};

use tvmlike_registry::host_api::{self, give_made, items_at, null};
use tvmlike_runtime::abi::dlpack::{DLDataType, DLManagedTensor, DLManagedTensorVersioned, DLTensor};
use tvmlike_runtime::error::ErrorKind;
use tvmlike_runtime::tensor::{check, version_of};
use tvmlike_runtime::{DataType, Device, Error, Result, Tensor};

use crate::classic_abi::{ClassicAbi, with_runtime};
use crate::device::{ALIGNMENT, device_of, must_be_built};
use crate::elements::{must_be_contiguous, size_of_elements};
use crate::from_classic::{array_of_tensor, tensor_of_array};
use crate::object::object_type_index;
use crate::subbyte::Unpacked;
use crate::value::TVMArrayHandle;

/// A managed tensor with its dimensions and the owner of its memory.
struct Owned<K> {
    managed: DLManagedTensorVersioned,
    dims: Box<[i64]>,
    /// Declared before the memory that it describes, and so dropped before it.
    _unpacked: Option<Unpacked>,
    _keeps: K,
}

/// Zeroed memory from C's allocator.
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
    // SAFETY: a valid place for the pointer, and a power of two. An empty array has memory, too: front ends check its address.
    let refused = unsafe { libc::posix_memalign(&mut start, ALIGNMENT, size.max(1)) };
    let start = NonNull::new(start).filter(|_| refused == 0)?;
    // SAFETY: `size` bytes are there.
    unsafe { start.cast::<u8>().write_bytes(0, size) };
    Some(Memory(start))
}

/// Makes a zeroed array in C order, aligned to 64 bytes. Each element takes whole bytes, as in TVM.
///
/// # Errors
/// RuntimeError for an unsupported device, ValueError for invalid dimensions or an invalid element type, MemoryError if
/// there is not enough memory.
pub fn allocate(shape: &[i64], dtype: DataType, device: Device) -> Result<Tensor> {
    let size = size_of_elements(shape, dtype)?;
    must_be_built(device.into(), "allocating an array")?;
    let memory = zeroed(size).ok_or_else(|| {
        Error::new(
            ErrorKind::MEMORY_ERROR,
            format!("cannot allocate {size} bytes (shape {shape:?} of {dtype}): out of memory"),
        )
    })?;
    let data = memory.0.as_ptr();
    // SAFETY: the memory has room for the elements, and the tensor owns it.
    unsafe { array_over(data, 0, shape, dtype, device, 0, memory) }
}

/// Makes an array in C order over memory that `keeps` owns. Each element takes whole bytes. `flags` are DLPack's.
///
/// # Errors
/// ValueError for invalid dimensions or an invalid element type.
///
/// # Safety
/// The elements are in C order at `data` plus `byte_offset` bytes, as long as `keeps` lives.
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
        _unpacked: Unpacked::new((data as usize).wrapping_add(byte_offset as usize), size, dtype),
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

/// # Safety
/// `managed` was made by [`array_over`] with this `K` and is not used afterwards.
unsafe extern "C" fn delete<K>(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: made by `array_over` with this K; the deleter is called once.
    drop(unsafe { Box::from_raw((*managed).manager_ctx.cast::<Owned<K>>()) });
}

/// The body of `ArrayAlloc`.
///
/// # Safety
/// As `exports.rs` says for `ArrayAlloc`.
#[expect(clippy::too_many_arguments, reason = "TVM's C function has as many")]
pub unsafe fn alloc<A: ClassicAbi>(
    shape: *const i64,
    ndim: c_int,
    dtype_code: c_int,
    dtype_bits: c_int,
    dtype_lanes: c_int,
    device_type: c_int,
    device_id: c_int,
    out: *mut TVMArrayHandle,
) -> c_int {
    with_runtime::<A>(|| {
        let refused = |_| {
            Error::value_error(format!(
                "invalid element type: code {dtype_code}, {dtype_bits} bits, {dtype_lanes} lanes"
            ))
        };
        let dtype = DLDataType {
            code: u8::try_from(dtype_code).map_err(refused)?,
            bits: u8::try_from(dtype_bits).map_err(refused)?,
            lanes: u16::try_from(dtype_lanes).map_err(refused)?,
        };
        if device_type < 0 {
            return Err(Error::value_error(format!(
                "device type must not be negative, got {device_type}"
            )));
        }
        let ndim = usize::try_from(ndim).map_err(|_| {
            Error::value_error(format!("number of dimensions must not be negative, got {ndim}"))
        })?;
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

/// The body of `ArrayFree`.
///
/// # Safety
/// As `exports.rs` says for `ArrayFree`.
pub unsafe fn free<A: ClassicAbi>(handle: TVMArrayHandle) -> c_int {
    if !handle.is_null() {
        // SAFETY: the tensor object around it is alive, and the caller transfers a reference.
        unsafe { host_api::object_free(tensor_of_array(handle)) }
    }
    0
}

/// Reads the type index of an array.
///
/// # Safety
/// `handle` is NULL or a living array; `out` is NULL or valid for a write.
pub unsafe fn array_type_index<A: ClassicAbi>(handle: TVMArrayHandle, out: *mut c_uint) -> c_int {
    if handle.is_null() {
        return with_runtime::<A>(|| Err(null("the array")));
    }
    // SAFETY: a tensor object is around a living array.
    unsafe { object_type_index::<A>(tensor_of_array(handle).cast(), out) }
}

/// The body of `ArrayFromDLPack`.
///
/// # Safety
/// As `exports.rs` says for `ArrayFromDLPack`.
pub unsafe fn from_dlpack<A: ClassicAbi>(from: *mut DLManagedTensor, out: *mut TVMArrayHandle) -> c_int {
    with_runtime::<A>(|| {
        if A::REFUSED_TENSORS_STAY {
            // SAFETY: NULL or valid. All checks come before the transfer of ownership, which cannot fail.
            let managed = unsafe { from.as_ref() }.ok_or_else(|| null("the managed tensor"))?;
            check(&managed.dl_tensor)?;
            if A::ARRAYS_ARE_CONTIGUOUS {
                must_be_contiguous(&managed.dl_tensor, "converting from DLPack")?;
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

/// The body of `ArrayToDLPack`.
///
/// # Safety
/// As `exports.rs` says for `ArrayToDLPack`.
pub unsafe fn to_dlpack<A: ClassicAbi>(from: TVMArrayHandle, out: *mut *mut DLManagedTensor) -> c_int {
    if from.is_null() {
        return with_runtime::<A>(|| Err(null("the array")));
    }
    // SAFETY: by contract.
    unsafe { host_api::tensor_to_dlpack(tensor_of_array(from), out) }
}

/// The body of `DLManagedTensorCallDeleter`.
///
/// # Safety
/// As `exports.rs` says for `DLManagedTensorCallDeleter`.
pub unsafe fn managed_delete<A: ClassicAbi>(dltensor: *mut DLManagedTensor) {
    // SAFETY: by contract.
    if let Some(deleter) = unsafe { dltensor.as_ref() }.and_then(|managed| managed.deleter) {
        // SAFETY: called once, by contract.
        unsafe { deleter(dltensor) }
    }
}
