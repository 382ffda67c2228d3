//! The custom form of `scf.while` and `tosa.while_loop`: `(%a = %0) : (i32) -> i32 { … } do { … } attributes {…}`.

use tvmlike_ir::Op;
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::super::lists;

/// The custom form of `scf.while` and `tosa.while_loop`.
pub(in crate::forms) struct While;

impl OpSyntax for While {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let (mut names, mut operands) = (Vec::new(), Vec::new());
        if parser.is_at(TokenKind::LeftParen) {
            lists::assignments(parser, &mut names, &mut operands)?;
        }
        let place = parser.place();
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let (types, results) = lists::function_type(parser, place)?;
        parts.results = results;
        if types.len() != operands.len() {
            return Err(lists::wrong_inputs(parser, place, operands.len(), types.len()));
        }
        lists::resolve(parser, parts, &operands, &types, place)?;
        let arguments = lists::region_arguments(&names, &types);
        parts
            .regions
            .push(parser.parse_region_with_arguments(&arguments)?);
        parser.parse_keyword("do")?;
        parts.regions.push(parser.parse_region()?);
        if parser.take_word("attributes") {
            parts.attributes.extend(parser.parse_attribute_dict()?);
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(before), Some(after)) = (op.region(context, 0), op.region(context, 1)) else {
            return false;
        };
        let entry = before.first_block(context);
        let num_arguments = entry.map_or(0, |entry| entry.num_arguments(context));
        let fits = lists::has_only_regions(context, op, 2) && num_arguments == op.num_operands(context);
        if !fits {
            return false;
        }
        let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
        lists::print_assignments(printer, b" ", arguments.zip(op.operands(context)));
        printer.write(b" : (");
        lists::print_types(printer, op.operands(context).map(|operand| operand.ty(context)));
        printer.write(b") -> ");
        lists::print_result_types(printer, op);
        printer.write(b" ");
        lists::print_region(printer, before, true);
        printer.write(b" do ");
        printer.print_region(after, RegionStyle::default());
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, &[]));
        true
    }
}
