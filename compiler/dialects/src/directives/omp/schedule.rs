//! How iterations are ordered and divided: `order(…)`, `schedule(…)`, `grainsize(…)`, `num_tasks(…)`.

use tvmlike_define::{Directive, DirectiveParts, enum_attribute, enum_keyword};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, Result};

use crate::directives::values::{Parser, Typed, case, keyword, write_typed};

/// Whether an attribute is absent or holds a case of an enum.
fn is_case(parts: &DirectiveParts<'_>, argument: usize) -> bool {
    let value = parts.attribute(argument);
    value.is_none_or(|value| enum_keyword(parts.context(), value).is_some())
}

/// The keyword of an attribute.
fn word<'a>(parts: &'a DirectiveParts<'_>, argument: usize) -> Option<&'a str> {
    enum_keyword(parts.context(), parts.attribute(argument)?)
}

/// `custom<OrderClause>($order, $modifier)`: `reproducible:concurrent`.
pub(super) const ORDER: Directive = Directive {
    parse: |parser| {
        let (mut place, mut word) = keyword(parser)?;
        if let Some(modifier) = case(parser, 1, word) {
            parser.set_attribute(1, modifier);
            if !parser.take(TokenKind::Colon) {
                return Err(parser.op_error(parser.place(), "expected ':'"));
            }
            (place, word) = keyword(parser)?;
        }
        let Some(order) = case(parser, 0, word) else {
            return Err(parser.op_error(place, format!("invalid clause value: '{word}'")));
        };
        parser.set_attribute(0, order);
        Ok(true)
    },
    print: |parts, printer| {
        if let Some(modifier) = word(parts, 1) {
            printer.write(modifier.as_bytes());
            printer.write(b":");
        }
        printer.write(word(parts, 0).unwrap_or_default().as_bytes());
    },
    fits: |parts| is_case(parts, 0) && is_case(parts, 1),
};

/// `custom<ScheduleClause>($kind, $modifier, $simd, $chunk, type($chunk))`: `dynamic = %0 : i32, monotonic, simd`.
pub(super) const SCHEDULE: Directive = Directive {
    parse: |parser| parse_schedule(parser).map(|()| true),
    print: |parts, printer| {
        printer.write(word(parts, 0).unwrap_or_default().as_bytes());
        if let Some(chunk) = parts.operands(3).first() {
            printer.write(b" = ");
            write_typed(printer, *chunk);
        }
        if let Some(modifier) = word(parts, 1) {
            printer.write(b", ");
            printer.write(modifier.as_bytes());
        }
        if parts.attribute(2).is_some() {
            printer.write(b", simd");
        }
    },
    fits: |parts| parts.attribute(0).is_some() && is_case(parts, 0) && is_case(parts, 1),
};

fn parse_schedule(parser: &mut Parser<'_, '_, '_, '_, '_>) -> Result<()> {
    let (_, kind) = keyword(parser)?;
    let Some(value) = case(parser, 0, kind) else {
        return Err(parser.op_error(parser.op_place(), " expected schedule kind"));
    };
    parser.set_attribute(0, value);
    if matches!(kind, "static" | "dynamic" | "guided") && parser.take(TokenKind::Equal) {
        let mut chunk = Typed::default();
        chunk.parse(parser)?;
        chunk.set(parser, 3);
    }
    let mut modifiers = Vec::new();
    while parser.take(TokenKind::Comma) {
        modifiers.push(keyword(parser)?.1);
    }
    let refused =
        |parser: &Parser<'_, '_, '_, '_, '_>, message: &str| Err(parser.op_error(parser.op_place(), message));
    if modifiers.len() > 2 {
        return refused(parser, " unexpected modifier(s)");
    }
    if let Some(unknown) = modifiers.iter().find(|word| case(parser, 1, word).is_none()) {
        return refused(parser, &format!(" unknown modifier type: {unknown}"));
    }
    // `simd` alone stands for `none, simd`.
    let (modifier, is_simd) = match modifiers.as_slice() {
        [] => return Ok(()),
        ["simd"] => ("none", true),
        [only] => (*only, false),
        ["simd", _] => return refused(parser, " incorrect modifier order"),
        [first, "simd"] => (*first, true),
        _ => return refused(parser, " incorrect modifier order"),
    };
    if let Some(value) = case(parser, 1, modifier) {
        parser.set_attribute(1, value);
    }
    if is_simd {
        let unit = parser.context().unit_attribute();
        parser.set_attribute(2, unit);
    }
    Ok(())
}

/// `custom<GrainsizeClause>($modifier, $size, type($size))`: `strict, %0: i32`.
pub(super) const GRAINSIZE: Directive = Directive {
    parse: |parser| parse_granularity(parser, "grainsize").map(|()| true),
    print: print_granularity,
    fits: |parts| is_case(parts, 0),
};

/// `custom<NumTasksClause>($modifier, $count, type($count))`: `strict, %0: i32`.
pub(super) const NUM_TASKS: Directive = Directive {
    parse: |parser| parse_granularity(parser, "num_tasks").map(|()| true),
    print: print_granularity,
    fits: |parts| is_case(parts, 0),
};

fn parse_granularity(parser: &mut Parser<'_, '_, '_, '_, '_>, clause: &str) -> Result<()> {
    if let Some(word) = parser.parse_optional_keyword() {
        let symbol = match clause {
            "grainsize" => "grainsizetype",
            _ => "numtaskstype",
        };
        let Some(modifier) = enum_attribute(parser.context(), "omp", symbol, word) else {
            let message = format!("invalid {clause} modifier : '{word}'");
            return Err(parser.op_error(parser.place(), message));
        };
        parser.set_attribute(0, modifier);
        parser.parse_token(TokenKind::Comma, "expected ','")?;
    }
    let mut size = Typed::default();
    size.parse(parser)?;
    size.set(parser, 1);
    Ok(())
}

fn print_granularity(parts: &DirectiveParts<'_>, printer: &mut OperationPrinter<'_>) {
    if let Some(modifier) = word(parts, 0) {
        printer.write(modifier.as_bytes());
        printer.write(b", ");
    }
    if let Some(size) = parts.operands(1).first() {
        printer.write_value(*size);
        printer.write(b": ");
        printer.write_type(size.ty(printer.context()));
    }
}
