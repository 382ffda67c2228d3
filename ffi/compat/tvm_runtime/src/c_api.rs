//! The exported C functions, a file per subject.

mod array;
mod device;
mod environment;
mod error;
mod function;
mod module;
mod object;
mod stream;

pub(crate) use device::{TVMDeviceAllocDataSpace, TVMDeviceFreeDataSpace};
pub(crate) use error::TVMAPISetLastError;
pub(crate) use function::TVMFuncCall;
