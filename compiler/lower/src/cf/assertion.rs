//! `cf.assert`: prints its message and aborts if the condition does not hold.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AttributeKind, Op};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use crate::functions::{self, Declaration};
use crate::make::{Make, build, property};
use crate::memory::{Index, element_pointer};
use crate::types::{array, pointer, void};

pub(super) fn convert(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let condition = operands.one(0)?;
    let AttributeKind::String { bytes, .. } = property(context, op, "msg")?.kind(context) else {
        return None;
    };
    let start = op.block(context)?;
    let rest = rewriter.split_block(start, Some(op));
    let failure = rewriter.create_block(start.region(context)?, None, &[]);
    let module = op.nearest_symbol_table(context)?;
    let mut text = bytes.to_vec();
    text.push(0);
    let global = functions::add_text(rewriter, module, location, "assert_msg", &text)?;
    let ty = pointer(context, 0);
    let address = Make::new("llvm.mlir.addressof", &[], &[ty])
        .with(&[("global_name", global)])
        .value(rewriter, location);
    let text = array(context, context.i8(), text.len() as u64);
    let address = element_pointer(rewriter, location, address, text, &[Index::Known(0)], 0);
    let puts = Declaration {
        name: "puts",
        arguments: &[ty],
        result: void(context),
    };
    functions::call(rewriter, module, location, &puts, &[address])?;
    let abort = Declaration {
        name: "abort",
        arguments: &[],
        result: void(context),
    };
    functions::call(rewriter, module, location, &abort, &[])?;
    Make::new("llvm.unreachable", &[], &[]).at(rewriter, location);
    rewriter.set_to_end(start);
    let branch = OpBuilder::new("llvm.cond_br")
        .operand("condition", [condition])
        .operand("trueDestOperands", [])
        .operand("falseDestOperands", [])
        .successor("trueDest", [rest])
        .successor("falseDest", [failure]);
    build(rewriter, branch, location);
    rewriter.erase_op(op);
    Some(())
}
