//! Fusing loops that read the same and do not depend on each other.

use std::collections::HashSet;

use tvmlike_ir::{Context, Exclusive, Op, Rewriter, Value};

use super::super::access::memref;
use super::super::dependence::Dependences;
use super::super::nest::{AffineFor, ancestor_in};
use super::Greedy;
use super::graph::{Accesses, is_memref};
use super::insert::insert;
use super::legal::{Pair, Strategy, is_small};
use super::nodes::accesses;
use super::order::{are_independent, is_executed, is_once, is_repeatable};
use super::produce::Slices;
use super::slicing::loops_around;

impl Greedy<'_> {
    /// Fuses each loop with its siblings.
    pub(super) fn fuse_siblings(&mut self, edit: &mut Exclusive<'_>) {
        let mut pending = self.graph.ids();
        while let Some(target) = pending.pop() {
            self.fuse_with_siblings(edit, target);
        }
    }

    fn fuse_with_siblings(&mut self, edit: &mut Exclusive<'_>, target: usize) -> Option<()> {
        let context = edit.context();
        AffineFor::of(context, self.graph.get(target)?.op)?;
        let mut seen: HashSet<usize> = HashSet::new();
        while let Some((sibling, memref)) = self.next_sibling(context, target, &seen) {
            seen.insert(sibling);
            self.fuse_sibling(edit, sibling, target, memref)?;
        }
        Some(())
    }

    /// The next loop that can be fused with another one, and the memref that both read.
    fn next_sibling(
        &self,
        context: &Context,
        target: usize,
        seen: &HashSet<usize>,
    ) -> Option<(usize, Value)> {
        let own = &self.graph.get(target)?.accesses;
        let is_candidate = |id: usize| id != target && !seen.contains(&id);
        for argument in self.block.arguments(context) {
            for user in argument.uses(context).map(|at| at.owner(context)) {
                if memref(context, user) != Some((argument, false)) {
                    continue;
                }
                let around = ancestor_in(context, user, self.block).filter(|op| *op != user);
                let id = around
                    .and_then(|op| AffineFor::of(context, op))
                    .and_then(|at| self.graph.of_loop(at));
                let Some(id) = id.filter(|id| is_candidate(*id)) else {
                    continue;
                };
                if !own.loads_of(context, argument).is_empty()
                    && self.is_sibling(context, id, target, argument)
                {
                    return Some((id, argument));
                }
            }
        }
        for source in self.graph.incoming(target) {
            let value = source.value;
            let Some(node) = self.graph.get(source.id) else {
                continue;
            };
            let makes =
                node.accesses.has_store(context, value) || value.defining_op(context) == Some(node.op);
            if !is_memref(context, value) || own.loads_of(context, value).is_empty() || !makes {
                continue;
            }
            let mut others = self.graph.outgoing(source.id).iter();
            let found = others.find(|edge| {
                edge.value == value
                    && is_candidate(edge.id)
                    && self
                        .graph
                        .get(edge.id)
                        .is_some_and(|node| AffineFor::of(context, node.op).is_some())
                    && self.is_sibling(context, edge.id, target, value)
            });
            if let Some(edge) = found {
                return Some((edge.id, value));
            }
        }
        None
    }

    /// Whether a loop reads a memref once, writes at most one, and does not depend on the other one.
    fn is_sibling(&self, context: &Context, sibling: usize, target: usize, memref: Value) -> bool {
        let Some(node) = self.graph.get(sibling) else {
            return false;
        };
        let own = &node.accesses;
        let written = Accesses::memrefs(context, &own.stores);
        let read = Accesses::memrefs(context, &own.loads);
        let mut both = written.iter().filter(|memref| read.contains(memref));
        own.loads_of(context, memref).len() == 1
            && !self.graph.has_path(context, sibling, target)
            && !self.graph.has_path(context, target, sibling)
            && !both.any(|memref| self.graph.has_writer_before(context, sibling, *memref))
            && written.len() <= 1
    }

    /// Fuses a loop with a sibling, if that is possible and worth it. `None`: it is fused with no other one, either.
    fn fuse_sibling(
        &mut self,
        edit: &mut Exclusive<'_>,
        sibling: usize,
        target: usize,
        memref: Value,
    ) -> Option<()> {
        let context = edit.context();
        let [first, second] = [sibling, target].map(|id| self.graph.get(id).map(|node| node.op));
        let (first, second) = (first?, second?);
        let place = match first.is_before_in_block(context, second) {
            true => self.graph.fused_place(context, sibling, target),
            false => self.graph.fused_place(context, target, sibling),
        };
        let Some(place) = place else {
            return Some(());
        };
        let [from, into] = [AffineFor::of(context, first)?, AffineFor::of(context, second)?];
        let known = Dependences::new(context);
        if !is_small(&known, from) || !is_small(&known, into) {
            return Some(());
        }
        let loads = |id: usize| -> Vec<Op> {
            let node = self.graph.get(id);
            node.map(|node| node.accesses.loads_of(context, memref))
                .unwrap_or_default()
        };
        let read = loads(sibling);
        let outer = loops_around(context, second).len();
        let depths = loops_around(context, *loads(target).first()?)
            .len()
            .saturating_sub(outer);
        let pair = Pair::of(&known, from, into, Strategy::Siblings(memref));
        let Some(slices) = pair.and_then(|pair| Slices::of(&pair, outer, depths)) else {
            return Some(());
        };
        let Some(depth) = self.choose(&known, [from, into], &read, &slices)? else {
            return Some(());
        };
        let slice = slices.all.get(depth - 1).cloned().flatten();
        let Some(slice) = slice.filter(|slice| slice.is_maximal(context) == Some(true)) else {
            return Some(());
        };
        // What uses results of the sibling has none without it.
        if first.results(context).any(|result| result.has_uses(context)) {
            return Some(());
        }
        let (own, others) = (
            &self.graph.get(sibling)?.accesses,
            &self.graph.get(target)?.accesses,
        );
        let is_known = is_executed(context, into, &slice)
            && are_independent(context, own, others)
            && (is_once(context, into, &slice) || is_repeatable(&known, own, &slice));
        if !is_known {
            return Some(());
        }
        let mut rewriter = Rewriter::new(edit);
        let joined = insert(&mut rewriter, from, &slice, depth == depths);
        let into = joined
            .filter(|(old, _)| *old == into)
            .map_or(into, |(_, new)| new);
        if place != second {
            rewriter.move_op_before(into.0, place);
        }
        self.graph.get_mut(target)?.op = into.0;
        self.graph.fuse_sibling(context, sibling, target);
        self.graph.get_mut(target)?.accesses = accesses(context, into.0);
        self.gone.add(context, first);
        rewriter.erase_op(first);
        self.graph.remove(sibling);
        Some(())
    }
}
