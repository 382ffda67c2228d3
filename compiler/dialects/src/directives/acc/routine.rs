//! Parts of `acc.routine`: bound names, gangs and devices.

use tvmlike_define::Directive;
use tvmlike_ir::{Attribute, AttributeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, Result};

use super::devices;
use crate::directives::values::{Parser, elements, parse_list, write_list};

/// `custom<BindName>($symbols, $strings, $symbol_devices, $string_devices)`: `@f, "g" [#acc.device_type<host>]`.
pub(super) const BIND: Directive = Directive {
    parse: |parser| {
        // The names and the devices of symbols, then those of strings.
        let mut lists: [Vec<Attribute>; 4] = [const { Vec::new() }; 4];
        parse_list(parser, |parser| {
            let place = parser.place();
            let name = parser.parse_attribute(None)?;
            let first = match name.kind(parser.context()) {
                AttributeKind::SymbolRef { .. } => 0,
                AttributeKind::String { .. } => 1,
                _ => return Err(parser.op_error(place, "expected a symbol or a string")),
            };
            lists[first].push(name);
            devices::parse_one(parser, &mut lists[first + 2], false)
        })?;
        for (argument, list) in lists.iter().enumerate() {
            devices::set(parser, argument, list);
        }
        Ok(true)
    },
    print: |parts, printer| {
        let pairs = |first: usize| elements(parts, first).into_iter().zip(elements(parts, first + 2));
        write_list(printer, pairs(0).chain(pairs(1)), write_pair);
    },
    fits: |parts| {
        let same = |first: usize| elements(parts, first).len() == elements(parts, first + 2).len();
        same(0) && same(1) && devices::are_devices(parts, 2) && devices::are_devices(parts, 3)
    },
};

/// Prints a value and its device.
fn write_pair(printer: &mut OperationPrinter<'_>, (value, device): (Attribute, Attribute)) {
    printer.write_attribute(value);
    devices::write_one(printer, device);
}

/// `custom<RoutineGangClause>($devices, $dimensions, $dimension_devices)`: nothing, or
/// `([#acc.device_type<host>], dim: 1 : i64 [#acc.device_type<star>])`.
pub(super) const GANG: Directive = Directive {
    parse: |parser| parse_gang(parser).map(|()| true),
    print: |parts, printer| {
        let valued = elements(parts, 2);
        if valued.is_empty() && devices::is_default_alone(parts, 0) {
            return;
        }
        printer.write(b"(");
        devices::write_keyword_only(parts, printer, 0, 2);
        let pairs = elements(parts, 1).into_iter().zip(valued);
        write_list(printer, pairs, |printer, pair| {
            printer.write(b"dim: ");
            write_pair(printer, pair);
        });
        printer.write(b")");
    },
    fits: |parts| devices::are_devices(parts, 0) && devices::are_devices(parts, 2),
};

fn parse_gang(parser: &mut Parser<'_, '_, '_, '_, '_>) -> Result<()> {
    if !parser.take(TokenKind::LeftParen) {
        let none = devices::default(parser.context());
        devices::set(parser, 0, &none);
        return Ok(());
    }
    let mut only = Vec::new();
    if parser.take(TokenKind::LeftBracket) {
        only = devices::parse_rest(parser)?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
    }
    let (mut dimensions, mut found) = (Vec::new(), Vec::new());
    parse_list(parser, |parser| {
        parser.parse_keyword("dim")?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        dimensions.push(parser.parse_attribute(None)?);
        devices::parse_one(parser, &mut found, false)
    })?;
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    for (argument, list) in [only, dimensions, found].iter().enumerate() {
        devices::set(parser, argument, list);
    }
    Ok(())
}

/// `custom<DeviceTypeArrayAttr>($devices)`: nothing, or `([#acc.device_type<host>])`.
pub(super) const DEVICES: Directive = Directive {
    parse: |parser| {
        let mut found = Vec::new();
        if !parser.take(TokenKind::LeftParen) {
            found = devices::default(parser.context());
        } else if parser.take(TokenKind::LeftBracket) {
            found = devices::parse_rest(parser)?;
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        devices::set(parser, 0, &found);
        Ok(true)
    },
    print: |parts, printer| {
        let found = elements(parts, 0);
        if !found.is_empty() && !devices::is_default_alone(parts, 0) {
            printer.write(b"(");
            devices::write(printer, &found);
            printer.write(b")");
        }
    },
    fits: |parts| devices::are_devices(parts, 0),
};
