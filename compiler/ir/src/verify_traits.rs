//! The checks that the record of a registered operation requires, in MLIR's words.
//!
//! The order is MLIR's: numbers of parts, regions, constraints, the other traits, the operation's own check; and after
//! what is nested, the traits about regions.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::attributes::AttributeKind;
use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::context::dialect::{Count, OpInfo, Traits};
use crate::id::{Attribute, Op, Region};
use crate::symbol_table::verify_symbol_users;

/// Emits an error about an operation, after its name.
fn refuse(context: &Context, op: Op, message: impl std::fmt::Display) -> Result<(), Failure> {
    Err(op.emit_op_error(context, message).emit())
}

/// Checks an operation without a look at the operations nested in it.
#[inline]
pub(crate) fn verify_invariants(context: &Context, op: Op, info: &OpInfo) -> Result<(), Failure> {
    let traits = info.traits();
    if let Some(reason) = info.withdrawn() {
        return refuse(context, op, format!("cannot be verified: {reason}"));
    }
    verify_counts(context, op, info)?;
    if traits.contains(Traits::NO_REGION_ARGUMENTS) {
        verify_no_region_arguments(context, op)?;
    }
    if traits.contains(Traits::SINGLE_BLOCK) {
        verify_single_block(context, op, traits)?;
    }
    if let Some(verifier) = &info.constraints {
        verifier(context, op)?;
    }
    if traits.contains(Traits::TERMINATOR) && (op.next(context).is_some() || op.block(context).is_none()) {
        return refuse(context, op, "must be the last operation in the parent block");
    }
    if traits.contains(Traits::SYMBOL) {
        verify_symbol(context, op, traits)?;
    }
    match &info.verifier {
        Some(verifier) => verifier(context, op),
        None => Ok(()),
    }
}

/// Checks the regions of an operation, after the operations in them. `is_from_outside` tells whether an operand in an
/// isolated operation may be from outside of it.
pub(crate) fn verify_region_invariants(
    context: &Context,
    op: Op,
    info: &OpInfo,
    is_from_outside: bool,
) -> Result<(), Failure> {
    let traits = info.traits();
    if traits.contains(Traits::SINGLE_BLOCK_IMPLICIT_TERMINATOR) {
        verify_implicit_terminator(context, op, info)?;
    }
    if is_from_outside && traits.contains(Traits::ISOLATED_FROM_ABOVE) {
        verify_isolation(context, op)?;
    }
    if traits.contains(Traits::SYMBOL_TABLE) {
        verify_symbol_table(context, op)?;
    }
    match &info.region_verifier {
        Some(verifier) => verifier(context, op),
        None => Ok(()),
    }
}

#[inline]
fn agrees(count: Count, given: usize) -> bool {
    match count {
        Count::Any => true,
        Count::Exactly(expected) => given == expected as usize,
        Count::AtLeast(least) => given >= least as usize,
    }
}

#[inline]
fn verify_counts(context: &Context, op: Op, info: &OpInfo) -> Result<(), Failure> {
    let counts = &info.counts;
    let fine = agrees(counts.regions, op.num_regions(context))
        && agrees(counts.results, op.num_results(context))
        && agrees(counts.successors, op.num_successors(context))
        && agrees(counts.operands, op.num_operands(context));
    match fine {
        true => verify_successors(context, op, counts.successors),
        false => report_counts(context, op, info),
    }
}

#[cold]
fn report_counts(context: &Context, op: Op, info: &OpInfo) -> Result<(), Failure> {
    let counts = &info.counts;
    if !agrees(counts.regions, op.num_regions(context)) {
        return refuse(context, op, expected(counts.regions, "region", "one"));
    }
    if !agrees(counts.results, op.num_results(context)) {
        return refuse(context, op, expected(counts.results, "result", "one"));
    }
    let successors = op.num_successors(context);
    if !agrees(counts.successors, successors) {
        let expected = match counts.successors {
            Count::Exactly(1) => "1 successor".to_owned(),
            Count::Exactly(count) => format!("{count} successors"),
            Count::AtLeast(count) => format!("at least {count} successors"),
            Count::Any => "successors".to_owned(),
        };
        return refuse(context, op, format!("requires {expected} but found {successors}"));
    }
    let mut message = expected(counts.operands, "operand", "a single");
    if message.starts_with("expected") {
        message += &format!(", but found {}", op.num_operands(context));
    }
    refuse(context, op, message)
}

/// "requires zero results", "expected 2 or more results".
fn expected(count: Count, what: &str, one: &str) -> String {
    match count {
        Count::Any => format!("requires {what}s"),
        Count::Exactly(0) => format!("requires zero {what}s"),
        Count::Exactly(1) => format!("requires {one} {what}"),
        Count::Exactly(count) => format!("expected {count} {what}s"),
        Count::AtLeast(count) => format!("expected {count} or more {what}s"),
    }
}

fn verify_successors(context: &Context, op: Op, count: Count) -> Result<(), Failure> {
    if count == Count::Any || op.num_successors(context) == 0 {
        return Ok(());
    }
    let region = op.parent_region(context);
    match op
        .successors(context)
        .all(|block| block.region(context) == region)
    {
        true => Ok(()),
        false => Err(op
            .emit_error(context, "reference to block defined in another region")
            .emit()),
    }
}

fn verify_no_region_arguments(context: &Context, op: Op) -> Result<(), Failure> {
    for (index, region) in op.regions(context).enumerate() {
        let entry = region.first_block(context);
        if entry.is_some_and(|entry| entry.num_arguments(context) != 0) {
            return match op.num_regions(context) {
                1 => refuse(context, op, "region should have no arguments"),
                _ => refuse(context, op, format!("region #{index} should have no arguments")),
            };
        }
    }
    Ok(())
}

fn verify_single_block(context: &Context, op: Op, traits: Traits) -> Result<(), Failure> {
    for (index, region) in op.regions(context).enumerate() {
        let Some(block) = region.first_block(context) else {
            continue;
        };
        if block.next(context).is_some() {
            return refuse(
                context,
                op,
                format!("expects region #{index} to have 0 or 1 blocks"),
            );
        }
        if !traits.contains(Traits::NO_TERMINATOR) && block.first_op(context).is_none() {
            return refuse(context, op, "expects a non-empty block");
        }
    }
    Ok(())
}

fn verify_implicit_terminator(context: &Context, op: Op, info: &OpInfo) -> Result<(), Failure> {
    let Some(expected) = info.implicit_terminator() else {
        return Ok(());
    };
    for region in op.regions(context) {
        let Some(last) = region
            .last_block(context)
            .and_then(|block| block.last_op(context))
        else {
            continue;
        };
        let found = last.name(context);
        if found != expected {
            let (expected, found) = (expected.text(context), found.text(context));
            let message = format!("expects regions to end with '{expected}', found '{found}'");
            let note = format!("in custom textual format, the absence of terminator implies '{expected}'");
            let error = op.emit_op_error(context, message);
            return Err(error.note(op.location(context), note).emit());
        }
    }
    Ok(())
}

fn verify_isolation(context: &Context, isolated: Op) -> Result<(), Failure> {
    let mut pending: Vec<Region> = Vec::new();
    for region in isolated.regions(context) {
        pending.push(region);
        while let Some(nested) = pending.pop() {
            for op in nested.blocks(context).flat_map(|block| block.operations(context)) {
                for operand in op.operands(context) {
                    let home = operand
                        .parent_block(context)
                        .and_then(|block| block.region(context));
                    if home == Some(nested) {
                        continue;
                    }
                    let Some(home) = home else {
                        return Err(op.emit_error(context, "operation's operand is unlinked").emit());
                    };
                    if !home.is_inside(context, region) {
                        let error = op.emit_op_error(context, "using value defined outside the region");
                        let note = "required by region isolation constraints";
                        return Err(error.note(isolated.location(context), note).emit());
                    }
                }
                if op.num_regions(context) != 0 && !op.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
                    pending.extend(op.regions(context));
                }
            }
        }
    }
    Ok(())
}

fn verify_symbol_table(context: &Context, op: Op) -> Result<(), Failure> {
    let Some(region) = op.region(context, 0).filter(|_| op.num_regions(context) == 1) else {
        return refuse(
            context,
            op,
            "Operations with a 'SymbolTable' must have exactly one region",
        );
    };
    let Some(block) = region
        .first_block(context)
        .filter(|block| block.next(context).is_none())
    else {
        return refuse(
            context,
            op,
            "Operations with a 'SymbolTable' must have exactly one block",
        );
    };
    let mut symbols: HashMap<Attribute, Op, FixedState> = HashMap::default();
    for op in block.operations(context) {
        let name = op.attribute(context, context.registry.names.sym_name);
        let Some((name, text)) = name.and_then(|name| Some((name, string(context, name)?))) else {
            continue;
        };
        if let Some(first) = symbols.insert(name, op) {
            let message = format!("redefinition of symbol named '{}'", String::from_utf8_lossy(text));
            let error = op.emit_error(context, message);
            let note = "see existing symbol definition here";
            return Err(error.note(first.location(context), note).emit());
        }
    }
    verify_symbol_users(context, op)
}

/// The bytes of a string attribute.
fn string(context: &Context, attribute: Attribute) -> Option<&[u8]> {
    match attribute.kind(context) {
        AttributeKind::String { bytes, .. } => Some(bytes),
        _ => None,
    }
}

fn verify_symbol(context: &Context, op: Op, traits: Traits) -> Result<(), Failure> {
    let names = &context.registry.names;
    match op.attribute(context, names.sym_name) {
        None if traits.contains(Traits::OPTIONAL_SYMBOL) => return Ok(()),
        Some(name) if string(context, name).is_some() => {}
        _ => return refuse(context, op, "requires string attribute 'sym_name'"),
    }
    if let Some(visibility) = op.attribute(context, names.sym_visibility) {
        match string(context, visibility) {
            Some(b"public" | b"private" | b"nested") => {}
            Some(other) => {
                let other = String::from_utf8_lossy(other);
                let message = format!(
                    "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{other}\""
                );
                return refuse(context, op, message);
            }
            None => {
                let message = "requires visibility attribute 'sym_visibility' to be a string attribute";
                return refuse(context, op, message);
            }
        }
    }
    match op.parent_op(context) {
        Some(parent) if !parent.might_have_trait(context, Traits::SYMBOL_TABLE) => {
            refuse(context, op, "symbol's parent must have the SymbolTable trait")
        }
        _ => Ok(()),
    }
}
