//! Linear indices as applied maps, which are composed with those that compute their values.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineOp, Location, Op, Rewriter, Value};

use super::basis::inner_sizes;
use crate::make::{Make, operand_group};
use crate::strided_metadata::{Number, apply};

pub(super) fn linearize(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let group = operand_group(context, op, "multi_index")?;
    let indices: Vec<Value> = op.operands(context).skip(group.start).take(group.len()).collect();
    let sizes = inner_sizes(context, op)?;
    let symbol = |index: usize| context.affine_symbol(index as u32);
    let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).ok();
    let mut strides = vec![Number::Known(1); indices.len()];
    let mut product: AffineExpr = context.affine_constant(1);
    for dim in (0..sizes.len()).rev() {
        product = binary(AffineOp::Mul, product, symbol(dim))?;
        strides[dim] = apply(rewriter, location, product, &sizes)?;
    }
    let mut sum = symbol(0);
    let mut values = vec![Number::Known(0)];
    for (index, stride) in indices.iter().zip(strides) {
        let first = values.len();
        let term = binary(AffineOp::Mul, symbol(first), symbol(first + 1))?;
        sum = binary(AffineOp::Add, sum, term)?;
        values.extend([Number::of(context, *index), stride]);
    }
    let sum = apply(rewriter, location, sum, &values)?.value(rewriter, location);
    rewriter.replace_op(op, &[sum]);
    Some(())
}

/// Makes `affine.apply` of an operation of two values.
fn combined(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    op: AffineOp,
    lhs: Value,
    rhs: Number,
) -> Option<Value> {
    let context = rewriter.context();
    let (expr, other) = match rhs {
        Number::Known(number) => (context.affine_constant(number), None),
        Number::Value(value) => (context.affine_dim(1), Some(value)),
    };
    // A dimension that can be a symbol becomes one.
    let mut map = AppliedMap {
        results: vec![context.affine_binary(op, context.affine_dim(0), expr).ok()?],
        dims: std::iter::once(lhs).chain(other).collect(),
        symbols: Vec::new(),
    };
    map.compose(context)?;
    map.simplify(context)?;
    let attribute = context.affine_map_attribute(map.map(context)?);
    let value = Make::new("affine.apply", &map.operands(), &[context.index_type()])
        .with(&[("map", attribute)])
        .value(rewriter, location);
    Some(value)
}

pub(super) fn delinearize(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let sizes = inner_sizes(context, op)?;
    let product = context
        .affine_binary(AffineOp::Mul, context.affine_symbol(0), context.affine_symbol(1))
        .ok()?;
    let mut divisors = Vec::new();
    let mut divisor = Number::Known(1);
    for size in sizes.iter().rev() {
        divisor = apply(rewriter, location, product, &[*size, divisor])?;
        divisors.push(divisor);
    }
    let mut rest = op.operand(context, 0)?;
    let mut results = Vec::new();
    for divisor in divisors.into_iter().rev() {
        results.push(combined(rewriter, location, AffineOp::FloorDiv, rest, divisor)?);
        rest = combined(rewriter, location, AffineOp::Mod, rest, divisor)?;
    }
    results.push(rest);
    rewriter.replace_op(op, &results);
    Some(())
}
