//! Floor 4 of tvmlike: libtvmlike, the C ABI.
//!
//! Thin: every function reads its pointers, calls a floor below, and turns the result into a status. Invariants:
//! nothing unwinds out of it, and it exports the functions of `tvmlike/c_api.h` and nothing else.
//!
//! Two families: TVM's classic functions (`classic`), and ours (`TVMLike…`), whose values are the 16-byte ones that
//! everything inside uses. Each of ours that plugins can call, too, is declared in `registry/src/host_api/`; `exports` is
//! generated from there and forwards to it. The others are declared here, in the file of their concept.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `class`, `classic`, `exports`, `function`, `host`, `interrupt`, `last_error`, `object`, `stack`, `tensor`, `value`: a concept each
//! - `frame`: calls from ctypes

#![expect(
    unreachable_pub,
    reason = "what the library exports is reached by its symbol, not by its path"
)]

// Named, so that their load-time registrations are linked in.
extern crate tvmlike_builtin as _;
#[cfg(feature = "compiler")]
extern crate tvmlike_ir_functions as _;
extern crate tvmlike_tvm_ffi as _;

mod class;
mod classic;
mod exports;
mod frame;
mod function;
mod host;
mod interrupt;
mod last_error;
mod object;
mod stack;
mod tensor;
mod value;

ctor::declarative::ctor! {
    #[ctor(unsafe, anonymous)]
    fn note_panic_places() {
        tvmlike_runtime::function::shim::note_panic_places();
    }
}
