//! The C contract of tvmlike: what crosses between libraries that were built apart.
//!
//! Everything here is `repr(C)` data, constants and types of functions. The crate has no state and no code that runs
//! (constant functions only), so two copies of it in
//! one process (a host and a plugin that links our crates statically) are harmless.
//!
//! The layouts of values, of object headers and of the built-in objects are those of the tvm-ffi 0.1 C ABI, so
//! an object crosses to and from that ecosystem as a pointer. [`TVMLikeMapCell`] is ours: tvm-ffi defines its
//! map only by C++ code. Sizes and offsets are asserted at compile time in [`mod@layout`].
//!
//! # Layers
//!
//! A module imports only from the layers before its own:
//!
//! - `names`, `type_index`, `object`: names and numbers; the object header
//! - `value`: values, which may point to objects
//! - `cell`, `type_info`, `function`, `error`, `tensor`: what follows the header; types
//! - `registry`, `member`, `plugin`: what libraries register; what a plugin tells its host
//! - `host_table`: the host's functions
//! - `host`: the entry point of a plugin
//! - `exports`: the types of libtvmlike's functions
//! - `layout`: sizes and offsets

#![no_std]

pub mod cell;
pub mod error;
pub mod exports;
pub mod function;
pub mod host;
mod host_table;
pub mod layout;
pub mod member;
pub mod names;
pub mod object;
pub mod plugin;
pub mod registry;
pub mod tensor;
pub mod type_index;
pub mod type_info;
pub mod value;

pub use cell::*;
pub use error::*;
pub use function::*;
pub use host::*;
pub use member::*;
pub use object::*;
pub use plugin::*;
pub use registry::*;
pub use tensor::*;
pub use type_index::*;
pub use type_info::*;
pub use value::*;

/// DLPack's own structs and codes.
pub use dlpack_rs::ffi as dlpack;
