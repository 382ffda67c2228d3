//! The custom form of `gpu.warp_execute_on_lane_0`: `(%lane)[32] args(%0 : vector<4xf32>) -> (vector<1xf32>) { … }`.

use tvmlike_ir::{AttributeKind, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::super::lists;
use crate::llvm::set;

/// Code that one lane of a warp executes.
pub(super) struct WarpExecute;

const SIZE: &str = "warp_size";

impl OpSyntax for WarpExecute {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let lane = parser.parse_unnumbered_operand()?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        parser.parse_token(TokenKind::LeftBracket, "expected '['")?;
        let place = parser.place();
        let size = context.integer_attribute(context.i64(), lists::integer(parser)?);
        let size = size.map_err(|error| parser.op_error(place, error.message()))?;
        set(context, parts, SIZE, size);
        parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
        let lane = parser.resolve_operand(lane, context.index_type())?;
        parts.operands.push(lane);
        if parser.take_word("args") {
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            let place = parser.place();
            let mut operands = Vec::new();
            parser.parse_operand_list(&mut operands)?;
            parser.parse_token(TokenKind::Colon, "expected ':'")?;
            let types = parser.parse_type_list()?;
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
            lists::resolve(parser, parts, &operands, &types, place)?;
        }
        parts.results = lists::optional_arrow_types(parser)?;
        let region = parser.parse_region()?;
        parser.ensure_terminator(region, context.identifier("gpu.yield"));
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let size = op.property(context, context.identifier(SIZE));
        let size = size.filter(|size| matches!(size.kind(context), AttributeKind::Integer { .. }));
        let mut operands = op.operands(context);
        let (Some(size), Some(lane), Some(region)) = (size, operands.next(), op.region(context, 0)) else {
            return false;
        };
        if !lists::has_only_regions(context, op, 1) {
            return false;
        }
        printer.write(b"(");
        printer.write_value(lane);
        printer.write(b")[");
        printer.write_attribute_without_type(size);
        printer.write(b"]");
        if operands.len() > 0 {
            printer.write(b" args(");
            let types = operands.map(|operand| operand.ty(context));
            lists::print_values(printer, operands);
            printer.write(b" : ");
            lists::print_types(printer, types);
            printer.write(b")");
        }
        if op.num_results(context) > 0 {
            printer.write(b" -> (");
            lists::print_types(printer, op.results(context).map(|result| result.ty(context)));
            printer.write(b")");
        }
        printer.write(b" ");
        let style = RegionStyle {
            terminator: op.num_results(context) > 0,
            ..RegionStyle::default()
        };
        printer.print_region(region, style);
        printer.write_attr_dict(&lists::entries(context, op, &[SIZE]));
        true
    }
}
