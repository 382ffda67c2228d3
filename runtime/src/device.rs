//! Devices, with the names of PyTorch and TVM: `cpu`, `cuda:1`.

use std::fmt;
use std::str::FromStr;

use tvmlike_abi::dlpack::DLDevice;
use tvmlike_abi::names::{DEVICES, HOST_ACCESSIBLE, device_type};

use crate::error::Error;

/// The device that holds a tensor's memory.
///
/// ```
/// use tvmlike_runtime::Device;
///
/// let device: Device = "cuda:1".parse()?;
/// assert_eq!((device.device_id, device.is_host_accessible()), (1, false));
/// assert_eq!(Device::CPU.to_string(), "cpu:0");
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    /// DLPack's device type.
    pub device_type: u32,
    /// The index among devices of that type.
    pub device_id: i32,
}

impl Device {
    /// The CPU.
    pub const CPU: Self = Self {
        device_type: device_type("cpu"),
        device_id: 0,
    };

    /// Whether the CPU can read and write its memory.
    pub fn is_host_accessible(self) -> bool {
        HOST_ACCESSIBLE.contains(&self.device_type)
    }
}

impl From<DLDevice> for Device {
    fn from(device: DLDevice) -> Self {
        Self {
            device_type: device.device_type,
            device_id: device.device_id,
        }
    }
}

impl From<Device> for DLDevice {
    fn from(device: Device) -> Self {
        Self {
            device_type: device.device_type,
            device_id: device.device_id,
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match DEVICES
            .iter()
            .find(|(_, device_type)| *device_type == self.device_type)
        {
            Some((name, _)) => write!(f, "{name}:{}", self.device_id),
            None => write!(f, "device(type={}, id={})", self.device_type, self.device_id),
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Device {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (name, id) = text.split_once(':').unwrap_or((text, "0"));
        let known = DEVICES.iter().find(|(known, _)| *known == name);
        match (known, id.parse::<i32>()) {
            (Some(&(_, device_type)), Ok(device_id)) if device_id >= 0 => Ok(Self {
                device_type,
                device_id,
            }),
            _ => Err(Error::value_error(format!(
                "{text:?} is not a device; examples: cpu, cuda:1"
            ))),
        }
    }
}
