//! Verification of operations with everything in them: MLIR's checks, in its order and words.
//!
//! Two passes: the structure first, then dominance, which needs a sound structure. Operations that are isolated from above
//! get both passes of their own; an error in one of them does not keep its neighbours from being checked, an error
//! anywhere else ends the check of the isolated operation around it. Invariant: nothing recurses, so IR of any depth can be
//! verified.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::context::dialect::Traits;
use crate::dominance::DominanceInfo;
use crate::id::{Block, Identifier, Op, Region, Value};
use crate::value::ValueOwner;
use crate::verify_traits::{verify_invariants, verify_region_invariants};

/// What is to be done next, on a stack.
enum Step {
    /// Both passes over an operation.
    Whole(Op),
    /// The checks of an operation before those of its blocks.
    Enter(Op),
    /// The passes over the isolated operations directly in an operation: those from a place in the list of them on.
    Isolated(Op, usize),
    /// The end of the passes that `Isolated` began.
    AfterIsolated,
    /// The checks of an operation after those of what is nested in it.
    Exit(Op),
    EnterBlock(Block),
    /// The operations of a block from one on.
    Ops(Op),
    ExitBlock(Block),
    /// The second pass over an operation.
    Dominance(Op),
}

/// The isolated operations directly in one operation, while they are checked.
#[derive(Clone, Copy, Default)]
struct Level {
    failed: bool,
    /// The length of the list of isolated operations outside.
    isolated: usize,
}

struct Verification<'c> {
    context: &'c Context,
    steps: Vec<Step>,
    isolated: Vec<Op>,
    levels: Vec<Level>,
    /// The names that are not registered and were found to be allowed; the one that was found last.
    allowed: HashSet<Identifier, FixedState>,
    last_allowed: Option<Identifier>,
}

impl Context {
    /// Checks an operation and everything in it: what MLIR requires of all operations, and what the records of registered
    /// operations require.
    ///
    /// # Errors
    /// Something is invalid. Errors were emitted as diagnostics, at most one for each isolated operation.
    pub fn verify(&self, op: Op) -> Result<(), Failure> {
        let mut verification = Verification {
            context: self,
            steps: vec![Step::Whole(op)],
            isolated: Vec::new(),
            levels: Vec::new(),
            allowed: HashSet::default(),
            last_allowed: None,
        };
        let mut result = Ok(());
        while let Some(step) = verification.steps.pop() {
            result = verification.step(step);
            if result.is_err() {
                verification.skip_to_next_isolated();
            }
        }
        result
    }
}

/// Whether a block can be without a terminator: the only block of a region of an operation that needs none, or whose needs
/// are not known.
fn may_lack_terminator(context: &Context, block: Block) -> bool {
    let Some(region) = block.region(context) else {
        return true;
    };
    region.first_block(context) == region.last_block(context)
        && region
            .parent_op(context)
            .is_none_or(|op| op.might_have_trait(context, Traits::NO_TERMINATOR))
}

impl Verification<'_> {
    fn step(&mut self, step: Step) -> Result<(), Failure> {
        match step {
            Step::Whole(op) => {
                if op.num_regions(self.context) != 0 {
                    self.steps.push(Step::Dominance(op));
                }
                self.steps.push(Step::Enter(op));
                Ok(())
            }
            Step::Enter(op) => self.enter(op),
            Step::Isolated(op, from) => {
                self.steps.push(Step::Exit(op));
                if self.isolated.len() > from {
                    self.steps.push(Step::AfterIsolated);
                    let isolated = self.isolated.drain(from..).rev();
                    self.steps.extend(isolated.map(Step::Whole));
                    self.levels.push(Level {
                        failed: false,
                        isolated: from,
                    });
                }
                Ok(())
            }
            Step::AfterIsolated => match self.levels.pop() {
                Some(level) if level.failed => Err(Failure),
                _ => Ok(()),
            },
            Step::Exit(op) => self.exit(op),
            Step::EnterBlock(block) => self.enter_block(block),
            Step::Ops(op) => self.ops(op),
            Step::ExitBlock(block) => self.exit_block(block),
            Step::Dominance(op) => verify_dominance(self.context, op),
        }
    }

    /// Leaves out what remains of an isolated operation in which an error was found.
    fn skip_to_next_isolated(&mut self) {
        while let Some(step) = self.steps.last() {
            if matches!(step, Step::Whole(_) | Step::AfterIsolated) {
                break;
            }
            self.steps.pop();
        }
        if let Some(level) = self.levels.last_mut() {
            level.failed = true;
            self.isolated.truncate(level.isolated);
        }
    }

    fn enter(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context;
        self.enter_op(op)?;
        self.steps.push(Step::Isolated(op, self.isolated.len()));
        let start = self.steps.len();
        for region in op.regions(context) {
            self.steps.extend(region.blocks(context).map(Step::EnterBlock));
        }
        self.steps[start..].reverse();
        Ok(())
    }

    /// The checks of an operation without a look at what is nested in it.
    #[inline]
    fn enter_op(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context;
        let info = op.info(context);
        if let Some(info) = info {
            verify_invariants(context, op, info)?;
        }
        if op.num_regions(context) == 0 {
            return Ok(());
        }
        let is_graph = info.is_some_and(|info| info.traits().contains(Traits::HAS_ONLY_GRAPH_REGION));
        for (index, region) in op.regions(context).enumerate() {
            let Some(first) = region.first_block(context) else {
                continue;
            };
            if is_graph && first.next(context).is_some() {
                let message = format!("expects graph region #{index} to have 0 or 1 blocks");
                return Err(op.emit_op_error(context, message).emit());
            }
            if first.uses(context).next().is_some() {
                // No note with the operation: the error is about the region.
                let message = "entry block of region may not have predecessors";
                return Err(context.emit_error(op.location(context), message).emit());
            }
        }
        Ok(())
    }

    fn exit(&mut self, op: Op) -> Result<(), Failure> {
        match op.info(self.context) {
            Some(info) => verify_region_invariants(self.context, op, info),
            None => self.verify_unregistered(op),
        }
    }

    /// Checks that an operation that is not registered is allowed.
    #[inline]
    fn verify_unregistered(&mut self, op: Op) -> Result<(), Failure> {
        let name = op.name(self.context);
        if self.last_allowed == Some(name) {
            return Ok(());
        }
        if !self.allowed.contains(&name) {
            self.verify_unregistered_name(op, name)?;
            self.allowed.insert(name);
        }
        self.last_allowed = Some(name);
        Ok(())
    }

    fn verify_unregistered_name(&self, op: Op, name: Identifier) -> Result<(), Failure> {
        let context = self.context;
        let namespace = name.dialect_namespace(context).unwrap_or_default();
        match context.dialect(namespace) {
            None if !context.allows_unregistered_dialects() => {
                let message = "created with unregistered dialect. If this is intended, please call \
                               allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect \
                               with the MLIR opt tool used";
                Err(op.emit_op_error(context, message).emit())
            }
            Some(dialect) if !dialect.allows_unknown_operations() => {
                let message = format!(
                    "unregistered operation '{}' found in dialect ('{}') that does not allow unknown operations",
                    name.text(context),
                    String::from_utf8_lossy(namespace)
                );
                Err(op.emit_error(context, message).emit())
            }
            _ => Ok(()),
        }
    }

    fn enter_block(&mut self, block: Block) -> Result<(), Failure> {
        let context = self.context;
        let Some(last) = block.last_op(context) else {
            if may_lack_terminator(context, block) {
                return Ok(());
            }
            let location = block
                .parent_op(context)
                .map_or_else(|| context.unknown_location(), |op| op.location(context));
            let message = "empty block: expect at least a terminator";
            return Err(context.emit_error(location, message).emit());
        };
        for op in block.operations(context) {
            if op.num_successors(context) != 0 && op != last {
                let message = "operation with block successors must terminate its parent block";
                return Err(op.emit_error(context, message).emit());
            }
        }
        self.steps.push(Step::ExitBlock(block));
        self.steps.extend(block.first_op(context).map(Step::Ops));
        Ok(())
    }

    fn ops(&mut self, first: Op) -> Result<(), Failure> {
        let context = self.context;
        let mut at = Some(first);
        while let Some(op) = at {
            at = op.next(context);
            if op.num_regions(context) == 0 {
                self.enter_op(op)?;
                self.exit(op)?;
            } else if op.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
                self.isolated.push(op);
            } else {
                self.steps.extend(at.map(Step::Ops));
                self.steps.push(Step::Enter(op));
                return Ok(());
            }
        }
        Ok(())
    }

    fn exit_block(&mut self, block: Block) -> Result<(), Failure> {
        let context = self.context;
        let Some(last) = block.last_op(context) else {
            return Ok(());
        };
        let region = block.region(context);
        if last
            .successors(context)
            .any(|successor| successor.region(context) != region)
        {
            let message = "branching to block of a different region";
            return Err(last.emit_op_error(context, message).emit());
        }
        if may_lack_terminator(context, block) || last.might_have_trait(context, Traits::TERMINATOR) {
            return Ok(());
        }
        let message = format!("block with no terminator, has {}", last.describe(context));
        Err(last.emit_error(context, message).emit())
    }
}

/// Checks that every operand is defined before its use, in what is nested in an operation but for isolated operations.
fn verify_dominance(context: &Context, op: Op) -> Result<(), Failure> {
    let mut dominance = DominanceInfo::new();
    let mut pending = vec![op];
    while let Some(parent) = pending.pop() {
        for region in parent.regions(context) {
            for block in region.blocks(context) {
                let reachable = dominance.is_reachable_from_entry(context, block);
                let ordered = reachable && dominance.has_ssa_dominance(context, block);
                for op in block.operations(context) {
                    if reachable {
                        verify_operands(context, &mut dominance, op, block, ordered)?;
                    }
                    if op.num_regions(context) != 0 && !op.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
                        pending.push(op);
                    }
                }
            }
        }
    }
    Ok(())
}

#[inline]
fn verify_operands(
    context: &Context,
    dominance: &mut DominanceInfo,
    op: Op,
    block: Block,
    ordered: bool,
) -> Result<(), Failure> {
    for (index, value) in op.operands(context).enumerate() {
        let dominates = match value.owner(context) {
            ValueOwner::Result { op: definition, .. } if definition.block(context) == Some(block) => {
                !ordered || (definition != op && definition.is_before(context, op, block))
            }
            ValueOwner::Argument { block: owner, .. } if owner == block => true,
            _ => dominance.value_properly_dominates(context, value, op),
        };
        if !dominates {
            return Err(report_operand(context, op, block, index, value));
        }
    }
    Ok(())
}

/// Where a region is, seen from another one.
fn relation(context: &Context, user: Option<Region>, definition: Option<Region>) -> &'static str {
    let inside = |inner: Option<Region>, outer: Option<Region>| {
        inner
            .zip(outer)
            .is_some_and(|(inner, outer)| inner.is_inside(context, outer))
    };
    if user == definition {
        "in the same region"
    } else if inside(user, definition) {
        "in a parent region"
    } else if inside(definition, user) {
        "in a child region"
    } else {
        "neither in a parent nor in a child region"
    }
}

#[cold]
fn report_operand(context: &Context, op: Op, block: Block, index: usize, value: Value) -> Failure {
    let error = op.emit_error(context, format!("operand #{index} does not dominate this use"));
    let region = block.region(context);
    let (location, note) = match value.owner(context) {
        ValueOwner::Result { op: definition, .. } => {
            let place = match definition.parent_region(context) {
                _ if definition.block(context) == Some(block) => "op in the same block".to_owned(),
                other => match relation(context, region, other) {
                    place if place.starts_with("neither") => format!("op is {place}"),
                    place => format!("op {place}"),
                },
            };
            (
                definition.location(context),
                format!("operand defined here ({place})"),
            )
        }
        ValueOwner::Argument { block: owner, .. } => {
            let location = owner
                .parent_op(context)
                .map_or_else(|| context.unknown_location(), |op| op.location(context));
            let note = match owner.region(context) {
                None => " (block without parent)".to_owned(),
                Some(other) => {
                    let number = other
                        .blocks(context)
                        .position(|block| block == owner)
                        .unwrap_or_default();
                    let place = relation(context, region, Some(other));
                    format!("operand defined as a block argument (block #{number} {place})")
                }
            };
            (location, note)
        }
    };
    error.note(location, note).emit()
}
