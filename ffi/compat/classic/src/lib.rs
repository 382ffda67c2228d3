//! TVM's classic C ABI, for every library that speaks it: libtvmlike, libtvm_runtime and libdgl.
//!
//! The values are an 8-byte union with a type code in a parallel array. The functions here are the bodies of the exported
//! ones, generic over the [`Speaker`]; a library gives them its names, and adds what it alone has. Invariant: what crosses is
//! never changed on the way; what cannot be said in the other form is refused.

mod array;
mod attach;
mod call;
mod callback;
mod copy;
mod device;
pub mod error_text;
mod function;
pub mod interpreter;
mod lend;
mod list;
mod object;
mod own;
mod read;
mod read_only;
mod result;
mod speaker;
mod spread;
mod string_object;
mod value;

pub use array::{
    alloc, allocate, array_over, array_type_index, free, from_dlpack, managed_delete, size_of_array,
    size_of_elements, to_dlpack,
};
pub use attach::{Attachment, host_function};
pub use call::call;
pub use callback::{arg_to_return, create_from_c_func, set_return};
pub use copy::{copy_from_bytes, copy_from_to, copy_to_bytes, is_contiguous, must_be_contiguous};
pub use device::{
    alloc_space, alloc_space_with_scope, attribute, device_of, free_space, is_built, must_be_built,
    must_be_global, must_be_streams, stream_create, stream_done,
};
pub use function::{func_free, func_get_global, func_register_global, func_remove_global};
pub use lend::{Lent, lend};
pub use list::list_global_names;
pub use object::{
    is_module, object_derived_from, object_free, object_retain, object_type_index, type_index_to_key,
    type_key_to_index,
};
pub use own::own;
pub use read::{array_of_tensor, read, tensor_of_array};
pub use result::{is_kept, write_result};
pub use speaker::Speaker;
pub use string_object::{is_string_object, string_object};
pub use value::*;

use std::ffi::c_int;

use tvmlike_registry::host_api::outcome;
use tvmlike_runtime::Result;

/// Runs the body of an exported function, once the library is connected, and turns its result into a status.
pub fn served<S: Speaker>(body: impl FnOnce() -> Result<()>) -> c_int {
    outcome(|| S::ready().and_then(|()| body()))
}
