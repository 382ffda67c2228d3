//! `llvm.call_intrinsic`: `"llvm.name"(%0) ["tag"(%1 : i32)] {…} : (i32) -> f32`.

use tvmlike_ir::{Op, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use super::call::{Callee, parse_bundles, parse_types};
use super::compare::shown;
use super::signature;
use crate::llvm::bundles;
use crate::llvm::{set, string};

/// A call of an intrinsic by name.
pub(super) struct CallIntrinsic;

const NAME: &str = "intrin";

impl OpSyntax for CallIntrinsic {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let place = parser.place();
        let name = parser.parse_attribute(Some(context.none_type()))?;
        if string(context, Some(name)).is_none() {
            return Err(parser.op_error(place, "invalid kind of attribute specified"));
        }
        set(context, parts, NAME, name);
        let mut operands = Vec::new();
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        parser.parse_operand_list(&mut operands)?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        let bundles = parse_bundles(parser)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let callee = Callee {
            operands,
            is_direct: true,
        };
        parse_types(parser, parts, &callee)?;
        bundles.resolve(parser, parts)?;
        let sizes = [callee.operands.len(), bundles.operands.len()];
        lists::set_segments(context, parts, &sizes);
        super::finish(parser, parts, "llvm.call_intrinsic")
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let name = op.property(context, context.identifier(NAME));
        let (Some(name), Some([count, _])) = (
            name.filter(|name| string(context, Some(*name)).is_some()),
            lists::segments(context, op),
        ) else {
            return false;
        };
        let all: Vec<Value> = op.operands(context).collect();
        let (operands, bundle) = all.split_at(count);
        if !bundles::op_fits(context, op, bundle.len())
            || op.num_results(context) > 1
            || !lists::has_only_regions(context, op, 0)
        {
            return false;
        }
        printer.write(b" ");
        printer.write_attribute(name);
        printer.write(b"(");
        lists::print_values(printer, operands.iter().copied());
        printer.write(b")");
        bundles::print_of_op(printer, op, bundle);
        let hidden = [
            NAME,
            lists::SEGMENTS,
            bundles::SIZES,
            bundles::TAGS,
            signature::ARGUMENTS,
            signature::RESULTS,
        ];
        printer.write_attr_dict(&lists::entries(context, op, &shown(context, op, &hidden)));
        printer.write(b" : ");
        signature::print(printer, op, operands.iter().copied());
        true
    }
}
