//! Devices: the CPU, whatever its number, and a sentence for every other one.
//!
//! Memory and streams of a device are asked for here, too. Invariant: what is given for the CPU is memory of C, so that it can
//! be given back without anybody knowing its size.

use std::ffi::{c_char, c_int, c_void};
use std::fmt;
use std::ptr;

use tvmlike_registry::host_api::{give, give_made, items_at};
use tvmlike_runtime::abi::dlpack::{DLDataType, DLDevice};
use tvmlike_runtime::error::ErrorKind;
use tvmlike_runtime::{DataType, Device, Error, Result};

use crate::array::size_of_elements;
use crate::{Speaker, served};

/// DLPack's number of the CPU.
const CPU: u32 = 1;

/// Where memory begins: a cache line, and enough for every vector instruction.
pub(crate) const ALIGNMENT: usize = 64;

/// From this number on TVM counts the devices of its remote sessions.
const REMOTE: u32 = 128;

/// Devices that TVM has beside those of DLPack.
const OTHERS: [(u32, &str); 4] = [(32, "aocl"), (33, "sdaccel"), (34, "opengl"), (35, "microdev")];

/// A device as errors name it.
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

/// Whether there is such a device here.
pub fn is_built(device: DLDevice) -> bool {
    device.device_type == CPU && device.device_id >= 0
}

/// Fails unless there is such a device here. `what` is what was asked of it.
///
/// # Errors
/// RuntimeError that names the device.
pub fn must_be_built(device: DLDevice, what: &str) -> Result<()> {
    if is_built(device) {
        return Ok(());
    }
    let device = Named(device);
    Err(Error::runtime_error(format!(
        "{what}: not built for device {device}: there is the CPU only"
    )))
}

/// A device from the two numbers that C passes.
pub fn device_of(device_type: c_int, device_id: c_int) -> DLDevice {
    DLDevice {
        // A negative number becomes a large one, which no device has.
        device_type: device_type as u32,
        device_id,
    }
}

/// Memory of the CPU, which [`free_space`] gives back. Never NULL, also where no byte is asked for.
///
/// # Errors
/// ValueError for an alignment that is no power of two, MemoryError where there is no memory.
fn space(size: usize, alignment: usize) -> Result<*mut c_void> {
    if alignment != 0 && !alignment.is_power_of_two() {
        return Err(Error::value_error(format!(
            "memory cannot be aligned to {alignment} bytes: that is no power of two"
        )));
    }
    let mut start = ptr::null_mut();
    // SAFETY: a place for the pointer; the alignment is a power of two, and not below that of a pointer.
    let refused = unsafe { libc::posix_memalign(&mut start, alignment.max(ALIGNMENT), size.max(1)) };
    if refused != 0 || start.is_null() {
        return Err(Error::new(
            ErrorKind::MEMORY_ERROR,
            format!("no memory for {size} bytes, aligned to {alignment}"),
        ));
    }
    Ok(start)
}

/// Gives memory of a device that begins at a multiple of `alignment`, and of 64 on the CPU. What is in it is not known.
///
/// # Safety
/// `out` is NULL or valid for a write.
pub unsafe fn alloc_space<S: Speaker>(
    device: DLDevice,
    size: usize,
    alignment: usize,
    out: *mut *mut c_void,
) -> c_int {
    served::<S>(|| {
        must_be_built(device, "allocating memory")?;
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the memory", || space(size, alignment)) }
    })
}

/// Gives memory of a device for an array, in a scope that the device has. The CPU has one, `global`, which is meant by NULL and
/// by nothing, too.
///
/// # Safety
/// `ndim` numbers stand at `shape`; `scope` is NULL or a C string; `out` is NULL or valid for a write.
pub unsafe fn alloc_space_with_scope<S: Speaker>(
    device: DLDevice,
    ndim: c_int,
    shape: *const i64,
    dtype: DLDataType,
    scope: *const c_char,
    out: *mut *mut c_void,
) -> c_int {
    served::<S>(|| {
        must_be_built(device, "allocating memory")?;
        if !scope.is_null() {
            // SAFETY: a C string, by contract.
            must_be_global(&unsafe { std::ffi::CStr::from_ptr(scope) }.to_string_lossy())?;
        }
        let ndim = usize::try_from(ndim)
            .map_err(|_| Error::value_error(format!("an array cannot have {ndim} dimensions")))?;
        // SAFETY: by contract.
        let shape = unsafe { items_at(shape, ndim, "the dimensions")? };
        let size = size_of_elements(shape, DataType::from(dtype))?;
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the memory", || space(size, ALIGNMENT)) }
    })
}

/// Fails for a memory scope that the CPU does not have.
///
/// # Errors
/// RuntimeError that names the scope.
pub fn must_be_global(scope: &str) -> Result<()> {
    if matches!(scope, "" | "global") {
        return Ok(());
    }
    Err(Error::runtime_error(format!(
        "the CPU has no memory scope \"{scope}\": it has \"global\" only"
    )))
}

/// Gives memory of a device back. NULL is ignored.
///
/// # Safety
/// `start` is NULL or was given for this device and has not been given back.
pub unsafe fn free_space<S: Speaker>(device: DLDevice, start: *mut c_void) -> c_int {
    served::<S>(|| {
        must_be_built(device, "freeing memory")?;
        // SAFETY: memory of `posix_memalign`, by contract.
        unsafe { libc::free(start) };
        Ok(())
    })
}

/// Makes a stream. The CPU works in the order of the calls: its one stream is NULL.
///
/// # Safety
/// `out` is NULL or valid for a write.
pub unsafe fn stream_create<S: Speaker>(device: DLDevice, out: *mut *mut c_void) -> c_int {
    served::<S>(|| {
        must_be_built(device, "making a stream")?;
        // SAFETY: NULL or valid.
        unsafe { give(out, "the place for the stream", ptr::null_mut()) }
    })
}

/// Fails unless these are streams of a device: the CPU has one, NULL. `what` is what was asked of them; on the CPU nothing is left
/// to do for it.
///
/// # Errors
/// RuntimeError that names the device, ValueError that names the stream.
pub fn must_be_streams(device: DLDevice, what: &str, streams: &[*mut c_void]) -> Result<()> {
    must_be_built(device, what)?;
    match streams.iter().find(|stream| !stream.is_null()) {
        None => Ok(()),
        Some(stream) => Err(Error::value_error(format!(
            "{what}: the CPU has one stream, NULL, got {stream:p}"
        ))),
    }
}

/// Does what is asked of a device's streams, which on the CPU is nothing. `what` says what it is.
pub fn stream_done<S: Speaker>(device: DLDevice, what: &str, streams: &[*mut c_void]) -> c_int {
    served::<S>(|| must_be_streams(device, what, streams))
}

/// An attribute of a device, by TVM's number: for 0, whether it is there; the CPU says nothing else.
///
/// # Errors
/// RuntimeError for any other question about a device that is not there.
pub fn attribute(device: DLDevice, kind: i64) -> Result<Option<i64>> {
    if kind == 0 {
        return Ok(Some(is_built(device).into()));
    }
    must_be_built(device, "asking for an attribute")?;
    Ok(None)
}
