//! Patterns of slices: with constants, and of casts.

use tvmlike_ir::{Context, DYNAMIC, FoldResult, InsertionPoint, Op, Rewriter, Type, Value};

use super::lists::{Lists, dropped};
use super::types::{Ranked, before_cast, cast, count_dynamic, keeps_sizes, replace, sizes};

const EXTRACT: &str = "tensor.extract_slice";
const INSERT: &str = "tensor.insert_slice";
const PARALLEL: &str = "tensor.parallel_insert_slice";

/// Which dimensions the result of a slice does not have. Their sizes are static.
fn left_out(sizes: &[i64], shape: &[i64]) -> Vec<bool> {
    let mut next = 0;
    let is_left_out = |size: &i64| {
        let out = *size == 1 && shape.get(next) != Some(&1);
        next += usize::from(!out);
        out
    };
    sizes.iter().map(is_left_out).collect()
}

/// `extract_slice` with constants.
pub(super) fn extract_constants(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let ranked = Ranked::of(context, source.ty(context))?;
    let mut lists = Lists::of(context, op)?;
    let shape = sizes(context, op.result(context, 0)?.ty(context))?;
    let left_out = left_out(&lists.static_sizes(context), &shape);
    if !lists.use_constants(context) || !lists.is_within(context, &ranked.shape) {
        return None;
    }
    let kept = lists.static_sizes(context).into_iter().zip(left_out);
    let shape: Vec<i64> = kept.filter(|(_, out)| !out).map(|(size, _)| size).collect();
    let ty = ranked.with_shape(context, &shape)?;
    let made = lists.make(rewriter, op, EXTRACT, &[source], &[ty])?;
    replace(rewriter, op, made.result(context, 0)?)
}

/// `extract_slice` of a cast that says less.
pub(super) fn extract_of_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let lists = Lists::of(context, op)?;
    let source = before_cast(context, op.operand(context, 0)?)?;
    if lists.has_constant(context) || !lists.is_within(context, &sizes(context, source.ty(context))?) {
        return None;
    }
    let ty = op.result(context, 0)?.ty(context);
    let made = lists.make(rewriter, op, EXTRACT, &[source], &[ty])?;
    rewriter.replace_op(op, &[made.result(context, 0)?]);
    Some(())
}

/// The name of an operation that inserts a slice.
fn insert_name(context: &Context, op: Op) -> &'static str {
    match op.is_named(context, PARALLEL) {
        true => PARALLEL,
        false => INSERT,
    }
}

/// Replaces what inserts a slice by what inserts a source into a destination.
fn replace_insert(rewriter: &mut Rewriter<'_, '_>, op: Op, lists: &Lists, tensors: [Value; 2]) -> Option<()> {
    let context = rewriter.context();
    let name = insert_name(context, op);
    if name == PARALLEL {
        lists.make(rewriter, op, name, &tensors, &[])?;
        rewriter.replace_op(op, &[]);
        return Some(());
    }
    let made = lists.make(rewriter, op, name, &tensors, &[tensors[1].ty(context)])?;
    replace(rewriter, op, made.result(context, 0)?)
}

/// Casts the source of what inserts a slice. The operations that threads insert with stand alone, so the cast is before the
/// one around them.
fn cast_source(rewriter: &mut Rewriter<'_, '_>, op: Op, source: Value, ty: Type) -> Option<Value> {
    let context = rewriter.context();
    if source.ty(context) == ty {
        return Some(source);
    }
    if !op.is_named(context, PARALLEL) {
        return cast(rewriter, op, source, ty);
    }
    let place = InsertionPoint::before(context, op.parent_op(context)?);
    rewriter.at(place, |rewriter| cast(rewriter, op, source, ty))
}

/// The type of a slice of a tensor with a rank, without the first dimensions of size 1 that are too many.
fn reduced_type(context: &Context, from: Type, lists: &Lists, rank: usize) -> Option<Type> {
    let ranked = Ranked::of(context, from)?;
    let mut shape = lists.static_sizes(context);
    let mut surplus = shape.len().checked_sub(rank)?;
    shape.retain(|size| {
        let drops = surplus > 0 && *size == 1;
        surplus -= usize::from(drops);
        !drops
    });
    ranked.with_shape(context, &shape)
}

/// What inserts a slice with constants.
pub(super) fn insert_constants(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (source, destination) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let shape = sizes(context, destination.ty(context))?;
    let mut lists = Lists::of(context, op)?;
    if !lists.use_constants(context) || !lists.is_within(context, &shape) {
        return None;
    }
    let rank = source.ty(context).rank(context)?;
    let ty = reduced_type(context, destination.ty(context), &lists, rank)?;
    let source = cast_source(rewriter, op, source, ty)?;
    replace_insert(rewriter, op, &lists, [source, destination])
}

/// What inserts a slice that is cast, or into a tensor that is.
pub(super) fn insert_of_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut lists = Lists::of(context, op)?;
    if lists.has_constant(context) {
        return None;
    }
    let tensors = [op.operand(context, 0)?, op.operand(context, 1)?];
    let before = tensors.map(|value| before_cast(context, value));
    if before == [None, None] {
        return None;
    }
    let [source, destination] = [before[0].unwrap_or(tensors[0]), before[1].unwrap_or(tensors[1])];
    let shape = sizes(context, source.ty(context))?;
    let left_out = dropped(&lists.static_sizes(context), &shape, true)?;
    let mut next = 0;
    for (size, out) in lists.sizes.iter_mut().zip(left_out) {
        if out {
            continue;
        }
        if shape[next] != DYNAMIC {
            *size = FoldResult::Attribute(context.index_attribute(shape[next]));
        }
        next += 1;
    }
    let statics = lists.static_sizes(context);
    let bounds = sizes(context, destination.ty(context))?;
    let kept = dropped(&statics, &shape, false);
    if kept.is_none() || !lists.is_within(context, &bounds) {
        return None;
    }
    replace_insert(rewriter, op, &lists, [source, destination])
}

/// Casts the source of what inserts a slice to the static sizes of the slice. MLIR also takes constants that the first pattern
/// refuses because the slice runs out of its destination, which makes an invalid operation.
pub(super) fn cast_inserted(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (source, destination) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let ty = source.ty(context);
    let ranked = Ranked::of(context, ty)?;
    let lists = Lists::of(context, op)?;
    if ranked.shape.len() != lists.sizes.len() || count_dynamic(&ranked.shape) == 0 {
        return None;
    }
    let mut shape = ranked.shape.clone();
    for (own, size) in shape.iter_mut().zip(lists.static_sizes(context)) {
        if size != DYNAMIC {
            *own = size;
        }
    }
    let wanted = ranked.with_shape(context, &shape)?;
    let mut pairs = ranked.shape.iter().zip(&shape);
    let fits = pairs.all(|(old, new)| *old == DYNAMIC || old == new);
    if wanted == ty || !keeps_sizes(context, ty, wanted) || !fits {
        return None;
    }
    let source = cast_source(rewriter, op, source, wanted)?;
    replace_insert(rewriter, op, &lists, [source, destination])
}
