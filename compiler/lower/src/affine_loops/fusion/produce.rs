//! Fusing loops with those that make what they use.

use tvmlike_ir::{Block, Context, EffectKind, Exclusive, Op, Rewriter, Value, WalkOrder, WalkResult};

use super::super::access::memref;
use super::super::dependence::Dependences;
use super::super::forward::has_only;
use super::super::nest::{AffineFor, ancestor_in};
use super::Greedy;
use super::cost::{Stats, additional};
use super::graph::{Accesses, memref_of};
use super::insert::insert;
use super::legal::{Pair, Strategy, has_cycle, is_small, passed_on};
use super::nodes::accesses;
use super::order::{is_before_writes, is_executed, is_once, is_repeatable};
use super::private::privatize;
use super::profit::best_depth;
use super::region::element_size;
use super::sink::sink;
use super::slice::Slice;
use super::slicing::{common_loops, loops_around};
use crate::make::has_trait;

/// The slices at all depths in a loop, and the deepest one of which there is one.
pub(super) struct Slices {
    pub(super) all: Vec<Option<Slice>>,
    pub(super) deepest: usize,
}

impl Slices {
    /// `None`: there are none.
    pub(super) fn of(pair: &Pair<'_, '_>, outer: usize, depth: usize) -> Option<Self> {
        let all: Vec<Option<Slice>> = (1..=depth).map(|depth| pair.slice(outer + depth)).collect();
        let deepest = all.iter().rposition(Option::is_some)? + 1;
        Some(Self { all, deepest })
    }
}

/// Whether memory is used by more than reads and writes of affine in a block, or is not known to be only this.
fn escapes(context: &Context, memref: Value, block: Block) -> bool {
    let Some(op) = memref.defining_op(context) else {
        return true;
    };
    let source = op.operand(context, 0);
    if has_trait(context, op, "ViewLikeOpInterface")
        && source.is_none_or(|source| escapes(context, source, block))
    {
        return true;
    }
    if !has_only(context, op, memref, EffectKind::Allocate) {
        return true;
    }
    let mut users = memref.uses(context).map(|at| at.owner(context));
    users.any(|user| {
        // Users in other blocks of the region are as MLIR's no matter.
        match ancestor_in(context, user, block) {
            Some(_) => !has_trait(context, user, "AffineMapAccessInterface"),
            None => block.region(context).is_none_or(|region| {
                let mut around = std::iter::successors(Some(user), |op| op.parent_op(context));
                !around.any(|op| op.parent_region(context) == Some(region))
            }),
        }
    })
}

impl Greedy<'_> {
    /// Fuses each loop with those that make what it uses, if at most so many others use that.
    pub(super) fn fuse_producers(&mut self, edit: &mut Exclusive<'_>, most_users: usize) {
        let mut pending = self.graph.ids();
        while let Some(target) = pending.pop() {
            self.fuse_into(edit, target, most_users);
        }
    }

    fn loop_of(&self, context: &Context, id: usize) -> Option<AffineFor> {
        AffineFor::of(context, self.graph.get(id)?.op)
    }

    /// The loop of a number, if it passes nothing on and is not in too many others.
    fn plain_loop(&self, context: &Context, id: usize) -> Option<AffineFor> {
        let at = self.loop_of(context, id)?;
        let is_plain = at.0.num_results(context) == 0 && is_small(&Dependences::new(context), at);
        is_plain.then_some(at)
    }

    fn fuse_into(&mut self, edit: &mut Exclusive<'_>, target: usize, most_users: usize) -> Option<()> {
        let context = edit.context();
        let at = self.plain_loop(context, target)?;
        let root = sink(&mut Rewriter::new(edit), at);
        self.graph.get_mut(target)?.op = root.0;
        loop {
            let mut is_changed = false;
            for source in self.producers(context, target).into_iter().rev() {
                is_changed |= self.fuse_producer(edit, source, target, most_users)?;
            }
            if !is_changed {
                return Some(());
            }
        }
    }

    /// The loops that write what a loop reads.
    fn producers(&self, context: &Context, target: usize) -> Vec<usize> {
        let Some(node) = self.graph.get(target) else {
            return Vec::new();
        };
        let read = Accesses::memrefs(context, &node.accesses.loads);
        let mut found: Vec<usize> = self.graph.incoming(target).iter().map(|edge| edge.id).collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|id| {
            self.loop_of(context, *id).is_some()
                && self.graph.get(*id).is_some_and(|node| {
                    let mut stores = node.accesses.stores.iter();
                    stores.any(|op| memref_of(context, *op).is_some_and(|memref| read.contains(&memref)))
                })
        });
        found
    }

    /// Fuses a loop with one that makes what it uses. Whether it did; `None`: it is fused with no other one, either.
    fn fuse_producer(
        &mut self,
        edit: &mut Exclusive<'_>,
        source: usize,
        target: usize,
        most_users: usize,
    ) -> Option<bool> {
        let context = edit.context();
        let (Some(from), Some(into)) = (self.plain_loop(context, source), self.loop_of(context, target))
        else {
            return Some(false);
        };
        let (Some(source_node), Some(target_node)) = (self.graph.get(source), self.graph.get(target)) else {
            return Some(false);
        };
        let passed = passed_on(context, &source_node.accesses.stores, &target_node.accesses.loads);
        if passed
            .iter()
            .any(|memref| self.graph.num_from(source, *memref) > most_users)
        {
            return Some(false);
        }
        let mut escaping = Accesses::memrefs(context, &source_node.accesses.stores);
        escaping.retain(|memref| escapes(context, *memref, self.block));
        let Some(place) = self.graph.fused_place(context, source, target) else {
            return Some(false);
        };
        let known = Dependences::new(context);
        let is_passed = |op: &Op| memref_of(context, *op).is_some_and(|memref| passed.contains(&memref));
        let users: Vec<Op> = target_node
            .accesses
            .loads
            .iter()
            .chain(&target_node.accesses.stores)
            .copied()
            .filter(is_passed)
            .collect();
        let outer = loops_around(context, into.0).len();
        let depth = common_loops(context, &users).len().saturating_sub(outer);
        let pair = Pair::of(&known, from, into, Strategy::Producer);
        let Some(slices) = pair.and_then(|pair| Slices::of(&pair, outer, depth)) else {
            return Some(false);
        };
        let stores: Vec<Op> = source_node
            .accesses
            .stores
            .iter()
            .copied()
            .filter(is_passed)
            .collect();
        let chosen = self.choose(&known, [from, into], &stores, &slices)?;
        let Some(depth) = chosen else {
            return Some(false);
        };
        let Some(slice) = slices.all.get(depth - 1).cloned().flatten() else {
            return Some(false);
        };
        let removes = self.can_remove(context, source, target, &slice, place, &escaping);
        let own = &source_node.accesses;
        let is_kept = is_before_writes(&known, own, (into, &target_node.accesses), &slice)
            // What others read, too, is to be written.
            && (!removes || is_executed(context, into, &slice) || self.is_for_one(source, target, &escaping))
            && ((removes && is_once(context, into, &slice)) || is_repeatable(&known, own, &slice));
        if !is_kept {
            return Some(false);
        }
        let private: Vec<Value> = passed
            .into_iter()
            .filter(|memref| self.can_be_private(context, *memref, &escaping, [source, target], removes))
            .collect();
        let mut rewriter = Rewriter::new(edit);
        insert(&mut rewriter, from, &slice, false);
        if place != into.0 {
            rewriter.move_op_before(into.0, place);
        }
        self.graph.fuse(context, source, target, &private, removes);
        self.privatize(&mut rewriter, &private, target, into, &slice, depth);
        if let Some(node) = self.graph.get_mut(target) {
            node.accesses = accesses(context, into.0);
        }
        if removes {
            self.gone.add(context, from.0);
            rewriter.erase_op(from.0);
            self.graph.remove(source);
        }
        Some(true)
    }

    /// The depth at which a slice is best. The outer `None`: the target is fused with no other loop, either.
    pub(super) fn choose(
        &self,
        known: &Dependences<'_>,
        [source, target]: [AffineFor; 2],
        ops: &[Op],
        slices: &Slices,
    ) -> Option<Option<usize>> {
        let context = known.context();
        let mut tolerance = self.how.tolerance;
        if has_cycle(known, source) {
            if self.how.is_maximal {
                let more = || {
                    let stats = [Stats::of(context, source)?, Stats::of(context, target)?];
                    let slice = slices.all[slices.deepest - 1].as_ref();
                    additional(context, &stats[0], &stats[1], slice)
                };
                more().filter(|more| *more <= 0.0)?;
            }
            tolerance = 0.0;
        }
        if self.how.is_maximal {
            return Some(Some(slices.deepest));
        }
        Some(best_depth(
            context,
            [source, target],
            ops,
            &slices.all,
            slices.deepest,
            tolerance,
        ))
    }

    /// Whether nothing but the target uses what the source writes.
    fn is_for_one(&self, source: usize, target: usize, escaping: &[Value]) -> bool {
        let mut edges = self.graph.outgoing(source).iter();
        escaping.is_empty() && edges.all(|edge| edge.id == target || self.graph.get(edge.id).is_none())
    }

    /// Whether the source is not needed any more with its slice in the target.
    fn can_remove(
        &self,
        context: &Context,
        source: usize,
        target: usize,
        slice: &Slice,
        place: Op,
        escaping: &[Value],
    ) -> bool {
        let mut is_needed = false;
        for edge in self
            .graph
            .outgoing(source)
            .iter()
            .filter(|edge| edge.id != target)
        {
            let Some(node) = self.graph.get(edge.id) else {
                continue;
            };
            if place != node.op && !place.is_before_in_block(context, node.op) {
                return false;
            }
            is_needed = true;
        }
        (!is_needed && escaping.is_empty()) || slice.is_maximal(context) == Some(true)
    }

    /// Whether only the fused loop uses what is written to a memref.
    fn can_be_private(
        &self,
        context: &Context,
        memref: Value,
        escaping: &[Value],
        [source, target]: [usize; 2],
        removes: bool,
    ) -> bool {
        let writes = self
            .graph
            .get(target)
            .is_some_and(|node| node.accesses.has_store(context, memref));
        let mut others = self.graph.outgoing(source).iter();
        element_size(context, memref.ty(context)).is_some()
            && !(escaping.contains(&memref) && (removes || writes))
            && !self.graph.has_writer_before(context, source, memref)
            && self.graph.num_from(target, memref) == 0
            && !(removes && others.any(|edge| edge.value == memref && edge.id != target))
    }

    /// Makes private memory for memrefs.
    fn privatize(
        &mut self,
        rewriter: &mut Rewriter<'_, '_>,
        private: &[Value],
        target: usize,
        at: AffineFor,
        slice: &Slice,
        depth: usize,
    ) {
        let context = rewriter.context();
        let mut stores: Vec<(Value, Vec<Op>)> = Vec::new();
        at.0.walk(context, WalkOrder::PostOrder, |op| {
            if let Some((memref, true)) = memref(context, op)
                && private.contains(&memref)
            {
                match stores.iter_mut().find(|(other, _)| *other == memref) {
                    Some((_, ops)) => ops.push(op),
                    None => stores.push((memref, vec![op])),
                }
            }
            WalkResult::Advance
        });
        let block = slice.place.body(context);
        for (_, ops) in stores {
            if let Some(new) = privatize(rewriter, at, &ops, depth, block, self.how)
                && let Some(op) = new.defining_op(context)
            {
                let id = self.graph.add(op, Accesses::default());
                self.graph.add_edge(context, id, target, new);
            }
        }
    }

    /// Erases allocations that nothing uses any more.
    pub(super) fn erase_unused(&self, edit: &mut Exclusive<'_>) {
        let context = edit.context();
        for memref in &self.graph.memrefs {
            if self.graph.has_edge_for(*memref) || memref.has_uses(context) {
                continue;
            }
            let op = memref.defining_op(context);
            if let Some(op) = op.filter(|op| op.is_named(context, "memref.alloc")) {
                Rewriter::new(edit).erase_op(op);
            }
        }
    }
}
