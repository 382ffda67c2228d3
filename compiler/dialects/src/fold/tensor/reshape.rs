//! `expand_shape`, `collapse_shape` and `reshape`: of constants, of their inverse, two as one, and of casts.

use tvmlike_ir::{Context, DYNAMIC, FoldResult, Folded, Folding, Op, Rewriter, Type, Value};

use super::super::groups::{self, Groups};
use super::super::rewrite::{Make, constant, defined_by};
use super::super::slices::{known, mixed, split};
use super::elements;
use super::types::{Ranked, before_cast, cast, count_dynamic, number, replace, sizes};

const COLLAPSE: &str = "tensor.collapse_shape";
const EXPAND: &str = "tensor.expand_shape";

/// The size of a dimension of a group.
fn size_of(shape: &[i64], dim: i64) -> Option<i64> {
    shape.get(usize::try_from(dim).ok()?).copied()
}

/// The other kind of reshape.
fn inverse(context: &Context, op: Op) -> &'static str {
    match op.is_named(context, COLLAPSE) {
        true => EXPAND,
        false => COLLAPSE,
    }
}

/// To the same type; of a constant; of its inverse.
pub(super) fn fold(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty {
        return Some(source.into());
    }
    if let Some(reshaped) = elements::reshape(context, folding.constant(0), ty) {
        return Some(reshaped.into());
    }
    let made = defined_by(context, source, inverse(context, op))?;
    let first = made.operand(context, 0)?;
    if first.ty(context) != ty {
        return None;
    }
    let shape = sizes(context, ty)?;
    let is_inverse = count_dynamic(&shape) < 2 || {
        let own = groups::of(context, op)?;
        let is_known = |group: &Vec<i64>| {
            let size = |dim: &i64| size_of(&shape, *dim) == Some(DYNAMIC);
            group.iter().filter(|dim| size(dim)).count() < 2
        };
        let is_smaller = Some(shape.len()) < source.ty(context).rank(context);
        own == groups::of(context, made)? && (is_smaller || own.iter().all(is_known))
    };
    is_inverse.then(|| first.into())
}

/// Makes a reshape of a source to a type, and replaces the root by it.
fn replace_with(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    source: Value,
    ty: Type,
    groups: &Groups,
    shape: Option<&[FoldResult]>,
) -> Option<()> {
    let made = make(rewriter, root, source, ty, groups, shape)?;
    rewriter.replace_op(root, &[made]);
    Some(())
}

/// Makes a reshape: one that expands to `shape`, or one that collapses.
fn make(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    source: Value,
    ty: Type,
    groups: &Groups,
    shape: Option<&[FoldResult]>,
) -> Option<Value> {
    let context = rewriter.context();
    let reassociation = ("reassociation", groups::attribute(context, groups));
    let Some(shape) = shape else {
        return Make::new(COLLAPSE, &[source], &[ty])
            .with(&[reassociation])
            .value(rewriter, root);
    };
    let (values, statics) = split(context, shape);
    let operands: Vec<Value> = std::iter::once(source).chain(values).collect();
    let statics = context.dense_i64_array(&statics);
    Make::new(EXPAND, &operands, &[ty])
        .with(&[reassociation, ("static_output_shape", statics)])
        .value(rewriter, root)
}

/// Two reshapes of the same kind.
pub(super) fn compose(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let is_collapse = op.is_named(context, COLLAPSE);
    let name = if is_collapse { COLLAPSE } else { EXPAND };
    let inner = defined_by(context, op.operand(context, 0)?, name)?;
    let groups = groups::compose(groups::of(context, inner)?, groups::of(context, op)?)?;
    let ty = op.result(context, 0)?.ty(context);
    let shape = match is_collapse {
        true => None,
        false => Some(mixed(context, op, "output_shape")?),
    };
    let source = inner.operand(context, 0)?;
    replace_with(rewriter, op, source, ty, &groups, shape.as_deref())
}

/// The sizes that dimensions of an expanded shape have when they are collapsed.
fn collapsed_sizes(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    shape: &[FoldResult],
    groups: &Groups,
) -> Option<Vec<FoldResult>> {
    let context = rewriter.context();
    let index = context.index_type();
    let mut sizes = Vec::new();
    for group in groups {
        let mut product = 1_i64;
        let mut value: Option<Value> = None;
        for dim in group {
            let size = *shape.get(usize::try_from(*dim).ok()?)?;
            match (known(context, &size), size) {
                (Some(size), _) => product = product.wrapping_mul(size),
                (None, FoldResult::Attribute(_)) => return None,
                (None, FoldResult::Value(size)) => {
                    value = Some(match value {
                        Some(value) => multiply(rewriter, root, value, size)?,
                        None => size,
                    });
                }
            }
        }
        let known = context.index_attribute(product);
        sizes.push(match value {
            None => FoldResult::Attribute(known),
            Some(value) if product == 1 => FoldResult::Value(value),
            Some(value) => {
                let factor = constant(rewriter, root, known, index)?;
                FoldResult::Value(multiply(rewriter, root, value, factor)?)
            }
        });
    }
    Some(sizes)
}

fn multiply(rewriter: &mut Rewriter<'_, '_>, root: Op, one: Value, other: Value) -> Option<Value> {
    let index = rewriter.context().index_type();
    Make::new("arith.muli", &[one, other], &[index]).value(rewriter, root)
}

/// `collapse_shape` of `expand_shape`.
pub(super) fn collapse_of_expand(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = defined_by(context, op.operand(context, 0)?, EXPAND)?;
    let source = inner.operand(context, 0)?;
    let (from, ty) = (source.ty(context), op.result(context, 0)?.ty(context));
    if from == ty {
        return None;
    }
    let (collapsed, expanded) = (groups::of(context, op)?, groups::of(context, inner)?);
    match from.rank(context)?.cmp(&ty.rank(context)?) {
        std::cmp::Ordering::Greater => {
            let groups = groups::cover(&collapsed, &expanded)?;
            replace_with(rewriter, op, source, ty, &groups, None)
        }
        std::cmp::Ordering::Less => {
            let groups = groups::cover(&expanded, &collapsed)?;
            let shape = mixed(context, inner, "output_shape")?;
            let shape = collapsed_sizes(rewriter, op, &shape, &collapsed)?;
            // Operands that are constants become static, and the type keeps its sizes, as in MLIR.
            replace_with(rewriter, op, source, ty, &groups, Some(&shape))
        }
        std::cmp::Ordering::Equal => {
            groups::cover(&expanded, &collapsed)?;
            Make::new("tensor.cast", &[source], &[ty]).replace(rewriter, op)
        }
    }
}

/// `expand_shape` of `collapse_shape`.
pub(super) fn expand_of_collapse(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = defined_by(context, op.operand(context, 0)?, COLLAPSE)?;
    let source = inner.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let (from, to) = (sizes(context, source.ty(context))?, sizes(context, ty)?);
    let (collapsed, expanded) = (groups::of(context, inner)?, groups::of(context, op)?);
    match from.len().cmp(&to.len()) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => {
            let groups = groups::between([&from, &to], [&collapsed, &expanded])?;
            replace_with(rewriter, op, source, ty, &groups, None)
        }
        std::cmp::Ordering::Less => {
            let groups = groups::between([&to, &from], [&expanded, &collapsed])?;
            let shape = mixed(context, op, "output_shape")?;
            replace_with(rewriter, op, source, ty, &groups, Some(&shape))
        }
    }
}

/// A reshape of `splat` or `from_elements`: the same with the shape.
pub(super) fn of_values(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = op.operand(context, 0)?.defining_op(context)?;
    let ty = op.result(context, 0)?.ty(context);
    let is_static = made.result(context, 0)?.ty(context).has_static_shape(context);
    let name = ["tensor.splat", "tensor.from_elements"];
    let name = name.into_iter().find(|name| made.is_named(context, name))?;
    if !is_static || !ty.has_static_shape(context) {
        return None;
    }
    let operands: Vec<Value> = made.operands(context).collect();
    Make::new(name, &operands, &[ty]).replace(rewriter, op)
}

/// The type that collapsing by groups gives.
fn collapsed_type(context: &Context, source: Type, groups: &Groups) -> Option<Type> {
    let ranked = Ranked::of(context, source)?;
    let size = |group: &Vec<i64>| {
        group
            .iter()
            .try_fold(1_i64, |product, dim| match size_of(&ranked.shape, *dim)? {
                DYNAMIC => Some(DYNAMIC),
                _ if product == DYNAMIC => Some(DYNAMIC),
                size => Some(product.wrapping_mul(size)),
            })
    };
    let shape = groups.iter().map(size).collect::<Option<Vec<_>>>()?;
    ranked.plain(context, &shape)
}

/// `collapse_shape` of a cast that says less.
pub(super) fn collapse_of_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = before_cast(context, op.operand(context, 0)?)?;
    let groups = groups::of(context, op)?;
    let ty = collapsed_type(context, source.ty(context), &groups)?;
    if ty == op.result(context, 0)?.ty(context) {
        rewriter.set_operand(op, 0, source);
        return Some(());
    }
    let made = make(rewriter, op, source, ty, &groups, None)?;
    replace(rewriter, op, made)
}

/// `expand_shape` of a cast, with sizes that are constants.
pub(super) fn expand_of_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let value = op.operand(context, 0)?;
    let source = sizes(context, before_cast(context, value)?.ty(context))?;
    let groups = groups::of(context, op)?;
    let ranked = Ranked::of(context, op.result(context, 0)?.ty(context))?;
    let mut shape = ranked.shape.clone();
    let mut given = op.operands(context).skip(1);
    let mut changed = false;
    for (group, size) in groups.iter().zip(&source) {
        for dim in group {
            let own = shape.get_mut(usize::try_from(*dim).ok()?)?;
            if *own != DYNAMIC {
                continue;
            }
            let constant = number(context, given.next()?);
            if let Some(constant) = constant.filter(|number| *size != DYNAMIC && *number >= 0) {
                *own = constant;
                changed = true;
            }
        }
    }
    let ty = ranked.plain(context, &shape)?;
    let input = collapsed_type(context, ty, &groups)?;
    if !changed {
        return None;
    }
    let mut given = op.operands(context).skip(1);
    let mut list = Vec::new();
    for (old, new) in ranked.shape.iter().zip(&shape) {
        let value = if *old == DYNAMIC { given.next() } else { None };
        list.push(match *new {
            DYNAMIC => FoldResult::Value(value?),
            size => FoldResult::Attribute(context.index_attribute(size)),
        });
    }
    let input = cast(rewriter, op, value, input)?;
    let made = make(rewriter, op, input, ty, &groups, Some(&list))?;
    replace(rewriter, op, made)
}

/// `reshape`: of equal elements; of a reshape; to the shape that it has.
pub(super) fn reshape(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let (source, ty) = (folding.operand(0), folding.result_type());
    if let Some(resized) = elements::resize_splat(context, folding.constant(0), ty) {
        return Some(resized.into());
    }
    if let Some(inner) = defined_by(context, source, "tensor.reshape") {
        let first = inner.operand(context, 0)?;
        folding.set_operand(0, first);
        return Some(Folded::InPlace);
    }
    let shape = sizes(context, ty)?;
    if source.ty(context) != ty {
        return None;
    }
    if shape.len() <= 1 {
        return Some(source.into());
    }
    let made = defined_by(context, folding.operand(1), "tensor.from_elements")?;
    let is_own = |(dim, value): (usize, Value)| {
        if let Some(size) = number(context, value) {
            return size == shape[dim];
        }
        let Some(size) = defined_by(context, value, "tensor.dim") else {
            return false;
        };
        let index = size.operand(context, 1).and_then(|index| number(context, index));
        size.operand(context, 0) == Some(source) && index == i64::try_from(dim).ok()
    };
    let is_same = made.num_operands(context) == shape.len() && made.operands(context).enumerate().all(is_own);
    is_same.then(|| source.into())
}
