//! Packed functions for devices. The CPU is the only supported one.

use std::ffi::c_void;
use std::ptr;

use tvmlike::prelude::*;
use tvmlike_classic::{attribute, device_of, must_be_built, must_be_streams};

/// Reads an attribute of a device by its number: 0 is whether the device is supported. The CPU has no other.
#[packed_func("runtime.GetDeviceAttr")]
fn get_device_attr(device_type: i32, device_id: i32, kind: i64) -> Result<Option<i64>> {
    attribute(device_of(device_type, device_id), kind)
}

/// Selects the device of this thread.
#[packed_func("__tvm_set_device")]
fn set_device(device_type: i32, device_id: i32) -> Result<()> {
    must_be_built(device_of(device_type, device_id), "selecting a device")
}

/// Selects the stream for this thread's work on a device. The CPU has one, NULL. Returns the status 0.
#[packed_func("runtime.TVMSetStream")]
fn set_stream(device_type: i32, device_id: i32, #[default(None)] stream: Option<*mut c_void>) -> Result<i64> {
    let stream = stream.unwrap_or(ptr::null_mut());
    must_be_streams(device_of(device_type, device_id), "selecting a stream", &[stream])?;
    Ok(0)
}
