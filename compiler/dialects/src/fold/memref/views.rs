//! Folds of views that are what they are views of.

use tvmlike_ir::{Context, DYNAMIC, Folded, Folding, Op, Type, Value};

use super::super::rewrite::defined_by;
use super::super::slices::{are_all, mixed};

/// `collapse_shape`: to the same type; of an expanded shape.
pub(super) fn collapse(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    reshape(folding, "memref.expand_shape")
}

/// `expand_shape`: to the same type; of a collapsed shape.
pub(super) fn expand(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    reshape(folding, "memref.collapse_shape")
}

/// The source of the inverse with the same type, if it has one dynamic size at most, or the same groups of dimensions.
fn reshape(folding: &mut Folding<'_, '_>, inverse: &str) -> Option<Folded> {
    let context = folding.context();
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty {
        return Some(source.into());
    }
    let made = defined_by(context, source, inverse)?;
    let first = made.operand(context, 0)?;
    let groups = |op: Op| op.property(context, context.identifier("reassociation"));
    let dynamic = ty.shape(context)?.iter().filter(|size| *size == DYNAMIC).count();
    let is_inverse = dynamic < 2 || groups(folding.op()) == groups(made);
    (first.ty(context) == ty && is_inverse).then(|| first.into())
}

fn is_static(context: &Context, ty: Type) -> bool {
    let layout = ty.strides_and_offset(context);
    ty.has_static_shape(context)
        && layout.is_some_and(|(strides, offset)| offset != DYNAMIC && !strides.contains(&DYNAMIC))
}

/// `subview`: of all, with a static type; of a subview of the same size.
pub(super) fn subview(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let (source, op): (Value, Op) = (folding.operand(0), folding.op());
    let ty = source.ty(context);
    if ty != folding.result_type() {
        return None;
    }
    if is_static(context, ty) {
        return Some(source.into());
    }
    let inner = defined_by(context, source, "memref.subview")?;
    let is_whole = are_all(context, &mixed(context, op, "offsets")?, 0)
        && are_all(context, &mixed(context, op, "strides")?, 1)
        && mixed(context, op, "sizes") == mixed(context, inner, "sizes");
    is_whole.then(|| source.into())
}
