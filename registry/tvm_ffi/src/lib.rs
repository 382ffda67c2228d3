//! The packed functions by which libtvmlike and tvm-ffi share one process: `tvm_ffi.*`.
//!
//! They join the registries; `tvmlike_registry::bridge` converts values, functions and errors. Invariants: neither side
//! replaces a function that the other side registered; tvm-ffi's registry, which has no lock, is accessed by one thread of
//! ours at a time, and only after `tvm_ffi.join` (see `registry_access.rs`).
//!
//! It is a crate of its own, like `tvmlike_builtin`, so that plugins do not link these functions.
//!
//! # Layers
//!
//! A module imports only from the layers before its own:
//!
//! - `joined`, `registry_access`, `signature`, `symbols`: what is registered on either side; the access to tvm-ffi's registry;
//!   types of functions; symbols
//! - `export`: functions for tvm-ffi
//! - `follow`: later changes
//! - `join`, `module`, `object`: the packed functions

extern crate tvmlike_registry as tvmlike;

mod export;
mod follow;
mod join;
mod joined;
mod module;
mod object;
mod registry_access;
mod signature;
mod symbols;
