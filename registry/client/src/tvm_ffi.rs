//! Values and functions on their way between here and tvm-ffi, where its library is in the same process.
//!
//! Both sides lay out values, object headers and the built-in objects alike, so most of what crosses is passed on as the
//! pointer that it is. What differs is dealt with here, once:
//!
//! | what | how it crosses |
//! |---|---|
//! | numbers, text, bytes, shapes, tensors, errors, Python objects, modules | as they are: the same object |
//! | functions | in a [wrapper], since each side raises errors in a place of its own; unwrapped on the way back |
//! | arrays | as they are, or as a new array where something in them cannot |
//! | maps | as a new map: what is in one is private to the side that made it ([`map`]) |
//! | objects of all other types | in a [box](boxed), since both sides number types as they come; unboxed on the way back |
//!
//! Invariants: nothing of tvm-ffi's is linked, all of it is found in the process ([`library`]); a reference that crosses
//! is counted in the one header that both sides know; an error that crosses leaves nothing raised on the side that it
//! came from.
//!
//! It stands in this crate, and not beside the functions that join both registries, because a function that a plugin
//! exports for tvm-ffi needs it in processes where there is no host.

pub mod boxed;
mod crossing;
mod exported;
pub mod library;
pub mod map;
mod memory;
mod python;
mod raised;
pub mod wrapper;

pub use crossing::{Way, cross};
pub use exported::{exported, exported_function};
