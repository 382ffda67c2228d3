//! What the insertion of deallocations refuses, as MLIR does.

use std::collections::HashSet;

use tvmlike_ir::{
    Block, Branch, Call, Context, EffectKind, Effects, Failure, Op, RegionBranch, RegionTerminator, Traits,
};

use super::ownership::is_memref;
use crate::make::has_trait;

/// Operations of which it is known that they only read and write, but not what.
const NEITHER_ALLOCATE_NOR_FREE: &[&str] = &[
    "bufferization.materialize_in_destination",
    "memref.prefetch",
    "vector.compressstore",
    "vector.expandload",
    "vector.gather",
    "vector.load",
    "vector.maskedload",
    "vector.maskedstore",
    "vector.print",
    "vector.scatter",
    "vector.store",
    "vector.transfer_read",
    "vector.transfer_write",
];

/// The effects of an operation on memory that is allocated or freed; `None` if they are not known.
pub(super) fn effects(context: &Context, op: Op) -> Option<Effects> {
    op.memory_effects(context).or_else(|| {
        let name = op.name(context).bytes(context);
        let is_harmless = NEITHER_ALLOCATE_NOR_FREE
            .iter()
            .any(|each| each.as_bytes() == name);
        is_harmless.then(Effects::new)
    })
}

/// Whether a terminator passes operands to what follows its region.
pub(crate) fn ends_region(context: &Context, op: Op) -> bool {
    op.interface::<RegionTerminator>(context).is_some()
        || op.has_trait(context, Traits::RETURN_LIKE)
        || has_trait(context, op, "RegionBranchTerminatorOpInterface")
}

/// Refuses branches that go back.
pub(super) fn check_function(context: &Context, function: Op) -> Result<(), Failure> {
    match goes_back(context, function) {
        true => Err(function
            .emit_error(context, "Only structured control-flow loops are supported.")
            .emit()),
        false => Ok(()),
    }
}

/// What is left of a search: blocks to enter, and those to leave.
enum Step {
    Enter(Block),
    Leave(Block),
}

/// Whether a branch goes to a block that is on the way to it, from the first block of a region on.
fn goes_back(context: &Context, function: Op) -> bool {
    let entry = |op: Op| -> Vec<Step> {
        let blocks = op
            .regions(context)
            .filter_map(|region| region.first_block(context));
        blocks.map(Step::Enter).collect()
    };
    let mut pending = entry(function);
    let (mut open, mut done) = (HashSet::new(), HashSet::new());
    while let Some(step) = pending.pop() {
        let block = match step {
            Step::Leave(block) => {
                open.remove(&block);
                done.insert(block);
                continue;
            }
            Step::Enter(block) => block,
        };
        if open.contains(&block) {
            return true;
        }
        if done.contains(&block) {
            continue;
        }
        open.insert(block);
        pending.push(Step::Leave(block));
        for op in block.operations(context) {
            if op.interface::<Branch>(context).is_some() {
                pending.extend(op.successors(context).map(Step::Enter));
            }
            pending.extend(entry(op));
        }
    }
    false
}

/// Whether an operation gets, makes or passes memrefs to its regions.
fn has_memrefs(context: &Context, op: Op) -> bool {
    let entries = op
        .regions(context)
        .filter_map(|region| region.first_block(context));
    op.operands(context)
        .chain(op.results(context))
        .chain(entries.flat_map(|block| block.arguments(context)))
        .any(|value| is_memref(context, value))
}

/// Refuses operations of which too little is known.
pub(super) fn check(context: &Context, op: Op) -> Result<(), Failure> {
    match fault(context, op) {
        Some(message) => Err(op.emit_error(context, message).emit()),
        None => Ok(()),
    }
}

fn fault(context: &Context, op: Op) -> Option<&'static str> {
    if op.is_named(context, "bufferization.dealloc") {
        return Some("No deallocation operations must be present when running this pass!");
    }
    let effects = effects(context, op);
    let is_recursive = op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS);
    if effects.is_none() && !is_recursive && op.interface::<Call>(context).is_none() {
        return Some("ops with unknown memory side effects are not supported");
    }
    let is_harmless = match &effects {
        Some(effects) => !effects
            .iter()
            .any(|effect| matches!(effect.kind, EffectKind::Allocate | EffectKind::Free)),
        None => is_recursive,
    };
    if is_harmless && !has_memrefs(context, op) {
        return None;
    }
    let regions = op.num_regions(context);
    let needs_branch = regions > 1 || (regions == 1 && op.num_results(context) > 0);
    if needs_branch && op.interface::<RegionBranch>(context).is_none() {
        return Some("All operations with attached regions need to implement the RegionBranchOpInterface.");
    }
    if op.has_trait(context, Traits::NO_TERMINATOR) {
        return Some("NoTerminator trait is not supported");
    }
    if op.has_trait(context, Traits::TERMINATOR) {
        if (op.interface::<Branch>(context).is_some()) == ends_region(context, op) {
            return Some(
                "Terminators must implement either BranchOpInterface or RegionBranchTerminatorOpInterface (but not \
                 both)!",
            );
        }
        if op.num_successors(context) > 1 {
            return Some("Terminators with more than one successor are not supported!");
        }
    }
    None
}
