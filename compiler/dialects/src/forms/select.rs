//! The custom form of `arith.select`: `%c, %a, %b : i32`, with the type of the condition before it if that is shaped.

use tvmlike_ir::{Context, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

/// The form of an operation of arith.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    match name {
        "arith.select" => CustomForm::new(Select).into(),
        _ => None,
    }
}

/// The custom form of `arith.select`.
struct Select;

impl OpSyntax for Select {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let place = parser.place();
        match parser.token().kind {
            TokenKind::PercentId => parser.parse_operand_list(&mut parts.unresolved)?,
            TokenKind::LeftParen | TokenKind::LeftBracket => {
                return Err(parser.op_error(place, "unexpected delimiter"));
            }
            _ => return Err(parser.wrong_token("expected operand")),
        }
        let &[condition, first, second] = parts.unresolved.as_slice() else {
            return Err(parser.op_error(place, "expected 3 operands"));
        };
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let mut ty = parser.parse_colon_type()?;
        let mut condition_type = parser.context().i1();
        if parser.take(TokenKind::Comma) {
            condition_type = ty;
            ty = parser.parse_type()?;
        }
        parts.results.push(ty);
        for (operand, ty) in [(condition, condition_type), (first, ty), (second, ty)] {
            let value = parser.resolve_operand(operand, ty)?;
            parts.operands.push(value);
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context: &Context = printer.context();
        let (Some(condition), Some(result)) = (op.operand(context, 0), op.result(context, 0)) else {
            return false;
        };
        if op.num_operands(context) != 3 || op.num_results(context) != 1 || op.num_regions(context) > 0 {
            return false;
        }
        for (index, operand) in op.operands(context).enumerate() {
            printer.write(if index > 0 { b", ".as_slice() } else { b" " });
            printer.write_value(operand);
        }
        let entries = op.attributes(context).and_then(|all| all.entries(context));
        let entries: Vec<NamedAttribute> = entries.into_iter().flat_map(|all| all.iter()).collect();
        printer.write_attr_dict(&entries);
        printer.write(b" : ");
        let condition = condition.ty(context);
        if condition.is_shaped(context) {
            printer.write_type(condition);
            printer.write(b", ");
        }
        printer.write_type(result.ty(context));
        true
    }

    fn reads_by_text(&self, _context: &Context) -> bool {
        true
    }

    fn prints_by_parts(&self, _context: &Context) -> bool {
        true
    }
}
