//! libdgl: DGL's C ABI, for DGL's own front ends, on the one libtvmlike of the process.
//!
//! It exports the functions of the classic ABI and registers the packed functions that DGL's front ends call by name. Invariant:
//! state that libtvmlike has is not duplicated here.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `boxed`, `classic_abi`, `device`, `interpreter`, `memory`, `testing`, `traceback`: boxes in containers; what is DGL's own
//!   in the classic ABI; packed functions for devices and tests; CPython; shared memory; errors as text
//! - `container`, `front_end`, `last_error`, `ndarray`, `result`: containers; makers of callbacks; the error of the last
//!   call; arrays; results of callbacks
//! - `callback`: functions of front ends
//! - `call`: calls of functions
//! - `c_api`: exported functions

#![expect(
    unreachable_pub,
    reason = "what the library exports is reached by its symbol, not by its path"
)]

mod boxed;
mod c_api;
mod call;
mod callback;
mod classic_abi;
mod container;
mod device;
mod front_end;
mod interpreter;
mod last_error;
mod memory;
mod ndarray;
mod result;
mod testing;
mod traceback;
