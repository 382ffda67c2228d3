//! A sum of a product, and a sine and a cosine of one number, as one operation.

use tvmlike_define::{enum_number, enum_set};
use tvmlike_ir::{Context, Op, RewriteFn, Rewriter};

use crate::make::{Make, property};

pub(crate) const FUSION: RewriteFn = RewriteFn::new("UpliftFma", "arith.addf", fuse);

pub(crate) const SINCOS: RewriteFn = RewriteFn::new("SincosFusionPattern", "math.sin", fuse_sine);

/// The bit that allows to contract operations.
const CONTRACT: u64 = 32;

fn flags(context: &Context, op: Op) -> u64 {
    let flags = property(context, op, "fastmath").and_then(|flags| enum_number(context, flags));
    flags.unwrap_or(0)
}

fn fuse(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let own = flags(context, op);
    if own & CONTRACT == 0 {
        return None;
    }
    let (lhs, rhs) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let product_of = |value: tvmlike_ir::Value| {
        let op = value.defining_op(context)?;
        op.is_named(context, "arith.mulf").then_some(op)
    };
    let (product, other) = match product_of(lhs) {
        Some(product) => (product, rhs),
        None => (product_of(rhs)?, lhs),
    };
    let both = flags(context, product);
    if both & CONTRACT == 0 {
        return None;
    }
    let operands = [product.operand(context, 0)?, product.operand(context, 1)?, other];
    let ty = op.result(context, 0)?.ty(context);
    let common = enum_set(context, "arith", "fastmath", own & both)?;
    let made = Make::new("math.fma", &operands, &[ty])
        .with(&[("fastmath", common)])
        .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// A sine, and the first cosine of the same number with the same flags in its block.
fn fuse_sine(rewriter: &mut Rewriter<'_, '_>, sine: Op) -> Option<()> {
    let context = rewriter.context();
    let number = sine.operand(context, 0)?;
    let block = sine.block(context);
    let is_same = |op: &Op| {
        op.is_named(context, "math.cos")
            && op.block(context) == block
            && property(context, *op, "fastmath") == property(context, sine, "fastmath")
    };
    let users = number.uses(context).map(|at| at.owner(context));
    let cosine = users.filter(is_same).reduce(|first, op| {
        if op.is_before_in_block(context, first) {
            op
        } else {
            first
        }
    })?;
    let first = match sine.is_before_in_block(context, cosine) {
        true => sine,
        false => cosine,
    };
    rewriter.set_before(first);
    let ty = number.ty(context);
    let flags: Vec<_> = property(context, sine, "fastmath")
        .map(|flags| ("fastmath", flags))
        .into_iter()
        .collect();
    let both = Make::new("math.sincos", &[number], &[ty, ty])
        .with(&flags)
        .at(rewriter, first.location(context));
    let (of_sine, of_cosine) = (both.result(context, 0)?, both.result(context, 1)?);
    rewriter.replace_op(sine, &[of_sine]);
    rewriter.replace_op(cosine, &[of_cosine]);
    Some(())
}
