//! `linalg`: casts around structured operations, sizes that other operands tell, and operations that do nothing.

mod casts;
mod fill;
mod filled_pads;
mod moves;

use tvmlike_ir::{Context, Op, RewriteFn, Rewriter, Type, Value};

use super::Rules;
use super::tensor::types::cast;

pub(super) const RULES: Rules = Rules {
    folds: &[("linalg.transpose", moves::keep)],
    patterns: &[
        ("linalg.broadcast", BROADCAST),
        ("linalg.copy", COPY),
        ("linalg.fill", FILL),
        ("linalg.generic", GENERIC),
        ("linalg.transpose", TRANSPOSE),
    ],
    materialize: Some(super::arith::materialize),
    scope: None,
};

/// Patterns of all structured operations, which MLIR declares for the dialects `linalg` and `tensor`.
pub(super) const ANY: &[RewriteFn] = &[
    any("EraseDeadLinalgOp", moves::drop_empty),
    RewriteFn::new("FoldTensorCastConsumerOp", "tensor.cast", casts::before),
    any("FoldTensorCastProducerOp", casts::after),
    any("InferStaticShapeOfOperands", casts::infer),
];

const fn any(name: &'static str, rewrite: fn(&mut Rewriter<'_, '_>, Op) -> Option<()>) -> RewriteFn {
    RewriteFn {
        name,
        root: None,
        benefit: 1,
        definition: None,
        rewrite,
    }
}

const BROADCAST: &[RewriteFn] = &[
    RewriteFn::new(
        "EraseIdentityLinalgOp<BroadcastOp>",
        "linalg.broadcast",
        moves::drop_identity,
    ),
    RewriteFn::new("FoldBroadcasts", "linalg.broadcast", moves::broadcast_twice),
];

const COPY: &[RewriteFn] = &[RewriteFn::new(
    "EraseSelfCopy",
    "linalg.copy",
    moves::drop_own_copy,
)];

const FILL: &[RewriteFn] = &[
    RewriteFn::new("FoldConcatsOfFill", "tensor.concat", fill::joined),
    RewriteFn::new("FoldFillWithCopy", "linalg.copy", fill::copied),
    RewriteFn::new("FoldFillWithTensorExtract", "tensor.extract", fill::extracted)
        .with_definition(0, "linalg.fill"),
    RewriteFn::new("FoldFillWithPack", "linalg.pack", filled_pads::packed).with_definition(0, "linalg.fill"),
    RewriteFn::new("FoldFillWithPad", "tensor.pad", filled_pads::padded).with_definition(0, "linalg.fill"),
    RewriteFn::new(
        "FoldFillWithTensorReshape<CollapseShapeOp>",
        "tensor.collapse_shape",
        fill::reshaped,
    ),
    RewriteFn::new(
        "FoldFillWithTensorReshape<ExpandShapeOp>",
        "tensor.expand_shape",
        fill::reshaped,
    ),
    RewriteFn::new(
        "FoldInsertPadIntoFill",
        "tensor.insert_slice",
        filled_pads::inserted,
    )
    .with_definition(0, "tensor.pad"),
    RewriteFn::new("FoldFillWithTranspose", "linalg.transpose", fill::transposed),
];

const GENERIC: &[RewriteFn] = &[RewriteFn::new(
    "EraseIdentityLinalgOp<GenericOp>",
    "linalg.generic",
    moves::drop_identity,
)];

const TRANSPOSE: &[RewriteFn] = &[RewriteFn::new(
    "FoldTransposeWithTranspose",
    "linalg.transpose",
    moves::transpose_twice,
)];

/// Whether an operation is one of `linalg` that has inputs and outputs.
fn inputs(context: &Context, op: Op) -> Option<usize> {
    match op.name(context).bytes(context).starts_with(b"linalg.") {
        true => crate::structured::inputs(context, op),
        false => None,
    }
}

/// Makes an operation like another one, with other operands and types of results.
fn like(rewriter: &mut Rewriter<'_, '_>, op: Op, operands: &[Value], results: &[Type]) -> Op {
    let made = rewriter.clone_op(op, &mut tvmlike_ir::Mapping::new());
    rewriter.modify(made, |edit| {
        made.set_operands(edit, operands);
        for (index, ty) in results.iter().enumerate() {
            if let Some(result) = made.result(edit, index) {
                result.set_type(edit, *ty);
            }
        }
    });
    made
}

/// Replaces an operation by another one, whose results are cast to the types of its own.
fn replace(rewriter: &mut Rewriter<'_, '_>, op: Op, made: Op) -> Option<()> {
    let context = rewriter.context();
    let mut values = Vec::new();
    for (old, new) in op.results(context).zip(made.results(context)) {
        let ty = old.ty(context);
        values.push(match new.ty(context) == ty {
            true => new,
            false => cast(rewriter, op, new, ty)?,
        });
    }
    rewriter.replace_op(op, &values);
    Some(())
}

/// The types of the results of an operation with some outputs: those that are tensors.
fn result_types(context: &Context, outputs: &[Value]) -> Vec<Type> {
    let is_tensor = |ty: &Type| matches!(ty.kind(context), tvmlike_ir::TypeKind::RankedTensor { .. });
    outputs
        .iter()
        .map(|output| output.ty(context))
        .filter(is_tensor)
        .collect()
}
