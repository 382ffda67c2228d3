//! `memref.subview`, `memref.reinterpret_cast`, `memref.transpose`, `memref.view`: other types for the same memory.

use tvmlike_define::Instance;
use tvmlike_ir::{
    AffineExpr, AffineMap, AffineOp, Attribute, AttributeKind, Context, DYNAMIC, Failure, Type,
};

use crate::verifiers::slices::{Slice, dropped, verify_bounds, verify_lists};
use crate::verifiers::types::{MemRef, add, memref_parts, multiply, number_or_dynamic};

use super::verify_dynamic_sizes;

pub(in crate::verifiers) fn subview_lists(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = instance
        .operand_type("source")
        .rank(instance.context)
        .unwrap_or_default();
    verify_lists(instance, [rank; 3])
}

pub(in crate::verifiers) fn subview(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let source = MemRef::of(context, instance.operand_type("source"));
    let (Some(source), Some(result)) = (source, MemRef::of(context, instance.result_type("result"))) else {
        return Ok(());
    };
    if source.space != result.space {
        let (from, to) = (instance.quote(source.ty), instance.quote(result.ty));
        return instance.refuse_plainly(format!(
            "different memory spaces specified for base memref type {from} and subview memref type {to}"
        ));
    }
    if source.ty.strides_and_offset(context).is_none() {
        let from = instance.quote(source.ty);
        return instance.refuse_plainly(format!("base type {from} is not strided"));
    }
    let slice = Slice::of(instance);
    let expected = subview_type(context, source.ty, &slice);
    let Some((expected, (strides, _))) = expected.and_then(|ty| Some((ty, ty.strides_and_offset(context)?)))
    else {
        return Ok(());
    };
    verify_subview_type(instance, expected, &slice.sizes, &strides, &result)?;
    verify_bounds(instance, source.shape, &slice)
}

/// The type of a slice of a memref that leaves out no dimension. `None`: the memref is not strided.
pub(crate) fn subview_type(context: &Context, source: Type, slice: &Slice) -> Option<Type> {
    let (strides, offset) = source.strides_and_offset(context)?;
    let source = MemRef::of(context, source)?;
    let starts = slice.offsets.iter().zip(&strides);
    let offset = starts.fold(offset, |sum, (start, stride)| add(sum, multiply(*start, *stride)));
    let steps = slice.strides.iter().zip(&strides);
    let strides: Vec<i64> = steps.map(|(step, stride)| multiply(*step, *stride)).collect();
    let layout = context.strided_layout_attribute(offset, &strides);
    let ty = context.memref_type(&slice.sizes, source.element, Some(layout), source.space);
    ty.ok()
}

/// Checks that the result is what is expected, except for dimensions of the size 1 that it can leave out.
fn verify_subview_type(
    instance: &Instance<'_>,
    expected: Type,
    sizes: &[i64],
    strides: &[i64],
    result: &MemRef<'_>,
) -> Result<(), Failure> {
    let context = instance.context;
    if expected == result.ty {
        return Ok(());
    }
    let given = instance.quote(result.ty);
    if sizes.len() < result.shape.len() {
        return instance.refuse_plainly(format!(
            "expected result rank to be smaller or equal to the source rank, but got {given}"
        ));
    }
    let mismatch = |what: &str| {
        let expected = instance.quote(expected);
        instance.refuse_plainly(format!(
            "expected result type to be {expected} or a rank-reduced version. (mismatch of result {what}), but got {given}"
        ))
    };
    if dropped(sizes, &result.shape.to_vec()).is_none() {
        return mismatch("sizes");
    }
    let element = expected.element_type(context);
    if let Some(element) = element.filter(|element| *element != result.element) {
        let element = instance.quote(element);
        return instance.refuse_plainly(format!(
            "expected result element type to be {element}, but got {given}"
        ));
    }
    let offset = expected.strides_and_offset(context).map(|(_, offset)| offset);
    let Some((given_strides, given_offset)) = result.ty.strides_and_offset(context) else {
        return mismatch("layout");
    };
    if offset != Some(given_offset) {
        return mismatch("layout");
    }
    let Some(dropped) = dropped_by_stride(sizes, strides, &given_strides) else {
        return mismatch("layout");
    };
    let kept = strides.iter().zip(&dropped).filter(|(_, dropped)| !**dropped);
    match kept.map(|(stride, _)| *stride).eq(given_strides) {
        true => Ok(()),
        false => mismatch("layout"),
    }
}

/// Which dimensions a view leaves out. Those of the size 1 can be; if there are more of these than the view leaves out, the
/// strides that it does not have tell which.
pub(crate) fn dropped_by_stride(sizes: &[i64], strides: &[i64], kept: &[i64]) -> Option<Vec<bool>> {
    let excess = sizes.len().checked_sub(kept.len())?;
    if excess == 0 {
        return Some(vec![false; sizes.len()]);
    }
    let mut dropped: Vec<bool> = sizes.iter().map(|size| *size == 1).collect();
    if dropped.iter().filter(|each| **each).count() == excess {
        return Some(dropped);
    }
    let count = |strides: &[i64], stride: i64| strides.iter().filter(|each| **each == stride).count();
    let mut open: Vec<i64> = strides.to_vec();
    for (index, stride) in strides.iter().enumerate() {
        if !dropped[index] {
            continue;
        }
        match count(&open, *stride).cmp(&count(kept, *stride)) {
            std::cmp::Ordering::Greater => {
                let place = open.iter().position(|each| each == stride)?;
                open.remove(place);
            }
            std::cmp::Ordering::Equal => dropped[index] = false,
            std::cmp::Ordering::Less => return None,
        }
    }
    (dropped.iter().filter(|each| **each).count() == excess).then_some(dropped)
}

pub(in crate::verifiers) fn reinterpret_cast_lists(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = instance
        .result_type("result")
        .rank(instance.context)
        .unwrap_or_default();
    verify_lists(instance, [1, rank, rank])
}

pub(in crate::verifiers) fn reinterpret_cast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, result) = (instance.operand_type("source"), instance.result_type("result"));
    let (Some(from), Some(memref)) = (memref_parts(context, source), MemRef::of(context, result)) else {
        return Ok(());
    };
    let types = || {
        let (source, result) = (instance.quote(source), instance.quote(result));
        format!("specified for source type {source} and result memref type {result}")
    };
    if from.1 != memref.space {
        return instance.refuse_plainly(format!("different memory spaces {}", types()));
    }
    if from.0 != memref.element {
        return instance.refuse_plainly(format!("different element types {}", types()));
    }
    let slice = Slice::of(instance);
    let wrong = |what: &str, expected: i64, given: i64| {
        let expected = number_or_dynamic(expected);
        format!("expected result type with {what} = {expected} instead of {given}")
    };
    for (index, (given, expected)) in memref.shape.iter().zip(&slice.sizes).enumerate() {
        if given != DYNAMIC && given != *expected {
            let message = wrong("size", *expected, given);
            return instance.refuse_plainly(format!("{message} in dim = {index}"));
        }
    }
    let Some((strides, offset)) = result.strides_and_offset(context) else {
        let result = instance.quote(result);
        let message = format!("expected result type to have strided layout but found {result}");
        return instance.refuse_plainly(message);
    };
    let expected = slice.offsets.first().copied().unwrap_or_default();
    if offset != DYNAMIC && offset != expected {
        return instance.refuse_plainly(wrong("offset", expected, offset));
    }
    for (index, (given, expected)) in strides.iter().zip(&slice.strides).enumerate() {
        if *given != DYNAMIC && given != expected {
            let message = wrong("stride", *expected, *given);
            return instance.refuse_plainly(format!("{message} in dim = {index}"));
        }
    }
    Ok(())
}

/// The layout as an affine map.
fn layout_map(context: &Context, memref: &MemRef<'_>) -> Option<AffineMap> {
    match memref.layout.kind(context) {
        AttributeKind::AffineMap(map) => Some(map),
        AttributeKind::StridedLayout { offset, strides } => strided_map(context, offset, &strides.to_vec()),
        _ => None,
    }
}

/// The affine map with an offset and strides, with a symbol for each that is not known.
fn strided_map(context: &Context, offset: i64, strides: &[i64]) -> Option<AffineMap> {
    let mut symbols = 0;
    let mut number = |value: i64| match value {
        DYNAMIC => {
            symbols += 1;
            context.affine_symbol(symbols - 1)
        }
        value => context.affine_constant(value),
    };
    let mut sum = number(offset);
    for (dim, stride) in (0..).zip(strides) {
        let term = context
            .affine_binary(AffineOp::Mul, context.affine_dim(dim), number(*stride))
            .ok()?;
        sum = context.affine_binary(AffineOp::Add, sum, term).ok()?;
    }
    let dims = u32::try_from(strides.len()).ok()?;
    context.affine_map(dims, symbols, &[sum]).ok()
}

/// The expression of the identity layout of a shape, with a symbol for each stride that is not known.
fn row_major(context: &Context, shape: &[i64]) -> Option<AffineExpr> {
    let mut sum: Option<AffineExpr> = None;
    let (mut running, mut symbols) = (Some(1i64), 0);
    for (dim, size) in (0u32..).zip(shape).collect::<Vec<_>>().into_iter().rev() {
        let stride = match running {
            Some(stride) => context.affine_constant(stride),
            None => {
                symbols += 1;
                context.affine_symbol(symbols - 1)
            }
        };
        let term = context
            .affine_binary(AffineOp::Mul, context.affine_dim(dim), stride)
            .ok()?;
        sum = match sum {
            Some(sum) => context.affine_binary(AffineOp::Add, sum, term).ok(),
            None => Some(term),
        };
        running = running
            .filter(|_| *size > 0)
            .map(|running| running.wrapping_mul(*size));
    }
    sum?.simplify(context).ok()
}

/// A memref type with an equal layout in the form in which MLIR compares layouts.
pub(in crate::verifiers) fn canonical_layout(context: &Context, memref: &MemRef<'_>) -> Option<Type> {
    let map = layout_map(context, memref)?;
    let results = map.results(context);
    let with_layout = |layout: Option<Attribute>| {
        context
            .memref_type(&memref.shape.to_vec(), memref.element, layout, memref.space)
            .ok()
    };
    if map.is_identity(context) || results.len() > 1 || memref.shape.is_empty() {
        let is_zero = results.get(0).and_then(|expr| expr.constant(context)) == Some(0);
        return match memref.shape.is_empty() && is_zero {
            true => with_layout(None),
            false => Some(memref.ty),
        };
    }
    let simplified = results.get(0)?.simplify(context).ok()?;
    if row_major(context, &memref.shape.to_vec()) == Some(simplified) {
        return with_layout(None);
    }
    let map = context
        .affine_map(map.num_dims(context), map.num_symbols(context), &[simplified])
        .ok()?;
    with_layout(Some(context.affine_map_attribute(map)))
}

pub(in crate::verifiers) fn transpose(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance
        .op
        .result(context, 0)
        .and_then(|result| MemRef::of(context, result.ty(context)));
    let source = MemRef::of(context, instance.operand_type("in"));
    let (Some(source), Some(result), Some(permutation)) = (source, result, instance.attribute("permutation"))
    else {
        return Ok(());
    };
    let AttributeKind::AffineMap(map) = permutation.kind(context) else {
        return Ok(());
    };
    if !map.is_permutation(context) {
        return instance.refuse("expected a permutation map");
    }
    if map.num_dims(context) as usize != source.shape.len() {
        return instance.refuse("expected a permutation map of same rank as the input");
    }
    let Some((strides, offset)) = source.ty.strides_and_offset(context) else {
        return Ok(());
    };
    let order = map.results(context);
    let order = order.iter().map(|expr| expr.num_dims(context) as usize - 1);
    let (shape, strides): (Vec<i64>, Vec<i64>) = order
        .map(|dim| (source.shape.get(dim).unwrap_or_default(), strides[dim]))
        .unzip();
    let layout = context.strided_layout_attribute(offset, &strides);
    let expected = context.memref_type(&shape, source.element, Some(layout), source.space);
    let expected = expected
        .ok()
        .and_then(|ty| canonical_layout(context, &MemRef::of(context, ty)?));
    if canonical_layout(context, &result) == expected {
        return Ok(());
    }
    let expected = expected
        .map(|expected| instance.quote(expected))
        .unwrap_or_default();
    let result = instance.quote(result.ty);
    instance.refuse(format!(
        "result type {result} is not equivalent to the canonical transposed input type {expected}"
    ))
}

pub(in crate::verifiers) fn view(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance
        .op
        .result(context, 0)
        .and_then(|result| MemRef::of(context, result.ty(context)));
    let source = MemRef::of(context, instance.operand_type("source"));
    let (Some(source), Some(result)) = (source, result) else {
        return Ok(());
    };
    let (from, to) = (instance.quote(source.ty), instance.quote(result.ty));
    if !source.is_identity(context) {
        return instance.refuse_plainly(format!("unsupported map for base memref type {from}"));
    }
    if !result.is_identity(context) {
        return instance.refuse_plainly(format!("unsupported map for result memref type {to}"));
    }
    if source.space != result.space {
        return instance.refuse_plainly(format!(
            "different memory spaces specified for base memref type {from} and view memref type {to}"
        ));
    }
    verify_dynamic_sizes(instance, &result, instance.operands("sizes").len())
}
