//! Devices, as front ends ask for them by name. There is the CPU.

use std::ffi::c_void;
use std::ptr;

use tvmlike::prelude::*;
use tvmlike_classic::{attribute, device_of, must_be_built, must_be_streams};

/// An attribute of a device by its number: for 0, whether it is there. The CPU says nothing of the others.
#[packed_func("runtime.GetDeviceAttr")]
fn get_device_attr(device_type: i32, device_id: i32, kind: i64) -> Result<Option<i64>> {
    attribute(device_of(device_type, device_id), kind)
}

/// Chooses the device that this thread works on.
#[packed_func("__tvm_set_device")]
fn set_device(device_type: i32, device_id: i32) -> Result<()> {
    must_be_built(device_of(device_type, device_id), "choosing a device")
}

/// Chooses the stream that this thread's work on a device is put in. The CPU has one, NULL. The result is the status 0.
#[packed_func("runtime.TVMSetStream")]
fn set_stream(device_type: i32, device_id: i32, #[default(None)] stream: Option<*mut c_void>) -> Result<i64> {
    let stream = stream.unwrap_or(ptr::null_mut());
    must_be_streams(device_of(device_type, device_id), "choosing a stream", &[stream])?;
    Ok(0)
}
