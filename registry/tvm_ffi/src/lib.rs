//! The packed functions by which libtvmlike and tvm-ffi share one process: `tvm_ffi.*`.
//!
//! How values, functions and errors cross is in `tvmlike_registry::tvm_ffi`; here is what is done with names. Invariants:
//! no name that one side gave to a function of its own is ever replaced by the other; tvm-ffi's registry, which has no
//! lock, is touched by one thread of ours at a time, and only after `tvm_ffi.join` was called (see `turn.rs`).
//!
//! A crate of its own for the reason that `tvmlike_builtin` is one: a plugin is not to bring these functions along.

extern crate tvmlike_registry as tvmlike;

mod follow;
mod join;
mod module;
mod object;
mod symbols;
mod turn;
