//! `memref.generic_atomic_rmw`: a loop that computes a value until nothing else has written meanwhile.
//!
//! Floats are compared and exchanged as integers of their bits; MLIR exchanges the floats, which LLVM does not allow.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Location, Mapping, Op, Signedness, Type, TypeKind, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::access::{ACQUIRE_RELEASE, pointer_to};
use super::{element, operand_type};
use crate::elementwise::extract;
use crate::make::{Make, build, integer};
use crate::memory::load;
use crate::types::structure;

/// `monotonic`.
const MONOTONIC: i64 = 2;

/// The bits of a value as a type, if it has another one.
fn cast(rewriter: &mut ConversionRewriter<'_, '_>, location: Location, value: Value, ty: Type) -> Value {
    match value.ty(rewriter.context()) == ty {
        true => value,
        false => Make::new("llvm.bitcast", &[value], &[ty]).value(rewriter, location),
    }
}

pub(super) fn convert(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = operand_type(context, op, 0)?;
    let element = element(rewriter, ty)?;
    let values = operands.each()?;
    let start = op.block(context)?;
    // What is compared and exchanged is an integer, also for a float.
    let whole = match element.kind(context) {
        TypeKind::Float(_) => context
            .integer_type(element.bit_width(context)?, Signedness::Signless)
            .ok()?,
        _ => element,
    };
    let body = rewriter.split_block_with(start, Some(op), &[(whole, location)]);
    let end = rewriter.split_block(body, op.next(context));
    rewriter.set_to_end(start);
    let pointer = pointer_to(rewriter, location, ty, values[0], &values[1..], false)?;
    let initial = load(rewriter, location, whole, pointer);
    let enter = OpBuilder::new("llvm.br")
        .operand("destOperands", [initial])
        .successor("dest", [body]);
    build(rewriter, enter, location);
    rewriter.set_to_start(body);
    let bits = body.argument(context, 0)?;
    let current = cast(rewriter, location, bits, element);
    let block = op.region(context, 0)?.first_block(context)?;
    let terminator = block.last_op(context)?;
    let mut mapping = Mapping::new();
    mapping.map_value(context, block.argument(context, 0)?, current);
    let nested: Vec<Op> = block
        .operations(context)
        .filter(|nested| *nested != terminator)
        .collect();
    for nested in nested {
        rewriter.clone_op(nested, &mut mapping);
    }
    let result = terminator.operand(context, 0)?;
    let result: Value = mapping.value(context, result).unwrap_or(result);
    let result = cast(rewriter, location, result, whole);
    let properties = [
        (
            "success_ordering",
            integer(context, context.i64(), ACQUIRE_RELEASE),
        ),
        ("failure_ordering", integer(context, context.i64(), MONOTONIC)),
    ];
    let pair = structure(context, &[whole, context.i1()]);
    let exchanged = Make::new("llvm.cmpxchg", &[pointer, bits, result], &[pair])
        .with(&properties)
        .value(rewriter, location);
    let loaded = extract(rewriter, location, exchanged, &[0]);
    let old = cast(rewriter, location, loaded, element);
    let is_done = extract(rewriter, location, exchanged, &[1]);
    let repeat = OpBuilder::new("llvm.cond_br")
        .operand("condition", [is_done])
        .operand("trueDestOperands", [])
        .operand("falseDestOperands", [loaded])
        .successor("trueDest", [end])
        .successor("falseDest", [body]);
    build(rewriter, repeat, location);
    rewriter.replace_op(op, &[old]);
    Some(())
}
