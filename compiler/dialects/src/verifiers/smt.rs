//! `smt`: numbers of operands, widths of bit vectors, and what regions yield.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Context, Failure, Op, Region, Type, Value, WalkOrder, WalkResult};

use crate::common::bit_vector_width;

pub(super) const CHECKS: super::Table = &[
    ("smt.bv.extract", Hook::Verify(extract)),
    ("smt.bv.repeat", Hook::Verify(repeat)),
    ("smt.check", Hook::VerifyRegions(check)),
    ("smt.distinct", Hook::Verify(two_inputs)),
    ("smt.eq", Hook::Verify(two_inputs)),
    ("smt.exists", Hook::Verify(patterns)),
    ("smt.exists", Hook::VerifyRegions(quantifier)),
    ("smt.forall", Hook::Verify(patterns)),
    ("smt.forall", Hook::VerifyRegions(quantifier)),
    ("smt.solver", Hook::VerifyRegions(solver)),
];

/// The numbers of bits of the input and of the result.
fn widths(instance: &Instance<'_>) -> Option<(i64, i64)> {
    let width = |ty| bit_vector_width(instance.context, ty);
    Some((
        width(instance.operand_type("input"))?,
        width(instance.result_type("result"))?,
    ))
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

fn patterns(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.has("noPattern") && instance.regions("patterns").next().is_some() {
        true => {
            instance.refuse("patterns and the no_pattern attribute must not be specified at the same time")
        }
        false => Ok(()),
    }
}

/// The types of the arguments of a region.
fn argument_types(context: &Context, region: Region) -> Vec<Type> {
    let arguments = region.first_block(context).into_iter();
    let arguments = arguments.flat_map(|block| block.arguments(context));
    arguments.map(|argument| argument.ty(context)).collect()
}

/// The values that a region yields.
fn yielded(context: &Context, region: Region) -> Vec<Value> {
    let last = region
        .first_block(context)
        .and_then(|block| block.last_op(context));
    last.into_iter().flat_map(|last| last.operands(context)).collect()
}

fn quantifier(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(body) = instance.regions("body").next() else {
        return Ok(());
    };
    let types = argument_types(context, body);
    if instance.has("boundVarNames") && instance.elements("boundVarNames").len() != types.len() {
        return instance.refuse("number of bound variable names must match number of block arguments");
    }
    let is = |ty: Type, names: &[&str]| names.iter().any(|name| ty.is_symbol(context, "smt", name));
    if !types
        .iter()
        .all(|ty| is(*ty, &["array", "bool", "bv", "int", "sort"]))
    {
        return instance.refuse("bound variables must by any non-function SMT value");
    }
    let [value] = yielded(context, body)[..] else {
        return instance.refuse("must have exactly one yielded value");
    };
    if !is(value.ty(context), &["bool"]) {
        return instance.refuse("yielded value must be of '!smt.bool' type");
    }
    for (index, pattern) in instance.regions("patterns").enumerate() {
        if argument_types(context, pattern) != types {
            return instance.refuse(format!(
                "block argument number and types of the 'body' and 'patterns' region #{index} must match"
            ));
        }
        if yielded(context, pattern).is_empty() {
            return instance.refuse(format!(
                "'patterns' region #{index} must have at least one yielded value"
            ));
        }
        verify_pattern(instance, pattern, index)?;
    }
    Ok(())
}

/// Checks that a pattern has only operations of the dialect that bind no variables.
fn verify_pattern(instance: &Instance<'_>, pattern: Region, index: usize) -> Result<(), Failure> {
    let context = instance.context;
    let blocks = pattern.blocks(context);
    // Operations with regions come after those in their regions, as MLIR visits them.
    let mut wrong: Option<(Op, &str, &str)> = None;
    for op in blocks.flat_map(|block| block.operations(context)) {
        op.walk(context, WalkOrder::PostOrder, |each| {
            let name = each.name(context).bytes(context);
            wrong = match name {
                b"smt.forall" | b"smt.exists" => Some((
                    each,
                    "must not contain any variable binding operations",
                    "first violating operation here",
                )),
                _ if name.starts_with(b"smt.") => return WalkResult::Advance,
                _ => Some((
                    each,
                    "may only contain SMT dialect operations",
                    "first non-SMT operation here",
                )),
            };
            WalkResult::Interrupt
        });
        if let Some((each, message, note)) = wrong {
            let message = format!("the 'patterns' region #{index} {message}");
            let error = instance.op.emit_op_error(context, message);
            return Err(error.note(each.location(context), note).emit());
        }
    }
    Ok(())
}
