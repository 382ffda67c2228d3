//! The C functions that plugins reach through the host's table, and programs as exports of libtvmlike.
//!
//! Each is declared here and nowhere else, in the file of its concept, with its documentation, its ownership rules and its
//! body. The attribute `#[c_function(…)]` says where else it appears: `export` is the name of the export, `slot` its
//! place in the host's table, `since` the minor version of the ABI that added it to the table, and `value` marks a slot
//! that holds the result of the function instead of its address. `cargo xtask header` generates from these declarations the
//! struct `TVMLikeHost` (`runtime/abi/src/host_table.rs`), its one instance (`table.rs`), the exports
//! (`ffi/src/exports.rs`), the C headers and what the Python package declares.
//!
//! Each function reads its pointers, calls the safe function that does the work, and turns the result into a status by
//! [`outcome`]. Invariants: NULL is an error unless the documentation says otherwise; nothing unwinds; nothing is written
//! to an out-parameter unless the call succeeds.

mod class;
mod current;
mod error;
mod function;
mod interrupt;
mod member;
mod object;
mod plugin;
mod registry;
mod table;
mod tensor;
mod value;

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeObjectHandle};
use tvmlike_runtime::error::set_raised;
use tvmlike_runtime::function::shim;
use tvmlike_runtime::{Error, PackedFunc, Result, TypeIndex};

pub use class::*;
pub use current::*;
pub use error::*;
pub use function::*;
pub use interrupt::*;
pub use member::*;
pub use object::*;
pub use plugin::*;
pub(crate) use registry::Registrant;
pub use registry::*;
pub use table::table;
pub use tensor::*;
pub use value::*;

/// Turns a result into a status: 0, or -1 with the error raised on this thread. A panic becomes an error.
pub fn outcome(body: impl FnOnce() -> Result<()>) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => {
            set_raised(error);
            -1
        }
        Err(payload) => shim::raise(shim::panic_error("a function of the C ABI", payload)),
    }
}

/// Writes to an out-parameter.
///
/// # Errors
/// If `out` is NULL.
///
/// # Safety
/// `out` is NULL or valid for a write.
pub unsafe fn give<T>(out: *mut T, what: &str, value: T) -> Result<()> {
    if out.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, valid by contract.
    unsafe { out.write(value) };
    Ok(())
}

/// Makes something and writes it to an out-parameter. If that is NULL, nothing is made, so nothing leaks.
///
/// # Errors
/// If `out` is NULL or `make` fails.
///
/// # Safety
/// `out` is NULL or valid for a write.
pub unsafe fn give_made<T>(out: *mut T, what: &str, make: impl FnOnce() -> Result<T>) -> Result<()> {
    if out.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, valid by contract.
    unsafe { out.write(make()?) };
    Ok(())
}

/// The error for a NULL that is not allowed.
#[cold]
pub fn null(what: &str) -> Error {
    Error::value_error(format!("{what} must not be NULL"))
}

/// The bytes of a byte array.
///
/// # Safety
/// `size` bytes are readable at `data` for `'a`, unless it is NULL.
pub unsafe fn slice(bytes: &TVMLikeByteArray) -> &[u8] {
    if bytes.data.is_null() || bytes.size == 0 {
        return &[];
    }
    // SAFETY: by contract.
    unsafe { slice::from_raw_parts(bytes.data.cast(), bytes.size) }
}

/// The bytes behind a pointer to a byte array.
///
/// # Errors
/// If the pointer or its data is NULL, or the size exceeds addressable memory.
///
/// # Safety
/// As [`slice()`]; `bytes` is NULL or valid.
pub unsafe fn bytes_at<'a>(bytes: *const TVMLikeByteArray, what: &str) -> Result<&'a [u8]> {
    // SAFETY: by contract.
    let bytes = unsafe { bytes.as_ref() }.ok_or_else(|| null(what))?;
    if bytes.data.is_null() && bytes.size > 0 {
        return Err(null(what));
    }
    if bytes.size > isize::MAX as usize {
        return Err(Error::value_error(format!(
            "{what}: {} bytes exceed addressable memory",
            bytes.size
        )));
    }
    // SAFETY: by contract.
    Ok(unsafe { slice(bytes) })
}

/// The text behind a pointer to a byte array.
///
/// # Errors
/// As [`bytes_at`], and if the bytes are not UTF-8.
///
/// # Safety
/// As [`bytes_at`].
pub unsafe fn text_at<'a>(bytes: *const TVMLikeByteArray, what: &str) -> Result<&'a str> {
    // SAFETY: by contract.
    let bytes = unsafe { bytes_at(bytes, what)? };
    std::str::from_utf8(bytes).map_err(|error| Error::value_error(format!("{what} is not UTF-8: {error}")))
}

/// Why a handle is not a function.
///
/// ```
/// use tvmlike_registry::host_api::function_of;
///
/// // SAFETY: the handle is NULL.
/// let error = unsafe { function_of(&std::ptr::null_mut()) }.err().unwrap().error("handle");
/// assert_eq!(error.kind(), "ValueError");
/// ```
pub struct NotAFunction(Option<std::borrow::Cow<'static, str>>);

impl NotAFunction {
    /// The error, in which `what` names the handle.
    #[cold]
    pub fn error(self, what: &str) -> Error {
        match self.0 {
            Some(kind) => Error::type_error(format!("{what}: expected PackedFunc, got {kind}")),
            None => null(what),
        }
    }
}

/// Borrows a handle as a function.
///
/// # Errors
/// If the handle is NULL or another object. The caller names the handle in the message.
///
/// # Safety
/// `handle` is NULL or a living object.
pub unsafe fn function_of(handle: &TVMLikeObjectHandle) -> Result<&PackedFunc, NotAFunction> {
    if handle.is_null() {
        return Err(NotAFunction(None));
    }
    // SAFETY: alive by contract.
    match unsafe { kind_of(*handle) } {
        // SAFETY: a handle is a pointer to an object, which is what a PackedFunc is transparent over.
        TypeIndex::FUNCTION => Ok(unsafe { &*std::ptr::from_ref(handle).cast::<PackedFunc>() }),
        other => Err(NotAFunction(Some(other.name()))),
    }
}

/// The items behind a pointer.
///
/// # Errors
/// If the pointer is NULL and `count` is not 0, or the items exceed addressable memory.
///
/// # Safety
/// `count` items are readable at `items` for `'a`, unless it is NULL.
pub unsafe fn items_at<'a, T>(items: *const T, count: usize, what: &str) -> Result<&'a [T]> {
    check_items(items, count, what)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: not null, by contract.
    Ok(unsafe { slice::from_raw_parts(items, count) })
}

/// Fails unless a pointer to `count` items can be read.
fn check_items<T>(items: *const T, count: usize, what: &str) -> Result<()> {
    if items.is_null() && count > 0 {
        return Err(null(what));
    }
    if count > isize::MAX as usize / size_of::<T>() {
        return Err(Error::value_error(format!(
            "{what}: {count} elements exceed addressable memory"
        )));
    }
    Ok(())
}

/// The kind of an object behind a handle.
///
/// # Safety
/// `handle` is a living object.
pub(crate) unsafe fn kind_of(handle: TVMLikeObjectHandle) -> TypeIndex {
    // SAFETY: by contract.
    TypeIndex(unsafe { (*handle).type_index })
}
