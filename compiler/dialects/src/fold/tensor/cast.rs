//! `cast` and `bitcast`: of casts, and of what can make the wanted type itself.

use tvmlike_ir::{Context, DYNAMIC, FoldResult, Folded, Folding, Op, Rewriter, Type, Value};

use super::super::rewrite::{Make, defined_by};
use super::lists::{Lists, dropped};
use super::types::{Ranked, keeps_sizes, sizes};

/// A cast to the same type.
pub(super) fn same_type(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let source = folding.operand(0);
    (source.ty(folding.context()) == folding.result_type()).then(|| source.into())
}

/// `bitcast` of a `bitcast`.
pub(super) fn bitcast_twice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = defined_by(context, op.operand(context, 0)?, "tensor.bitcast")?;
    let ty = op.result(context, 0)?.ty(context);
    Make::new("tensor.bitcast", &[inner.operand(context, 0)?], &[ty]).replace(rewriter, op)
}

/// The type that says all that two types do; `None`: they contradict each other.
fn join(context: &Context, one: Type, other: Type) -> Option<Type> {
    let Some(first) = Ranked::of(context, one) else {
        return Some(other);
    };
    let Some(second) = sizes(context, other) else {
        return Some(one);
    };
    if first.shape.len() != second.len() {
        return None;
    }
    let pairs = first.shape.iter().zip(&second);
    let joined = pairs.map(|sizes| match sizes {
        (&DYNAMIC, size) | (size, &DYNAMIC) => Some(*size),
        (size, other) => (size == other).then_some(*size),
    });
    first.plain(context, &joined.collect::<Option<Vec<i64>>>()?)
}

/// `cast` of a `cast` that checks nothing more.
pub(super) fn cast_twice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let middle = op.operand(context, 0)?;
    let source = defined_by(context, middle, "tensor.cast")?.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let all = join(
        context,
        join(context, source.ty(context), middle.ty(context))?,
        ty,
    )?;
    if join(context, source.ty(context), ty) != Some(all) {
        return None;
    }
    Make::new("tensor.cast", &[source], &[ty]).replace(rewriter, op)
}

/// `cast` of a slice: the slice gets the static sizes.
pub(super) fn of_slice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let value = op.operand(context, 0)?;
    let slice = defined_by(context, value, "tensor.extract_slice")?;
    let ty = op.result(context, 0)?.ty(context);
    let (old, new) = (sizes(context, value.ty(context))?, sizes(context, ty)?);
    if !keeps_sizes(context, value.ty(context), ty) || old == new {
        return None;
    }
    let mut lists = Lists::of(context, slice)?;
    let left_out = dropped(&lists.static_sizes(context), &old, false);
    let mut wanted = new.iter();
    for (index, size) in lists.sizes.iter_mut().enumerate() {
        if left_out.as_ref().is_some_and(|dims| dims[index]) {
            continue;
        }
        let wanted = *wanted.next()?;
        if wanted != DYNAMIC {
            *size = FoldResult::Attribute(context.index_attribute(wanted));
        }
    }
    let source = slice.operand(context, 0)?;
    // MLIR makes a slice that runs out of its source, which is invalid.
    if !lists.is_within(context, &sizes(context, source.ty(context))?) {
        return None;
    }
    let slice = lists.make(rewriter, op, "tensor.extract_slice", &[source], &[ty])?;
    rewriter.replace_op(op, &[slice.result(context, 0)?]);
    Some(())
}

/// `cast` of `empty`: `empty` gets the static sizes.
pub(super) fn of_empty(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let value = op.operand(context, 0)?;
    let empty = defined_by(context, value, "tensor.empty")?;
    let ty = op.result(context, 0)?.ty(context);
    if !keeps_sizes(context, value.ty(context), ty) {
        return None;
    }
    let (old, new) = (sizes(context, value.ty(context))?, sizes(context, ty)?);
    let mut given = empty.operands(context);
    let mut rest: Vec<Value> = Vec::new();
    for (old, new) in old.iter().zip(&new) {
        if *old != DYNAMIC {
            if old != new {
                return None;
            }
            continue;
        }
        let size = given.next()?;
        if *new == DYNAMIC {
            rest.push(size);
        }
    }
    Make::new("tensor.empty", &rest, &[ty]).replace(rewriter, op)
}
