//! Operations whose operands or attributes decide whether they can be executed speculatively.
//!
//! Invariant: there is a rule for each operation with the interface `ConditionallySpeculatable`, and for no other.

use tvmlike_define::OpRecord;
use tvmlike_ir::{AttributeKind, Context, Element, IntegerValue, Op, Speculatability, Speculation, TypeKind};

use super::groups;
use crate::{common, llvm};

use Speculatability::{No, Recursive, Yes};

/// Finds whether an operation can be executed speculatively.
type Rule = fn(&Context, Op) -> Speculatability;

/// The rules by operation. What is not here and has the interface is a structured operation.
const RULES: &[(&str, Rule)] = &[
    ("affine.for", affine_for),
    ("arith.ceildivsi", signed_division),
    ("arith.ceildivui", unsigned_division),
    ("arith.divsi", signed_division),
    ("arith.divui", unsigned_division),
    ("gpu.subgroup_broadcast", subgroup_broadcast),
    ("linalg.pack", pack),
    ("linalg.unpack", |context, op| tiles(context, op, 0)),
    ("llvm.sdiv", signed_division),
    ("llvm.udiv", unsigned_division),
    ("memref.dim", dim),
    ("scf.for", scf_for),
    ("sparse_tensor.lvl", dim),
    ("tensor.dim", dim),
    ("vector.transfer_read", transfer),
    ("vector.transfer_write", transfer),
];

/// The rule for an operation.
pub(super) fn of(op: &OpRecord) -> Option<Speculation> {
    if let Ok(index) = RULES.binary_search_by_key(&&*op.name, |(name, _)| name) {
        return Some(Speculation(RULES[index].1));
    }
    (is_conditional(op) && op.name.starts_with("linalg.")).then_some(Speculation(structured))
}

/// What is wrong with the rules for some operations.
pub(super) fn faults<'a>(ops: impl Iterator<Item = &'a OpRecord>) -> Vec<String> {
    let wrong = ops.filter(|op| of(op).is_some() != is_conditional(op));
    let mut faults: Vec<String> = wrong
        .map(|op| format!("the rule of speculation of {} does not fit its record", op.name))
        .collect();
    if !RULES.is_sorted_by_key(|(name, _)| *name) {
        faults.push("the rules of speculation are not sorted".to_owned());
    }
    faults
}

fn is_conditional(op: &OpRecord) -> bool {
    op.traits
        .iter()
        .any(|each| &*each.name == "ConditionallySpeculatable")
}

fn yes_if(holds: bool) -> Speculatability {
    if holds { Yes } else { No }
}

/// Whether all elements of a constant divisor have a property.
fn divisor_is(context: &Context, op: Op, holds: impl Fn(&IntegerValue<'_>) -> bool) -> Speculatability {
    let divisor = op
        .operand(context, 1)
        .and_then(|value| value.constant_value(context));
    yes_if(match divisor.map(|divisor| divisor.kind(context)) {
        Some(AttributeKind::Integer { value, .. }) => holds(&value),
        Some(AttributeKind::DenseElements(elements)) => (0..elements.len()).all(
            |index| matches!(elements.get(context, index), Some(Element::Integer(value)) if holds(&value)),
        ),
        _ => false,
    })
}

/// A division by something that is not zero.
fn unsigned_division(context: &Context, op: Op) -> Speculatability {
    divisor_is(context, op, |value| !value.is_zero())
}

/// A division by something that is neither zero nor minus one, by which the quotient of the least number overflows.
fn signed_division(context: &Context, op: Op) -> Speculatability {
    divisor_is(context, op, |value| {
        !value.is_zero() && value.to_i64() != Some(-1)
    })
}

/// A loop whose step is 1 ends.
fn affine_for(context: &Context, op: Op) -> Speculatability {
    let step = op.property(context, context.identifier("step"));
    match step.and_then(|step| common::number(context, step)) {
        Some(1) => Recursive,
        _ => No,
    }
}

/// A loop whose step is known to be 1 ends.
fn scf_for(context: &Context, op: Op) -> Speculatability {
    match constant_operand(context, op, 2) {
        Some(1) => Recursive,
        _ => No,
    }
}

/// The number that an operand is known to be.
fn constant_operand(context: &Context, op: Op, index: usize) -> Option<i64> {
    let value = op.operand(context, index)?.constant_value(context)?;
    common::number(context, value)
}

/// Which lane is the first active one depends on the place; a lane with a number does not.
fn subgroup_broadcast(context: &Context, op: Op) -> Speculatability {
    yes_if(op.num_operands(context) == 2)
}

/// Packing where what is missing is filled in, or tiles have known sizes.
fn pack(context: &Context, op: Op) -> Speculatability {
    let sizes = groups::sizes(context, op, "operandSegmentSizes");
    match groups::group(&sizes, 2).is_empty() {
        true => tiles(context, op, 1),
        false => Yes,
    }
}

/// Packing and unpacking, whose packed operand has this number, if all tiles have known sizes.
fn tiles(context: &Context, op: Op, packed: usize) -> Speculatability {
    let sizes = op.property(context, context.identifier("static_inner_tiles"));
    let shape = op
        .operand(context, packed)
        .and_then(|value| value.ty(context).shape(context));
    let (Some(sizes), Some(shape)) = (llvm::integers(context, sizes), shape) else {
        return No;
    };
    // The dynamic sizes are the last operands.
    let mut dynamic = op.num_operands(context) - sizes.iter().filter(|size| **size < 0).count();
    let known = sizes.iter().all(|size| {
        *size >= 0 || {
            dynamic += 1;
            constant_operand(context, op, dynamic - 1).is_some()
        }
    });
    let tiled = shape.len().saturating_sub(sizes.len());
    yes_if(known && shape.iter().skip(tiled).all(|size| size >= 0))
}

/// A dimension that the shape is known to have.
fn dim(context: &Context, op: Op) -> Speculatability {
    let shape = op
        .operand(context, 0)
        .and_then(|value| value.ty(context).shape(context));
    let index = constant_operand(context, op, 1).and_then(|index| usize::try_from(index).ok());
    yes_if(matches!((shape, index), (Some(shape), Some(index)) if index < shape.len()))
}

/// A structured operation on tensors does what its body does.
fn structured(context: &Context, op: Op) -> Speculatability {
    match touches_memory(context, op) {
        true => No,
        false => Recursive,
    }
}

/// A transfer of a tensor can be executed where it would not be.
fn transfer(context: &Context, op: Op) -> Speculatability {
    yes_if(!touches_memory(context, op))
}

/// Whether an operand is a memref; else all are tensors, vectors and numbers.
pub(super) fn touches_memory(context: &Context, op: Op) -> bool {
    op.operands(context)
        .any(|operand| matches!(operand.ty(context).kind(context), TypeKind::MemRef { .. }))
}
