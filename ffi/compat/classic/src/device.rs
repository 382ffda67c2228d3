//! Devices, their memory and their streams. This library supports the CPU; every other device is an error.
//!
//! Invariant: CPU memory comes from C's allocator, so that it can be freed without its size.

use std::ffi::{c_char, c_int, c_void};
use std::fmt;
use std::ptr;

use tvmlike_registry::host_api::{give, give_made, items_at};
use tvmlike_runtime::abi::dlpack::{DLDataType, DLDevice};
use tvmlike_runtime::error::ErrorKind;
use tvmlike_runtime::{DataType, Device, Error, Result};

use crate::classic_abi::{ClassicAbi, with_runtime};
use crate::elements::size_of_elements;
use crate::value::TVMStreamHandle;

/// The alignment of all memory: a cache line, and enough for every vector instruction.
pub(crate) const ALIGNMENT: usize = 64;

/// The first device type of TVM's remote sessions.
const REMOTE: u32 = 128;

/// Device types of TVM that DLPack lacks.
const OTHERS: [(u32, &str); 4] = [(32, "aocl"), (33, "sdaccel"), (34, "opengl"), (35, "microdev")];

/// A device as error messages show it.
struct Named(DLDevice);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DLDevice {
            device_type,
            device_id,
        } = self.0;
        match OTHERS.iter().find(|(number, _)| *number == device_type) {
            Some((_, name)) => write!(f, "{name}:{device_id}"),
            None if device_type >= REMOTE && i32::try_from(device_type).is_ok() => {
                write!(f, "rpc(type={device_type}):{device_id}")
            }
            None => write!(f, "{}", Device::from(self.0)),
        }
    }
}

/// Whether this library supports a device.
pub fn is_built(device: DLDevice) -> bool {
    device.device_type == Device::CPU.device_type && device.device_id >= 0
}

/// Fails for a device that this library does not support. `what` is the operation.
///
/// # Errors
/// RuntimeError unless the device is a CPU with a number of 0 or more.
pub fn must_be_built(device: DLDevice, what: &str) -> Result<()> {
    if is_built(device) {
        return Ok(());
    }
    let device = Named(device);
    Err(Error::runtime_error(format!(
        "{what}: not built for device {device}; supported: cpu"
    )))
}

/// Builds a device from the two numbers that C passes.
pub fn device_of(device_type: c_int, device_id: c_int) -> DLDevice {
    DLDevice {
        // A negative number becomes a large one, which is no device type.
        device_type: device_type as u32,
        device_id,
    }
}

/// Allocates CPU memory, which [`free_space`] frees. It is never NULL, even for 0 bytes.
///
/// # Errors
/// ValueError for an alignment that is not a power of two; MemoryError if there is not enough memory.
fn space(size: usize, alignment: usize) -> Result<*mut c_void> {
    if alignment != 0 && !alignment.is_power_of_two() {
        return Err(Error::value_error(format!(
            "alignment must be 0 or a power of two, got {alignment}"
        )));
    }
    let mut start = ptr::null_mut();
    // SAFETY: a place for the pointer; the alignment is a power of two, and not below that of a pointer.
    let refused = unsafe { libc::posix_memalign(&mut start, alignment.max(ALIGNMENT), size.max(1)) };
    if refused != 0 || start.is_null() {
        return Err(Error::new(
            ErrorKind::MEMORY_ERROR,
            format!("cannot allocate {size} bytes aligned to {alignment}: out of memory"),
        ));
    }
    Ok(start)
}

/// Allocates uninitialized memory of a device, aligned to `alignment` and at least to 64.
///
/// # Safety
/// `out` is NULL or valid for a write.
pub unsafe fn alloc_space<A: ClassicAbi>(
    device: DLDevice,
    size: usize,
    alignment: usize,
    out: *mut *mut c_void,
) -> c_int {
    with_runtime::<A>(|| {
        must_be_built(device, "allocating memory")?;
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the memory", || space(size, alignment)) }
    })
}

/// Allocates memory of a device for an array, in a memory scope. The CPU has one scope, `global`; NULL and the empty text
/// mean it, too.
///
/// # Safety
/// `shape` points to `ndim` numbers; `scope` is NULL or a C string; `out` is NULL or valid for a write.
pub unsafe fn alloc_space_with_scope<A: ClassicAbi>(
    device: DLDevice,
    ndim: c_int,
    shape: *const i64,
    dtype: DLDataType,
    scope: *const c_char,
    out: *mut *mut c_void,
) -> c_int {
    with_runtime::<A>(|| {
        must_be_built(device, "allocating memory")?;
        if !scope.is_null() {
            // SAFETY: a C string, by contract.
            must_be_global(&unsafe { std::ffi::CStr::from_ptr(scope) }.to_string_lossy())?;
        }
        let ndim = usize::try_from(ndim).map_err(|_| {
            Error::value_error(format!("number of dimensions must not be negative, got {ndim}"))
        })?;
        // SAFETY: by contract.
        let shape = unsafe { items_at(shape, ndim, "the dimensions")? };
        let size = size_of_elements(shape, DataType::from(dtype))?;
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the memory", || space(size, ALIGNMENT)) }
    })
}

/// Fails for a memory scope that the CPU lacks.
///
/// # Errors
/// RuntimeError for a scope other than `global` or the empty one.
pub fn must_be_global(scope: &str) -> Result<()> {
    if matches!(scope, "" | "global") {
        return Ok(());
    }
    Err(Error::runtime_error(format!(
        "unsupported memory scope \"{scope}\" on the CPU; supported: \"global\""
    )))
}

/// Frees memory of a device. NULL is ignored.
///
/// # Safety
/// `start` is NULL or was allocated for this device and has not been freed.
pub unsafe fn free_space<A: ClassicAbi>(device: DLDevice, start: *mut c_void) -> c_int {
    with_runtime::<A>(|| {
        must_be_built(device, "freeing memory")?;
        // SAFETY: memory of `posix_memalign`, by contract.
        unsafe { libc::free(start) };
        Ok(())
    })
}

/// The body of `StreamCreate`.
///
/// # Safety
/// As `exports.rs` says for `StreamCreate`.
pub unsafe fn stream_create<A: ClassicAbi>(
    device_type: c_int,
    device_id: c_int,
    out: *mut TVMStreamHandle,
) -> c_int {
    with_runtime::<A>(|| {
        must_be_built(device_of(device_type, device_id), "making a stream")?;
        // SAFETY: NULL or valid.
        unsafe { give(out, "the place for the stream", ptr::null_mut()) }
    })
}

/// Fails unless these are streams of a device. The CPU has one stream, NULL, and works in the order of the calls, so that
/// nothing is left to do for a stream. `what` is the operation.
///
/// # Errors
/// RuntimeError that names the device, ValueError that names the stream.
pub fn must_be_streams(device: DLDevice, what: &str, streams: &[*mut c_void]) -> Result<()> {
    must_be_built(device, what)?;
    match streams.iter().find(|stream| !stream.is_null()) {
        None => Ok(()),
        Some(stream) => Err(Error::value_error(format!(
            "{what}: expected NULL, the one stream of the CPU, got {stream:p}"
        ))),
    }
}

/// The body of `StreamFree`.
///
/// # Safety
/// As `exports.rs` says for `StreamFree`.
pub unsafe fn stream_free<A: ClassicAbi>(
    device_type: c_int,
    device_id: c_int,
    stream: TVMStreamHandle,
) -> c_int {
    let device = device_of(device_type, device_id);
    with_runtime::<A>(|| must_be_streams(device, "freeing a stream", &[stream]))
}

/// The body of `SetStream`.
///
/// # Safety
/// As `exports.rs` says for `SetStream`.
pub unsafe fn set_stream<A: ClassicAbi>(
    device_type: c_int,
    device_id: c_int,
    handle: TVMStreamHandle,
) -> c_int {
    let device = device_of(device_type, device_id);
    with_runtime::<A>(|| must_be_streams(device, "selecting a stream", &[handle]))
}

/// The body of `Synchronize`.
///
/// # Safety
/// As `exports.rs` says for `Synchronize`.
pub unsafe fn synchronize<A: ClassicAbi>(
    device_type: c_int,
    device_id: c_int,
    stream: TVMStreamHandle,
) -> c_int {
    let device = device_of(device_type, device_id);
    with_runtime::<A>(|| must_be_streams(device, "waiting for a stream", &[stream]))
}

/// The body of `StreamStreamSynchronize`.
///
/// # Safety
/// As `exports.rs` says for `StreamStreamSynchronize`.
pub unsafe fn synchronize_streams<A: ClassicAbi>(
    device_type: c_int,
    device_id: c_int,
    src: TVMStreamHandle,
    dst: TVMStreamHandle,
) -> c_int {
    let device = device_of(device_type, device_id);
    with_runtime::<A>(|| must_be_streams(device, "waiting for a stream", &[src, dst]))
}

/// Reads an attribute of a device by TVM's number: 0 is whether the device is supported. The CPU has no other.
///
/// # Errors
/// RuntimeError for any other attribute of an unsupported device.
pub fn attribute(device: DLDevice, kind: i64) -> Result<Option<i64>> {
    if kind == 0 {
        return Ok(Some(is_built(device).into()));
    }
    must_be_built(device, "reading an attribute")?;
    Ok(None)
}
