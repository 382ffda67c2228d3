//! How a prefetch accesses memory: `, read, locality<3>, data`.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OperationParser, OperationPrinter, Result};

/// The properties that the text shows.
pub(super) const SHOWN: [&str; 3] = ["isWrite", "localityHint", "isDataCache"];

/// The words of a text, and the hint.
pub(super) struct Access<'s> {
    mode: &'s str,
    hint: Attribute,
    cache: &'s str,
}

fn keyword<'s>(parser: &mut OperationParser<'_, '_, 's>) -> Result<&'s str> {
    let place = parser.place();
    let word = parser.parse_optional_keyword();
    word.ok_or_else(|| parser.op_error(place, "expected valid keyword"))
}

/// Reads it.
pub(super) fn parse<'s>(parser: &mut OperationParser<'_, '_, 's>) -> Result<Access<'s>> {
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let mode = keyword(parser)?;
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    parser.parse_keyword("locality")?;
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let (place, number) = (parser.place(), parser.context().i32());
    let hint = parser.parse_attribute(Some(number))?;
    if !matches!(hint.kind(parser.context()), AttributeKind::Integer { .. }) {
        return Err(parser.op_error(place, "invalid kind of attribute specified"));
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let cache = keyword(parser)?;
    Ok(Access { mode, hint, cache })
}

impl Access<'_> {
    /// Checks the words and sets the properties.
    pub(super) fn set(&self, parser: &OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let refused = |message: &str| Err(parser.op_error(parser.op_place(), message));
        if !matches!(self.mode, "read" | "write") {
            return refused("rw specifier has to be 'read' or 'write'");
        }
        if !matches!(self.cache, "data" | "instr") {
            return refused("cache type has to be 'data' or 'instr'");
        }
        let context = parser.context();
        let values = [
            context.bool_attribute(self.mode == "write"),
            self.hint,
            context.bool_attribute(self.cache == "data"),
        ];
        for (name, value) in SHOWN.into_iter().zip(values) {
            let name = context.identifier(name);
            parts.properties.push(NamedAttribute { name, value });
        }
        Ok(())
    }
}

/// The access of an operation, if it has the properties.
pub(super) fn of(context: &Context, op: Op) -> Option<Access<'static>> {
    let property = |name: &str| op.property(context, context.identifier(name));
    let flag = |name: &str| match property(name).map(|value| value.kind(context)) {
        Some(AttributeKind::Integer { value, .. }) => Some(!value.is_zero()),
        _ => None,
    };
    let [write, hint, data] = SHOWN;
    let hint = property(hint).filter(|hint| matches!(hint.kind(context), AttributeKind::Integer { .. }));
    Some(Access {
        mode: if flag(write)? { "write" } else { "read" },
        hint: hint?,
        cache: if flag(data)? { "data" } else { "instr" },
    })
}

/// Prints it.
pub(super) fn print(printer: &mut OperationPrinter<'_>, access: &Access<'_>) {
    printer.write(b", ");
    printer.write(access.mode.as_bytes());
    printer.write(b", locality<");
    if let AttributeKind::Integer { value, .. } = access.hint.kind(printer.context()) {
        printer.write(value.to_decimal(false).as_bytes());
    }
    printer.write(b">, ");
    printer.write(access.cache.as_bytes());
}
