//! Folds of slices that are read and written.

use tvmlike_ir::{FoldResult, Folded, Folding};

use super::super::rewrite::{defined_by, small_int};
use super::super::slices::{are_same, is_whole, mixed};
use super::elements::resize_splat;

/// `extract_slice`: everything; of equal elements; of what inserts the same slice.
pub(super) fn extract(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty && is_whole(context, op, ty) == Some(true) {
        return Some(source.into());
    }
    if let Some(resized) = resize_splat(context, folding.constant(0), ty) {
        return Some(resized.into());
    }
    let made = defined_by(context, source, "tensor.insert_slice")?;
    let inserted = made.operand(context, 0)?;
    (inserted.ty(context) == ty && are_same(context, made, op)).then(|| inserted.into())
}

/// `insert_slice`: everything; after the same slice was inserted; of the same slice of the destination; of no element.
pub(super) fn insert(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, destination) = (folding.operand(0), folding.operand(1));
    let ty = folding.result_type();
    if source.ty(context) == ty && is_whole(context, op, ty) == Some(true) {
        return Some(source.into());
    }
    if let Some(before) = defined_by(context, destination, "tensor.insert_slice") {
        let overwritten = before.operand(context, 0)?;
        if overwritten.ty(context) == source.ty(context) && are_same(context, before, op) {
            let first = before.operand(context, 1)?;
            folding.set_operand(1, first);
            return Some(Folded::InPlace);
        }
    }
    if let Some(read) = defined_by(context, source, "tensor.extract_slice")
        && read.operand(context, 0) == Some(destination)
        && are_same(context, read, op)
    {
        return Some(destination.into());
    }
    let sizes = mixed(context, op, "sizes")?;
    let is_zero =
        |size: &FoldResult| size.constant(context).and_then(|size| small_int(context, size)) == Some(0);
    sizes.iter().any(is_zero).then(|| destination.into())
}
