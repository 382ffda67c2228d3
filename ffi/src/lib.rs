//! Floor 4 of tvmlike: libtvmlike, the C ABI.
//!
//! Thin: every function reads its pointers, calls a floor below, and turns the result into a status. Invariants:
//! nothing unwinds out of it, and it exports the functions of the header and nothing else. The header
//! `include/tvmlike/c_api.h` is generated from this crate and the contract crate by `cargo xtask header`.
//!
//! Two families: TVM's classic functions (`TVM…`), whose values are an 8-byte union with a type code beside it, and
//! ours (`TVMLike…`), whose values are the 16-byte ones that everything inside uses.

#![expect(
    unreachable_pub,
    reason = "what the library exports is reached by its symbol, not by its path"
)]

// Named, so that their load-time registrations are linked in.
extern crate tvmlike_builtin as _;
extern crate tvmlike_tvm_ffi as _;

mod call;
mod callback;
mod current;
mod error;
mod frame;
mod function;
mod interrupt;
mod list;
mod object;
mod plugin;
mod tensor;
mod type_member;
mod value;
mod version;

/// libtvmlike itself, as it speaks the classic ABI.
enum Own {}

impl tvmlike_classic::ClassicAbi for Own {
    const OWNER: &'static str = "C";
    const STRING_OBJECTS: bool = false;
    const REFUSED_TENSORS_STAY: bool = false;
    const WRITES_ARRAYS: bool = false;

    fn ready() -> tvmlike_runtime::Result<()> {
        Ok(())
    }

    fn knows_bool() -> bool {
        true
    }
}

ctor::declarative::ctor! {
    #[ctor(unsafe, anonymous)]
    fn note_panic_places() {
        tvmlike_runtime::function::shim::note_panic_places();
    }
}
