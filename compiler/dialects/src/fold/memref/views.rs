//! Folds of views that are what they are views of, and of views of views.

use tvmlike_ir::{AttributeKind, Context, DYNAMIC, FoldResult, Folded, Folding, Op, Type, Value};

use super::super::rewrite::defined_by;
use super::super::slices::{are_all, known, mixed};
use crate::verifiers::groups_of;

/// `collapse_shape`: to the same type; of an expanded shape.
pub(super) fn collapse(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    reshape(folding, "memref.expand_shape")
}

/// `expand_shape`: to the same type; of a collapsed shape.
pub(super) fn expand(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    reshape(folding, "memref.collapse_shape")
}

/// The source of the inverse with the same type, if its dynamic sizes are those of the result: it has one at most, or one at most
/// in each of the same groups of dimensions, or all of them are collapsed again.
fn reshape(folding: &mut Folding<'_, '_>, inverse: &str) -> Option<Folded> {
    let context = folding.context();
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty {
        return Some(source.into());
    }
    let made = defined_by(context, source, inverse)?;
    let first = made.operand(context, 0)?;
    if first.ty(context) != ty {
        return None;
    }
    let groups = |op: Op| op.property(context, context.identifier("reassociation"));
    let shape = ty.shape(context)?.to_vec();
    let is_clear = |sizes: &[i64]| sizes.iter().filter(|size| **size == DYNAMIC).count() < 2;
    let has_clear_groups = || -> Option<bool> {
        let own = groups(folding.op())?;
        if Some(own) != groups(made) {
            return Some(false);
        }
        if shape.len() < source.ty(context).rank(context)? {
            return Some(true);
        }
        let mut rest = &shape[..];
        Some(groups_of(context, own).iter().all(|group| {
            let (sizes, behind) = rest.split_at(group.len().min(rest.len()));
            rest = behind;
            is_clear(sizes)
        }))
    };
    (is_clear(&shape) || has_clear_groups()?).then(|| first.into())
}

pub(super) fn is_static(context: &Context, ty: Type) -> bool {
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

/// `view`: of everything, with the same static type.
pub(super) fn view(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let (source, ty) = (folding.operand(0), folding.result_type());
    let is_whole = source.ty(context) == ty
        && ty.has_static_shape(context)
        && known(context, &FoldResult::Value(folding.operand(1))) == Some(0);
    is_whole.then(|| source.into())
}

/// `transpose`: to the same type in the same order; of another one.
pub(super) fn transpose(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let source = folding.operand(0);
    let name = context.identifier("permutation");
    let permutation = |op: Op| match op.property(context, name)?.kind(context) {
        AttributeKind::AffineMap(map) => Some(map),
        _ => None,
    };
    let own = permutation(op)?;
    if own.is_identity(context) && source.ty(context) == folding.result_type() {
        return Some(source.into());
    }
    let before = defined_by(context, source, "memref.transpose")?;
    let composed = own.compose(context, permutation(before)?).ok()?;
    let first = before.operand(context, 0)?;
    folding.set_operand(0, first);
    op.set_property(folding.edit(), name, context.affine_map_attribute(composed));
    Some(Folded::InPlace)
}

/// `memory_space_cast`: of another one, or to the same type.
pub(super) fn change_space(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let before = defined_by(context, folding.operand(0), "memref.memory_space_cast");
    if let Some(first) = before.and_then(|op| op.operand(context, 0)) {
        folding.set_operand(0, first);
    }
    let source = folding.operand(0);
    match source.ty(context) == folding.result_type() {
        true => Some(source.into()),
        false => before.map(|_| Folded::InPlace),
    }
}

/// `assume_alignment`: of a memref with the same alignment.
pub(super) fn assume_alignment(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let source = folding.operand(0);
    let alignment = |op: Op| op.property(context, context.identifier("alignment"));
    let before = defined_by(context, source, "memref.assume_alignment")?;
    (alignment(before) == alignment(op)).then(|| source.into())
}
