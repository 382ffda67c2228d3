//! Values of parameters, and numbers in text.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, DYNAMIC, Dialect, Signedness, SymbolInfo, Type, TypeKind,
};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{Parser, Printer, Result, SymbolHooks, UnknownSymbol};

use crate::common;

/// Sets what a dialect does with names that it does not define.
pub(super) fn hooks(dialect: &Dialect, types: UnknownSymbol, attributes: UnknownSymbol) {
    dialect
        .extensions()
        .get_or_insert_with(|| SymbolHooks { types, attributes });
}

/// The value of a parameter that is a type.
pub(super) fn ty(context: &Context, parameters: &[Option<Attribute>], index: usize) -> Option<Type> {
    match parameters.get(index)?.as_ref()?.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The values of a parameter that is a list of types.
pub(super) fn types(context: &Context, parameters: &[Option<Attribute>], index: usize) -> Vec<Type> {
    let Some(Some(list)) = parameters.get(index) else {
        return Vec::new();
    };
    let AttributeKind::Array(elements) = list.kind(context) else {
        return Vec::new();
    };
    let element = |element: Attribute| match element.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    };
    elements.iter().filter_map(element).collect()
}

/// Whether a type is one of `llvm` with one of these names.
pub(super) fn is_llvm(context: &Context, ty: Type, names: &[&str]) -> bool {
    matches!(ty.kind(context), TypeKind::Dialect { info, .. }
        if names.iter().any(|name| info.is_named(context, "llvm", name)))
}

/// Reads an unsigned number as an integer attribute of a width.
pub(super) fn parse_number(parser: &mut Parser<'_, '_>, width: u32) -> Result<Attribute> {
    let place = parser.place();
    let context = parser.context();
    let value = match parser.is_at(TokenKind::Integer) {
        true => parser.parse_optional_integer()?,
        false => None,
    };
    let Some(value) = value else {
        return Err(parser.symbol_error(place, "expected integer value"));
    };
    let value = u64::try_from(value)
        .ok()
        .filter(|value| width == 64 || value >> width == 0);
    let Some(value) = value else {
        return Err(parser.symbol_error(place, "integer value too large"));
    };
    let attribute = context
        .integer_type(width, Signedness::Signless)
        .and_then(|ty| context.integer_attribute(ty, value.cast_signed()));
    attribute.map_err(|error| parser.error_at(place, error.message()))
}

/// Prints unsigned numbers with commas.
pub(super) fn print_numbers(printer: &Printer<'_>, out: &mut Vec<u8>, list: Option<Attribute>) {
    let context = printer.context();
    let Some(AttributeKind::Array(values)) = list.map(|list| list.kind(context)) else {
        return;
    };
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(b", ");
        }
        if let AttributeKind::Integer { value, .. } = value.kind(context) {
            out.extend_from_slice(value.to_decimal(false).as_bytes());
        }
    }
}

/// The place of the name before the current token.
pub(super) fn name_place(parser: &Parser<'_, '_>, info: &SymbolInfo) -> Span {
    let end = parser.place().start;
    let length = info.name().bytes(parser.context()).len() as u32;
    Span {
        start: end.saturating_sub(length),
        end,
    }
}

/// The values of a parameter that is a list.
pub(super) fn elements(context: &Context, parameters: &[Option<Attribute>], index: usize) -> Vec<Attribute> {
    match parameters
        .get(index)
        .copied()
        .flatten()
        .map(|list| list.kind(context))
    {
        Some(AttributeKind::Array(elements)) => elements.to_vec(),
        _ => Vec::new(),
    }
}

/// The values of a parameter that is a list of integers.
pub(super) fn integers(context: &Context, parameters: &[Option<Attribute>], index: usize) -> Vec<i64> {
    elements(context, parameters, index)
        .into_iter()
        .filter_map(|element| common::number(context, element))
        .collect()
}

/// The value of a parameter that is an integer.
pub(super) fn number(context: &Context, parameters: &[Option<Attribute>], index: usize) -> Option<i64> {
    common::number(context, (*parameters.get(index)?)?)
}

/// The value of a parameter that is a string.
pub(super) fn string<'c>(
    context: &'c Context,
    parameters: &[Option<Attribute>],
    index: usize,
) -> Option<&'c [u8]> {
    match parameters.get(index)?.as_ref()?.kind(context) {
        AttributeKind::String { bytes, .. } => Some(bytes),
        _ => None,
    }
}

/// A list of integers as a parameter.
pub(super) fn integer_list(context: &Context, values: &[i64]) -> Attribute {
    let values: Vec<Attribute> = values.iter().map(|value| context.i64_attribute(*value)).collect();
    context.array_attribute(&values)
}

/// The low 32 bits of a number as a parameter, for what MLIR has as `uint32_t`.
pub(super) fn word(context: &Context, value: i64) -> Attribute {
    context.i32_attribute(value as i32)
}

/// The number of a parameter that [`word`] made.
pub(super) fn word_value(context: &Context, value: Option<Attribute>) -> u32 {
    number(context, &[value], 0).unwrap_or_default() as u32
}

/// Reads a number of 32 bits, if one is there. As in MLIR, -1 is 4294967295.
pub(super) fn parse_optional_word(parser: &mut Parser<'_, '_>) -> Result<Option<Attribute>> {
    let place = parser.place();
    let Some(value) = parser.parse_optional_integer()? else {
        return Ok(None);
    };
    match i64::try_from(value) {
        Ok(value @ -0x7fff_ffff..=0xffff_ffff) => Ok(Some(word(parser.context(), value))),
        _ => Err(parser.symbol_error(place, "integer value too large")),
    }
}

/// Reads the sizes of a shape without `?`.
pub(super) fn parse_static_dimensions(parser: &mut Parser<'_, '_>) -> Result<Vec<i64>> {
    let start = parser.place().start;
    let shape = parser.parse_dimension_list()?;
    if shape.contains(&DYNAMIC) {
        let text = &parser.text()[start as usize..];
        let offset = text.iter().position(|byte| *byte == b'?').unwrap_or_default() as u32;
        let place = Span {
            start: start + offset,
            end: start + offset + 1,
        };
        return Err(parser.symbol_error(place, "expected static shape"));
    }
    Ok(shape)
}

/// Reads a floating point literal as an attribute.
pub(super) fn parse_double(parser: &mut Parser<'_, '_>) -> Result<Attribute> {
    match parser.token().kind {
        TokenKind::Float | TokenKind::Integer | TokenKind::Minus => {
            let double = parser.context().f64();
            parser.parse_attribute(Some(double))
        }
        _ => Err(parser.symbol_error(parser.place(), "expected floating point literal")),
    }
}

/// Reads an integer of 64 bits.
pub(super) fn parse_integer(parser: &mut Parser<'_, '_>) -> Result<i64> {
    let place = parser.place();
    let value = match parser.token().kind {
        TokenKind::Integer | TokenKind::Minus => parser.parse_optional_integer()?,
        _ => None,
    };
    match value.map(i64::try_from) {
        Some(Ok(value)) => Ok(value),
        Some(Err(_)) => Err(parser.symbol_error(place, "integer value too large")),
        None => Err(parser.symbol_error(place, "expected integer value")),
    }
}
