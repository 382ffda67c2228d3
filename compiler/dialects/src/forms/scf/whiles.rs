//! The custom form of `scf.while`: `(%a = %0) : (i32) -> i32 { … } do { … } attributes {…}`.

use tvmlike_ir::{Op, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result, quote_type};

use super::super::lists;

/// The custom form of `scf.while`.
pub(super) struct While;

impl OpSyntax for While {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let (mut names, mut operands) = (Vec::new(), Vec::new());
        if parser.is_at(TokenKind::LeftParen) {
            lists::assignments(parser, &mut names, &mut operands)?;
        }
        let place = parser.place();
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let ty = parser.parse_type()?;
        let TypeKind::Function { inputs, results } = ty.kind(context) else {
            let ty = quote_type(context, ty);
            let message =
                format!("invalid kind of type specified: expected builtin.function, but found '{ty}'");
            return Err(parser.op_error(place, message));
        };
        parts.results.extend(results.iter());
        if inputs.len() != operands.len() {
            let (expected, got) = (operands.len(), inputs.len());
            let message = format!("expected as many input types as operands (expected {expected} got {got})");
            return Err(parser.op_error(place, message));
        }
        let types: Vec<_> = inputs.iter().collect();
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
        let Some(entry) = before.first_block(context) else {
            return false;
        };
        let fits = lists::has_only_regions(context, op, 2)
            && entry.num_arguments(context) == op.num_operands(context);
        if !fits {
            return false;
        }
        lists::print_assignments(printer, b" ", entry.arguments(context).zip(op.operands(context)));
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
