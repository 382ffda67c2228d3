//! Operations that do without a slot of memory: those that the passes on slots erase or change together with the slot.
//!
//! Invariant: nothing is changed while operations are collected.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, DroppableUse, InsertionPoint, Op, OpOperand, Rewriter};

/// Operations with the operands that they do without.
#[derive(Default)]
pub(super) struct Dropped(HashMap<Op, Vec<OpOperand>, FixedState>);

impl Dropped {
    pub(super) fn add(&mut self, at: OpOperand, context: &Context) {
        self.0.entry(at.owner(context)).or_default().push(at);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn contains(&self, op: Op) -> bool {
        self.0.contains_key(&op)
    }

    pub(super) fn ops(&self) -> impl Iterator<Item = Op> + '_ {
        self.0.keys().copied()
    }

    /// The operations that record the values of the slot.
    pub(super) fn recorders(&self, context: &Context) -> Vec<Op> {
        let records = |op: &Op| {
            op.interface::<DroppableUse>(context)
                .is_some_and(|it| it.record.is_some())
        };
        self.ops().filter(records).collect()
    }

    /// Adds what uses the results of those that pass a pointer on. `None`: an operation cannot do without its operands, or
    /// one that stays uses what goes.
    pub(super) fn close(&mut self, context: &Context) -> Option<()> {
        let mut pending: Vec<Op> = self.ops().collect();
        while let Some(op) = pending.pop() {
            let interface = op.interface::<DroppableUse>(context)?;
            if !(interface.can_drop)(context, op, self.0.get(&op)?) {
                return None;
            }
            if !interface.forwards {
                continue;
            }
            for at in op.results(context).flat_map(|result| result.uses(context)) {
                let uses = self.0.entry(at.owner(context)).or_default();
                if !uses.contains(&at) {
                    uses.push(at);
                    pending.push(at.owner(context));
                }
            }
        }
        let results = self.ops().flat_map(|op| op.results(context));
        let mut users = results.flat_map(|result| result.uses(context));
        users.all(|at| self.contains(at.owner(context))).then_some(())
    }

    /// Lets all do without the slot, and erases those that are nothing without it.
    pub(super) fn drop_all(self, rewriter: &mut Rewriter<'_, '_>) {
        let mut erased: Vec<Op> = self.0.into_keys().filter(|op| drop_in(rewriter, *op)).collect();
        let context = rewriter.context();
        // Users go before what they use.
        while !erased.is_empty() {
            let before = erased.len();
            erased.retain(|op| {
                let is_used = op.results(context).any(|result| result.has_uses(context));
                if !is_used {
                    rewriter.erase_op(*op);
                }
                is_used
            });
            assert!(
                erased.len() < before,
                "only what goes uses the results of what goes"
            );
        }
    }
}

/// Lets an operation do without the slot. Whether it is to be erased.
pub(super) fn drop_in(rewriter: &mut Rewriter<'_, '_>, op: Op) -> bool {
    let context = rewriter.context();
    let place = InsertionPoint::after(context, op);
    rewriter.at(place, |rewriter| {
        let interface = op.interface::<DroppableUse>(context);
        interface.is_some_and(|interface| (interface.drop)(rewriter, op))
    })
}
