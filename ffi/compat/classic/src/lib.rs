//! TVM's classic C ABI, for every library that exports it: libtvmlike, libtvm_runtime and libdgl.
//!
//! A value is an 8-byte union with a type code in a parallel array. The exported functions are declared in [`mod@exports`]; their
//! bodies are here, generic over the library ([`ClassicAbi`]). Invariant: a conversion is exact, or an error.
//!
//! # Layers
//!
//! A module imports only from the layers before its own:
//!
//! - `value`, `subbyte`, `string_object`, `error_text`, `attach`: classic values; elements below a byte; strings that are
//!   objects; errors as text; attaching to libtvmlike
//! - `classic_abi`: the differences between the libraries
//! - `elements`, `from_classic`, `object`, `function`, `list`: sizes of arrays; classic arguments; objects, functions
//!   and their names
//! - `read_only`, `device`, `take_ownership`: read-only arrays; devices; classic results
//! - `array`, `copy`, `to_classic`: arrays; values for front ends
//! - `result`, `callback`: results; functions of front ends
//! - `call`: calls
//! - `exports`: the exported functions

mod array;
mod attach;
mod call;
mod callback;
mod classic_abi;
mod copy;
mod device;
mod elements;
pub mod error_text;
pub mod exports;
mod from_classic;
mod function;
mod list;
mod object;
mod read_only;
mod result;
mod string_object;
mod subbyte;
mod take_ownership;
mod to_classic;
mod value;

pub use array::{
    alloc, allocate, array_over, array_type_index, free, from_dlpack, managed_delete, to_dlpack,
};
pub use attach::{Attachment, host_function};
pub use call::call;
pub use callback::{arg_to_return, create_from_c_func, set_return};
pub use classic_abi::{ClassicAbi, with_runtime};
pub use copy::{copy_from_bytes, copy_from_to, copy_to_bytes};
pub use device::{
    alloc_space, alloc_space_with_scope, attribute, device_of, free_space, is_built, must_be_built,
    must_be_global, must_be_streams, set_stream, stream_create, stream_free, synchronize,
    synchronize_streams,
};
pub use elements::{is_contiguous, must_be_contiguous, size_of_array, size_of_elements};
pub use from_classic::{array_of_tensor, from_classic, tensor_of_array};
pub use function::{func_free, func_get_global, func_register_global, func_remove_global};
pub use list::list_global_names;
pub use object::{
    is_module, object_derived_from, object_free, object_retain, object_type_index, type_index_to_key,
    type_key_to_index,
};
pub use result::{is_kept, write_result};
pub use string_object::{is_string_object, string_object};
pub use take_ownership::take_ownership;
pub use to_classic::{Lent, to_classic};
pub use value::*;
