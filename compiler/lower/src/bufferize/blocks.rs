//! Functions of several blocks. The analysis knows the order of blocks by dominance, and what a value of another block is by its
//! definition; what that does not tell is refused.

use std::collections::HashMap;

use tvmlike_ir::{Block, Context, Failure, Op, Region, WalkOrder, WalkResult};

use super::driver::has_tensors;
use super::options::BufferizeOptions;
use super::values::is_tensor;

/// Refuses functions of a module with tensors whose blocks are repeated, or pass on tensors.
///
/// # Errors
/// There is such a function; the error was emitted.
pub(super) fn check(context: &Context, module: Op, options: &BufferizeOptions) -> Result<(), Failure> {
    let mut functions = Vec::new();
    module.walk(context, WalkOrder::PreOrder, |op| {
        if op.is_named(context, "func.func") {
            functions.push(op);
            return WalkResult::Skip;
        }
        WalkResult::Advance
    });
    let mut functions = functions.into_iter();
    functions.try_for_each(|function| check_function(context, function, options))
}

fn check_function(context: &Context, function: Op, options: &BufferizeOptions) -> Result<(), Failure> {
    let Some(region) = function.region(context, 0) else {
        return Ok(());
    };
    if region.blocks(context).nth(1).is_none() || !contains_tensors(context, function) {
        return Ok(());
    }
    let refuse = |what: &str| Err(function.emit_op_error(context, what).emit());
    let mut inner = region.blocks(context).skip(1);
    let passes_on = |block: Block| {
        let mut arguments = block.arguments(context);
        arguments.any(|value| is_tensor(context, value.ty(context)))
    };
    if options.function_boundaries && inner.any(passes_on) {
        return refuse("blocks with arguments that are tensors have no bufferization yet");
    }
    match !options.copy_before_write && has_cycle(context, region) {
        true => refuse("blocks that are repeated have no bufferization of tensors yet; use loops of scf"),
        false => Ok(()),
    }
}

fn contains_tensors(context: &Context, function: Op) -> bool {
    let mut found = false;
    function.walk(context, WalkOrder::PostOrder, |op| {
        found |= has_tensors(context, op);
        match found {
            true => WalkResult::Interrupt,
            false => WalkResult::Advance,
        }
    });
    found
}

/// Whether a block can be entered again: blocks are left over when those whose predecessors are gone are removed.
fn has_cycle(context: &Context, region: Region) -> bool {
    let mut entries: HashMap<Block, usize> = region.blocks(context).map(|block| (block, 0)).collect();
    for block in region.blocks(context) {
        for next in block.successors(context) {
            *entries.entry(next).or_default() += 1;
        }
    }
    let mut ready: Vec<Block> = region
        .blocks(context)
        .filter(|block| entries[block] == 0)
        .collect();
    while let Some(block) = ready.pop() {
        entries.remove(&block);
        for next in block.successors(context) {
            if let Some(left) = entries.get_mut(&next) {
                *left -= 1;
                if *left == 0 {
                    ready.push(next);
                }
            }
        }
    }
    !entries.is_empty()
}
