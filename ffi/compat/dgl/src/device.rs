//! The packed functions of devices. There is the CPU, which has no attributes but that it is there.

use tvmlike::ToAny;
use tvmlike::prelude::*;
use tvmlike_classic::{attribute, device_of, must_be_built};

/// An attribute of a device: 1 or 0 for whether it is there, None for what a CPU does not say.
#[packed_func("_GetDeviceAttr")]
fn get_device_attr(device_type: i32, device_id: i32, kind: i64) -> Result<Any> {
    Ok(attribute(device_of(device_type, device_id), kind)?.to_any())
}

/// Chooses the device of this thread, of which there is the CPU only.
#[packed_func("__dgl_set_device")]
fn set_device(device_type: i32, device_id: i32) -> Result<()> {
    must_be_built(device_of(device_type, device_id), "choosing a device")
}
