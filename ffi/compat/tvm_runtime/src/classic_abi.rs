//! What is TVM's own in the classic ABI.

use std::ffi::c_int;

use tvmlike::{DataType, TypeIndex};
use tvmlike_classic::ClassicAbi;

use tvmlike_node::dtype;

use crate::{front_end, last_error};

tvmlike_classic::attaches!(name = "tvm_runtime");

/// TVM's front ends.
pub(crate) enum Tvm {}

impl ClassicAbi for Tvm {
    const OWNER: &'static str = "tvm";
    const STRING_OBJECTS: bool = true;
    const RVALUES_MOVE: bool = true;
    const LAST_CODE: c_int = 128;
    const ARRAYS_ARE_CONTIGUOUS: bool = true;

    fn ready() -> tvmlike::Result<()> {
        ready()
    }

    fn knows_bool() -> bool {
        front_end::knows_bool()
    }

    fn name_of_data_type(dtype: DataType) -> Option<String> {
        Some(dtype::name_of(dtype))
    }

    fn type_of_key(key: &str) -> Option<TypeIndex> {
        tvmlike_node::index_of(key)
    }

    fn key_of_type(index: TypeIndex) -> Option<&'static str> {
        tvmlike_node::key_of(index)
    }

    fn failure() -> c_int {
        last_error::status()
    }
}
