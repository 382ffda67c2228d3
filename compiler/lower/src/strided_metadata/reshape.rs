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

/// One dimension becomes several; at most the first of a group has a size that is not known.
pub(super) fn of_expanded(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op) -> Option<View> {
    let context = rewriter.context();
    let groups = groups(context, op)?;
    let shape = op.result(context, 0)?.ty(context).shape(context)?.to_vec();
    let is_simple = groups.iter().all(|group| {
        !group.is_empty()
            && group[1..]
                .iter()
                .all(|dim| shape.get(*dim).is_some_and(|size| *size != DYNAMIC))
    });
    if groups.is_empty() || !is_simple {
        return None;
    }
    let source = of_memref(rewriter, location, op.operand(context, 0)?)?;
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for (index, group) in groups.iter().enumerate() {
        let known: Vec<i64> = group.iter().map(|dim| shape[*dim]).collect();
        let inner = known[1..]
            .iter()
            .try_fold(1_i64, |all, size| all.checked_mul(*size))?;
        for (place, size) in known.iter().enumerate() {
            sizes.push(match *size {
                DYNAMIC => {
                    let divisor = context.affine_constant(inner);
                    let expr = context
                        .affine_binary(AffineOp::FloorDiv, context.affine_symbol(0), divisor)
                        .ok()?;
                    apply(rewriter, location, expr, &[source.sizes[index]])?
                }
                size => Number::Known(size),
            });
            let behind = known[place + 1..]
                .iter()
                .try_fold(1_i64, |all, size| all.checked_mul(*size))?;
            let factors = [source.strides[index], Number::Known(behind)];
            strides.push(product(rewriter, location, &factors)?);
        }
    }
    Some(View {
        sizes,
        strides,
        ..source
    })
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
