//! libtvm_runtime: TVM's C ABI, for TVM's own front ends, on the one libtvmlike of the process.
//!
//! It exports the functions of the classic ABI and registers the packed functions that TVM's front ends call by name. Invariant:
//! state that libtvmlike has is not duplicated here.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `device`, `interpreter`, `throw`: packed functions for devices; CPython; C++
//!   exceptions
//! - `exception`, `front_end`, `ndarray`: exceptions of Python; type codes of the front end;
//!   arrays
//! - `last_error`, `signals`: the error of the last call; signals
//! - `classic_abi`: what is TVM's own in the classic ABI
//! - `c_api::array`, `c_api::device`, `c_api::environment`, `c_api::error`, `c_api::function`, `c_api::object`,
//!   `c_api::stream`: exported functions
//! - `module`: modules; compiled libraries, which call exported functions back
//! - `c_api::module`: exported functions of modules
//! - `c_api`: all exported functions

#![expect(
    unreachable_pub,
    reason = "what the library exports is reached by its symbol, not by its path"
)]

mod c_api;
mod classic_abi;
mod device;
mod exception;
mod front_end;
mod interpreter;
mod last_error;
mod module;
mod ndarray;
mod signals;
mod throw;
