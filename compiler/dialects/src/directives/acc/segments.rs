//! Operands of clauses in groups, one for each type of device: `({%0 : i32, %1 : i32}, {%2 : i32} [#acc.device_type<host>])`.

use tvmlike_define::{Directive, DirectiveParts};
use tvmlike_ir::{Attribute, AttributeKind, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, Result};

use super::devices;
use crate::directives::index_list::numbers;
use crate::directives::values::{Parser, Typed, elements, parse_list, write_list, write_typed};

/// The sizes of the groups, if there is one for each device and they contain no more than the operands.
pub(super) fn sizes(
    parts: &DirectiveParts<'_>,
    operands: usize,
    devices: usize,
    sizes: usize,
) -> Option<Vec<usize>> {
    let groups = elements(parts, devices).len();
    let sizes = numbers(parts.context(), parts.attribute(sizes)).into_iter();
    let sizes: Option<Vec<usize>> = sizes.map(|size| usize::try_from(size).ok()).collect();
    let sizes = sizes.filter(|sizes| sizes.len() >= groups)?;
    let total = sizes
        .iter()
        .take(groups)
        .try_fold(0_usize, |sum, size| sum.checked_add(*size));
    (total? <= parts.operands(operands).len()).then_some(sizes)
}

/// Prints each group with its device.
pub(super) fn write_groups(
    parts: &DirectiveParts<'_>,
    printer: &mut OperationPrinter<'_>,
    (devices, sizes): (usize, &[usize]),
    mut begin: impl FnMut(&mut OperationPrinter<'_>, usize),
    mut write: impl FnMut(&mut OperationPrinter<'_>, usize, Value),
) {
    let operands = parts.operands(0);
    let mut rest = operands.iter().copied().enumerate();
    let groups = elements(parts, devices).into_iter().zip(sizes).enumerate();
    write_list(printer, groups, |printer, (group, (device, size))| {
        printer.write(b"{");
        begin(printer, group);
        write_list(printer, rest.by_ref().take(*size), |printer, (index, operand)| {
            write(printer, index, operand);
        });
        printer.write(b"}");
        devices::write_one(printer, device);
    });
}

/// `custom<NumGangs>($operands, type($operands), $devices, $sizes)`: `{%0 : i32, %1 : i32}, {%2 : i32} [#acc.device_type<host>]`.
pub(super) const SEGMENTS: Directive = Directive {
    parse: |parser| {
        let (mut operands, mut found, mut counts) = (Typed::default(), Vec::new(), Vec::new());
        parse_list(parser, |parser| {
            parser.parse_token(TokenKind::LeftBrace, "expected '{'")?;
            parse_group(parser, &mut operands, &mut counts)?;
            devices::parse_one(parser, &mut found, true)
        })?;
        operands.set(parser, 0);
        devices::set(parser, 2, &found);
        let counts = parser.context().dense_i32_array(&counts);
        parser.set_attribute(3, counts);
        Ok(true)
    },
    print: |parts, printer| {
        let sizes = sizes(parts, 0, 2, 3).unwrap_or_default();
        write_groups(
            parts,
            printer,
            (2, &sizes),
            |_, _| {},
            |printer, _, operand| {
                write_typed(printer, operand);
            },
        );
    },
    fits: |parts| {
        parts.attribute(2).is_some() && devices::are_devices(parts, 2) && sizes(parts, 0, 2, 3).is_some()
    },
};

/// Reads what follows `{`.
fn parse_group(
    parser: &mut Parser<'_, '_, '_, '_, '_>,
    operands: &mut Typed,
    counts: &mut Vec<i32>,
) -> Result<()> {
    let before = operands.operands.len();
    parse_list(parser, |parser| operands.parse(parser))?;
    counts.push((operands.operands.len() - before) as i32);
    parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
    Ok(())
}

/// `custom<WaitClause>($operands, type($operands), $devices, $sizes, $has_devnum, $keyword_only)`: nothing, or
/// `([#acc.device_type<host>], {devnum: %0 : i32, %1 : i32}, {%2 : i32} [#acc.device_type<star>])`.
pub(super) const WAIT: Directive = Directive {
    parse: |parser| parse_wait(parser).map(|()| true),
    print: |parts, printer| {
        if parts.operands(0).is_empty() && devices::is_default_alone(parts, 5) {
            return;
        }
        printer.write(b"(");
        devices::write_keyword_only(parts, printer, 5, 2);
        let sizes = sizes(parts, 0, 2, 3).unwrap_or_default();
        let numbered = elements(parts, 4);
        let begin = |printer: &mut OperationPrinter<'_>, group: usize| {
            if numbered.get(group).is_some_and(|value| is_true(parts, *value)) {
                printer.write(b"devnum: ");
            }
        };
        write_groups(parts, printer, (2, &sizes), begin, |printer, _, operand| {
            write_typed(printer, operand);
        });
        printer.write(b")");
    },
    fits: |parts| {
        let groups = elements(parts, 2).len();
        devices::are_devices(parts, 2)
            && sizes(parts, 0, 2, 3).is_some()
            && elements(parts, 4).len() >= groups
    },
};

fn is_true(parts: &DirectiveParts<'_>, value: Attribute) -> bool {
    matches!(value.kind(parts.context()), AttributeKind::Integer { value, .. } if !value.is_zero())
}

fn parse_wait(parser: &mut Parser<'_, '_, '_, '_, '_>) -> Result<()> {
    let context = parser.context();
    if !parser.take(TokenKind::LeftParen) {
        let none = devices::default(context);
        devices::set(parser, 5, &none);
        return Ok(());
    }
    let mut only = Vec::new();
    if parser.take(TokenKind::LeftBracket) {
        only = devices::parse_rest(parser)?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
    }
    let (mut operands, mut found, mut counts) = (Typed::default(), Vec::new(), Vec::new());
    let mut numbered = Vec::new();
    parse_list(parser, |parser| {
        parser.parse_token(TokenKind::LeftBrace, "expected '{'")?;
        let is_numbered = parser.take_word("devnum");
        if is_numbered {
            parser.parse_token(TokenKind::Colon, "expected ':'")?;
        }
        numbered.push(context.bool_attribute(is_numbered));
        parse_group(parser, &mut operands, &mut counts)?;
        devices::parse_one(parser, &mut found, false)
    })?;
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    operands.set(parser, 0);
    devices::set(parser, 2, &found);
    devices::set(parser, 5, &only);
    parser.set_attribute(3, context.dense_i32_array(&counts));
    parser.set_attribute(4, context.array_attribute(&numbered));
    Ok(())
}
