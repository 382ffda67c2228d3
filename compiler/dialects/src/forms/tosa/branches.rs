//! The custom form of `tosa.cond_if`: `%c (%a = %0) : tensor<i1> (i32) -> i32 { … } else { … } {…}`.

use tvmlike_ir::Op;
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::super::lists;

/// The custom form of `tosa.cond_if`.
pub(super) struct If;

impl OpSyntax for If {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let condition = parser.parse_operand()?;
        // The regions have the names of their own arguments.
        let (mut names, mut inputs) = (Vec::new(), Vec::new());
        let has_inputs = parser.is_at(TokenKind::LeftParen);
        if has_inputs {
            lists::assignments(parser, &mut names, &mut inputs)?;
        }
        let ty = parser.parse_colon_type()?;
        parts.operands.push(parser.resolve_operand(condition, ty)?);
        if has_inputs {
            let (types, results) = lists::function_type(parser, parser.place())?;
            if types.len() != inputs.len() {
                return Err(lists::wrong_inputs(
                    parser,
                    parser.place(),
                    inputs.len(),
                    types.len(),
                ));
            }
            lists::resolve(parser, parts, &inputs, &types, parser.place())?;
            parts.results = results;
        } else {
            parts.results = lists::optional_arrow_types(parser)?;
        }
        let then = parser.parse_region()?;
        let otherwise = match parser.take_word("else") {
            true => parser.parse_region()?,
            false => parser.create_open_region(),
        };
        parts.regions.extend([then, otherwise]);
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(condition), Some(then), Some(otherwise)) = (
            op.operand(context, 0),
            op.region(context, 0),
            op.region(context, 1),
        ) else {
            return false;
        };
        if !lists::has_only_regions(context, op, 2) {
            return false;
        }
        let inputs = || op.operands(context).skip(1);
        let has_inputs = inputs().next().is_some();
        printer.write(b" ");
        printer.write_value(condition);
        if has_inputs {
            let entry = then.first_block(context);
            let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
            printer.write(b" (");
            lists::print_pairs(printer, arguments.zip(inputs()));
            printer.write(b")");
        }
        printer.write(b" : ");
        printer.write_type(condition.ty(context));
        if has_inputs {
            printer.write(b" (");
            lists::print_types(printer, inputs().map(|input| input.ty(context)));
            printer.write(b")");
        }
        printer.write(b" -> ");
        lists::print_result_types(printer, op);
        printer.write(b" ");
        printer.print_region(then, RegionStyle::default());
        if !otherwise.is_empty(context) {
            printer.write(b" else ");
            printer.print_region(otherwise, RegionStyle::default());
        }
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}
