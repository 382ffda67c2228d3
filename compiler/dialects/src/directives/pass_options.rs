//! The directive for the options of `transform.apply_registered_pass`: a dictionary whose values can have operands in them.

use tvmlike_define::{Directive, DirectiveParts};
use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, Result, UnresolvedOperand};

use super::values::Parser;
use crate::common::operand_index;

/// The maximum number of lists in each other.
const MAX_DEPTH: usize = 100;

/// `custom<ApplyRegisteredPassOptions>($options, $operands)`: `{"a" = 1, "b" = [%0, 2]}`. In the attribute,
/// `#transform.param_operand<index = 0 : i64>` stands for the first operand.
pub(super) const OPTIONS: Directive = Directive {
    parse: |parser| {
        let mut operands = Vec::new();
        let mut entries: Vec<NamedAttribute> = Vec::new();
        parser.parse_token(TokenKind::LeftBrace, "expected '{' in options dictionary")?;
        let mut more = !parser.take(TokenKind::RightBrace);
        while more {
            let key = parser.parse_optional_keyword_or_string();
            let Some(key) = key.filter(|key| !key.is_empty()) else {
                let message = "expected key to either be an identifier or a string";
                return Err(parser.op_error(parser.place(), message));
            };
            let name = parser.context().identifier(&*key);
            if let Err(error) = parser.parse_token(TokenKind::Equal, "expected '='") {
                let message = "expected '=' after key in key-value pair";
                return Err(error.followed_by(parser.op_error(parser.place(), message)));
            }
            let value = value(parser, &mut operands).map_err(|error| {
                let key = String::from_utf8_lossy(&key);
                let message =
                    format!("expected a valid attribute or operand as value associated to key '{key}'");
                error.followed_by(parser.op_error(parser.place(), message))
            })?;
            entries.push(NamedAttribute { name, value });
            more = parser.take(TokenKind::Comma);
            if !more {
                parser.parse_token(TokenKind::RightBrace, "expected '}' in options dictionary")?;
            }
        }
        let Ok(options) = parser.context().dictionary_attribute(&entries) else {
            return Err(parser.op_error(parser.place(), "duplicate keys found in options dictionary"));
        };
        parser.set_attribute(0, options);
        parser.set_operands(1, &operands);
        Ok(true)
    },
    print: |parts, printer| {
        let options = parts.attribute(0).and_then(|all| all.entries(parts.context()));
        let operands = parts.operands(1);
        printer.write(b"{");
        for (index, entry) in options.into_iter().flat_map(|all| all.iter()).enumerate() {
            printer.write(if index > 0 { b", " } else { b"" });
            let name = parts
                .context()
                .string_attribute(entry.name.bytes(parts.context()));
            printer.write_attribute(name);
            printer.write(b" = ");
            write_value(parts, printer, &operands, entry.value);
        }
        printer.write(b"}");
    },
    fits: |parts| {
        let options = parts.attribute(0).and_then(|all| all.entries(parts.context()));
        let mut numbers = Vec::new();
        let mut values = options.into_iter().flat_map(|all| all.iter());
        if !values.all(|entry| is_readable(parts, entry.value, &mut numbers)) {
            return false;
        }
        // In the text, operands are numbered as they appear: this must not change which type belongs to which.
        let operands = parts.operands(1);
        let ty = |operand: &Value| operand.ty(parts.context());
        let shown: Option<Vec<&Value>> = numbers.iter().map(|number| operands.get(*number)).collect();
        shown.is_some_and(|shown| shown.into_iter().map(ty).eq(operands.iter().map(ty)))
    },
};

/// Reads an attribute, an operand, or a list of them.
fn value(
    parser: &mut Parser<'_, '_, '_, '_, '_>,
    operands: &mut Vec<UnresolvedOperand>,
) -> Result<Attribute> {
    let mut lists: Vec<Vec<Attribute>> = Vec::new();
    loop {
        if parser.take(TokenKind::LeftBracket) {
            if lists.len() == MAX_DEPTH {
                let message = format!("lists of options are nested more than {MAX_DEPTH} levels deep");
                return Err(parser.op_error(parser.place(), message));
            }
            lists.push(Vec::new());
            continue;
        }
        let mut value = element(parser, operands)?;
        loop {
            let Some(mut list) = lists.pop() else {
                return Ok(value);
            };
            list.push(value);
            if parser.take(TokenKind::Comma) {
                lists.push(list);
                break;
            }
            parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
            value = parser.context().array_attribute(&list);
        }
    }
}

/// Reads an attribute or an operand.
fn element(
    parser: &mut Parser<'_, '_, '_, '_, '_>,
    operands: &mut Vec<UnresolvedOperand>,
) -> Result<Attribute> {
    if let Some(value) = parser.parse_optional_attribute(None)? {
        if operand_number(parser.context(), value).is_none() {
            return Ok(value);
        }
        let message = "the param_operand attribute is a marker reserved for indicating a value will be passed via params \
                       and is only used in the generic print format";
        return Err(parser.op_error(parser.place(), message));
    }
    let operand = parser.parse_operand()?;
    let place = operand.span;
    operands.push(operand);
    let text = format!("#transform.param_operand<index = {} : i64>", operands.len() - 1);
    let value = tvmlike_text::parse_defined_attribute(parser.context(), text);
    value.map_err(|error| parser.op_error(place, error.message()))
}

/// The number of the operand that an attribute stands for.
fn operand_number(context: &Context, value: Attribute) -> Option<usize> {
    operand_index(context, value).map(|index| usize::try_from(index).unwrap_or(usize::MAX))
}

/// Whether a value can be read as it is shown; adds the numbers of its operands.
fn is_readable(parts: &DirectiveParts<'_>, value: Attribute, numbers: &mut Vec<usize>) -> bool {
    let mut pending = vec![(value, 0)];
    while let Some((value, depth)) = pending.pop() {
        match value.kind(parts.context()) {
            // MLIR refuses `[]` in the text of options.
            AttributeKind::Array(all) if all.is_empty() || depth == MAX_DEPTH => return false,
            AttributeKind::Array(all) => {
                let start = pending.len();
                pending.extend(all.iter().map(|element| (element, depth + 1)));
                pending[start..].reverse();
            }
            _ => numbers.extend(operand_number(parts.context(), value)),
        }
    }
    true
}

fn write_value(
    parts: &DirectiveParts<'_>,
    printer: &mut OperationPrinter<'_>,
    operands: &[Value],
    value: Attribute,
) {
    let context = parts.context();
    if let Some(operand) = operand_number(context, value).and_then(|number| operands.get(number)) {
        return printer.write_value(*operand);
    }
    let AttributeKind::Array(all) = value.kind(context) else {
        return printer.write_attribute(value);
    };
    printer.write(b"[");
    for (index, element) in all.iter().enumerate() {
        printer.write(if index > 0 { b", " } else { b"" });
        write_value(parts, printer, operands, element);
    }
    printer.write(b"]");
}
