//! `remove-dead-values`: removes operations, arguments, results and operands that nothing needs, also across functions.
//!
//! Invariant: every use of a value that is erased is erased, too, or gets poison. Where MLIR's pass leaves operations without
//! operands (blocks of which one predecessor passes a value that is needed elsewhere, calls of public functions, functions
//! whose address is taken, loops and choices that are not executed), this one keeps the value or makes poison.

mod branches;
mod functions;
mod liveness;

use std::collections::HashSet;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Block, Branch, Call, Context, Exclusive, Failure, Op, RegionBranch, Rewriter, Traits, Value, ValueOwner,
    WalkOrder, WalkResult,
};

use crate::applicator::FrozenPatterns;
use crate::greedy::{GreedyConfig, rewrite_ops_greedily};
use crate::options::OptionRecord;
use crate::pass::{Pass, PassRecord, Run};
use branches::poison;
use functions::Signature;
use liveness::Liveness;

pub(super) fn record() -> PassRecord {
    PassRecord::new("remove-dead-values", "Remove dead values", |_| {
        Ok(Box::new(RemoveDeadValues))
    })
    .shown_as("RemoveDeadValues")
    .with_options(vec![OptionRecord::bool(
        "canonicalize",
        true,
        "Canonicalize region branch ops",
    )])
    .with_dialects(&["ub"])
}

struct RemoveDeadValues;

impl Pass for RemoveDeadValues {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let live = Liveness::of(run)?;
        let plan = Plan::new(context, root, &live);
        plan.apply(run.edit(), &live);
        if !run.options().bool("canonicalize") {
            return Ok(());
        }
        canonicalize(run)
    }
}

/// Canonicalizes the operations that pass control between their regions: the operands that got poison go.
fn canonicalize(run: &mut Run<'_, '_>) -> Result<(), Failure> {
    let (context, root) = (run.context(), run.op());
    let mut ops = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if op.interface::<RegionBranch>(context).is_some() {
            ops.push(op);
        }
        WalkResult::Advance
    });
    let config = GreedyConfig {
        interrupt: run.interrupt().cloned(),
        ..GreedyConfig::default()
    };
    // Of all operations: a region that is inlined leaves others to canonicalize.
    let frozen = FrozenPatterns::new(context, &context.canonicalization_patterns());
    rewrite_ops_greedily(run.edit(), &ops, &frozen, &config, None)
        .map_err(|error| run.fail(error.to_string()))?;
    Ok(())
}

/// Whether an operation is a terminator, or stands in the place of one.
fn ends_block(context: &Context, op: Op) -> bool {
    let is_unknown_end = op.info(context).is_none() && op.next(context).is_none();
    op.has_trait(context, Traits::TERMINATOR) || op.num_successors(context) > 0 || is_unknown_end
}

/// Whether an operation is one of these or in one of them.
fn is_in(context: &Context, op: Op, ops: &HashSet<Op>) -> bool {
    let mut at = Some(op);
    while let Some(op) = at {
        if ops.contains(&op) {
            return true;
        }
        at = op.parent_op(context);
    }
    false
}

/// Replaces operands by poison.
fn poison_operands(edit: &mut Exclusive<'_>, operands: &[(Op, usize)]) {
    let context = edit.context();
    for (op, index) in operands {
        let Some(old) = op.operand(context, *index) else {
            continue;
        };
        let mut rewriter = Rewriter::new(edit);
        rewriter.set_before(*op);
        let value = poison(&mut rewriter, old.ty(context), op.location(context));
        rewriter.set_operand(*op, *index, value);
    }
}

/// What is removed.
#[derive(Default)]
struct Plan {
    /// Operations whose results are not needed and that have no effects, or that are not executed.
    dead: HashSet<Op>,
    /// Branches that are not executed.
    unreachable: HashSet<Op>,
    /// Operands that are passed to what is not needed.
    poisoned: Vec<(Op, usize)>,
    /// Operands of what is not executed and stays: poison if their values go.
    unneeded: Vec<(Op, usize)>,
    signatures: Vec<Signature>,
}

impl Plan {
    fn new(context: &Context, root: Op, live: &Liveness) -> Self {
        let mut plan = Self::default();
        root.walk(context, WalkOrder::PreOrder, |op| {
            if op == root {
                return WalkResult::Advance;
            }
            if let Some(signature) = Signature::of(context, op, live) {
                plan.poisoned.extend(signature.unneeded(context, live));
                plan.signatures.push(signature);
            }
            let is_dead = op.is_memory_effect_free(context) && !live.any(op.results(context));
            let stays = ends_block(context, op)
                || op.interface::<Call>(context).is_some()
                || !is_dead && op.interface::<RegionBranch>(context).is_some();
            if op.interface::<Branch>(context).is_some() {
                if live.lacks_own(context, op) {
                    plan.unreachable.insert(op);
                }
            } else if stays {
                plan.find_unexecuted(context, op, live);
            } else if is_dead || live.lacks_own(context, op) {
                plan.dead.insert(op);
                return WalkResult::Skip;
            }
            plan.find_unneeded(context, op, live);
            WalkResult::Advance
        });
        let Self { dead, signatures, .. } = &mut plan;
        signatures.retain_mut(|signature| signature.forget(|op| is_in(context, op, dead)));
        plan
    }

    /// Finds the operands of an operation that is not executed.
    fn find_unexecuted(&mut self, context: &Context, op: Op, live: &Liveness) {
        for (index, value) in op.operands(context).enumerate() {
            if !live.is_live(value) && !live.is_forwarded(op, index) {
                self.unneeded.push((op, index));
            }
        }
    }

    /// Finds the operands that an operation and the terminators in it pass to nothing that is needed, or in vain.
    fn find_unneeded(&mut self, context: &Context, op: Op, live: &Liveness) {
        let mut operands: Vec<((Op, usize), bool)> = Vec::new();
        for each in op.forwarded_operands(context) {
            let key = (each.op, each.operand);
            let value = each.op.operand(context, each.operand);
            let is_needed = live.is_live(each.input) && value.is_some_and(|value| live.is_live(value));
            match operands.iter_mut().find(|(known, _)| *known == key) {
                Some((_, needed)) => *needed |= is_needed,
                None => operands.push((key, is_needed)),
            }
        }
        let dead = operands.into_iter().filter(|(_, is_needed)| !is_needed);
        self.poisoned.extend(dead.map(|(key, _)| key));
    }

    fn apply(&self, edit: &mut Exclusive<'_>, live: &Liveness) {
        let context = edit.context();
        poison_operands(edit, &self.poisoned);
        let blocks = live.branched_to().iter().copied();
        let is_kept = |block: &Block| {
            let around = block.parent_op(context);
            around.is_some_and(|around| !is_in(context, around, &self.dead))
        };
        let blocks: Vec<Block> = blocks.filter(is_kept).collect();
        let removed = branches::drop_operands(edit, live, &blocks, &self.unreachable);
        let goes = |(op, index): &(Op, usize)| {
            op.operand(context, *index).is_some_and(|value| {
                self.removes(context, value) || removed.iter().any(|each| each.removes(context, value))
            })
        };
        let unneeded: Vec<(Op, usize)> = self.unneeded.iter().copied().filter(goes).collect();
        poison_operands(edit, &unneeded);
        for signature in &self.signatures {
            signature.drop_operands(edit);
        }
        for op in &self.unreachable {
            let mut rewriter = Rewriter::new(edit);
            rewriter.set_before(*op);
            OpBuilder::new("ub.unreachable")
                .create_at(&mut rewriter, op.location(context))
                .expect("a terminator without parts has none that could not fit");
            rewriter.erase_op(*op);
        }
        self.erase_dead(edit);
        branches::drop_arguments(edit, &removed);
        for signature in &self.signatures {
            signature.drop_values(edit);
        }
    }

    /// Whether a value goes with an operation or by the signature of a function.
    fn removes(&self, context: &Context, value: Value) -> bool {
        let around = match value.owner(context) {
            ValueOwner::Result { op, .. } => Some(op),
            ValueOwner::Argument { block, .. } => block.parent_op(context),
        };
        around.is_some_and(|op| is_in(context, op, &self.dead))
            || self.signatures.iter().any(|each| each.removes(context, value))
    }

    /// Erases the dead operations together: they can use each other in any order.
    fn erase_dead(&self, edit: &mut Exclusive<'_>) {
        if self.dead.is_empty() {
            return;
        }
        let bin = edit.create_block(&[]);
        for op in &self.dead {
            op.detach(edit);
            bin.append(edit, *op)
                .expect("a detached operation can be put in a block");
        }
        edit.erase_unused(&[bin], &[])
            .expect("only dead operations use dead values");
    }
}
