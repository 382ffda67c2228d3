//! The clause `gang` of loops: `gang({num=%0 : i32, static=%1 : i32}, {dim=%2 : i32} [#acc.device_type<host>])`.

use tvmlike_define::{Directive, enum_attribute, enum_keyword};
use tvmlike_ir::Attribute;
use tvmlike_syntax::TokenKind;
use tvmlike_text::Result;

use super::devices;
use super::segments::{sizes, write_groups};
use crate::directives::values::{Parser, Typed, elements, write_typed};

/// What a value of a group is: the word in text and the case of the enum.
const KINDS: [(&str, &str); 3] = [("num", "Num"), ("dim", "Dim"), ("static", "Static")];

/// `custom<GangClause>($operands, type($operands), $kinds, $devices, $sizes, $keyword_only)`.
pub(super) const GANG: Directive = Directive {
    parse: |parser| parse(parser).map(|()| true),
    print: |parts, printer| {
        if parts.operands(0).is_empty() && devices::is_default_alone(parts, 5) {
            return;
        }
        printer.write(b"(");
        devices::write_keyword_only(parts, printer, 5, 3);
        let sizes = sizes(parts, 0, 3, 4).unwrap_or_default();
        let kinds = elements(parts, 2);
        write_groups(
            parts,
            printer,
            (3, &sizes),
            |_, _| {},
            |printer, index, operand| {
                let word = kinds.get(index).and_then(|kind| word(printer.context(), *kind));
                printer.write(word.unwrap_or_default().as_bytes());
                printer.write(b"=");
                write_typed(printer, operand);
            },
        );
        printer.write(b")");
    },
    fits: |parts| {
        let kinds = elements(parts, 2);
        let context = parts.context();
        devices::are_devices(parts, 3)
            && sizes(parts, 0, 3, 4).is_some_and(|sizes| kinds.len() >= sizes.iter().sum())
            && kinds.iter().all(|kind| word(context, *kind).is_some())
    },
};

/// The word of a kind.
fn word(context: &tvmlike_ir::Context, kind: Attribute) -> Option<&'static str> {
    let name = enum_keyword(context, kind)?;
    let found = KINDS.iter().find(|(_, case)| *case == name);
    found.map(|(word, _)| *word)
}

fn parse(parser: &mut Parser<'_, '_, '_, '_, '_>) -> Result<()> {
    let context = parser.context();
    if !parser.take(TokenKind::LeftParen) {
        let none = devices::default(context);
        devices::set(parser, 5, &none);
        return Ok(());
    }
    let mut only = Vec::new();
    let mut more = true;
    if parser.take(TokenKind::LeftBracket) {
        only = devices::parse_rest(parser)?;
        more = parser.take(TokenKind::Comma);
    }
    let (mut operands, mut kinds) = (Typed::default(), Vec::new());
    let (mut found, mut counts) = (Vec::new(), Vec::new());
    while more {
        parser.parse_token(TokenKind::LeftBrace, "expected '{'")?;
        let before = operands.operands.len();
        parse_values(parser, &mut operands, &mut kinds)?;
        if operands.operands.is_empty() {
            let message = "expect at least one of num, dim or static values";
            return Err(parser.op_error(parser.place(), message));
        }
        parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
        devices::parse_one(parser, &mut found, false)?;
        counts.push((operands.operands.len() - before) as i32);
        more = parser.take(TokenKind::Comma);
    }
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    operands.set(parser, 0);
    parser.set_attribute(2, context.array_attribute(&kinds));
    devices::set(parser, 3, &found);
    parser.set_attribute(4, context.dense_i32_array(&counts));
    devices::set(parser, 5, &only);
    Ok(())
}

/// Reads `num=%0 : i32, static=%1 : i32`. As in MLIR, values in the order of [`KINDS`] need no comma.
fn parse_values(
    parser: &mut Parser<'_, '_, '_, '_, '_>,
    operands: &mut Typed,
    kinds: &mut Vec<Attribute>,
) -> Result<()> {
    let mut needs_value = false;
    loop {
        let before = operands.operands.len();
        for (word, case) in KINDS {
            if parser.take_word(word) {
                parser.parse_token(TokenKind::Equal, "expected '='")?;
                operands.parse(parser)?;
                kinds.extend(enum_attribute(parser.context(), "acc", "gang_arg_type", case));
            }
        }
        if operands.operands.len() == before {
            return match needs_value {
                true => Err(parser.op_error(parser.place(), "new value expected after comma")),
                false => Ok(()),
            };
        }
        needs_value = parser.take(TokenKind::Comma);
        if !needs_value {
            return Ok(());
        }
    }
}
