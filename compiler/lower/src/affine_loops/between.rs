//! Whether something on the way from one operation to an access can read or write what it accesses.
//!
//! Invariant: an operation of which the effects are not known has all.

use std::collections::HashSet;

use tvmlike_ir::{Block, Context, EffectKind, EffectTarget, Op, Traits, Value};
use tvmlike_transform::{AliasResult, alias};

use super::access::Access;
use super::dependence::{Dependence, Dependences, scope};

/// The search for an effect between an operation and an access.
struct Search<'d, 'c> {
    context: &'c Context,
    known: &'d Dependences<'c>,
    start: Op,
    access: Access,
    kind: EffectKind,
    is_found: bool,
}

/// Whether no operation that is executed between one and an access has an effect of a kind on what is accessed.
pub(super) fn has_no_effect(known: &Dependences<'_>, start: Op, access: &Access, kind: EffectKind) -> bool {
    let mut search = Search {
        context: known.context(),
        known,
        start,
        access: access.clone(),
        kind,
        is_found: false,
    };
    search.between(start, access.op);
    !search.is_found
}

impl Search<'_, '_> {
    /// Looks at what is executed behind an operation and before another, which is in the same region or nested in it.
    fn between(&mut self, from: Op, until: Op) {
        let context = self.context;
        if from.parent_region(context) != until.parent_region(context) {
            // All of what contains the other one, also what is behind it.
            let Some(parent) = until.parent_op(context) else {
                self.is_found = true;
                return;
            };
            self.between(from, parent);
            self.look_at(parent);
            return;
        }
        let mut at = from.next(context);
        while let Some(op) = at.filter(|op| *op != until) {
            self.look_at(op);
            at = op.next(context);
        }
        let mut pending: Vec<Block> = Vec::new();
        if from.block(context) != until.block(context) {
            pending.extend(
                from.block(context)
                    .into_iter()
                    .flat_map(|block| block.successors(context)),
            );
        }
        let mut done = HashSet::new();
        while let Some(block) = pending.pop() {
            if !done.insert(block) {
                continue;
            }
            let mut is_passed = true;
            for op in block.operations(context) {
                if op == until {
                    is_passed = false;
                    break;
                }
                self.look_at(op);
            }
            if is_passed {
                pending.extend(block.successors(context));
            }
        }
    }

    fn look_at(&mut self, op: Op) {
        let context = self.context;
        if self.is_found {
            return;
        }
        if op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS) {
            let blocks = op.regions(context).flat_map(|region| region.blocks(context));
            for op in blocks.flat_map(|block| block.operations(context)) {
                self.look_at(op);
            }
            return;
        }
        let Some(effects) = op.memory_effects(context) else {
            self.is_found = true;
            return;
        };
        let can_be_same = |value: Value| {
            value == self.access.memref || alias(context, value, self.access.memref) != AliasResult::No
        };
        let mut effects = effects.iter().filter(|effect| effect.kind == self.kind);
        let concerns = effects.any(|effect| match effect.target {
            EffectTarget::Value(value) => can_be_same(value),
            EffectTarget::Anything | EffectTarget::Symbol(_) => true,
        });
        if concerns {
            self.is_found = match Access::of(context, op) {
                Some(other) => self.can_reach(&other),
                None => true,
            };
        }
    }

    /// Whether another access can be of the same element, in iterations of loops that are around it and the access but not around
    /// the start.
    fn can_reach(&self, other: &Access) -> bool {
        let context = self.context;
        let same_scope = scope(context, other.op) == scope(context, self.access.op);
        if other.memref != self.access.memref || !same_scope {
            return true;
        }
        let outer = self.known.num_common_loops(self.start, self.access.op);
        let common = self.known.num_common_loops(other.op, self.access.op);
        match self.known.pair(other, &self.access) {
            Ok(pair) => (outer + 1..=common + 1)
                .rev()
                .any(|depth| pair.check(depth) != Dependence::Never),
            Err(always) => always != Dependence::Never && outer <= common,
        }
    }
}
