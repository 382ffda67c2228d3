//! Verification of operations with everything in them: MLIR's checks, in its order and words.
//!
//! Two passes: the structure first, then dominance, as an error in the structure is reported first. Operations that are
//! isolated from above get both passes of their own; an error in one of them does not keep its neighbours from being
//! checked, an error anywhere else ends the check of the isolated operation around it. Reading a large module from memory
//! takes longer than checking it, so the first pass looks at operands for what is to be reported later: dominance and
//! isolation have passes of their own only if something is wrong. Invariant: nothing recurses, so IR of any depth can be
//! verified.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use crate::alike::Alike;
use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::context::dialect::{OpInfo, Traits};
use crate::dialect_attributes::AttributeOwner;
use crate::dominance::DominanceInfo;
use crate::id::{Attribute, Block, Identifier, Op, Value};
use crate::verify_dominance::{is_before_in_block, order_in, verify_dominance};
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
    /// Dictionaries without a name that has a dialect's prefix, each at its number modulo the length.
    plain: [Option<Attribute>; 32],
    /// Operations that passed all checks but those of their place, if these look at nothing else.
    passed: Alike<()>,
    dominance: DominanceInfo,
    /// Whether the first pass found an operand that is not defined before its use.
    is_undominated: bool,
    /// Whether the first pass found an operand from outside of an isolated operation.
    is_from_outside: bool,
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
            plain: [None; 32],
            passed: Alike::default(),
            dominance: DominanceInfo::new(),
            is_undominated: false,
            is_from_outside: false,
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

/// Whether nothing in the place of an operation decides whether it is valid.
#[inline]
fn is_verified_by_parts(info: &OpInfo) -> bool {
    let placed = Traits::TERMINATOR | Traits::SYMBOL;
    info.is_verified_by_parts && !info.traits().intersects(placed)
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
            Step::Dominance(op) if self.is_undominated => verify_dominance(self.context, op),
            Step::Dominance(_) => Ok(()),
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

    /// The checks of dialects for discardable attributes. Most names have no dialect's prefix, and most operations of a kind
    /// have the same few dictionaries.
    #[inline]
    fn verify_dialect_attributes(&mut self, op: Op) -> Result<(), Failure> {
        match op.attributes(self.context) {
            Some(all) if self.plain[all.raw() as usize % self.plain.len()] != Some(all) => {
                self.verify_dictionary(op, all)
            }
            _ => Ok(()),
        }
    }

    fn verify_dictionary(&mut self, op: Op, all: Attribute) -> Result<(), Failure> {
        let context = self.context;
        let mut is_plain = true;
        for entry in all.entries(context).iter().flat_map(|entries| entries.iter()) {
            if entry.name.dialect_namespace(context).is_some() {
                is_plain = false;
                context.verify_dialect_attribute(op, AttributeOwner::Operation, entry)?;
            }
        }
        if is_plain {
            self.plain[all.raw() as usize % self.plain.len()] = Some(all);
        }
        Ok(())
    }

    /// The checks of an operation without a look at what is nested in it.
    #[inline]
    fn enter_op(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context;
        let info = op.info(context);
        self.verify_dialect_attributes(op)?;
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

    /// The checks of an operation without regions, unless one like it has passed them.
    #[inline]
    fn verify_leaf(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context;
        let Some(info) = op.info(context) else {
            self.verify_dialect_attributes(op)?;
            return self.verify_unregistered(op);
        };
        let by_parts = is_verified_by_parts(info) && self.passed.covers(context, op);
        if by_parts && self.passed.find(context, op).is_some() {
            return Ok(());
        }
        self.verify_dialect_attributes(op)?;
        verify_invariants(context, op, info)?;
        verify_region_invariants(context, op, info, self.is_from_outside)?;
        // Checks of dialects for discardable attributes can look at more.
        let is_plain = |all: Attribute| self.plain[all.raw() as usize % self.plain.len()] == Some(all);
        if by_parts && op.attributes(context).is_none_or(is_plain) {
            self.passed.keep(());
        }
        Ok(())
    }

    fn exit(&mut self, op: Op) -> Result<(), Failure> {
        match op.info(self.context) {
            Some(info) => verify_region_invariants(self.context, op, info, self.is_from_outside),
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
        let Some(block) = first.block(context) else {
            return Ok(());
        };
        let order = order_in(context, &mut self.dominance, block);
        let mut at = Some(first);
        while let Some(op) = at {
            at = op.next(context);
            for value in op.operands(context) {
                match is_before_in_block(context, value, op, block, order == Some(true)) {
                    Some(before) => self.is_undominated |= !before,
                    None => self.look_at_outer_value(value, op, order.is_some()),
                }
            }
            if op.num_regions(context) == 0 {
                self.verify_leaf(op)?;
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

    /// Looks at an operand that is defined in another block.
    fn look_at_outer_value(&mut self, value: Value, op: Op, is_reachable: bool) {
        let context = self.context;
        self.is_undominated |= is_reachable && !self.dominance.value_properly_dominates(context, value, op);
        let home = value
            .parent_block(context)
            .and_then(|block| block.region(context));
        let mut at = op.parent_region(context);
        while let Some(region) = at.filter(|region| Some(*region) != home) {
            at = region.parent_op(context).and_then(|parent| {
                self.is_from_outside |= parent.has_trait(context, Traits::ISOLATED_FROM_ABOVE);
                parent.parent_region(context)
            });
        }
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
