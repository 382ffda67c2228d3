//! Patterns of `collapse_shape` and `expand_shape`: one reshape for two, and casts behind them.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, DYNAMIC, FoldResult, Op, Rewriter, Type, Value};

use super::super::groups::{self, Groups, between, compose, cover};
use super::super::rewrite::{Make, build, constant, defined_by};
use super::super::slices::{known, mixed, split};
use super::cast::{is_as_static, uncast};
use crate::verifiers::{collapsed_type, expanded_type, has_identity_layout};

const COLLAPSE: &str = "memref.collapse_shape";
const EXPAND: &str = "memref.expand_shape";

/// The operand and the result of a reshape with its groups.
struct Reshape {
    source: Value,
    groups: Groups,
    shape: Vec<i64>,
    ty: Type,
}

impl Reshape {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let ty = op.result(context, 0)?.ty(context);
        Some(Self {
            source: op.operand(context, 0)?,
            groups: groups::of(context, op)?,
            shape: ty.shape(context)?.to_vec(),
            ty,
        })
    }

    /// A reshape with the reshape of a name whose result it reshapes, if no layout hides which elements are next to each other.
    fn after(context: &Context, op: Op, name: &str) -> Option<(Self, Self, Op)> {
        let own = Self::of(context, op)?;
        let inner = defined_by(context, own.source, name)?;
        let before = Self::of(context, inner)?;
        let is_dense = |value: Value| has_identity_layout(context, value.ty(context));
        (is_dense(own.source) && is_dense(before.source)).then_some((own, before, inner))
    }
}

/// Makes `collapse_shape`.
fn collapse(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    source: Value,
    ty: Type,
    groups: &Groups,
) -> Option<Value> {
    let groups = groups::attribute(rewriter.context(), groups);
    let op = OpBuilder::new(COLLAPSE)
        .operand("src", [source])
        .attribute("reassociation", groups)
        .result("result", [ty]);
    build(rewriter, root, op)
}

/// Makes `expand_shape`.
fn expand(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    source: Value,
    ty: Type,
    (groups, sizes): (&Groups, &[FoldResult]),
) -> Option<Value> {
    let context = rewriter.context();
    let (values, numbers) = split(context, sizes);
    let op = OpBuilder::new(EXPAND)
        .operand("src", [source])
        .operand("output_shape", values)
        .attribute("reassociation", groups::attribute(context, groups))
        .attribute("static_output_shape", context.dense_i64_array(&numbers))
        .result("result", [ty]);
    build(rewriter, root, op)
}

/// `collapse_shape` of `collapse_shape`.
pub(super) fn collapse_collapsed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let (own, before, _) = Reshape::after(rewriter.context(), op, COLLAPSE)?;
    let groups = compose(before.groups, own.groups)?;
    let new = collapse(rewriter, op, before.source, own.ty, &groups)?;
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// `expand_shape` of `expand_shape`.
pub(super) fn expand_expanded(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (own, before, _) = Reshape::after(context, op, EXPAND)?;
    let sizes = mixed(context, op, "output_shape")?;
    let groups = compose(before.groups, own.groups)?;
    let new = expand(rewriter, op, before.source, own.ty, (&groups, &sizes))?;
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// The product of the sizes of a group.
fn product(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    sizes: impl Iterator<Item = FoldResult>,
) -> Option<FoldResult> {
    let context = rewriter.context();
    let (mut number, mut values) = (1_i64, Vec::new());
    for size in sizes {
        match (known(context, &size), size) {
            (Some(size), _) => number = number.checked_mul(size)?,
            (None, FoldResult::Value(value)) => values.push(value),
            _ => return None,
        }
    }
    let index = context.index_type();
    let mut values = values.into_iter();
    let Some(mut result) = values.next() else {
        return Some(FoldResult::Attribute(context.index_attribute(number)));
    };
    for value in values {
        result = Make::new("arith.muli", &[result, value], &[index]).value(rewriter, root)?;
    }
    if number != 1 {
        let number = constant(rewriter, root, context.index_attribute(number), index)?;
        result = Make::new("arith.muli", &[result, number], &[index]).value(rewriter, root)?;
    }
    Some(FoldResult::Value(result))
}

/// `collapse_shape` of `expand_shape`, where the groups of one are whole groups of the other.
pub(super) fn collapse_expanded(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (own, before, inner) = Reshape::after(context, op, EXPAND)?;
    let rank = before.source.ty(context).rank(context)?;
    if rank > own.shape.len() {
        let groups = cover(&own.groups, &before.groups)?;
        let new = collapse(rewriter, op, before.source, own.ty, &groups)?;
        rewriter.replace_op(op, &[new]);
        return Some(());
    }
    if rank == own.shape.len() {
        return None;
    }
    let groups = cover(&before.groups, &own.groups)?;
    let expanded = mixed(context, inner, "output_shape")?;
    let mut sizes = Vec::new();
    for group in &own.groups {
        let members: Option<Vec<FoldResult>> = group
            .iter()
            .map(|dim| expanded.get(usize::try_from(*dim).ok()?).copied())
            .collect();
        sizes.push(product(rewriter, op, members?.into_iter())?);
    }
    let new = expand(rewriter, op, before.source, own.ty, (&groups, &sizes))?;
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// `expand_shape` of `collapse_shape`, where it is clear which dimensions of one become which of the other.
pub(super) fn expand_collapsed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (own, before, _) = Reshape::after(context, op, COLLAPSE)?;
    let shape = before.source.ty(context).shape(context)?.to_vec();
    let new = match shape.len().cmp(&own.shape.len()) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Greater => {
            let groups = between([&shape, &own.shape], [&before.groups, &own.groups])?;
            collapse(rewriter, op, before.source, own.ty, &groups)?
        }
        std::cmp::Ordering::Less => {
            let groups = between([&own.shape, &shape], [&own.groups, &before.groups])?;
            let sizes = mixed(context, op, "output_shape")?;
            expand(rewriter, op, before.source, own.ty, (&groups, &sizes))?
        }
    };
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// The memref before a cast that says no more than it.
fn before_cast(context: &Context, value: Value) -> Option<Value> {
    let source = uncast(context, value)?;
    is_as_static(context, source.ty(context), value.ty(context)).then_some(source)
}

/// Puts a reshape to a type with a cast behind it in the place of one.
fn replace_with_cast(rewriter: &mut Rewriter<'_, '_>, op: Op, new: Value, ty: Type) -> Option<()> {
    Make::new("memref.cast", &[new], &[ty]).replace(rewriter, op)
}

/// `collapse_shape` of a cast.
pub(super) fn collapse_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let own = Reshape::of(context, op)?;
    let source = before_cast(context, own.source)?;
    let sizes = source.ty(context).shape(context)?.to_vec();
    let shape = own.groups.iter().map(|group| {
        let sizes = group
            .iter()
            .map(|dim| sizes.get(usize::try_from(*dim).ok()?).copied());
        let sizes: Vec<i64> = sizes.collect::<Option<_>>()?;
        if sizes.contains(&DYNAMIC) {
            return Some(DYNAMIC);
        }
        sizes.iter().try_fold(1_i64, |all, size| all.checked_mul(*size))
    });
    let shape: Vec<i64> = shape.collect::<Option<_>>()?;
    let ty = collapsed_type(context, source.ty(context), &shape, &own.groups)?;
    if ty == own.ty {
        rewriter.set_operand(op, 0, source);
        return Some(());
    }
    let new = collapse(rewriter, op, source, ty, &own.groups)?;
    replace_with_cast(rewriter, op, new, own.ty)
}

/// `expand_shape` of a cast.
pub(super) fn expand_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let own = Reshape::of(context, op)?;
    let source = before_cast(context, own.source)?;
    let mut sizes = mixed(context, op, "output_shape")?;
    let mut shape = Vec::new();
    for size in &mut sizes {
        let number = known(context, size);
        if let Some(number) = number {
            *size = FoldResult::Attribute(context.index_attribute(number));
        }
        shape.push(number.unwrap_or(DYNAMIC));
    }
    let before = source.ty(context).shape(context)?.to_vec();
    let are_alike = own.groups.iter().zip(before).all(|(group, size)| {
        let sizes = group
            .iter()
            .filter_map(|dim| shape.get(usize::try_from(*dim).ok()?));
        match size {
            DYNAMIC => sizes.copied().any(|size| size == DYNAMIC),
            // Sizes that are wrong stay where they are.
            size => {
                sizes.copied().try_fold(1_i64, |all, size| match size {
                    DYNAMIC => None,
                    size => all.checked_mul(size),
                }) == Some(size)
            }
        }
    });
    if !are_alike {
        return None;
    }
    let ty = expanded_type(context, source.ty(context), &shape, &own.groups)?;
    if ty == own.ty {
        rewriter.set_operand(op, 0, source);
        return Some(());
    }
    let new = expand(rewriter, op, source, ty, (&own.groups, &sizes))?;
    replace_with_cast(rewriter, op, new, own.ty)
}
