//! Lists of numbers and operands: `[4, %0, [8]]`, `32x32x8`.

use tvmlike_define::{Directive, DirectiveParser, DirectiveParts};
use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Element};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, OperationPrinter, Result, UnresolvedOperand};

use super::always;

const NO_DIMENSIONS: &str =
    "Failed parsing dimension list. Did you mean an empty list? It must be denoted by \"[]\".";
/// What messages say about the place of a missing bracket.
const PLACE: &str = " in dynamic index list";

/// `custom<DynamicIndexList>($operands, $numbers[, $scalable][, "{}", "…::Paren"])`: an operand stands for each dynamic
/// number, and what is scalable is in brackets.
pub(super) const DYNAMIC_INDEX_LIST: Directive = Directive {
    parse: |parser| parse(parser, PLACE).map(|()| true),
    print: |parts, printer| print(parts, printer),
    fits: has_an_operand_for_each_dynamic_number,
};

/// The same, which is absent if it is empty.
pub(super) const OPTIONAL: Directive = Directive {
    parse: |parser| {
        if parser.is_at(TokenKind::LeftBracket) {
            parse(parser, "")?;
        } else {
            parser.set_operands(0, &[]);
        }
        Ok(true)
    },
    print: |parts, printer| {
        if parts.attribute(1).is_some() {
            print(parts, printer);
        }
    },
    fits: |parts| parts.attribute(1).is_none() || has_an_operand_for_each_dynamic_number(parts),
};

/// `custom<MNKDimensionList>($m, $n, $k)`: `32x32x8`.
pub(super) const MNK: Directive = Directive {
    parse: |parser| {
        let sizes = parser.parse_bare_dimension_list(false)?;
        let place = parser.place();
        if sizes.len() != 3 {
            let message = "expected 3 dimensions in MNK dimension list";
            return Err(parser.op_error(place, message));
        }
        let context = parser.context();
        let ty = context.i32();
        for (index, size) in sizes.into_iter().enumerate() {
            let value = context.integer_attribute(ty, size);
            let value = value.map_err(|error| parser.op_error(place, error.message()))?;
            parser.set_attribute(index, value);
        }
        Ok(true)
    },
    print: |parts, printer| {
        for index in 0..3 {
            if index > 0 {
                printer.write(b"x");
            }
            if let Some(value) = parts.attribute(index) {
                printer.write_attribute_without_type(value);
            }
        }
    },
    fits: always,
};

/// `custom<DimensionList>($shape)`: `4x?x8`.
pub(super) const DIMENSIONS: Directive = Directive {
    parse: |parser| {
        let sizes = match parser.take(TokenKind::LeftBracket) {
            true => {
                parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
                Vec::new()
            }
            false => {
                let sizes = parser.parse_bare_dimension_list(true)?;
                if sizes.is_empty() {
                    return Err(parser.op_error(parser.span(), NO_DIMENSIONS));
                }
                sizes
            }
        };
        let value = parser.context().dense_i64_array(&sizes);
        parser.set_attribute(0, value);
        Ok(true)
    },
    print: |parts, printer| {
        let sizes = numbers(parts.context(), parts.attribute(0));
        if sizes.is_empty() {
            printer.write(b"[]");
        }
        for (index, size) in sizes.into_iter().enumerate() {
            if index > 0 {
                printer.write(b"x");
            }
            match size {
                DYNAMIC => printer.write(b"?"),
                size => printer.write(size.to_string().as_bytes()),
            }
        }
    },
    fits: always,
};

/// The position of `$scalable`, if there is one.
fn scalable(is_text: bool, count: usize) -> Option<usize> {
    (count > 2 && !is_text).then_some(2)
}

fn parse(parser: &mut DirectiveParser<'_, '_, '_, '_, '_>, place: &str) -> Result<()> {
    let scalable = scalable(parser.text(2).is_some(), parser.num_arguments());
    parse_parts(parser, 0, scalable, place)
}

/// Reads a list whose operands are the argument `first`, and the numbers the next.
pub(super) fn parse_from(parser: &mut DirectiveParser<'_, '_, '_, '_, '_>, first: usize) -> Result<()> {
    parse_parts(parser, first, None, PLACE)
}

fn parse_parts(
    parser: &mut DirectiveParser<'_, '_, '_, '_, '_>,
    first: usize,
    scalable: Option<usize>,
    place: &str,
) -> Result<()> {
    let delimiter = match parser.text(3).is_some_and(|text| text.ends_with("Paren")) {
        true => Delimiter::Paren,
        false => Delimiter::Square,
    };
    let (mut operands, mut sizes, mut flags) = (Vec::new(), Vec::new(), Vec::new());
    // MLIR reports a second error for the same cause.
    read(
        parser,
        (delimiter, place),
        (&mut operands, &mut sizes, &mut flags),
    )
    .map_err(|error| {
        let message = "expected SSA value or integer";
        error.followed_by(parser.op_error(parser.op_place(), message))
    })?;
    let context = parser.context();
    parser.set_operands(first, &operands);
    parser.set_attribute(first + 1, context.dense_i64_array(&sizes));
    if let Some(argument) = scalable {
        parser.set_attribute(argument, context.dense_bool_array(&flags));
    }
    Ok(())
}

type Lists<'a> = (
    &'a mut Vec<UnresolvedOperand>,
    &'a mut Vec<i64>,
    &'a mut Vec<bool>,
);

fn read(
    parser: &mut DirectiveParser<'_, '_, '_, '_, '_>,
    (delimiter, place): (Delimiter, &str),
    (operands, sizes, flags): Lists<'_>,
) -> Result<()> {
    let mut more = parser.open_list(delimiter, place)?;
    while more {
        let is_scalable = parser.take(TokenKind::LeftBracket);
        flags.push(is_scalable);
        if parser.is_at(TokenKind::PercentId) {
            operands.push(parser.parse_operand()?);
            sizes.push(DYNAMIC);
        } else {
            let at = parser.place();
            let Some(number) = parser.parse_optional_integer()? else {
                return Err(parser.op_error(at, "expected integer value"));
            };
            let Ok(number) = i64::try_from(number) else {
                return Err(parser.op_error(at, "integer value too large"));
            };
            sizes.push(number);
        }
        if is_scalable {
            parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
        }
        more = parser.next_in_list(delimiter, place)?;
    }
    Ok(())
}

fn print(parts: &DirectiveParts<'_>, printer: &mut OperationPrinter<'_>) {
    let scalable = scalable(parts.text(2).is_some(), parts.num_arguments());
    print_parts(parts, printer, 0, scalable);
}

/// Prints a list whose operands are the argument `first`, and the numbers the next.
pub(super) fn print_from(parts: &DirectiveParts<'_>, printer: &mut OperationPrinter<'_>, first: usize) {
    print_parts(parts, printer, first, None);
}

fn print_parts(
    parts: &DirectiveParts<'_>,
    printer: &mut OperationPrinter<'_>,
    first: usize,
    scalable: Option<usize>,
) {
    let context = parts.context();
    let is_round = parts.text(3).is_some_and(|text| text.ends_with("Paren"));
    printer.write(if is_round { b"(" } else { b"[" });
    let flags = scalable.map_or_else(Vec::new, |argument| numbers(context, parts.attribute(argument)));
    let mut operands = parts.operands(first).into_iter();
    for (index, number) in numbers(context, parts.attribute(first + 1))
        .into_iter()
        .enumerate()
    {
        if index > 0 {
            printer.write(b", ");
        }
        let is_scalable = flags.get(index).is_some_and(|flag| *flag != 0);
        if is_scalable {
            printer.write(b"[");
        }
        match operands.next_if_dynamic(number) {
            Some(value) => printer.write_value(value),
            None => printer.write(number.to_string().as_bytes()),
        }
        if is_scalable {
            printer.write(b"]");
        }
    }
    printer.write(if is_round { b")" } else { b"]" });
}

/// Taking an operand for a dynamic number.
trait NextIfDynamic: Iterator {
    fn next_if_dynamic(&mut self, number: i64) -> Option<Self::Item>;
}

impl<T: Iterator> NextIfDynamic for T {
    fn next_if_dynamic(&mut self, number: i64) -> Option<Self::Item> {
        if number == DYNAMIC { self.next() } else { None }
    }
}

fn has_an_operand_for_each_dynamic_number(parts: &DirectiveParts<'_>) -> bool {
    fits_from(parts, 0)
}

/// Whether there is an operand for each dynamic number.
pub(super) fn fits_from(parts: &DirectiveParts<'_>, first: usize) -> bool {
    let is_array =
        |attribute: Attribute| matches!(attribute.kind(parts.context()), AttributeKind::DenseArray(_));
    let numbers = numbers(
        parts.context(),
        parts.attribute(first + 1).filter(|value| is_array(*value)),
    );
    let dynamic = numbers.into_iter().filter(|number| *number == DYNAMIC).count();
    parts.attribute(first + 1).is_some_and(is_array) && dynamic == parts.operands(first).len()
}

/// The numbers of a dense array.
pub(super) fn numbers(context: &Context, array: Option<Attribute>) -> Vec<i64> {
    match array.map(|array| array.kind(context)) {
        Some(AttributeKind::DenseArray(array)) => array
            .iter(context)
            .map(|element| match element {
                Element::Integer(value) => value.to_i64().unwrap_or_default(),
                _ => 0,
            })
            .collect(),
        _ => Vec::new(),
    }
}
