//! What is DGL's own in the classic ABI.

use tvmlike_classic::ClassicAbi;

tvmlike_classic::attaches!(name = "dgl");

/// DGL's front ends.
pub(crate) enum Dgl {}

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
