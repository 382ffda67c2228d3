//! The pass over a function: blocks before those that follow them, and the blocks of regions before the block around them.
//!
//! Invariant: when a block is visited, the owners in all blocks that dominate it in its region are known.

use std::collections::HashSet;

use tvmlike_ir::{
    Block, Context, Exclusive, Failure, InsertionPoint, Location, Op, Region, RegionSuccessor, Rewriter,
    SymbolTables, Type, Value, Visibility,
};

use super::ownership::{Ownership, State, is_memref};
use super::preconditions::{check_function, ends_region};
use crate::bufferize::{has_body, set_signature, signature};
use crate::make::{Make, has_trait};

/// A function whose memory is being freed.
pub(super) struct Deallocation<'e, 'c> {
    pub(super) rewriter: Rewriter<'e, 'c>,
    pub(super) state: State,
    pub(super) tables: SymbolTables,
    /// Whether private functions return owners.
    pub(super) is_dynamic: bool,
}

/// Frees what a function allocates. With `is_dynamic`, private functions return for each memref whether the caller owns it;
/// else callers own all that they get.
///
/// # Errors
/// The function is refused; the reason was emitted.
pub(crate) fn insert_deallocations(
    edit: &mut Exclusive<'_>,
    function: Op,
    is_dynamic: bool,
) -> Result<(), Failure> {
    let context = edit.context();
    check_function(context, function)?;
    let mut deallocation = Deallocation {
        state: State::new(context, function),
        tables: SymbolTables::new(),
        rewriter: Rewriter::new(edit),
        is_dynamic,
    };
    for block in blocks(context, function) {
        deallocation.visit(block)?;
    }
    update_signature(edit, function)
}

enum Step {
    Region(Region),
    Open(Block),
    Visit(Block),
}

/// The blocks of the regions of an operation that are reached from their first ones, along branches; inner ones first.
fn blocks(context: &Context, root: Op) -> Vec<Block> {
    let regions = |op: Op| op.regions(context).map(Step::Region);
    let mut pending: Vec<Step> = regions(root).collect();
    pending.reverse();
    let mut order = Vec::new();
    while let Some(step) = pending.pop() {
        match step {
            Step::Region(region) => {
                pending.extend(reached(context, region).into_iter().rev().map(Step::Open));
            }
            Step::Open(block) => {
                pending.push(Step::Visit(block));
                let start = pending.len();
                pending.extend(block.operations(context).flat_map(regions));
                pending[start..].reverse();
            }
            Step::Visit(block) => order.push(block),
        }
    }
    order
}

/// The blocks of a region, depth first.
fn reached(context: &Context, region: Region) -> Vec<Block> {
    let mut pending: Vec<Block> = region.first_block(context).into_iter().collect();
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    while let Some(block) = pending.pop() {
        if seen.insert(block) {
            order.push(block);
            let next: Vec<Block> = block.successors(context).collect();
            pending.extend(next.into_iter().rev());
        }
    }
    order
}

/// Makes the type of a function that of what it returns.
fn update_signature(edit: &mut Exclusive<'_>, function: Op) -> Result<(), Failure> {
    let context = edit.context();
    let Some((_, mut results)) = signature(context, function) else {
        return Ok(());
    };
    let Some(body) = function.region(context, 0) else {
        return Ok(());
    };
    let after = RegionSuccessor::results(context, function);
    let ops = body.blocks(context).flat_map(|block| block.operations(context));
    let returned = ops.filter(|op| ends_region(context, *op)).map(|op| {
        let range = op.passed_operands(context, &after).unwrap_or_default();
        let operands = op.operands(context).skip(range.start).take(range.len());
        operands.map(|value| value.ty(context)).collect::<Vec<Type>>()
    });
    let mut returned: Vec<Vec<Type>> = returned.collect();
    returned.dedup();
    match returned.pop() {
        None => {}
        Some(_) if !returned.is_empty() => {
            let message = "there are multiple return operations with different operand types";
            return Err(function.emit_error(context, message).emit());
        }
        Some(types) => results = types,
    }
    let entry = body.first_block(context);
    let inputs = entry.into_iter().flat_map(|block| block.arguments(context));
    let inputs: Vec<Type> = inputs.map(|value| value.ty(context)).collect();
    set_signature(edit, function, &inputs, &results);
    Ok(())
}

impl<'c> Deallocation<'_, 'c> {
    pub(super) fn context(&self) -> &'c Context {
        self.rewriter.context()
    }

    /// Whether the callers of an operation, a function, own what it returns.
    pub(super) fn gives_ownership(&self, function: Op) -> bool {
        let context = self.context();
        has_trait(context, function, "FunctionOpInterface")
            && (!self.is_dynamic
                || function.symbol_visibility(context) != Visibility::Private
                || !has_body(context, function))
    }

    /// Makes a constant at the place.
    pub(super) fn bool_constant(&mut self, location: Location, value: bool) -> Value {
        let context = self.context();
        Make::new("arith.constant", &[], &[context.i1()])
            .with(&[("value", context.bool_attribute(value))])
            .value(&mut self.rewriter, location)
    }

    pub(super) fn set_start(&mut self, block: Block) {
        let place = InsertionPoint::at_start(self.context(), block);
        self.rewriter.set_insertion_point(Some(place));
    }

    /// Makes a constant at the start of a block.
    pub(super) fn bool_at_start(&mut self, block: Block, location: Location, value: bool) -> Value {
        self.set_start(block);
        self.bool_constant(location, value)
    }

    fn visit(&mut self, block: Block) -> Result<(), Failure> {
        let context = self.context();
        self.set_start(block);
        let start = self.rewriter.insertion_point();
        let region = block.region(context);
        for value in self.state.live_in(context, block) {
            let Some(home) = value.parent_block(context) else {
                continue;
            };
            if home.region(context) == region {
                let owner = self.state.owner(value, home);
                self.state.join(context, value, block, owner);
                self.state.free_at_end(value, block);
            } else {
                // A region does not own what is outside of it.
                let no = self.bool_constant(value.location(context), false);
                self.state.join(context, value, block, Ownership::If(no));
            }
        }
        let parent = block.parent_op(context);
        let is_function = parent.is_some_and(|op| has_trait(context, op, "FunctionOpInterface"));
        let is_entry = is_function && block.is_entry(context);
        let arguments: Vec<Value> = block.arguments(context).collect();
        for argument in arguments.into_iter().filter(|value| is_memref(context, *value)) {
            let location = argument.location(context);
            let owner = match is_entry {
                true => self.bool_constant(location, false),
                false => block.add_argument(self.rewriter.edit(), context.i1(), location),
            };
            self.state.join(context, argument, block, Ownership::If(owner));
            self.state.free_at_end(argument, block);
        }
        debug_assert_eq!(
            start,
            self.rewriter.insertion_point(),
            "constants come to one place"
        );
        let mut next = block.first_op(context);
        while let Some(op) = next {
            next = op.next(context);
            let op = self.handle(op)?;
            self.own_other_results(op);
        }
        Ok(())
    }
}
