//! `smt`: numbers of operands, widths of bit vectors, and what regions yield.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Failure, Region, Type};

pub(super) const CHECKS: super::Table = &[
    ("smt.bv.extract", Hook::Verify(extract)),
    ("smt.bv.repeat", Hook::Verify(repeat)),
    ("smt.check", Hook::VerifyRegions(check)),
    ("smt.distinct", Hook::Verify(two_inputs)),
    ("smt.eq", Hook::Verify(two_inputs)),
    ("smt.solver", Hook::VerifyRegions(solver)),
];

/// The number of bits of a bit vector.
fn width(instance: &Instance<'_>, ty: Type) -> Option<i64> {
    let context = instance.context;
    match ty.parameter(context, context.identifier("width"))?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// The numbers of bits of the input and of the result.
fn widths(instance: &Instance<'_>) -> Option<(i64, i64)> {
    let input = width(instance, instance.operand_type("input"))?;
    Some((input, width(instance, instance.result_type("result"))?))
}

fn extract(instance: &Instance<'_>) -> Result<(), Failure> {
    let (Some((input, length)), Some(low)) = (widths(instance), instance.integer("lowBit")) else {
        return Ok(());
    };
    let needed = low.saturating_add(length);
    match needed <= input {
        true => Ok(()),
        false => instance.refuse(format!(
            "range to be extracted is too big, expected range starting at index {low} of length {length} requires \
             input width of at least {needed}, but the input width is only {input}"
        )),
    }
}

fn repeat(instance: &Instance<'_>) -> Result<(), Failure> {
    match widths(instance) {
        Some((input, result)) if result.checked_rem(input) != Some(0) => {
            instance.refuse("result bit-vector width must be a multiple of the input bit-vector width")
        }
        _ => Ok(()),
    }
}

fn two_inputs(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.operands("inputs").len() {
        count @ (0 | 1) => instance.refuse(format!("'inputs' must have at least size 2, but got {count}")),
        _ => Ok(()),
    }
}

/// Whether a region yields values of the types of the results.
fn yields_results(instance: &Instance<'_>, region: Region) -> bool {
    let context = instance.context;
    let results = instance.op.results(context).map(|result| result.ty(context));
    let last = region
        .first_block(context)
        .and_then(|block| block.last_op(context));
    last.is_some_and(|last| {
        last.operands(context)
            .map(|operand| operand.ty(context))
            .eq(results)
    })
}

fn check(instance: &Instance<'_>) -> Result<(), Failure> {
    for (region, name) in [
        ("satRegion", "sat"),
        ("unknownRegion", "unknown"),
        ("unsatRegion", "unsat"),
    ] {
        if !instance
            .regions(region)
            .all(|region| yields_results(instance, region))
        {
            return instance.refuse(format!(
                "types of yielded values in '{name}' region must match return values"
            ));
        }
    }
    Ok(())
}

fn solver(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(body) = instance.regions("bodyRegion").next() else {
        return Ok(());
    };
    if !yields_results(instance, body) {
        return instance.refuse("types of yielded values must match return values");
    }
    let inputs = instance.operands("inputs").map(|input| input.ty(context));
    let arguments = body
        .first_block(context)
        .into_iter()
        .flat_map(|block| block.arguments(context));
    match inputs.eq(arguments.map(|argument| argument.ty(context))) {
        true => Ok(()),
        false => instance.refuse("block argument types must match the types of the 'inputs'"),
    }
}
