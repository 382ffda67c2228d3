//! `tvmlike._native`: the accelerator of the Python package.
//!
//! A call converts Python objects to 16-byte values on the stack and jumps through the function object's call pointer,
//! without ctypes. The module uses libtvmlike only through its C ABI, so it shares the one registry. Rare cases are left
//! to the package's Python modules (see `hooks.rs`), which work on the same addresses: both call paths convert alike.
//!
//! Invariant: every function here that touches a Python object or a static of this crate holds the GIL.
//!
//! # Layers
//!
//! A module imports only from lower layers; `cargo xtask test layers` checks it. What a lower layer calls in a higher one
//! is registered with it at import: `trampoline` with `callback`, `function` with `object::class`, the package's Python
//! functions with `hooks`. The lowest layer comes first:
//!
//! - `api`, `python`, `value`: the C ABI, CPython's API, values in memory
//! - `blocks`, `gil`, `hooks`, `identity`, `layout`, `stack`: memory for a call, the GIL, the package's functions, Python
//!   objects by handle, struct layouts, the thread's stack
//! - `array`, `callback`, `text`, `traceback`: arrays, functions and strings that own Python objects; frames
//! - `error`, `traverse`: native errors as exceptions, garbage collection
//! - `cycles`: cycles of native references
//! - `map`, `ndarray`: maps and tensors that live for a call
//! - `call_refs`: references that a call owns
//! - `capsule`, `changes`, `object`, `raised`, `static_property`: `ObjectBase`, exceptions as native errors
//! - `interrupt`, `tensor_data`, `unpack`: values to Python objects
//! - `exchange`, `library`, `numpy`: tensors of other libraries, queries of libtvmlike
//! - `foreign`: classes of other packages
//! - `pack`: Python objects to values
//! - `plan`, `trampoline`: conversions by a function's record, calls of Python callables
//! - `function`: calls of native functions
//! - `container`, `tensor`: the types below Array and Map, `Tensor`
//! - `module`: what the package calls

mod api;
mod array;
mod blocks;
mod call_refs;
mod callback;
mod capsule;
mod changes;
mod container;
mod cycles;
mod error;
mod exchange;
mod foreign;
mod function;
mod gil;
mod hooks;
mod identity;
mod interrupt;
mod layout;
mod library;
mod map;
mod module;
mod ndarray;
mod numpy;
mod object;
mod pack;
mod plan;
mod python;
mod raised;
mod stack;
mod static_property;
mod tensor;
mod tensor_data;
mod text;
mod traceback;
mod trampoline;
mod traverse;
mod unpack;
mod value;
