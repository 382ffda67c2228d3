//! The exported C functions, a file per subject.
//!
//! `export!` lists the ones that libtvmlike or libdgl exports, too; they are declared in `ffi/compat/classic/src/exports.rs`. The
//! others are here.

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
pub(crate) use function::FuncCall;
