//! Masks: comparisons of the numbers of lanes with sizes, or constants.

use tvmlike_ir::{Attribute, Op, PatternSet, RewriteFn, Rewriter, Type, Value};

use super::elements::positions;
use super::progressive::{Start, constant, start, with_part};
use super::vector_parts;
use crate::make::{Make, index_constant, integer, property};
use crate::number;

/// Adds the patterns.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new("VectorCreateMaskOpConversion", "vector.create_mask", create_mask),
        RewriteFn::new("ConstantMaskOpLowering", "vector.constant_mask", constant_mask),
    ]);
}

/// Lanes whose number is less than a size: a comparison of numbers of 32 bits.
fn create_mask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = op.result(context, 0)?.ty(context);
    let (sizes, _) = vector_parts(context, ty)?;
    let [width] = sizes.as_slice() else {
        return create_rows(rewriter, op, ty, &sizes);
    };
    let i32 = context.i32();
    let numbers = context.vector_type(&sizes, i32, &[]).ok()?;
    let lanes: Vec<Attribute> = (0..*width).map(|lane| integer(context, i32, lane)).collect();
    let lanes = constant(rewriter, location, numbers, &lanes)?;
    let size = op.operand(context, 0)?;
    let size = Make::new("arith.index_cast", &[size], &[i32]).value(rewriter, location);
    let size = Make::new("vector.broadcast", &[size], &[numbers]).value(rewriter, location);
    // sgt
    let predicate = integer(context, context.i64(), 4);
    let mask = Make::new("arith.cmpi", &[size, lanes], &[ty])
        .with(&[("predicate", predicate)])
        .value(rewriter, location);
    rewriter.replace_op(op, &[mask]);
    Some(())
}

/// For each place of the outermost dimension, the mask of the others where the place is less than the size.
fn create_rows(rewriter: &mut Rewriter<'_, '_>, op: Op, ty: Type, sizes: &[i64]) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (outermost, rest) = sizes.split_first()?;
    let row = context.vector_type(rest, context.i1(), &[]).ok()?;
    let bounds: Vec<Value> = op.operands(context).collect();
    let set = Make::new("vector.create_mask", bounds.get(1..)?, &[row]).value(rewriter, location);
    let unset = start(rewriter, location, row, Start::Zero)?;
    let mut result = start(rewriter, location, ty, Start::Zero)?;
    // slt
    let predicate = integer(context, context.i64(), 2);
    for place in 0..*outermost {
        let number = index_constant(rewriter, location, place);
        let is_within = Make::new("arith.cmpi", &[number, bounds[0]], &[context.i1()])
            .with(&[("predicate", predicate)])
            .value(rewriter, location);
        let part = Make::new("arith.select", &[is_within, set, unset], &[row]).value(rewriter, location);
        result = with_part(rewriter, location, result, part, &[place]);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

fn constant_mask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    let (sizes, _) = vector_parts(context, ty)?;
    let set = number::list(context, property(context, op, "mask_dim_sizes")?)?;
    if sizes.is_empty() || sizes.len() != set.len() {
        return None;
    }
    let lanes: Vec<Attribute> = positions(&sizes)
        .map(|position| context.bool_attribute(position.iter().zip(&set).all(|(lane, set)| lane < set)))
        .collect();
    let mask = constant(rewriter, op.location(context), ty, &lanes)?;
    rewriter.replace_op(op, &[mask]);
    Some(())
}
