//! The bridge to tvm-ffi: converts values, functions and errors between tvmlike and a tvm-ffi in the same process.
//!
//! Both have the same layout of values, object headers and built-in objects, so most values are passed on as the same
//! pointer. The others are converted here:
//!
//! | value | conversion |
//! |---|---|
//! | numbers, text, bytes, shapes, tensors, errors, Python objects, modules | none: the same object |
//! | read-only tensors | refused by `BufferError` on the way to tvm-ffi, whose tensors have no flags |
//! | functions | a [wrapper], because each side keeps raised errors in its own thread-local place; converting back unwraps it |
//! | arrays | none, or a new array if an item needs a conversion |
//! | maps | a new map, because the content of a map is private to the side that made it ([`map`]) |
//! | objects of all other types | a [box](boxed), because each side numbers types by itself; converting back unboxes it |
//!
//! Invariants: nothing of tvm-ffi is linked, it is found in the process ([`library`]); both sides count references in the
//! same object header; converting an error clears it on the side that raised it.
//!
//! The packed functions that join both registries are in `registry/tvm_ffi`. This module is in `tvmlike-client` because a
//! function that a plugin exports for tvm-ffi needs it in processes without a host.

pub mod boxed;
mod direction;
mod exported;
pub mod library;
pub mod map;
mod memory;
mod python;
mod raised;
pub mod schema;
mod value;
mod version;
pub mod wrapper;

use tvmlike_runtime::{Any, AnyView, Result};

pub use direction::Direction;
pub use exported::{exported, exported_doc, exported_function, exported_metadata};

/// Converts a value; reuses the object if the layouts agree.
///
/// # Errors
/// TypeError with the name of the type, if the other side has no counterpart.
pub fn convert(value: &AnyView<'_>, direction: Direction) -> Result<Any> {
    value::convert(value, wrapper::conversion(direction))
}
