//! Which operations can be inlined.

use tvmlike_ir::{Context, Dialect, Inlining, Op, OpState, Region, Rewriter, Traits};

/// The dialects whose operations can be inlined everywhere.
const ANYWHERE: &[&str] = &[
    "arith",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "gpu",
    "index",
    "linalg",
    "math",
    "memref",
    "ml_program",
    "scf",
    "shape",
    "tensor",
    "tosa",
    "ub",
    "vector",
];

const AFFINE: Inlining = Inlining {
    can_move: |context, _, region| is_affine(context, region),
    ..Inlining::ANYWHERE
};

const FUNC: Inlining = Inlining {
    can_replace: |context, call, callable| {
        let no_inline = context.identifier("no_inline");
        let forbids = |op: Op| op.attribute(context, no_inline).is_some();
        !forbids(call) && !forbids(callable)
    },
    go_on: Some(return_to),
    ..Inlining::ANYWHERE
};

/// Says of a dialect which of its operations can be inlined.
pub(super) fn attach(dialect: &Dialect, name: &str) {
    let found = match name {
        "affine" => AFFINE,
        "func" => FUNC,
        name if ANYWHERE.binary_search(&name).is_ok() => Inlining::ANYWHERE,
        _ => return,
    };
    dialect.extensions().get_or_insert_with(|| found);
}

/// Whether a region belongs to an operation in which affine operations have a meaning.
fn is_affine(context: &Context, region: Region) -> bool {
    region.parent_op(context).is_some_and(|op| {
        let name = op.name(context).bytes(context);
        op.has_trait(context, Traits::AFFINE_SCOPE)
            || [&b"affine.for"[..], b"affine.if", b"affine.parallel"].contains(&name)
    })
}

/// Replaces `func.return` by a branch.
fn return_to(rewriter: &mut Rewriter<'_, '_>, op: Op, block: tvmlike_ir::Block) {
    let context = rewriter.context();
    let operands: Vec<_> = op.operands(context).collect();
    let name = context.identifier("cf.br");
    context.load_op_info(name);
    rewriter.set_before(op);
    rewriter.create(&OpState {
        operands: &operands,
        successors: &[block],
        ..OpState::new(name, op.location(context))
    });
    rewriter.erase_op(op);
}

/// Whether the table is in order.
pub(super) fn is_sorted() -> bool {
    ANYWHERE.is_sorted()
}
