//! libdgl: DGL's C ABI, for DGL's own front ends, on the one libtvmlike of the process.
//!
//! It exports the functions of the classic ABI and registers the packed functions that DGL's front ends call by name. Invariant:
//! state that libtvmlike has is not duplicated here.

#![expect(
    unreachable_pub,
    reason = "what the library exports is reached by its symbol, not by its path"
)]

mod boxed;
mod c_api;
mod call;
mod callback;
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

use tvmlike_classic::ClassicAbi;

tvmlike_classic::attaches!(name = "dgl");

/// DGL's front ends.
enum Dgl {}

impl ClassicAbi for Dgl {
    const OWNER: &'static str = "dgl";
    const STRING_OBJECTS: bool = false;
    const LAST_CODE: std::ffi::c_int = tvmlike_classic::TVMLIKE_ARG_NDARRAY_HANDLE;

    fn ready() -> tvmlike::Result<()> {
        ready()
    }

    fn knows_bool() -> bool {
        false
    }

    fn name_of_data_type(dtype: tvmlike::DataType) -> Option<String> {
        Some(dtype.to_string())
    }
}
