//! The custom form of `vector.mask`, which shows one operation without its result.

use tvmlike_ir::{Op, Region, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::lists;

/// `%mask, %passthru { vector.load … } {…} : type -> type`.
pub(super) struct Mask;

const YIELD: &str = "vector.yield";

/// Adds the terminator that the text leaves out: it yields the results of the only operation.
fn ensure_terminator(parser: &mut OperationParser<'_, '_, '_>, region: Region) {
    let context = parser.context();
    let name = context.identifier(YIELD);
    let mut operations = region
        .first_block(context)
        .into_iter()
        .flat_map(|block| block.operations(context));
    match (operations.next(), operations.next()) {
        (Some(only), None) if only.name(context) != name => {
            let results: Vec<Value> = only.results(context).collect();
            parser.append_terminator(region, name, &results);
        }
        _ => parser.ensure_terminator(region, name),
    }
}

impl OpSyntax for Mask {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let mask = parser.parse_operand()?;
        let passed = match parser.take(TokenKind::Comma) {
            true => Some(parser.parse_operand()?),
            false => None,
        };
        let region = parser.parse_region()?;
        parts.regions.push(region);
        ensure_terminator(parser, region);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let ty = parser.parse_colon_type()?;
        parts.results = lists::optional_arrow_types(parser)?;
        parts.operands.push(parser.resolve_operand(mask, ty)?);
        if let Some(passed) = passed {
            let Some(ty) = parts.results.first() else {
                let message = "expects a result if passthru operand is provided";
                return Err(parser.op_error(parser.op_place(), message));
            };
            parts.operands.push(parser.resolve_operand(passed, *ty)?);
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (mask, region) = (op.operand(context, 0), op.region(context, 0));
        let (Some(mask), Some(region)) = (mask, region) else {
            return false;
        };
        if !lists::has_only_regions(context, op, 1) || op.num_operands(context) > 2 {
            return false;
        }
        let Some(block) = region.first_block(context) else {
            return false;
        };
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        printer.write(b" { ");
        if let Some(masked) = block.first_op(context) {
            printer.print_operation_alone(masked);
        }
        printer.write(b" }");
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        printer.write(b" : ");
        printer.write_type(mask.ty(context));
        if op.num_results(context) > 0 {
            // MLIR prints several types without parentheses.
            printer.write(b" -> ");
            lists::print_types(printer, op.results(context).map(|result| result.ty(context)));
        }
        true
    }
}
