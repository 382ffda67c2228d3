//! The types and attributes of `spirv` that MLIR reads by hand-written code.
//!
//! Keywords are parameters as attributes: the storage class of `!spirv.ptr<f32, Uniform>` is `#spirv.storage_class<Uniform>`.
//! Numbers without a sign are `i32` attributes with the same bits.

mod attributes;
mod composites;
mod images;
mod structs;

use tvmlike_define::{enum_attribute, enum_keyword};
use tvmlike_ir::{Attribute, Context, Dialect, Error, Type, TypeKind};
use tvmlike_text::{Parser, Result, UnknownSymbol, quote_type};

use super::values::hooks;

/// Registers the types and attributes.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let refused = |message: &str| UnknownSymbol::Refused(Some(message.into()));
    hooks(
        dialect,
        refused("unknown SPIR-V type: "),
        refused("unknown SPIR-V attribute kind: "),
    );
    composites::register(context, dialect)?;
    images::register(context, dialect)?;
    structs::register(context, dialect)?;
    attributes::register(context, dialect)
}

/// Reads a keyword as an attribute of an enum; `unknown` is the error about one that is no case.
fn parse_keyword(
    parser: &mut Parser<'_, '_>,
    symbol: &str,
    unknown: impl FnOnce(&str) -> String,
) -> Result<Attribute> {
    let place = parser.place();
    let Some(word) = parser.parse_optional_keyword() else {
        return Err(parser.symbol_error(place, "expected valid keyword"));
    };
    let found = enum_attribute(parser.context(), "spirv", symbol, word);
    found.ok_or_else(|| parser.symbol_error(place, unknown(word)))
}

/// Reads a keyword whose error calls it an attribute.
fn parse_attribute_keyword(parser: &mut Parser<'_, '_>, symbol: &str) -> Result<Attribute> {
    parse_keyword(parser, symbol, |word| format!("unknown attribute: '{word}'"))
}

/// Prints the keyword of an attribute of an enum.
fn print_keyword(context: &Context, out: &mut Vec<u8>, value: Option<Attribute>) {
    let keyword = value.and_then(|value| enum_keyword(context, value));
    out.extend_from_slice(keyword.unwrap_or_default().as_bytes());
}

/// Reads a type of which others can be composed.
fn parse_part(parser: &mut Parser<'_, '_>) -> Result<Type> {
    let place = parser.place();
    let ty = parser.parse_type()?;
    match check_part(parser.context(), ty) {
        Ok(()) => Ok(ty),
        Err(message) => Err(parser.symbol_error(place, message)),
    }
}

/// Checks that types can be composed of a type.
fn check_part(context: &Context, ty: Type) -> std::result::Result<(), String> {
    let quoted = || quote_type(context, ty);
    match ty.kind(context) {
        TypeKind::Dialect { info, .. } if info.dialect().bytes(context) == b"spirv" => Ok(()),
        TypeKind::Float(_) => Ok(()),
        TypeKind::Integer { width, .. } => match width {
            1 | 8 | 16 | 32 | 64 => Ok(()),
            _ => Err(format!(
                "only 1/8/16/32/64-bit integer type allowed but found '{}'",
                quoted()
            )),
        },
        TypeKind::Vector { shape, .. } => match (shape.len(), shape.iter().next()) {
            (1, Some(size)) if size <= 4 => Ok(()),
            (1, Some(size)) => Err(format!(
                "vector length has to be less than or equal to 4 but found {size}"
            )),
            _ => Err(format!("only 1-D vector allowed but found '{}'", quoted())),
        },
        _ => Err(format!("cannot use '{}' to compose SPIR-V types", quoted())),
    }
}
