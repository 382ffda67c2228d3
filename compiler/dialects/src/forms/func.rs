//! The custom forms of `func.func` and of `func.call_indirect`: `%f(%0, %1) : (i32, f32) -> i32`.

use tvmlike_define::FunctionForm;
use tvmlike_ir::{Context, Op, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, Result, quote_type};

use super::lists;

/// The form of an operation.
pub(super) fn form(context: &Context, name: &str) -> Option<CustomForm> {
    match name {
        "func.func" => {
            let dialect = context.identifier("func");
            Some(CustomForm::new(FunctionForm::new(context)).with_default_dialect(dialect))
        }
        "func.call_indirect" => Some(CustomForm::new(CallIndirect)),
        _ => None,
    }
}

struct CallIndirect;

impl OpSyntax for CallIndirect {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let callee = parser.parse_operand()?;
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let operands_place = parser.place();
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        let place = parser.place();
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.check_inherent_attributes(place, &parts.attributes)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let place = parser.place();
        let ty = parser.parse_type()?;
        let TypeKind::Function { inputs, results } = ty.kind(context) else {
            let ty = quote_type(context, ty);
            let message =
                format!("invalid kind of type specified: expected builtin.function, but found '{ty}'");
            return Err(parser.op_error(place, message));
        };
        parts.results.extend(results.iter());
        parts.operands.push(parser.resolve_operand(callee, ty)?);
        let types: Vec<_> = inputs.iter().collect();
        lists::resolve(parser, parts, &operands, &types, operands_place)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(callee) = op
            .operand(context, 0)
            .filter(|_| lists::has_only_regions(context, op, 0))
        else {
            return false;
        };
        printer.write(b" ");
        printer.write_value(callee);
        printer.write(b"(");
        lists::print_values(printer, op.operands(context).skip(1));
        printer.write(b")");
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        printer.write(b" : ");
        printer.write_type(callee.ty(context));
        true
    }
}
