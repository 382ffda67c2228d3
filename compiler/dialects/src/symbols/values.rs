//! Values of parameters, and numbers in text.

use tvmlike_ir::{Attribute, AttributeKind, Context, Dialect, Signedness, SymbolInfo, Type, TypeKind};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{Parser, Printer, Result, SymbolHooks, UnknownSymbol};

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
    let value = |element: Attribute| match element.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    elements(context, parameters, index)
        .into_iter()
        .filter_map(value)
        .collect()
}
