//! The custom form of `transform.structured.split`: `%0 after 42 {dimension = 0 : i64} : !transform.any_op`, or with an
//! operand for the number and its type.

use tvmlike_ir::{DYNAMIC, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::lists;

const SIZE: &str = "static_chunk_sizes";

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    (name == "transform.structured.split").then(|| CustomForm::new(Split))
}

struct Split;

impl OpSyntax for Split {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let target = parser.parse_operand()?;
        parser.parse_keyword("after")?;
        let size = match parser.is_at(TokenKind::PercentId) {
            true => Err(parser.parse_operand()?),
            false => Ok(lists::integer(parser)?),
        };
        let place = parser.place();
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.check_inherent_attributes(place, &parts.attributes)?;
        let ty = parser.parse_colon_type()?;
        parts.operands.push(parser.resolve_operand(target, ty)?);
        let number = match size {
            Ok(number) => number,
            Err(size) => {
                parser.parse_token(TokenKind::Comma, "expected ','")?;
                let ty = parser.parse_type()?;
                parts.operands.push(parser.resolve_operand(size, ty)?);
                DYNAMIC
            }
        };
        let context = parser.context();
        let value = context.integer_attribute(context.i64(), number);
        let value = value.map_err(|error| parser.op_error(place, error.message()))?;
        let name = context.identifier(SIZE);
        parts.properties.push(NamedAttribute { name, value });
        parts.results.push(ty);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let size = op.property(context, context.identifier(SIZE));
        let (Some(target), Some(size)) = (op.operand(context, 0), size) else {
            return false;
        };
        let has_same_type = op.num_results(context) == 1
            && op
                .result(context, 0)
                .is_some_and(|result| result.ty(context) == target.ty(context));
        let is_dynamic = context.integer_attribute(context.i64(), DYNAMIC).ok() == Some(size);
        let chunks = op.operand(context, 1);
        if !has_same_type || chunks.is_some() != is_dynamic || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(target);
        printer.write(b" after ");
        match chunks {
            Some(chunks) => printer.write_value(chunks),
            None => printer.write_attribute_without_type(size),
        }
        printer.write(b" ");
        printer.write_attr_dict(&lists::entries(context, op, &[SIZE]));
        printer.write(b" : ");
        printer.write_type(target.ty(context));
        if let Some(chunks) = chunks {
            printer.write(b", ");
            printer.write_type(chunks.ty(context));
        }
        true
    }
}
