//! Folds that use a memref before it was cast.

use tvmlike_ir::{Context, DYNAMIC, Folded, Folding, Type, TypeKind, Value};

use super::super::rewrite::defined_by;

/// Whether a type is a memref with a rank.
pub(super) fn is_ranked(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::MemRef { .. })
}

/// The memref with a rank that a value casts.
pub(super) fn uncast(context: &Context, value: Value) -> Option<Value> {
    let source = defined_by(context, value, "memref.cast")?.operand(context, 0)?;
    is_ranked(context, source.ty(context)).then_some(source)
}

/// Replaces operands that are casts, but for one value.
fn skip(folding: &mut Folding<'_, '_>, kept: Option<Value>) -> Option<Folded> {
    let context = folding.context();
    let mut folded = None;
    for index in 0..folding.op().num_operands(context) {
        let value = folding.operand(index);
        if kept != Some(value)
            && let Some(source) = uncast(context, value)
        {
            folding.set_operand(index, source);
            folded = Some(Folded::InPlace);
        }
    }
    folded
}

/// Uses all memrefs before they were cast.
pub(in crate::fold) fn skip_casts(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    skip(folding, None)
}

/// Whether a type says as much about a memref as another one.
pub(super) fn is_as_static(context: &Context, source: Type, ty: Type) -> bool {
    let parts = |ty: Type| Some((ty.shape(context)?.to_vec(), ty.strides_and_offset(context)?));
    let (Some((sizes, (strides, offset))), Some((wanted, (wanted_strides, wanted_offset)))) =
        (parts(source), parts(ty))
    else {
        return false;
    };
    let own = sizes.iter().chain(&strides).chain([&offset]);
    let other = wanted.iter().chain(&wanted_strides).chain([&wanted_offset]);
    own.zip(other)
        .all(|(own, other)| *own != DYNAMIC || *other == DYNAMIC)
}

/// `copy`: uses memrefs before they were cast, if their types say no less.
pub(super) fn skip_wider_casts(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let mut folded = None;
    for index in 0..folding.op().num_operands(context) {
        let value = folding.operand(index);
        if let Some(source) = uncast(context, value)
            && is_as_static(context, source.ty(context), value.ty(context))
        {
            folding.set_operand(index, source);
            folded = Some(Folded::InPlace);
        }
    }
    folded
}

/// `store`: the value that is stored stays as it is.
pub(in crate::fold) fn skip_casts_of_store(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let stored = folding.op().operand(folding.context(), 0);
    skip(folding, stored)
}

/// `cast`: of a cast, or to the same type.
pub(super) fn cast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let folded = skip_casts(folding);
    let source = folding.operand(0);
    match source.ty(context) == folding.result_type() {
        true => Some(source.into()),
        false => folded,
    }
}
