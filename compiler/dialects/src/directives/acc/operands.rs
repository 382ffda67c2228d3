//! Operands of clauses, one for each type of device, or the keyword alone: `async(%0 : i32, %1 : i32 [#acc.device_type<host>])`.

use tvmlike_define::{Directive, DirectiveParts};
use tvmlike_ir::Attribute;
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, Result};

use super::devices;
use crate::directives::values::{Parser, Typed, elements, parse_list, write_list, write_typed};

/// `custom<DeviceTypeOperands>($operands, type($operands), $devices)`: `%0 : i32, %1 : i32 [#acc.device_type<host>]`.
pub(super) const BY_DEVICE: Directive = Directive {
    parse: |parser| parse_by_device(parser).map(|()| true),
    print: write_by_device,
    fits: fits_by_device,
};

fn parse_by_device(parser: &mut Parser<'_, '_, '_, '_, '_>) -> Result<()> {
    let (mut operands, mut found) = (Typed::default(), Vec::new());
    parse_list(parser, |parser| {
        operands.parse(parser)?;
        devices::parse_one(parser, &mut found, true)
    })?;
    operands.set(parser, 0);
    devices::set(parser, 2, &found);
    Ok(())
}

fn write_by_device(parts: &DirectiveParts<'_>, printer: &mut OperationPrinter<'_>) {
    let pairs = elements(parts, 2).into_iter().zip(parts.operands(0));
    write_list(printer, pairs, |printer, (device, operand)| {
        write_typed(printer, operand);
        devices::write_one(printer, device);
    });
}

fn fits_by_device(parts: &DirectiveParts<'_>) -> bool {
    devices::are_devices(parts, 2)
}

/// `custom<DeviceTypeOperandsWithKeywordOnly>($operands, type($operands), $devices, $keyword_only)`: nothing,
/// `(%0 : i32)`, or `([#acc.device_type<host>], %0 : i32)`, with the devices that have the keyword alone. As in MLIR, those
/// are not kept if there are operands.
pub(super) const BY_DEVICE_OR_KEYWORD: Directive = Directive {
    parse: |parser| {
        if !parser.take(TokenKind::LeftParen) {
            let none: Vec<Attribute> = devices::default(parser.context());
            devices::set(parser, 3, &none);
            return Ok(true);
        }
        if parser.take(TokenKind::LeftBracket) {
            devices::parse_rest(parser)?;
            parser.parse_token(TokenKind::Comma, "expected ','")?;
        }
        parse_by_device(parser)?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        Ok(true)
    },
    print: |parts, printer| {
        if parts.operands(0).is_empty() && devices::is_default_alone(parts, 3) {
            return;
        }
        printer.write(b"(");
        devices::write_keyword_only(parts, printer, 3, 2);
        write_by_device(parts, printer);
        printer.write(b")");
    },
    fits: |parts| fits_by_device(parts),
};

/// `custom<OperandWithKeywordOnly>($operand, type($operand), $flag)`: `(%0 : i32)`, or nothing and the flag.
pub(super) const ONE_OR_KEYWORD: Directive = Directive {
    parse: |parser| {
        if !parser.take(TokenKind::LeftParen) {
            let unit = parser.context().unit_attribute();
            parser.set_attribute(2, unit);
            return Ok(true);
        }
        let mut operand = Typed::default();
        operand.parse(parser)?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        operand.set(parser, 0);
        Ok(true)
    },
    print: |parts, printer| {
        if let (None, Some(operand)) = (parts.attribute(2), parts.operands(0).first()) {
            printer.write(b"(");
            write_typed(printer, *operand);
            printer.write(b")");
        }
    },
    fits: |parts| parts.attribute(2).is_some() || !parts.operands(0).is_empty(),
};

/// `custom<OperandsWithKeywordOnly>($operands, type($operands), $flag)`: `(%0, %1 : i32, i32)`, or nothing and the flag.
pub(super) const SEVERAL_OR_KEYWORD: Directive = Directive {
    parse: |parser| {
        if !parser.take(TokenKind::LeftParen) {
            let unit = parser.context().unit_attribute();
            parser.set_attribute(2, unit);
            return Ok(true);
        }
        let mut operands = Typed::default();
        parse_list(parser, |parser| {
            operands.operands.push(parser.parse_operand()?);
            Ok(())
        })?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        operands.types = parser.parse_type_list()?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        operands.set(parser, 0);
        Ok(true)
    },
    print: |parts, printer| {
        if parts.attribute(2).is_none() {
            printer.write(b"(");
            write_list(printer, parts.operands(0), |printer, value| {
                printer.write_value(value)
            });
            printer.write(b" : ");
            write_list(printer, parts.types(1), |printer, ty| printer.write_type(ty));
            printer.write(b")");
        }
    },
    fits: super::super::always,
};
