//! Choices, and the ends of regions.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AttributeKind, Op, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::expand::Expander;
use crate::make::{Make, build, index_constant, integer, property};

const EQUAL: i64 = 0;
const GREATER_OR_EQUAL: i64 = 5;

pub(super) fn convert_if(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let AttributeKind::IntegerSet(set) = property(context, op, "condition")?.kind(context) else {
        return None;
    };
    let operands: Vec<Value> = op.operands(context).collect();
    let (dims, symbols) = operands.split_at_checked(set.num_dims(context) as usize)?;
    let zero = index_constant(rewriter, location, 0);
    let mut condition: Option<Value> = None;
    for (number, constraint) in set.constraints(context).iter().enumerate() {
        let value = Expander::new(rewriter, location, dims, symbols).expand(constraint)?;
        let predicate = match set.is_equality(context, number) {
            true => EQUAL,
            false => GREATER_OR_EQUAL,
        };
        let holds = Make::new("arith.cmpi", &[value, zero], &[context.i1()])
            .with(&[("predicate", integer(context, context.i64(), predicate))])
            .value(rewriter, location);
        condition = Some(match condition {
            None => holds,
            Some(condition) => {
                Make::new("arith.andi", &[condition, holds], &[context.i1()]).value(rewriter, location)
            }
        });
    }
    let condition = match condition {
        Some(condition) => condition,
        None => Make::new("arith.constant", &[], &[context.i1()])
            .with(&[("value", context.bool_attribute(true))])
            .value(rewriter, location),
    };
    let new = OpBuilder::new("scf.if")
        .operand("condition", [condition])
        .result("results", op.results(context).map(|result| result.ty(context)));
    let new = build(rewriter, new, location);
    for (from, to) in op.regions(context).zip(new.regions(context)) {
        rewriter.inline_region(from, to, None);
    }
    rewriter.replace_op_with(op, new);
    Some(())
}

/// In a parallel loop, the terminator reduces nothing.
pub(super) fn convert_yield(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let parent = op.parent_op(context)?;
    if parent.is_named(context, "scf.parallel") {
        let reduce = OpBuilder::new("scf.reduce")
            .operand("operands", [])
            .region("reductions", []);
        build(rewriter, reduce, location);
    } else {
        let operands: Vec<Value> = op.operands(context).collect();
        Make::new("scf.yield", &operands, &[]).at(rewriter, location);
    }
    rewriter.erase_op(op);
    Some(())
}
