//! What depends on what in a block: operations with their accesses, and edges for memrefs and other values.
//!
//! Invariant: an edge is in the lists of both of its ends.

use std::collections::HashSet;

use tvmlike_ir::{Context, EffectKind, Op, TypeKind, Value};

use super::super::access::memref;
use super::super::invariant::has_effect;
use super::super::nest::AffineFor;
use super::buckets::Buckets;

/// The accesses of an operation and of all in it.
#[derive(Default)]
pub(super) struct Accesses {
    /// Reads and writes of affine.
    pub(super) loads: Vec<Op>,
    pub(super) stores: Vec<Op>,
    /// Other operations that read, write and free memory.
    pub(super) other_loads: Vec<Op>,
    pub(super) other_stores: Vec<Op>,
    pub(super) frees: Vec<Op>,
}

/// An operation of the block.
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) accesses: Accesses,
}

/// The other end of an edge, and the memref or other value that it is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) id: usize,
    pub(super) value: Value,
}

/// The operations of a block by number.
#[derive(Default)]
pub(super) struct Graph {
    nodes: Vec<Option<Node>>,
    order: Buckets,
    edges_in: Vec<Vec<Edge>>,
    edges_out: Vec<Vec<Edge>>,
    /// Memrefs that there is or was an edge for.
    pub(super) memrefs: Vec<Value>,
}

/// Whether a value is a memref with a rank.
pub(super) fn is_memref(context: &Context, value: Value) -> bool {
    matches!(value.ty(context).kind(context), TypeKind::MemRef { .. })
}

/// The memref of a read or write of affine.
pub(super) fn memref_of(context: &Context, op: Op) -> Option<Value> {
    memref(context, op).map(|(memref, _)| memref)
}

impl Accesses {
    /// How many reads of affine are of a memref.
    pub(super) fn loads_of(&self, context: &Context, memref: Value) -> Vec<Op> {
        let loads = self.loads.iter().copied();
        loads
            .filter(|op| memref_of(context, *op) == Some(memref))
            .collect()
    }

    /// Whether a memref is written.
    pub(super) fn has_store(&self, context: &Context, memref: Value) -> bool {
        let mut stores = self.stores.iter();
        let mut others = self.other_stores.iter();
        stores.any(|op| memref_of(context, *op) == Some(memref))
            || others.any(|op| has_effect(context, *op, memref, EffectKind::Write))
    }

    /// Whether a memref is freed.
    pub(super) fn has_free(&self, context: &Context, memref: Value) -> bool {
        let mut frees = self.frees.iter();
        frees.any(|op| has_effect(context, *op, memref, EffectKind::Free))
    }

    /// The memrefs that some accesses are of, each once.
    pub(super) fn memrefs(context: &Context, ops: &[Op]) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        for value in ops.iter().filter_map(|op| memref_of(context, *op)) {
            if !found.contains(&value) {
                found.push(value);
            }
        }
        found
    }
}

impl Graph {
    /// Adds an operation. Its number.
    pub(super) fn add(&mut self, op: Op, accesses: Accesses) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Some(Node { op, accesses }));
        self.edges_in.push(Vec::new());
        self.edges_out.push(Vec::new());
        self.order.insert(id);
        id
    }

    /// The operation of a number, unless it is gone.
    pub(super) fn get(&self, id: usize) -> Option<&Node> {
        self.nodes.get(id)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, id: usize) -> Option<&mut Node> {
        self.nodes.get_mut(id)?.as_mut()
    }

    /// The numbers of all operations, in MLIR's order.
    pub(super) fn ids(&self) -> Vec<usize> {
        self.order.iter().collect()
    }

    /// The number of a loop.
    pub(super) fn of_loop(&self, at: AffineFor) -> Option<usize> {
        let mut nodes = self.nodes.iter();
        nodes.position(|node| node.as_ref().is_some_and(|node| node.op == at.0))
    }

    pub(super) fn incoming(&self, id: usize) -> &[Edge] {
        &self.edges_in[id]
    }

    pub(super) fn outgoing(&self, id: usize) -> &[Edge] {
        &self.edges_out[id]
    }

    /// How many edges for a memref leave an operation.
    pub(super) fn num_from(&self, id: usize, memref: Value) -> usize {
        self.edges_out[id]
            .iter()
            .filter(|edge| edge.value == memref)
            .count()
    }

    /// Whether an operation that writes to a memref comes before one that uses it.
    pub(super) fn has_writer_before(&self, context: &Context, id: usize, memref: Value) -> bool {
        let mut edges = self.edges_in[id].iter().filter(|edge| edge.value == memref);
        edges.any(|edge| {
            self.get(edge.id)
                .is_some_and(|node| node.accesses.has_store(context, memref))
        })
    }

    pub(super) fn add_edge(&mut self, context: &Context, from: usize, into: usize, value: Value) {
        let edge = Edge { id: into, value };
        if self.edges_out[from].contains(&edge) {
            return;
        }
        self.edges_out[from].push(edge);
        self.edges_in[into].push(Edge { id: from, value });
        if is_memref(context, value) && !self.memrefs.contains(&value) {
            self.memrefs.push(value);
        }
    }

    fn remove_edge(&mut self, from: usize, into: usize, value: Value) {
        self.edges_out[from].retain(|edge| *edge != Edge { id: into, value });
        self.edges_in[into].retain(|edge| *edge != Edge { id: from, value });
    }

    /// Whether there is an edge for a memref.
    pub(super) fn has_edge_for(&self, memref: Value) -> bool {
        self.edges_out.iter().flatten().any(|edge| edge.value == memref)
    }

    /// Removes an operation with its edges.
    pub(super) fn remove(&mut self, id: usize) {
        for edge in self.edges_in[id].clone() {
            self.remove_edge(edge.id, id, edge.value);
        }
        for edge in self.edges_out[id].clone() {
            self.remove_edge(id, edge.id, edge.value);
        }
        self.nodes[id] = None;
        self.order.remove(id);
    }

    /// Whether an operation leads to another one.
    pub(super) fn has_path(&self, context: &Context, from: usize, into: usize) -> bool {
        let Some(last) = self.get(into) else {
            return false;
        };
        let mut seen: HashSet<usize> = HashSet::new();
        let mut pending = vec![from];
        while let Some(id) = pending.pop() {
            if id == into {
                return true;
            }
            let nexts = self.edges_out[id].iter().map(|edge| edge.id);
            pending.extend(nexts.filter(|next| {
                self.get(*next)
                    .is_some_and(|node| !last.op.is_before_in_block(context, node.op))
                    && seen.insert(*next)
            }));
        }
        false
    }

    /// The operation before which two loops can be executed as one. `None`: there is none.
    pub(super) fn fused_place(&self, context: &Context, source: usize, target: usize) -> Option<Op> {
        let [first, last] = [self.get(source)?.op, self.get(target)?.op];
        if self.edges_out[source].is_empty() {
            return Some(last);
        }
        let mut defining = self.edges_in[target]
            .iter()
            .filter(|edge| !is_memref(context, edge.value));
        if defining.any(|edge| self.has_path(context, source, edge.id)) {
            return None;
        }
        let ops = |edges: &[Edge], without: usize| -> HashSet<Op> {
            let others = edges.iter().filter(|edge| edge.id != without);
            others.filter_map(|edge| Some(self.get(edge.id)?.op)).collect()
        };
        let dependent = ops(&self.edges_out[source], target);
        let needed = ops(&self.edges_in[target], source);
        let mut place = None;
        let mut at = first.next(context);
        while let Some(op) = at.filter(|op| *op != last) {
            if place.is_none() && dependent.contains(&op) {
                place = Some(op);
            }
            if place.is_some() && needed.contains(&op) {
                return None;
            }
            at = op.next(context);
        }
        Some(place.unwrap_or(last))
    }

    /// Lets the target have the edges of the source, which was fused with it.
    pub(super) fn fuse(
        &mut self,
        context: &Context,
        source: usize,
        target: usize,
        private: &[Value],
        removes: bool,
    ) {
        for edge in self.edges_in[source].clone() {
            if !private.contains(&edge.value) {
                self.add_edge(context, edge.id, target, edge.value);
            }
        }
        for edge in self.edges_out[source].clone() {
            if edge.id == target {
                self.remove_edge(source, target, edge.value);
            } else if removes {
                self.add_edge(context, target, edge.id, edge.value);
                self.remove_edge(source, edge.id, edge.value);
            }
        }
        for edge in self.edges_in[target].clone() {
            if private.contains(&edge.value) {
                self.remove_edge(edge.id, target, edge.value);
            }
        }
    }

    /// Lets the target have the edges of a sibling instead.
    pub(super) fn fuse_sibling(&mut self, context: &Context, sibling: usize, target: usize) {
        for edge in self.edges_in[sibling].clone() {
            self.add_edge(context, edge.id, target, edge.value);
            self.remove_edge(edge.id, sibling, edge.value);
        }
        for edge in self.edges_out[sibling].clone() {
            self.add_edge(context, target, edge.id, edge.value);
            self.remove_edge(sibling, edge.id, edge.value);
        }
    }
}
