//! `indexing_maps = [affine_map<…>, …]` in the forms of structured operations.

use tvmlike_ir::{Attribute, AttributeKind, Context, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationParser, OperationPrinter, Result};

/// The property with the maps.
pub(super) const NAME: &str = "indexing_maps";

fn is_map(context: &Context, attribute: Attribute) -> bool {
    matches!(attribute.kind(context), AttributeKind::AffineMap(_))
}

/// Reads the maps as one attribute, if they are there.
pub(super) fn parse_array(parser: &mut OperationParser<'_, '_, '_>) -> Result<Option<Attribute>> {
    if !parser.take_word(NAME) {
        return Ok(None);
    }
    let context = parser.context();
    parser.parse_token(TokenKind::Equal, "expected '='")?;
    let place = parser.place();
    let maps = parser.parse_attribute(None)?;
    let AttributeKind::Array(elements) = maps.kind(context) else {
        return Err(parser.op_error(place, "invalid kind of attribute specified"));
    };
    if elements.iter().any(|element| !is_map(context, element)) {
        let message = "element of indexing_maps array is not an affine_map";
        return Err(parser.op_error(parser.place(), message));
    }
    Ok(Some(maps))
}

/// Reads the maps one by one, of which there is at least one, if they are there.
pub(super) fn parse_list(parser: &mut OperationParser<'_, '_, '_>) -> Result<Option<Attribute>> {
    if !parser.take_word(NAME) {
        return Ok(None);
    }
    let context = parser.context();
    parser.parse_token(TokenKind::Equal, "expected '='")?;
    parser.parse_token(TokenKind::LeftBracket, "expected '['")?;
    let mut maps = Vec::new();
    loop {
        let map = parser.parse_attribute(None)?;
        if !is_map(context, map) {
            return Err(parser.op_error(parser.place(), "expected affine map attribute"));
        }
        maps.push(map);
        if !parser.take(TokenKind::Comma) {
            break;
        }
    }
    parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
    Ok(Some(context.array_attribute(&maps)))
}

/// Prints the maps.
pub(super) fn print(printer: &mut OperationPrinter<'_>, maps: &[Attribute]) {
    printer.write(b" indexing_maps = [");
    for (index, map) in maps.iter().enumerate() {
        if index > 0 {
            printer.write(b", ");
        }
        printer.write_attribute(*map);
    }
    printer.write(b"]");
}

/// The maps of an operation; `None` if it has none, or something else in their place.
pub(super) fn of(context: &Context, op: Op) -> Option<Vec<Attribute>> {
    let maps = op.property(context, context.identifier(NAME))?;
    match maps.kind(context) {
        AttributeKind::Array(maps) => Some(maps.iter().collect()),
        _ => None,
    }
}
