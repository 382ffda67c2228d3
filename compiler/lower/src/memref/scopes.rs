//! `memref.alloca_scope`: saves the stack before its body and restores it behind.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, Location, Op, Type, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use crate::make::{Make, build};
use crate::types::pointer;

fn branch(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    target: Block,
    values: &[Value],
) -> Op {
    let op = OpBuilder::new("llvm.br")
        .operand("destOperands", values.iter().copied())
        .successor("dest", [target]);
    build(rewriter, op, location)
}

pub(super) fn convert(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let start = op.block(context)?;
    let rest = rewriter.split_block(start, Some(op));
    let arguments: Vec<(Type, Location)> = op
        .results(context)
        .map(|result| (result.ty(context), location))
        .collect();
    let mut end = rest;
    if !arguments.is_empty() {
        end = rewriter.create_block(rest.region(context)?, Some(rest), &arguments);
        branch(rewriter, location, rest, &[]);
    }
    let body = op.region(context, 0)?;
    let first = body.first_block(context)?;
    let last = body.last_block(context)?;
    rewriter.inline_region(body, end.region(context)?, Some(end));
    rewriter.set_to_end(start);
    let stack = Make::new("llvm.intr.stacksave", &[], &[pointer(context, 0)]).value(rewriter, location);
    branch(rewriter, location, first, &[]);
    let terminator = last.last_op(context)?;
    rewriter.set_before(terminator);
    let place = terminator.location(context);
    Make::new("llvm.intr.stackrestore", &[stack], &[]).at(rewriter, location);
    let values: Vec<Value> = terminator.operands(context).collect();
    branch(rewriter, place, end, &values);
    rewriter.erase_op(terminator);
    let values: Vec<Value> = end.arguments(context).take(arguments.len()).collect();
    rewriter.replace_op(op, &values);
    Some(())
}
