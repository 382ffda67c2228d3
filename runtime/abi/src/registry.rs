//! What is registered under a name: a function, its signature record and its flags.

use core::ffi::{c_int, c_void};

use crate::object::TVMLikeObjectHandle;
use crate::value::{TVMLikeByteArray, TVMLikeValue};

/// Registration flag: replaces the function that is registered under the name.
pub const TVMLIKE_REGISTER_OVERRIDE: u32 = 1;
/// Registration flag: calls return soon, so Python keeps the GIL during a call. A function without the flag may run long
/// or wait for another thread: Python releases the GIL around its calls. Since 1.1.
pub const TVMLIKE_REGISTER_KEEPS_GIL: u32 = 2;
/// Registration flag: the record lists parameters under `"keyword_only"`. A front end with keyword arguments reads the
/// record before it accepts arguments by position. The registry sets the flag if the record is given as text. Since 1.3.
pub const TVMLIKE_REGISTER_KEYWORD_ONLY: u32 = 4;
/// Registration flag: a front end needs the record to convert a parameter or the result: an enumeration, a path, a
/// duration, a set or a plain struct. The registry sets the flag if the record is given as text. Since 1.3.
pub const TVMLIKE_REGISTER_BY_RECORD: u32 = 8;

/// One function that a library registers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeRegistration {
    /// The dotted name: UTF-8, not empty, no NUL. Copied.
    pub name: TVMLikeByteArray,
    /// The function. Borrowed: the registry takes a reference of its own.
    pub function: TVMLikeObjectHandle,
    /// Writes the signature record, as JSON text in an owned string value; or NULL. Called when the record is first needed;
    /// must stay callable as long as the process lives.
    pub describe: Option<unsafe extern "C" fn(context: *const c_void, record: *mut TVMLikeValue) -> c_int>,
    /// The argument of `describe`.
    pub describe_context: *const c_void,
    /// The record as text if `describe` is NULL; may be empty. Copied.
    pub record: TVMLikeByteArray,
    /// The source file that defines the function; may be empty. Copied.
    pub file: TVMLikeByteArray,
    /// The line in `file`, from 1; 0 if unknown.
    pub line: u32,
    /// `TVMLIKE_REGISTER_*` bits.
    pub flags: u32,
}
