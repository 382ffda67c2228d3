//! Folds and patterns of `reinterpret_cast`.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, DYNAMIC, FoldResult, Folded, Folding, Op, Rewriter, Type, TypeKind, Value};

use super::super::rewrite::{Make, build, defined_by};
use super::super::slices::{LISTS, are_all, known, mixed, split, with_lists};
use super::views::is_static;

/// The memref that a memref begins with.
fn beginning(context: &Context, value: Value) -> Option<Value> {
    let op = value.defining_op(context)?;
    let is_same = match () {
        () if op.is_named(context, "memref.reinterpret_cast") || op.is_named(context, "memref.cast") => true,
        () if op.is_named(context, "memref.subview") => are_all(context, &mixed(context, op, "offsets")?, 0),
        () => false,
    };
    op.operand(context, 0).filter(|_| is_same)
}

/// `reinterpret_cast`: of what another view begins with; to the same static type.
///
/// MLIR 22 also drops one whose type has dynamic strides or a dynamic offset, which can be others than those of the source.
pub(super) fn reinterpret(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, ty) = (folding.operand(0), folding.result_type());
    if let Some(first) = beginning(context, source) {
        folding.set_operand(0, first);
        return Some(Folded::InPlace);
    }
    let is_same = source.ty(context) == ty
        && is_static(context, ty)
        && are_all(context, &static_only(mixed(context, op, "offsets")?)?, 0);
    is_same.then(|| source.into())
}

/// A list without values.
fn static_only(list: Vec<FoldResult>) -> Option<Vec<FoldResult>> {
    let is_static = |number: &FoldResult| matches!(number, FoldResult::Attribute(_));
    list.iter().all(is_static).then_some(list)
}

/// The numbers of offsets, sizes and strides, as far as they or a type are known.
fn known_lists(context: &Context, lists: [Vec<FoldResult>; 3], ty: Type) -> Option<[Vec<FoldResult>; 3]> {
    let (strides, offset) = ty.strides_and_offset(context)?;
    let sizes = ty.shape(context)?.to_vec();
    let mut told = [vec![offset], sizes, strides].into_iter();
    Some(lists.map(|list| {
        let told = told.next().unwrap_or_default();
        let numbers = list.into_iter().zip(told).map(|(number, told)| {
            match told {
                DYNAMIC => known(context, &number),
                told => Some(told),
            }
            .filter(|number| *number != DYNAMIC)
            .map_or(number, |number| {
                FoldResult::Attribute(context.index_attribute(number))
            })
        });
        numbers.collect()
    }))
}

/// The offset, sizes and strides of an operation.
fn lists(context: &Context, op: Op) -> Option<[Vec<FoldResult>; 3]> {
    let [offsets, sizes, strides] = LISTS.map(|name| mixed(context, op, name));
    Some([offsets?, sizes?, strides?])
}

/// Of the base of a memref: a cast of the memref, if all numbers are those of the memref, and otherwise of the memref.
pub(super) fn skip_metadata(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let base = op.operand(context, 0)?;
    let metadata = defined_by(context, base, "memref.extract_strided_metadata")?;
    let source = metadata.operand(context, 0)?;
    let (from, ty) = (source.ty(context), op.result(context, 0)?.ty(context));
    let rank = from.rank(context)?;
    let mut results = metadata.results(context).skip(1).map(FoldResult::Value);
    let offset = results.by_ref().take(1).collect();
    let sizes = results.by_ref().take(rank).collect();
    let own = known_lists(context, [offset, sizes, results.collect()], from)?;
    if own != known_lists(context, lists(context, op)?, ty)? {
        rewriter.set_operand(op, 0, source);
        return Some(());
    }
    if from == ty {
        rewriter.replace_op(op, &[source]);
        return Some(());
    }
    Make::new("memref.cast", &[source], &[ty]).replace(rewriter, op)
}

/// Numbers that are known become part of the operation and of its type.
pub(super) fn use_constants(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let old = lists(context, op)?;
    let new = known_lists(context, old.clone(), ty)?;
    if new == old {
        return None;
    }
    let [offsets, sizes, strides] = new.map(|list| split(context, &list));
    let TypeKind::MemRef { element, space, .. } = ty.kind(context) else {
        return None;
    };
    let layout = context.strided_layout_attribute(*offsets.1.first()?, &strides.1);
    let known = context.memref_type(&sizes.1, element, Some(layout), space).ok()?;
    let new = OpBuilder::new("memref.reinterpret_cast")
        .operand("source", [source])
        .result("result", [known]);
    let new = build(rewriter, op, with_lists(new, context, [offsets, sizes, strides]))?;
    Make::new("memref.cast", &[new], &[ty]).replace(rewriter, op)
}
