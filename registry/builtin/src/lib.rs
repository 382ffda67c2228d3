//! The packed functions that libtvmlike itself registers.
//!
//! They are a crate of their own because a plugin links the registry statically: functions that stood there would
//! come back with every plugin. A library or program that wants them names this crate:
//! `extern crate tvmlike_builtin as _;`.

extern crate tvmlike_registry as tvmlike;

#[cfg(feature = "conventions")]
mod abi;
mod array;
#[cfg(feature = "conventions")]
mod library;
#[cfg(feature = "conventions")]
mod memref;
#[cfg(feature = "conventions")]
mod native;
mod plugin;
mod registry;
mod tensor;
#[cfg(feature = "trace")]
mod trace;
