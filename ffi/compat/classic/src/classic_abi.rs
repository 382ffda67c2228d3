//! The differences between the libraries that export the classic ABI.
//!
//! Invariant: the functions of this crate take these differences from [`ClassicAbi`] alone and contain no code for a
//! particular front end.

use std::ffi::c_int;

use tvmlike_registry::host_api::outcome;
use tvmlike_runtime::{DataType, Result, TypeIndex, type_table};

use crate::value::TVMLIKE_ARG_BOOL;

/// A library that exports classic functions: libtvmlike, libtvm_runtime or libdgl.
pub trait ClassicAbi: 'static {
    /// The owner of functions that are registered through this library, as the registry shows it.
    const OWNER: &'static str;

    /// Whether a string that was made as an object is passed as an object instead of a C string.
    const STRING_OBJECTS: bool;

    /// The last type code that the front ends know; later ones are refused.
    const LAST_CODE: c_int = TVMLIKE_ARG_BOOL;

    /// Whether a callback may take the object out of a handle that its caller passed by reference. Otherwise it borrows the object.
    const RVALUES_MOVE: bool = false;

    /// Whether the producer keeps a managed tensor that was refused. Otherwise its deleter has run.
    const REFUSED_TENSORS_STAY: bool = true;

    /// Whether the front ends take every array for contiguous, so that other arrays are refused.
    const ARRAYS_ARE_CONTIGUOUS: bool = false;

    /// Whether the library exports functions that write to arrays, and so must record read-only ones.
    const WRITES_ARRAYS: bool = true;

    /// Attaches this library to the libtvmlike of the process, unless it is attached.
    ///
    /// # Errors
    /// RuntimeError if there is no libtvmlike, with the paths that were searched.
    fn ready() -> Result<()>;

    /// Whether the front ends know the type code of `bool`. Otherwise a `bool` is passed as an integer.
    fn knows_bool() -> bool;

    /// The name as which a data type is passed; `None` if it is passed as a `DLDataType`.
    fn name_of_data_type(dtype: DataType) -> Option<String> {
        let _ = dtype;
        None
    }

    /// The type that the front ends call by a key.
    fn type_of_key(key: &str) -> Option<TypeIndex> {
        type_table::index_of(key)
    }

    /// The key by which the front ends call a type.
    fn key_of_type(index: TypeIndex) -> Option<&'static str> {
        type_table::key_of(index)
    }

    /// The status of a failed call whose error is raised.
    fn failure() -> c_int {
        -1
    }
}

/// Runs the body of an exported function on the attached runtime and converts its result to a status.
pub fn with_runtime<A: ClassicAbi>(body: impl FnOnce() -> Result<()>) -> c_int {
    outcome(|| A::ready().and_then(|()| body()))
}
