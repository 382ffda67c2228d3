//! Who speaks the classic ABI: what differs between the libraries that export it.
//!
//! Invariant: the functions of this crate ask a speaker, and know nothing of front ends beside it.

use std::ffi::c_int;

use crate::value::TVMLIKE_ARG_BOOL;
use tvmlike_runtime::{DataType, Result, TypeIndex, type_table};

/// A library that exports classic functions, with the front ends that it serves.
pub trait Speaker: 'static {
    /// Who is named as the owner of functions that are registered through this library.
    const OWNER: &'static str;

    /// Whether a string that was made as an object travels as an object, and not as a C string.
    const STRING_OBJECTS: bool;

    /// The last of the type codes that the other side has; those behind it are refused.
    const LAST_CODE: c_int = TVMLIKE_ARG_BOOL;

    /// Whether a callback may take the object out of a handle that its caller passed by reference. Where not, the object is lent.
    const RVALUES_MOVE: bool = false;

    /// Whether a managed tensor that was refused stays its producer's. Where it does not, its deleter has run.
    const REFUSED_TENSORS_STAY: bool = true;

    /// Whether the other side takes every array for one that lies in C order without gaps, so that no other one may be made.
    const ARRAYS_ARE_CONTIGUOUS: bool = false;

    /// Whether the library has functions that write to arrays, and so must know those that are read-only.
    const WRITES_ARRAYS: bool = true;

    /// Connects this library to the libtvmlike of the process, where that has not been done yet.
    ///
    /// # Errors
    /// RuntimeError where there is no libtvmlike, with the places where it was looked for.
    fn ready() -> Result<()>;

    /// Whether the other side knows the type code of truth values. Where it does not, they go out as integers.
    fn knows_bool() -> bool;

    /// The name by which a data type goes out; `None` where it goes out as itself.
    fn name_of_data_type(dtype: DataType) -> Option<String> {
        let _ = dtype;
        None
    }

    /// The type that a key names among the front ends.
    fn type_of_key(key: &str) -> Option<TypeIndex> {
        type_table::index_of(key)
    }

    /// The key that a type has among the front ends.
    fn key_of_type(index: TypeIndex) -> Option<&'static str> {
        type_table::key_of(index)
    }

    /// The status of a call that failed, once its error is raised.
    fn failure() -> c_int {
        -1
    }
}
