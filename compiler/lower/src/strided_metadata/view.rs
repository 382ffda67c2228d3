//! What a view is made of: a base, an offset, sizes and strides.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AffineOp, Context, DYNAMIC, Location, Op, Rewriter, Type, TypeKind, Value};

use super::apply::{Number, apply};
use crate::make::{Make, build, operand_group, property};
use crate::number;

/// A view of memory.
pub(super) struct View {
    pub(super) base: Value,
    pub(super) offset: Number,
    pub(super) sizes: Vec<Number>,
    pub(super) strides: Vec<Number>,
}

/// Makes `memref.extract_strided_metadata`.
pub(crate) fn extract(rewriter: &mut Rewriter<'_, '_>, location: Location, source: Value) -> Option<Op> {
    let context = rewriter.context();
    let TypeKind::MemRef {
        shape,
        element,
        space,
        ..
    } = source.ty(context).kind(context)
    else {
        return None;
    };
    let base = context.memref_type(&[], element, None, space).ok()?;
    let mut types = vec![base];
    types.extend(std::iter::repeat_n(context.index_type(), 1 + 2 * shape.len()));
    let op = Make::new("memref.extract_strided_metadata", &[source], &types).at(rewriter, location);
    Some(op)
}

/// What a memref is a view of, with what its type says known.
pub(super) fn of_memref(rewriter: &mut Rewriter<'_, '_>, location: Location, source: Value) -> Option<View> {
    let context = rewriter.context();
    let ty = source.ty(context);
    let (strides, offset) = ty.strides_and_offset(context)?;
    let shape = ty.shape(context)?.to_vec();
    let op = extract(rewriter, location, source)?;
    let results: Vec<Value> = op.results(context).collect();
    let rank = shape.len();
    let numbers = |known: &[i64], first: usize| {
        let pairs = known.iter().zip(&results[first..]);
        pairs.map(|(known, value)| Number::or(*known, *value)).collect()
    };
    Some(View {
        base: results[0],
        offset: Number::or(offset, results[1]),
        sizes: numbers(&shape, 2),
        strides: numbers(&strides, 2 + rank),
    })
}

/// The numbers of a list of offsets, sizes or strides.
pub(crate) fn mixed(context: &Context, op: Op, name: &str, known: &str) -> Option<Vec<Number>> {
    let group = operand_group(context, op, name)?;
    let mut values = op.operands(context).skip(group.start).take(group.len());
    number::list(context, property(context, op, known)?)?
        .into_iter()
        .map(|known| match known {
            DYNAMIC => values.next().map(Number::Value),
            known => Some(Number::Known(known)),
        })
        .collect()
}

/// The inverse of [`mixed`]: the numbers that are values, and all numbers as constants.
pub(crate) fn split(numbers: &[Number]) -> (Vec<Value>, Vec<i64>) {
    let mut values = Vec::new();
    let known = numbers.iter().map(|number| match number {
        Number::Known(known) => *known,
        Number::Value(value) => {
            values.push(*value);
            DYNAMIC
        }
    });
    let known = known.collect();
    (values, known)
}

/// Makes `memref.reinterpret_cast` of a view.
pub(super) fn reinterpret(rewriter: &mut Rewriter<'_, '_>, location: Location, view: &View, ty: Type) -> Op {
    let context = rewriter.context();
    let (offsets, static_offsets) = split(&[view.offset]);
    let (sizes, static_sizes) = split(&view.sizes);
    let (strides, static_strides) = split(&view.strides);
    let op = OpBuilder::new("memref.reinterpret_cast")
        .operand("source", [view.base])
        .operand("offsets", offsets)
        .operand("sizes", sizes)
        .operand("strides", strides)
        .attribute("static_offsets", context.dense_i64_array(&static_offsets))
        .attribute("static_sizes", context.dense_i64_array(&static_sizes))
        .attribute("static_strides", context.dense_i64_array(&static_strides))
        .result("result", [ty]);
    build(rewriter, op, location)
}

/// What `memref.subview` is a view of.
pub(super) fn of_subview(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op) -> Option<View> {
    let context = rewriter.context();
    let source = of_memref(rewriter, location, op.operand(context, 0)?)?;
    let offsets = mixed(context, op, "offsets", "static_offsets")?;
    let sizes = mixed(context, op, "sizes", "static_sizes")?;
    let steps = mixed(context, op, "strides", "static_strides")?;
    let symbol = |index: usize| context.affine_symbol(index as u32);
    let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).ok();
    let product = binary(AffineOp::Mul, symbol(0), symbol(1))?;
    let mut strides = Vec::new();
    let mut offset = symbol(0);
    let mut numbers = vec![source.offset];
    for (dim, (step, stride)) in steps.iter().zip(&source.strides).enumerate() {
        strides.push(apply(rewriter, location, product, &[*step, *stride])?);
        let distance = binary(AffineOp::Mul, symbol(1 + 2 * dim), symbol(2 + 2 * dim))?;
        offset = binary(AffineOp::Add, offset, distance)?;
        numbers.extend([offsets[dim], *stride]);
    }
    let offset = apply(rewriter, location, offset, &numbers)?;
    let dropped = dropped_dims(context, op, &sizes)?;
    let kept = |all: Vec<Number>| {
        let numbered = all.into_iter().enumerate();
        let kept = numbered.filter(|(dim, _)| !dropped.contains(dim));
        kept.map(|(_, number)| number).collect()
    };
    Some(View {
        base: source.base,
        offset,
        sizes: kept(sizes),
        strides: kept(strides),
    })
}

/// The dimensions of size 1 that the result of a subview does not have: those that its sizes and strides lack, the first ones
/// that fit.
pub(crate) fn dropped_dims(context: &Context, op: Op, sizes: &[Number]) -> Option<Vec<usize>> {
    let ty: Type = op.result(context, 0)?.ty(context);
    let (strides, _) = ty.strides_and_offset(context)?;
    let shape = ty.shape(context)?.to_vec();
    let count = sizes.len().checked_sub(shape.len())?;
    let source: Type = op.operand(context, 0)?.ty(context);
    let (source_strides, _) = source.strides_and_offset(context)?;
    let steps = number::list(context, property(context, op, "static_strides")?)?;
    let own: Vec<(i64, i64)> = sizes
        .iter()
        .enumerate()
        .map(|(dim, size)| {
            let size = match size {
                Number::Known(size) => *size,
                Number::Value(_) => DYNAMIC,
            };
            let stride = match (source_strides[dim], steps[dim]) {
                (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
                (stride, step) => stride.wrapping_mul(step),
            };
            (size, stride)
        })
        .collect();
    let wanted: Vec<(i64, i64)> = shape.into_iter().zip(strides).collect();
    drop_first(&own, &wanted, count).or_else(|| drop_first_by_size(&own, &wanted, count))
}

/// Drops as many of the first dimensions of size 1 as leave the wanted ones.
fn drop_first(own: &[(i64, i64)], wanted: &[(i64, i64)], count: usize) -> Option<Vec<usize>> {
    let Some((first, rest)) = own.split_first() else {
        return (wanted.is_empty() && count == 0).then(Vec::new);
    };
    let later = |dims: Vec<usize>| dims.into_iter().map(|dim| dim + 1);
    if first.0 == 1
        && count > 0
        && let Some(dims) = drop_first(rest, wanted, count - 1)
    {
        return Some(std::iter::once(0).chain(later(dims)).collect());
    }
    let (next, others) = wanted.split_first()?;
    match first == next {
        true => drop_first(rest, others, count).map(|dims| later(dims).collect()),
        false => None,
    }
}

/// As [`drop_first`], by sizes alone.
fn drop_first_by_size(own: &[(i64, i64)], wanted: &[(i64, i64)], count: usize) -> Option<Vec<usize>> {
    let sizes = |all: &[(i64, i64)]| -> Vec<(i64, i64)> { all.iter().map(|(size, _)| (*size, 0)).collect() };
    drop_first(&sizes(own), &sizes(wanted), count)
}
