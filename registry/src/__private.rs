//! What the macros call. Not for anybody else; it changes without notice.

mod container;
mod default;
mod object;

pub use linkme;
pub use tvmlike_runtime::abi::{TVMLikeHost, TVMLikeObject, TVMLikePlugin, TVMLikeValue};
pub use tvmlike_runtime::convert::{
    EnumMember, EnumType, Flags, Mismatch, are_flags, describe_enum, is_unambiguous, read_enum, read_field,
    read_fields, read_union, write_fields,
};
pub use tvmlike_runtime::signature::{Param, RecordField, RecordType, Signature};
pub use tvmlike_runtime::{Any, AnyView, FromArg, IntoReturn, Result, TVMArgs, ToAny, TypeIndex};

pub use self::container::*;
pub use self::default::{DefaultAsSource, DefaultAsValue, DefaultOf};
pub use self::object::*;
pub use crate::load_time::{FUNCTIONS, LoadTimeFunction, PLUGIN_MARK, PluginMark};
pub use crate::plugin::entry_point::plugin_init;
pub use crate::tvm_ffi::exported;

use std::ffi::c_int;

use tvmlike_runtime::Error;
use tvmlike_runtime::function::shim;

/// Runs the body of a registered function under the calling convention.
///
/// # Safety
/// As `shim::guard`.
#[inline(always)]
pub unsafe fn guard(
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
    signature: &'static Signature,
    body: impl for<'a> FnOnce(&'a [AnyView<'a>]) -> Result<Any>,
) -> c_int {
    let body = |args: TVMArgs<'_>| body(args.as_slice());
    // SAFETY: by contract.
    unsafe {
        shim::guard(args, num_args, result, signature.name, body, |error| {
            passed_through(error, signature)
        })
    }
}

/// Adds the function to the frames of an error that leaves it.
#[cold]
#[inline(never)]
fn passed_through(mut error: Error, signature: &Signature) -> Error {
    error.add_frame(signature.file, signature.line, signature.name);
    error
}

/// Fails unless there are as many arguments as the function takes.
#[inline(always)]
pub fn check_count(
    got: usize,
    required: usize,
    total: usize,
    variadic: bool,
    signature: &'static Signature,
) -> Result<()> {
    if got < required || (got > total && !variadic) {
        Err(wrong_count(got, signature))
    } else {
        Ok(())
    }
}

#[cold]
#[inline(never)]
fn wrong_count(got: usize, signature: &Signature) -> Error {
    use tvmlike_runtime::error::{ErrorKind, ErrorParts};
    let (required, total) = (signature.required(), signature.params.len());
    let expected = match (required == total, signature.variadic) {
        (_, true) => format!("at least {required}"),
        (true, false) => total.to_string(),
        (false, false) => format!("{required} to {total}"),
    };
    let plural = if expected == "1" || expected == "at least 1" {
        ""
    } else {
        "s"
    };
    let mut message = format!(
        "{}: expected {expected} argument{plural}, got {got}",
        signature.name
    );
    if got < required {
        // Ones with a default may stand before it.
        let missing = (got..required).find(|&at| signature.params[at].default.is_none());
        let at = missing.unwrap_or(got);
        message.push_str(&format!(
            ": argument {} `{}` is missing",
            at + 1,
            signature.params[at].name
        ));
    }
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::TYPE_ERROR),
        message: message.into(),
        ..ErrorParts::default()
    })
}

/// Whether a caller gave an argument: not where there are fewer, and not where it is left to its default.
#[inline(always)]
pub fn is_given(args: &[AnyView<'_>], position: usize) -> bool {
    args.get(position)
        .is_some_and(|value| value.type_index() != TypeIndex::MISSING)
}

/// Converts an argument whose position was checked against the count.
#[inline(always)]
pub fn argument<'a, T: FromArg<'a>>(
    args: &'a [AnyView<'a>],
    position: usize,
    signature: &'static Signature,
) -> Result<T> {
    // A match and not `map_err`: a closure's captures would be laid out on the stack before the conversion.
    match T::from_arg(&args[position]) {
        Ok(value) => Ok(value),
        Err(mismatch) => Err(wrong_argument(mismatch, position, signature)),
    }
}

#[cold]
#[inline(never)]
fn wrong_argument(mismatch: Mismatch, position: usize, signature: &Signature) -> Error {
    mismatch.into_argument_error(signature.name, position, Some(signature.params[position].name))
}
