//! Variadic arguments.
//!
//! They have the types after C's promotions: an int is passed as 64 bits, of which code that reads an `int` uses the low
//! half; a float as a double; text, memory and None as an address.

use tvmlike_runtime::convert::{FromArg, Mismatch};
use tvmlike_runtime::{AnyView, Error, TypeIndex};

use crate::native::frame::Frame;
use crate::native::pointer::{self, Access, Target};
use crate::native::store;

/// An argument as C passes it.
pub(super) enum Extra {
    Float(u64),
    Int(u64),
    Address(u64),
}

/// The argument for a value.
pub(super) fn extra(value: &AnyView<'_>, frame: &Frame) -> Result<Extra, Mismatch> {
    if value.as_str().is_some() || (value.as_bytes().is_some() && !pointer::is_writable_bytes(value)) {
        return Ok(Extra::Address(store::text(value, frame)? as u64));
    }
    match value.kind() {
        TypeIndex::MISSING => return Err(Mismatch::Missing),
        TypeIndex::FLOAT => return Ok(Extra::Float(f64::from_arg(value)?.to_bits())),
        TypeIndex::INT | TypeIndex::BOOL => return Ok(Extra::Int(i64::from_arg(value)? as u64)),
        _ => {}
    }
    match pointer::address(value, Access::MayWrite, Target::Untyped)? {
        Some(address) => Ok(Extra::Address(address as u64)),
        None => Err(Mismatch::Failed(Error::type_error(format!(
            "expected an int, a float, text, a pointer, a tensor or None for `...`, got {}",
            value.type_name()
        )))),
    }
}
