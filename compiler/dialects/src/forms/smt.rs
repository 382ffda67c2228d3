//! The custom forms of `smt`: `smt.int.constant 5`, `smt.bv.repeat 2 times %0 : !smt.bv<8>`, and those of `smt.eq` and
//! `smt.distinct`, `%0, %1 : !smt.int`.

use tvmlike_ir::{AttributeKind, NamedAttribute, Op, Signedness, Type};
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::lists;
use crate::common::{bit_vector, bit_vector_width};

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "smt.bv.repeat" => CustomForm::new(Repeat),
        "smt.distinct" | "smt.eq" => CustomForm::new(Comparison),
        "smt.int.constant" => CustomForm::new(Constant),
        _ => return None,
    })
}

/// A type of the dialect without parameters.
fn plain_type(parser: &OperationParser<'_, '_, '_>, name: &str) -> Result<Type> {
    let ty = tvmlike_text::parse_defined_type(parser.context(), name);
    ty.map_err(|error| parser.op_error(parser.op_place(), error.message()))
}

struct Constant;

impl OpSyntax for Constant {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let (place, text) = (parser.place(), &parser.text()[parser.span().start as usize..]);
        let Some(value) = parser.parse_optional_integer()? else {
            return Err(parser.op_error(place, "expected integer value"));
        };
        let width = stored_width(text, value.bits());
        let ty = context.integer_type(width, Signedness::Unsigned);
        let mut bytes = value.to_signed_bytes_le();
        let sign = bytes.last().map_or(0, |last| if *last < 0x80 { 0 } else { 0xff });
        let value = ty.and_then(|ty| {
            bytes.resize(width.div_ceil(8) as usize, sign);
            context.integer_attribute_from_bytes(ty, &bytes)
        });
        let value = value.map_err(|error| parser.op_error(place, error.message()))?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let name = context.identifier("value");
        parts.properties.push(NamedAttribute { name, value });
        parts.results.push(plain_type(parser, "!smt.int")?);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let value = op.property(context, context.identifier("value"));
        let Some(AttributeKind::Integer { value, .. }) = value.map(|value| value.kind(context)) else {
            return false;
        };
        printer.write(b" ");
        printer.write(value.to_decimal(true).as_bytes());
        printer.write_attr_dict(&lists::entries(context, op, &["value"]));
        true
    }
}

/// The number of bits in which MLIR stores a number: four for each digit, and one more for the sign if they are all used.
fn stored_width(text: &[u8], bits: u64) -> u32 {
    let digits = text.trim_ascii_start();
    let digits = digits.strip_prefix(b"-").unwrap_or(digits).trim_ascii_start();
    let digits = digits.strip_prefix(b"0x").unwrap_or(digits);
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    let count = digits[zeros..]
        .iter()
        .take_while(|digit| digit.is_ascii_hexdigit());
    let width = count.count() as u64 * 4;
    match (bits, width) {
        (0, _) => 64,
        (_, width) if bits >= width => u32::try_from(bits + 1).unwrap_or(u32::MAX),
        (_, width) => u32::try_from(width).unwrap_or(u32::MAX),
    }
}

struct Repeat;

impl OpSyntax for Repeat {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let place = parser.place();
        let Some(count) = parser.parse_optional_integer()? else {
            return Err(parser.op_error(place, "expected integer value"));
        };
        if count <= Default::default() {
            return Err(parser.op_error(place, "integer must be positive"));
        }
        let Ok(count) = i64::try_from(count) else {
            return Err(parser.op_error(place, "integer must fit into 63 bits"));
        };
        parser.parse_keyword("times")?;
        let input = parser.parse_operand()?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let ty = parser.parse_colon_type()?;
        let context = parser.context();
        parts.operands.push(parser.resolve_operand(input, ty)?);
        let Some(width) = bit_vector_width(context, ty) else {
            return Err(parser.op_error(input.span, "input must have bit-vector type"));
        };
        let Some(result) = width
            .checked_mul(count)
            .and_then(|width| bit_vector(context, width))
        else {
            return Err(parser.op_error(place, "result bit-vector is too wide"));
        };
        parts.results.push(result);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(input), Some(result)) = (op.operand(context, 0), op.result(context, 0)) else {
            return false;
        };
        let ty = input.ty(context);
        let (Some(from), Some(to)) = (
            bit_vector_width(context, ty),
            bit_vector_width(context, result.ty(context)),
        ) else {
            return false;
        };
        if from == 0 || to % from != 0 || to == 0 {
            return false;
        }
        printer.write(format!(" {} times ", to / from).as_bytes());
        printer.write_value(input);
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        printer.write(b" : ");
        printer.write_type(ty);
        true
    }
}

struct Comparison;

impl OpSyntax for Comparison {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let ty = parser.parse_colon_type()?;
        for operand in operands {
            parts.operands.push(parser.resolve_operand(operand, ty)?);
        }
        parts.results.push(plain_type(parser, "!smt.bool")?);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let mut types = op.operands(context).map(|operand| operand.ty(context));
        let Some(ty) = types.next().filter(|ty| types.all(|other| other == *ty)) else {
            return false;
        };
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        printer.write(b" : ");
        printer.write_type(ty);
        true
    }
}
