//! Packed functions for devices. The CPU is the only supported one.

use tvmlike::ToAny;
use tvmlike::prelude::*;
use tvmlike_classic::{attribute, device_of, must_be_built};

/// Reads an attribute of a device by its number: 0 is whether the device is supported. The CPU has no other.
#[packed_func("_GetDeviceAttr")]
fn get_device_attr(device_type: i32, device_id: i32, kind: i64) -> Result<Any> {
    Ok(attribute(device_of(device_type, device_id), kind)?.to_any())
}

/// Selects the device of this thread.
#[packed_func("__dgl_set_device")]
fn set_device(device_type: i32, device_id: i32) -> Result<()> {
    must_be_built(device_of(device_type, device_id), "selecting a device")
}
