//! Operations on values of one type: `%0, %1, %2 {…} : f32`.

use tvmlike_ir::Op;
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;

/// The custom form of `spirv.GL.Fma` and others.
pub(super) struct Ternary;

impl OpSyntax for Ternary {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let mut operands = Vec::new();
        // As in generic form, operands in parentheses have a function type.
        let in_parens = parser.is_at(TokenKind::LeftParen);
        match in_parens {
            true => lists::operands_in_parens(parser, &mut operands)?,
            false => parser.parse_operand_list(&mut operands)?,
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let place = parser.place();
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        if in_parens {
            let (types, results) = lists::function_type(parser, place)?;
            lists::resolve(parser, parts, &operands, &types, place)?;
            parts.results = results;
            return Ok(());
        }
        let ty = parser.parse_type()?;
        let types = vec![ty; operands.len()];
        lists::resolve(parser, parts, &operands, &types, place)?;
        parts.results.push(ty);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(result) = op.result(context, 0) else {
            return false;
        };
        let ty = result.ty(context);
        let fits = op.num_results(context) == 1
            && lists::has_only_regions(context, op, 0)
            && op.operands(context).all(|operand| operand.ty(context) == ty);
        if !fits {
            return false;
        }
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        printer.write(b" : ");
        printer.write_type(ty);
        true
    }
}
