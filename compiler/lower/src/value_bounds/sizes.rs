//! Sizes by operation.

use tvmlike_dialects::structured_loops;
use tvmlike_ir::{AffineOp, Context, DYNAMIC, Op, Value};

use super::facts::{Facts, Subject};
use crate::result_sizes::given;
use crate::strided_metadata::{Number, dropped_dims, groups, mixed};

/// Records what is known of a size of a result.
pub(super) fn learn(
    facts: &mut Facts<'_>,
    subject: Subject,
    op: Op,
    result: usize,
    dim: usize,
) -> Option<()> {
    let context = facts.context;
    let name = op.name(context);
    let expr = match &*name.text(context) {
        "memref.alloc" | "memref.alloca" | "tensor.empty" => {
            let size = given(context, op, "dynamicSizes", dim)?;
            facts.of_number(size)
        }
        "memref.cast" | "tensor.cast" => {
            let source = op.operand(context, 0)?;
            source.ty(context).shape(context)?;
            facts.expr((source, Some(dim)))
        }
        "memref.subview" | "tensor.extract_slice" => {
            let sizes = mixed(context, op, "sizes", "static_sizes")?;
            let size = kept(context, op, sizes)?.get(dim).copied()?;
            facts.of_number(size)
        }
        "memref.expand_shape" | "tensor.expand_shape" => {
            let size = *mixed(context, op, "output_shape", "static_output_shape")?.get(dim)?;
            facts.of_number(size)
        }
        "memref.collapse_shape" | "tensor.collapse_shape" => {
            let source = op.operand(context, 0)?;
            let mut product = facts.number(1);
            for dim in groups(context, op)?.get(dim)? {
                let size = facts.expr((source, Some(*dim)));
                product = facts.binary(AffineOp::Mul, product, size)?;
            }
            product
        }
        "tensor.pad" => {
            let low = *mixed(context, op, "low", "static_low")?.get(dim)?;
            let high = *mixed(context, op, "high", "static_high")?.get(dim)?;
            let own = facts.expr((op.operand(context, 0)?, Some(dim)));
            let [low, high] = [low, high].map(|number| facts.of_number(number));
            let sum = facts.binary(AffineOp::Add, own, low)?;
            facts.binary(AffineOp::Add, sum, high)?
        }
        _ => {
            let output = output(context, op, result)?;
            facts.expr((output, Some(dim)))
        }
    };
    facts.equal(subject, expr);
    Some(())
}

/// The sizes of a slice that its result has.
fn kept(context: &Context, op: Op, sizes: Vec<Number>) -> Option<Vec<Number>> {
    let shape = op.result(context, 0)?.ty(context).shape(context)?.to_vec();
    if shape.len() == sizes.len() {
        return Some(sizes);
    }
    if op.is_named(context, "memref.subview") {
        let dropped = dropped_dims(context, op, &sizes)?;
        let all = sizes.into_iter().enumerate();
        return Some(
            all.filter(|(dim, _)| !dropped.contains(dim))
                .map(|(_, size)| size)
                .collect(),
        );
    }
    // The first sizes that fit.
    let mut wanted = shape.into_iter().peekable();
    let mut kept = Vec::new();
    for size in sizes {
        let known = match size {
            Number::Known(known) => known,
            Number::Value(_) => DYNAMIC,
        };
        if wanted.next_if_eq(&known).is_some() {
            kept.push(size);
        } else if known != 1 {
            return None;
        }
    }
    wanted.peek().is_none().then_some(kept)
}

/// The operand whose sizes a result has.
fn output(context: &Context, op: Op, result: usize) -> Option<Value> {
    if op.is_named(context, "tensor.insert_slice") || op.is_named(context, "tensor.insert") {
        return op.operand(context, 1);
    }
    let loops = structured_loops(context, op)?;
    op.operand(context, loops.inputs + result)
}
