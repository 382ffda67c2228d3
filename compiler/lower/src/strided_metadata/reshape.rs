//! What `memref.expand_shape` and `memref.collapse_shape` are views of.

use tvmlike_ir::{AffineOp, AttributeKind, Context, DYNAMIC, Location, Op, Rewriter};

use super::apply::{Number, apply};
use super::view::{View, of_memref};
use crate::make::property;
use crate::number;

/// The dimensions that belong together.
pub(crate) fn groups(context: &Context, op: Op) -> Option<Vec<Vec<usize>>> {
    let AttributeKind::Array(groups) = property(context, op, "reassociation")?.kind(context) else {
        return None;
    };
    groups
        .iter()
        .map(|group| match group.kind(context) {
            AttributeKind::Array(dims) => dims
                .iter()
                .map(|dim| usize::try_from(number::of(context, dim)?).ok())
                .collect(),
            _ => None,
        })
        .collect()
}

/// The product of numbers.
fn product(rewriter: &mut Rewriter<'_, '_>, location: Location, numbers: &[Number]) -> Option<Number> {
    let context = rewriter.context();
    let mut expr = context.affine_symbol(0);
    for index in 1..numbers.len() {
        let symbol = context.affine_symbol(index as u32);
        expr = context.affine_binary(AffineOp::Mul, expr, symbol).ok()?;
    }
    apply(rewriter, location, expr, numbers)
}

/// One dimension becomes several. Where at most the first one of a group has a size that is not known, that is the size of the
/// source over the others; else it is what the operation tells.
pub(super) fn of_expanded(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op) -> Option<View> {
    let context = rewriter.context();
    let groups = groups(context, op)?;
    let shape = op.result(context, 0)?.ty(context).shape(context)?.to_vec();
    if groups.is_empty() || groups.iter().any(Vec::is_empty) {
        return None;
    }
    let mut told = op.operands(context).skip(1);
    let told: Option<Vec<Number>> = shape
        .iter()
        .map(|size| match *size {
            DYNAMIC => told.next().map(Number::Value),
            size => Some(Number::Known(size)),
        })
        .collect();
    let told = told?;
    let source = of_memref(rewriter, location, op.operand(context, 0)?)?;
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for (index, group) in groups.iter().enumerate() {
        let mut own: Vec<Number> = group.iter().map(|dim| told[*dim]).collect();
        let inner = group[1..].iter().try_fold(1_i64, |all, dim| match shape[*dim] {
            DYNAMIC => None,
            size => all.checked_mul(size),
        });
        if let (Some(inner), DYNAMIC) = (inner, shape[group[0]]) {
            let divisor = context.affine_constant(inner);
            let expr = context
                .affine_binary(AffineOp::FloorDiv, context.affine_symbol(0), divisor)
                .ok()?;
            own[0] = apply(rewriter, location, expr, &[source.sizes[index]])?;
        }
        for place in 0..own.len() {
            let behind = known_product(&own[place + 1..])?;
            let factors = [&[source.strides[index]], &behind[..]].concat();
            strides.push(product(rewriter, location, &factors)?);
        }
        sizes.extend(own);
    }
    Some(View {
        sizes,
        strides,
        ..source
    })
}

/// The product of numbers: of the known ones as one, and of the others.
fn known_product(numbers: &[Number]) -> Option<Vec<Number>> {
    let (mut known, mut values) = (1_i64, Vec::new());
    for number in numbers {
        match *number {
            Number::Known(size) => known = known.checked_mul(size)?,
            Number::Value(_) => values.push(*number),
        }
    }
    values.insert(0, Number::Known(known));
    Some(values)
}

/// Several dimensions become one, with the stride of the innermost whose size is not 1.
pub(super) fn of_collapsed(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op) -> Option<View> {
    let context = rewriter.context();
    let groups = groups(context, op)?;
    let ty = op.result(context, 0)?.ty(context);
    let (known_strides, _) = ty.strides_and_offset(context)?;
    let source_ty = op.operand(context, 0)?.ty(context);
    let shape = source_ty.shape(context)?.to_vec();
    let (source_strides, _) = source_ty.strides_and_offset(context)?;
    // The place in each group of the dimension whose stride counts.
    let innermost: Vec<Option<usize>> = groups
        .iter()
        .map(|group| group.iter().rev().copied().find(|dim| shape[*dim] != 1))
        .collect();
    let is_known = groups.iter().zip(&innermost).all(|(group, inner)| match inner {
        Some(inner) => {
            let others = group.iter().filter(|dim| shape[**dim] != 1).count();
            source_strides[*inner] != DYNAMIC || others == 1
        }
        None => true,
    });
    if groups.is_empty() || !is_known {
        return None;
    }
    let source = of_memref(rewriter, location, op.operand(context, 0)?)?;
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for (index, group) in groups.iter().enumerate() {
        let own: Vec<Number> = group.iter().map(|dim| source.sizes[*dim]).collect();
        sizes.push(product(rewriter, location, &own)?);
        strides.push(match (innermost[index], known_strides[index]) {
            (Some(inner), _) => source.strides[inner],
            (None, DYNAMIC) => {
                let dynamic = group.iter().find(|dim| source_strides[**dim] == DYNAMIC);
                source.strides[*dynamic?]
            }
            (None, known) => Number::Known(known),
        });
    }
    Some(View {
        sizes,
        strides,
        ..source
    })
}
