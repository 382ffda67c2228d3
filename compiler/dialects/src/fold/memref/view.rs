//! Patterns of `view`.

use tvmlike_ir::{Op, Rewriter, Type, Value};

use super::super::rewrite::Make;
use super::allocation::known_sizes;
use super::cast::uncast;
use crate::verifiers::has_identity_layout;

/// Makes `view` of a source with the sizes that are not in its type.
fn view(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    source: Value,
    ty: Type,
    sizes: &[Value],
) -> Option<Value> {
    let shift = root.operand(rewriter.context(), 1)?;
    let operands = [&[source, shift], sizes].concat();
    Make::new("memref.view", &operands, &[ty]).value(rewriter, root)
}

/// Sizes that are constants become static ones. MLIR 22 also makes types with negative sizes.
pub(super) fn use_constants(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    let operands: Vec<Value> = op.operands(context).collect();
    let (new, sizes) = known_sizes(context, ty, operands.get(2..)?)?;
    let new = view(rewriter, op, operands[0], new, &sizes)?;
    Make::new("memref.cast", &[new], &[ty]).replace(rewriter, op)
}

/// A view of bytes before they were cast.
///
/// MLIR 22 also skips casts of memrefs without a rank and with a layout, which cannot be viewed.
pub(super) fn skip_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let operands: Vec<Value> = op.operands(context).collect();
    let source = uncast(context, *operands.first()?)?;
    if !has_identity_layout(context, source.ty(context)) {
        return None;
    }
    let ty = op.result(context, 0)?.ty(context);
    let new = view(rewriter, op, source, ty, operands.get(2..)?)?;
    rewriter.replace_op(op, &[new]);
    Some(())
}
