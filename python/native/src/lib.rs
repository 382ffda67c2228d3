//! `tvmlike._native`: the accelerator of the Python package.
//!
//! A call goes from Python objects to 16-byte values on the stack and through the function object's own call pointer;
//! nothing of ctypes is on its way. The module speaks to libtvmlike through its C ABI only, so it shares the one
//! registry. What is rare is left to the package's Python modules (see `hooks.rs`), which work on the same addresses:
//! the rules of conversion are the same on both paths.
//!
//! Invariant: every function here that touches a Python object or a static of this crate holds the interpreter lock.

mod api;
mod callback;
mod capsule;
mod changes;
mod container;
mod error;
mod exchange;
mod foreign;
mod function;
mod hooks;
mod identity;
mod interrupt;
mod keep;
mod layout;
mod library;
mod lock;
mod module;
mod ndarray;
mod numpy;
mod object;
mod pack;
mod plan;
mod python;
mod raised;
mod static_property;
mod tensor;
mod text;
mod traceback;
mod traverse;
mod unpack;
