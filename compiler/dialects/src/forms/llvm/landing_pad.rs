//! `llvm.landingpad`: `cleanup (catch %0 : !llvm.ptr) (filter %1 : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>`.

use tvmlike_ir::Op;
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use crate::llvm::set;

/// Where an exception arrives.
pub(super) struct LandingPad;

const CLEANUP: &str = "cleanup";

impl OpSyntax for LandingPad {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        if parser.take_word(CLEANUP) {
            set(context, parts, CLEANUP, context.unit_attribute());
        }
        while parser.take(TokenKind::LeftParen) && (parser.take_word("filter") || parser.take_word("catch")) {
            let operand = parser.parse_operand()?;
            let ty = parser.parse_colon_type()?;
            parts.operands.push(parser.resolve_operand(operand, ty)?);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        parts.results.push(parser.parse_type()?);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(result) = op
            .result(context, 0)
            .filter(|_| lists::has_only_regions(context, op, 0))
        else {
            return false;
        };
        let is_cleanup = op.property(context, context.identifier(CLEANUP)).is_some();
        printer.write(if is_cleanup { b" cleanup " } else { b" " });
        for operand in op.operands(context) {
            let ty = operand.ty(context);
            let is_filter = ty.is_symbol(context, "llvm", "array");
            printer.write(if is_filter { b"(filter " } else { b"(catch " });
            printer.write_value(operand);
            printer.write(b" : ");
            printer.write_type(ty);
            printer.write(b") ");
        }
        printer.write_attr_dict(&lists::entries(context, op, &[CLEANUP]));
        printer.write(b": ");
        printer.write_type(result.ty(context));
        true
    }
}
