//! A sum of a product as one operation, where both allow that.

use tvmlike_define::{enum_number, enum_set};
use tvmlike_ir::{Context, Op, RewriteFn, Rewriter};

use crate::make::{Make, property};

pub(crate) const FUSION: RewriteFn = RewriteFn::new("UpliftFma", "arith.addf", fuse);

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
