//! What directives of several dialects read and print: keywords, operands with types, lists.

use tvmlike_define::{DirectiveParser, DirectiveParts};
use tvmlike_ir::{Attribute, AttributeKind, Context, Element, Type, Value};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{Delimiter, OperationParser, OperationPrinter, Result, UnresolvedOperand};

/// A parser of a directive.
pub(super) type Parser<'d, 'r, 'e, 'c, 's> = DirectiveParser<'d, 'r, 'e, 'c, 's>;

/// Operands with their types, in the order of the text.
#[derive(Default)]
pub(super) struct Typed {
    pub(super) operands: Vec<UnresolvedOperand>,
    pub(super) types: Vec<Type>,
}

impl Typed {
    /// Reads `%0 : i32`.
    pub(super) fn parse(&mut self, parser: &mut OperationParser<'_, '_, '_>) -> Result<()> {
        self.operands.push(parser.parse_operand()?);
        self.types.push(parser.parse_colon_type()?);
        Ok(())
    }

    /// Sets them for an argument and the argument after it, `$x, type($x)`.
    pub(super) fn set(&self, parser: &mut Parser<'_, '_, '_, '_, '_>, argument: usize) {
        parser.set_operands(argument, &self.operands);
        parser.set_types(argument + 1, &self.types);
    }
}

/// Reads one or more elements with commas between them.
pub(super) fn parse_list<'d, 'r, 'e, 'c, 's>(
    parser: &mut Parser<'d, 'r, 'e, 'c, 's>,
    mut element: impl FnMut(&mut Parser<'d, 'r, 'e, 'c, 's>) -> Result<()>,
) -> Result<()> {
    loop {
        element(parser)?;
        if !parser.take(TokenKind::Comma) {
            return Ok(());
        }
    }
}

/// Reads a keyword, and says where it is.
pub(super) fn keyword<'s>(parser: &mut OperationParser<'_, '_, 's>) -> Result<(Span, &'s str)> {
    let place = parser.place();
    match parser.parse_optional_keyword() {
        Some(word) => Ok((place, word)),
        None => Err(parser.op_error(place, "expected valid keyword")),
    }
}

/// The value of an attribute that holds a case of an enum, by the case's keyword.
pub(super) fn case(parser: &Parser<'_, '_, '_, '_, '_>, argument: usize, word: &str) -> Option<Attribute> {
    tvmlike_define::enum_case(parser.context(), parser.definition(argument)?, word)
}

/// Reads `[%0, %1]`, or the same in other brackets.
pub(crate) fn operands_in(
    parser: &mut OperationParser<'_, '_, '_>,
    delimiter: Delimiter,
    operands: &mut Vec<UnresolvedOperand>,
) -> Result<()> {
    const PLACE: &str = " in operand list";
    let mut more = parser.open_list(delimiter, PLACE)?;
    while more {
        operands.push(parser.parse_operand()?);
        more = parser.next_in_list(delimiter, PLACE)?;
    }
    Ok(())
}

/// Reads an integer of 64 bits.
pub(crate) fn integer(parser: &mut OperationParser<'_, '_, '_>) -> Result<i64> {
    let place = parser.place();
    let Some(number) = parser.parse_optional_integer()? else {
        return Err(parser.op_error(place, "expected integer value"));
    };
    i64::try_from(number).map_err(|_| parser.op_error(place, "integer value too large"))
}

/// Reads a reference to a symbol.
pub(super) fn symbol(parser: &mut OperationParser<'_, '_, '_>) -> Result<Attribute> {
    let place = parser.place();
    let symbol = parser.parse_attribute(None)?;
    match symbol.kind(parser.context()) {
        AttributeKind::SymbolRef { .. } => Ok(symbol),
        _ => Err(parser.op_error(place, "invalid kind of attribute specified")),
    }
}

/// Prints `%0 : i32`.
pub(super) fn write_typed(printer: &mut OperationPrinter<'_>, value: Value) {
    printer.write_value(value);
    printer.write(b" : ");
    printer.write_type(value.ty(printer.context()));
}

/// Prints elements with commas between them.
pub(super) fn write_list<T>(
    printer: &mut OperationPrinter<'_>,
    elements: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut OperationPrinter<'_>, T),
) {
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            printer.write(b", ");
        }
        write(printer, element);
    }
}

/// The elements of an array; none of an absent one.
pub(super) fn elements(parts: &DirectiveParts<'_>, argument: usize) -> Vec<Attribute> {
    match parts.attribute(argument).map(|list| list.kind(parts.context())) {
        Some(AttributeKind::Array(list)) => list.to_vec(),
        _ => Vec::new(),
    }
}

/// The elements of a dense array of truth values.
pub(super) fn flags(context: &Context, array: Option<Attribute>) -> Vec<bool> {
    let Some(AttributeKind::DenseArray(array)) = array.map(|array| array.kind(context)) else {
        return Vec::new();
    };
    let is_set = |element| matches!(element, Element::Integer(value) if !value.is_zero());
    array.iter(context).map(is_set).collect()
}
