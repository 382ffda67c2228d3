//! Reductions of one element, and sums of contractions.

use tvmlike_ir::{Attribute, AttributeKind, Context, InsertionPoint, Mapping, Op, Rewriter, Type, Value};

use super::super::rewrite::{Make, defined_by};
use super::parts::{numbers, result_type};
use crate::combining::{combining_kind, combining_operation};
use crate::verifiers::Vector;

/// The operation that is replaced for one, and the mask if that is `vector.mask`.
fn root(context: &Context, op: Op) -> (Op, Option<Value>) {
    match op.parent_op(context) {
        Some(parent) if parent.is_named(context, "vector.mask") => (parent, parent.operand(context, 0)),
        _ => (op, None),
    }
}

/// Makes the only element of a vector.
fn only(rewriter: &mut Rewriter<'_, '_>, op: Op, vector: Value) -> Option<Value> {
    let context = rewriter.context();
    let parts = Vector::of_value(context, vector)?;
    let at = context.dense_i64_array(&vec![0; parts.rank()]);
    Make::new("vector.extract", &[vector], &[parts.element])
        .with(&[("static_position", at)])
        .value(rewriter, op)
}

/// Combines two values, and chooses the second one of `kept` where a mask is not set.
fn combine(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    values: [Value; 2],
    fast_math: Option<Attribute>,
    kept: Option<(Value, Value)>,
) -> Option<Value> {
    let context = rewriter.context();
    let ty = values[0].ty(context);
    let name = combining_operation(context, op, ty)?;
    let is_float = ty
        .element_type(context)
        .unwrap_or(ty)
        .float_kind(context)
        .is_some();
    let fast_math = fast_math.filter(|_| is_float).map(|flags| [("fastmath", flags)]);
    let properties = fast_math.as_ref().map_or(&[][..], |flags| &flags[..]);
    let made = Make::new(name, &values, &[ty])
        .with(properties)
        .value(rewriter, op)?;
    match kept {
        Some((mask, other)) => Make::new("arith.select", &[mask, made, other], &[ty]).value(rewriter, op),
        None => Some(made),
    }
}

/// `reduction` of one element.
pub(super) fn of_one(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let vector = Vector::of_value(context, source)?;
    if vector.sizes.first().is_some_and(|size| *size != 1) || vector.is_scalable() {
        return None;
    }
    let accumulated = op.operand(context, 1);
    let (root, mask) = root(context, op);
    // Where the mask is not set, the result is the neutral value; MLIR 22 gives the element.
    if mask.is_some() && accumulated.is_none() {
        return None;
    }
    let place = InsertionPoint::before(context, root)?;
    let result = rewriter.at(Some(place), |rewriter| {
        let mask = match mask {
            Some(mask) => Some(only(rewriter, op, mask)?),
            None => None,
        };
        let element = only(rewriter, op, source)?;
        let Some(before) = accumulated else {
            return Some(element);
        };
        let flags = op.property(context, context.identifier("fastmath"));
        combine(
            rewriter,
            op,
            [element, before],
            flags,
            mask.map(|mask| (mask, before)),
        )
    })?;
    rewriter.replace_op(root, &[result]);
    Some(())
}

/// `multi_reduction` along dimensions of size 1.
///
/// MLIR 22 gives the elements of the source, without what was accumulated before, where a mask is not set; and it forgets what
/// was accumulated where no dimension of one is reduced.
pub(super) fn of_ones(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (source, before) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let vector = Vector::of_value(context, source)?;
    let mut reduced = numbers(context, op, "reduction_dims")?.into_iter();
    let is_one = |dim| {
        usize::try_from(dim)
            .ok()
            .is_some_and(|dim| vector.sizes.get(dim) == Some(&1) && vector.scalable.get(dim) == Some(&false))
    };
    if !reduced.all(is_one) {
        return None;
    }
    let (root, mask) = root(context, op);
    let place = InsertionPoint::before(context, root)?;
    let ty = result_type(context, op)?;
    let result = rewriter.at(Some(place), |rewriter| {
        let mask = match mask {
            Some(mask) => Some(reshape(rewriter, op, mask, ty)?),
            None => None,
        };
        let value = reshape(rewriter, op, source, ty)?;
        combine(
            rewriter,
            op,
            [before, value],
            None,
            mask.map(|mask| (mask, before)),
        )
    })?;
    rewriter.replace_op(root, &[result]);
    Some(())
}

/// Makes a vector, or its only element, with the shape of a type.
fn reshape(rewriter: &mut Rewriter<'_, '_>, op: Op, vector: Value, ty: Type) -> Option<Value> {
    let context = rewriter.context();
    let Some(shape) = Vector::of(context, ty) else {
        return only(rewriter, op, vector);
    };
    let own = Vector::of_value(context, vector)?;
    let ty = own.with_shape(context, &shape.sizes, &shape.scalable)?;
    Make::new("vector.shape_cast", &[vector], &[ty]).value(rewriter, op)
}

/// Whether all elements of a constant are 0, and not the negative one.
fn is_zero(context: &Context, value: Value) -> Option<bool> {
    let known = defined_by(context, value, "arith.constant")?.constant_value(context)?;
    let is_zero = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
    Some(match known.kind(context) {
        AttributeKind::Integer { value, .. } => value.is_zero(),
        AttributeKind::Float { value, .. } => crate::number::Float::of(value).bits() == 0,
        AttributeKind::DenseElements(all) => all.is_splat() && is_zero(all.bytes()),
        _ => false,
    })
}

/// A sum with a contraction that begins with 0: a contraction that begins with the other value.
pub(super) fn sum_of_contract(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let operands = [op.operand(context, 0)?, op.operand(context, 1)?];
    for (value, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        let Some(contract) = defined_by(context, value, "vector.contract") else {
            continue;
        };
        let first = contract.operand(context, 2)?;
        // MLIR 22 also does this to the largest or the least of products, or their bits, which a sum would change.
        let is_sum = combining_kind(context, contract).as_deref() == Some("add");
        if !is_sum || is_zero(context, first) != Some(true) {
            continue;
        }
        let made = rewriter.clone_op(contract, &mut Mapping::new());
        rewriter.set_operand(made, 2, other);
        rewriter.replace_op(op, &[made.result(context, 0)?]);
        return Some(());
    }
    None
}
