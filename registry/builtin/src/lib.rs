//! The packed functions that libtvmlike itself registers.
//!
//! They are a separate crate because plugins link the registry statically: in the registry crate, every plugin would register
//! them again. A library or program that provides them names this crate: `extern crate tvmlike_builtin as _;`.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `abi`, `array`, `native`, `plugin`, `registry`, `tensor`, `trace`: a concept each
//! - `library`, `memref`: libraries, whose functions return handles of `native`; MLIR's convention, for addresses as `native`
//!   has them

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
