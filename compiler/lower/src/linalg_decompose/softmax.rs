//! `linalg.softmax`, as MLIR decomposes it: the greatest elements, the powers of the differences to them, and these divided by
//! their sums. The greatest of no element is the negative infinity here; MLIR takes the least finite number.

use tvmlike_ir::{AffineExpr, AffineMap, Context, DYNAMIC, Op, Rewriter, Type, TypeKind, Value};

use super::generic::{generic, is_tensor};
use crate::make::{Make, index_constant, property};
use crate::number;

/// A tensor of the sizes of a source but for one dimension, whose elements are a number.
fn splat(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    source: Value,
    without: usize,
    number: f64,
) -> Option<Value> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = source.ty(context);
    let element = ty.element_type(context)?;
    let value = context.float_attribute(element, number).ok()?;
    let value = Make::new("arith.constant", &[], &[element])
        .with(&[("value", value)])
        .value(rewriter, location);
    let (mut shape, mut operands) = (Vec::new(), vec![value]);
    for (dim, size) in ty.shape(context)?.to_vec().into_iter().enumerate() {
        if dim == without {
            continue;
        }
        if size == DYNAMIC {
            let dim = index_constant(rewriter, location, i64::try_from(dim).ok()?);
            let index = context.index_type();
            operands.push(Make::new("tensor.dim", &[source, dim], &[index]).value(rewriter, location));
        }
        shape.push(size);
    }
    let ty = context.ranked_tensor_type(&shape, element, None).ok()?;
    Some(Make::new("tensor.splat", &operands, &[ty]).value(rewriter, location))
}

fn is_float(context: &Context, ty: Type) -> bool {
    ty.element_type(context)
        .is_some_and(|element| matches!(element.kind(context), TypeKind::Float(_)))
}

pub(super) fn decompose(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (input, output) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let ty = input.ty(context);
    if !is_tensor(context, input) || !is_tensor(context, output) || !is_float(context, ty) {
        return None;
    }
    if ty.element_type(context) != output.ty(context).element_type(context) {
        return None;
    }
    let dim = usize::try_from(number::of(context, property(context, op, "dimension")?)?).ok()?;
    let rank = ty.rank(context)?;
    let location = op.location(context);
    let all = context.affine_identity_map(u32::try_from(rank).ok()?);
    let kept: Vec<AffineExpr> = (0..rank)
        .filter(|other| *other != dim)
        .map(|other| context.affine_dim(other as u32))
        .collect();
    let rest: AffineMap = context.affine_map(u32::try_from(rank).ok()?, 0, &kept).ok()?;
    let element = ty.element_type(context)?;
    let binary = |rewriter: &mut Rewriter<'_, '_>, name: &str, lhs: Value, rhs: Value| {
        Make::new(name, &[lhs, rhs], &[element]).value(rewriter, location)
    };
    let least = splat(rewriter, op, input, dim, f64::NEG_INFINITY)?;
    let greatest = generic(
        rewriter,
        location,
        &[input, least],
        &[all, rest],
        Some(dim),
        |rewriter, each| binary(rewriter, "arith.maxnumf", each[0], each[1]),
    )?;
    let powers = generic(
        rewriter,
        location,
        &[input, greatest, output],
        &[all, rest, all],
        None,
        |rewriter, each| {
            let difference = binary(rewriter, "arith.subf", each[0], each[1]);
            Make::new("math.exp", &[difference], &[element]).value(rewriter, location)
        },
    )?;
    let zero = splat(rewriter, op, input, dim, 0.0)?;
    let sums = generic(
        rewriter,
        location,
        &[powers, zero],
        &[all, rest],
        Some(dim),
        |rewriter, each| binary(rewriter, "arith.addf", each[0], each[1]),
    )?;
    let result = generic(
        rewriter,
        location,
        &[powers, sums, output],
        &[all, rest, all],
        None,
        |rewriter, each| binary(rewriter, "arith.divf", each[0], each[1]),
    )?;
    rewriter.replace_op(op, &[result]);
    Some(())
}
