//! The accesses of an operation, and the graph of a block.
//!
//! Invariant: an operation whose effects are not known reads and writes all memrefs that it gets.

use std::collections::HashMap;

use tvmlike_ir::{Block, Context, EffectKind, EffectTarget, Op, Traits, Value, WalkOrder, WalkResult};

use super::super::access::memref;
use super::super::dependence::{Dependence, Dependences};
use super::super::domain::{enclosing, variables};
use super::super::nest::AffineFor;
use super::graph::{Accesses, Graph, Node, is_memref, memref_of};
use crate::make::has_trait;

/// The accesses of an operation and of all in it.
pub(super) fn accesses(context: &Context, root: Op) -> Accesses {
    let mut found = Accesses::default();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if let Some((_, is_write)) = memref(context, op) {
            match is_write {
                true => found.stores.push(op),
                false => found.loads.push(op),
            }
        } else if AffineFor::of(context, op).is_none() {
            add_effects(context, op, &mut found);
        }
        WalkResult::Advance
    });
    found
}

fn add_effects(context: &Context, op: Op, found: &mut Accesses) {
    let Some(effects) = op.memory_effects(context) else {
        let is_recursive = op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS);
        if !is_recursive && op.operands(context).any(|value| is_memref(context, value)) {
            found.other_loads.push(op);
            found.other_stores.push(op);
        }
        return;
    };
    let has = |kind: EffectKind| effects.iter().any(|effect| effect.kind == kind);
    if has(EffectKind::Read) {
        found.other_loads.push(op);
    }
    if has(EffectKind::Write) {
        found.other_stores.push(op);
    }
    if has(EffectKind::Free) {
        found.frees.push(op);
    }
}

/// The memrefs that an operation has an effect on.
fn affected(context: &Context, op: Op, kind: EffectKind) -> Vec<Value> {
    let values: Vec<Value> = match op.memory_effects(context) {
        None if op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS) => Vec::new(),
        None => op.operands(context).collect(),
        Some(effects) => {
            let own = effects.iter().filter(|effect| effect.kind == kind);
            own.filter_map(|effect| match effect.target {
                EffectTarget::Value(value) => Some(value),
                _ => None,
            })
            .collect()
        }
    };
    values
        .into_iter()
        .filter(|value| is_memref(context, *value))
        .collect()
}

/// All memrefs that accesses are of.
fn all_memrefs(context: &Context, accesses: &Accesses) -> Vec<Value> {
    let plain = accesses.loads.iter().chain(&accesses.stores);
    let mut found: Vec<Value> = plain.filter_map(|op| memref_of(context, *op)).collect();
    for (ops, kind) in [
        (&accesses.other_loads, EffectKind::Read),
        (&accesses.other_stores, EffectKind::Write),
        (&accesses.frees, EffectKind::Free),
    ] {
        found.extend(ops.iter().flat_map(|op| affected(context, *op, kind)));
    }
    found
}

/// The graph of a block. `None`: it has an operation whose regions are not known to be executed like choices and loops.
pub(super) fn graph(context: &Context, block: Block) -> Option<Graph> {
    let mut graph = Graph::default();
    let mut users: Vec<(Value, Vec<usize>)> = Vec::new();
    let mut loops: HashMap<Op, usize> = HashMap::new();
    for op in block.operations(context) {
        let is_loop = AffineFor::of(context, op).is_some();
        let is_branch = has_trait(context, op, "RegionBranchOpInterface");
        let is_used = op.results(context).any(|result| result.has_uses(context));
        let is_plain = op.num_regions(context) == 0;
        let is_node = is_loop
            || memref(context, op).is_some()
            || is_used
            || (!op.is_memory_effect_free(context) && (is_plain || is_branch));
        if !is_node {
            if !is_plain && !is_branch {
                return None;
            }
            continue;
        }
        let accesses = accesses(context, op);
        let memrefs = all_memrefs(context, &accesses);
        let id = graph.add(op, accesses);
        if is_loop {
            loops.insert(op, id);
        }
        for memref in memrefs {
            match users.iter_mut().find(|(value, _)| *value == memref) {
                Some((_, ids)) if ids.last() == Some(&id) => {}
                Some((_, ids)) => ids.push(id),
                None => users.push((memref, vec![id])),
            }
        }
    }
    add_values(context, &mut graph, block, &loops);
    add_memrefs(context, &mut graph, users);
    Some(graph)
}

/// Adds edges for results that loops use.
fn add_values(context: &Context, graph: &mut Graph, block: Block, loops: &HashMap<Op, usize>) {
    for id in graph.ids() {
        let Some(node) = graph.get(id).filter(|node| node.accesses.stores.is_empty()) else {
            continue;
        };
        for value in node.op.results(context) {
            let users: Vec<Op> = value.uses(context).map(|at| at.owner(context)).collect();
            for user in users {
                let mut around = std::iter::successors(Some(user), |op| op.parent_op(context));
                let found = around.find(|op| op.block(context) == Some(block));
                // The loop itself, whose bounds use the value, is no use in it.
                let user = found.filter(|op| *op != user).and_then(|op| loops.get(&op));
                if let Some(user) = user {
                    graph.add_edge(context, id, *user, value);
                }
            }
        }
    }
}

/// Adds edges for memrefs.
fn add_memrefs(context: &Context, graph: &mut Graph, users: Vec<(Value, Vec<usize>)>) {
    let known = Dependences::new(context);
    for (memref, ids) in users {
        let changes =
            |node: &Node| node.accesses.has_store(context, memref) || node.accesses.has_free(context, memref);
        for (number, first) in ids.iter().enumerate() {
            for second in &ids[number + 1..] {
                let (Some(one), Some(other)) = (graph.get(*first), graph.get(*second)) else {
                    continue;
                };
                if (changes(one) || changes(other)) && depends(&known, one, other, memref) {
                    graph.add_edge(context, *first, *second, memref);
                }
            }
        }
    }
}

/// Whether an operation can depend on an earlier one because of a memref.
fn depends(known: &Dependences<'_>, first: &Node, second: &Node, memref: Value) -> bool {
    let context = known.context();
    let is_loop = |node: &Node| AffineFor::of(context, node.op).is_some();
    if !is_loop(first) || !is_loop(second) {
        return true;
    }
    let has_other = |node: &Node, kind: EffectKind| {
        let ops = match kind {
            EffectKind::Write => &node.accesses.other_stores,
            _ => &node.accesses.other_loads,
        };
        ops.iter()
            .any(|op| affected(context, *op, kind).contains(&memref))
    };
    let is_of = |ops: &[Op]| ops.iter().any(|op| memref_of(context, *op) == Some(memref));
    let [one, other] = [&first.accesses, &second.accesses];
    let [writes, reads] = [EffectKind::Write, EffectKind::Read];
    let touches =
        is_of(&other.loads) || is_of(&other.stores) || has_other(second, reads) || has_other(second, writes);
    if (has_other(first, writes) && touches)
        || (has_other(first, reads) && (is_of(&other.stores) || has_other(second, writes)))
        || (is_of(&one.stores) && (has_other(second, reads) || has_other(second, writes)))
        || (is_of(&one.loads) && has_other(second, writes))
        || one.has_free(context, memref)
        || other.has_free(context, memref)
    {
        return true;
    }
    let depth = variables(context, &enclosing(context, first.op)).len() + 1;
    let own = |accesses: &Accesses| -> Vec<Op> {
        let all = accesses.stores.iter().chain(&accesses.loads).copied();
        all.filter(|op| memref_of(context, *op) == Some(memref)).collect()
    };
    let others = own(other);
    own(one).into_iter().any(|first| {
        others
            .iter()
            .any(|second| match (known.access(first), known.access(*second)) {
                (Some(first), Some(second)) => known.check(&first, &second, depth) != Dependence::Never,
                _ => true,
            })
    })
}
