//! The patterns.

use tvmlike_ir::{Canonicalization, Context, Op, Pattern, PatternSet, Rewriter};

use super::body::{is_on_buffers, make_point};
use super::nest::{LoopKind, has_sizes, make_nest};

/// Makes loops of a structured operation on memrefs.
struct ToLoops(LoopKind);

impl Pattern for ToLoops {
    fn name(&self) -> &str {
        match self.0 {
            LoopKind::Scf => "LinalgRewritePattern<scf::ForOp>",
            LoopKind::Parallel => "LinalgRewritePattern<scf::ParallelOp>",
            LoopKind::Affine => "LinalgRewritePattern<affine::AffineForOp>",
        }
    }

    fn root(&self) -> Option<&str> {
        None
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        if op.name(context).dialect_namespace(context) != Some(b"linalg") || !is_on_buffers(context, op) {
            return None;
        }
        let loops = tvmlike_dialects::structured_loops(context, op)?;
        if !has_sizes(context, &loops) {
            return None;
        }
        let mut indices = Vec::new();
        make_nest(rewriter, op, &loops, self.0, |rewriter, variables| {
            make_point(rewriter, op, &loops, variables, self.0, &mut indices)
        })?;
        for (index, variable) in indices {
            rewriter.replace_op(index, &[variable]);
        }
        rewriter.erase_op(op);
        Some(())
    }
}

/// Adds the patterns: structured operations to loops, and what simplifies the indices and sizes that they make.
pub(crate) fn add_patterns(context: &Context, patterns: &mut PatternSet, kind: LoopKind) {
    patterns.add(ToLoops(kind));
    for name in ["memref.dim", "tensor.dim", "affine.apply"] {
        let info = context.load_op_info(context.identifier(name));
        if let Some(Canonicalization(own)) = info.and_then(|info| info.extensions().get()) {
            patterns.extend(own);
        }
    }
}
