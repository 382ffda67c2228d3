//! `llvm.invoke`: `@f(%0) to ^bb1(%1 : i32) unwind ^bb2 {…} : (i32) -> f32`.

use tvmlike_ir::{Op, Value};
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use super::super::targets::{parse_target, print_target};
use super::call;
use crate::llvm::bundles;
use crate::llvm::keywords::CALLING_CONVENTION;

/// A call that can unwind.
pub(super) struct Invoke;

impl OpSyntax for Invoke {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        CALLING_CONVENTION.parse(parser, parts);
        let callee = call::parse_callee(parser, parts)?;
        parser.parse_keyword("to")?;
        let normal = parse_target(parser, parts)?;
        parser.parse_keyword("unwind")?;
        let unwind = parse_target(parser, parts)?;
        call::parse_variadic(parser, parts)?;
        let bundles = call::parse_bundles(parser)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        call::parse_types(parser, parts, &callee)?;
        // MLIR puts the operands of bundles before those of blocks, and counts them behind.
        bundles.resolve(parser, parts)?;
        parts.operands.extend_from_slice(&normal);
        parts.operands.extend_from_slice(&unwind);
        let sizes = [
            callee.operands.len(),
            normal.len(),
            unwind.len(),
            bundles.operands.len(),
        ];
        lists::set_segments(parser.context(), parts, &sizes);
        super::finish(parser, parts, "llvm.invoke")
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some([count, normal, unwind, _]) = lists::segments(context, op) else {
            return false;
        };
        let all: Vec<Value> = op.operands(context).collect();
        let (operands, rest) = all.split_at(count);
        let (normal, rest) = rest.split_at(normal);
        let (unwind, bundle) = rest.split_at(unwind);
        if !call::callee_fits(context, op, operands)
            || !bundles::op_fits(context, op, bundle.len())
            || op.num_successors(context) != 2
        {
            return false;
        }
        printer.write(b" ");
        CALLING_CONVENTION.print(printer, op);
        call::print_callee(printer, op, operands);
        printer.write(b" to ");
        print_target(printer, op, 0, normal);
        printer.write(b" unwind ");
        print_target(printer, op, 1, unwind);
        call::print_variadic(printer, op, bundle);
        let entries = lists::entries(context, op, &call::SHOWN);
        call::print_types(printer, op, operands, &entries);
        true
    }
}
