//! The call graph: which callable operations call which.
//!
//! Invariant: the graph is that of the IR when it was built. Operations are in the order of the text.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Call, Callable, Callee, Context, Op, Region, SymbolTables, WalkOrder, WalkResult};

use crate::analysis::Analysis;

/// Callable operations with a body, and the calls between them.
#[derive(Default, Debug)]
pub struct CallGraph {
    ops: Vec<Op>,
    numbers: HashMap<Op, usize, FixedState>,
    /// The numbers of what each one calls, each once, in the order of the first calls; and of the callables nested in it.
    edges: Vec<Vec<usize>>,
    /// Whether a callable is nested in each one.
    has_nested: Vec<bool>,
}

impl Analysis for CallGraph {
    fn build(context: &Context, root: Op) -> Self {
        let mut graph = Self::default();
        root.walk(context, WalkOrder::PreOrder, |op| {
            if body(context, op).is_some() {
                graph.numbers.insert(op, graph.ops.len());
                graph.ops.push(op);
            }
            WalkResult::Advance
        });
        graph.edges = vec![Vec::new(); graph.ops.len()];
        graph.has_nested = vec![false; graph.ops.len()];
        let mut tables = SymbolTables::new();
        root.walk(context, WalkOrder::PreOrder, |op| {
            let Some(from) = graph.caller(context, op) else {
                return WalkResult::Advance;
            };
            if let Some(nested) = graph.number(op) {
                graph.has_nested[from] = true;
                graph.add_edge(from, nested);
            }
            if let Some(to) = graph.resolve(context, &mut tables, op) {
                graph.add_edge(from, to);
            }
            WalkResult::Advance
        });
        graph
    }
}

/// The body of an operation that can be called.
pub(crate) fn body(context: &Context, op: Op) -> Option<Region> {
    let callable = op.interface::<Callable>(context)?;
    (callable.body)(context, op)
}

impl CallGraph {
    fn add_edge(&mut self, from: usize, to: usize) {
        if !self.edges[from].contains(&to) {
            self.edges[from].push(to);
        }
    }

    /// The callable operations.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The number of a callable operation.
    pub fn number(&self, op: Op) -> Option<usize> {
        self.numbers.get(&op).copied()
    }

    /// The number of the innermost callable operation around one.
    pub fn caller(&self, context: &Context, op: Op) -> Option<usize> {
        let mut at = op.parent_op(context);
        while let Some(parent) = at {
            if let Some(number) = self.number(parent) {
                return Some(number);
            }
            at = parent.parent_op(context);
        }
        None
    }

    /// The number of what an operation calls, if it is a call and the callee is in the graph.
    pub fn resolve(&self, context: &Context, tables: &mut SymbolTables, op: Op) -> Option<usize> {
        let call = op.interface::<Call>(context)?;
        let callee = match (call.callee)(context, op)? {
            Callee::Symbol(symbol) => tables.lookup_nearest(context, op, symbol)?,
            Callee::Value(value) => value.defining_op(context)?,
        };
        self.number(callee)
    }

    /// The numbers of what a callable operation calls.
    pub fn callees(&self, number: usize) -> &[usize] {
        &self.edges[number]
    }

    /// Whether another callable operation is in one.
    pub fn has_nested(&self, number: usize) -> bool {
        self.has_nested[number]
    }

    /// The numbers of operations that call each other in circles, each set after what it calls. Does not recurse.
    pub fn components(&self) -> Vec<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let count = self.ops.len();
        let (mut order, mut low) = (vec![UNSEEN; count], vec![UNSEEN; count]);
        let mut is_open = vec![false; count];
        let (mut next, mut open, mut found) = (0, Vec::new(), Vec::new());
        for start in 0..count {
            if order[start] != UNSEEN {
                continue;
            }
            let mut path = vec![(start, 0)];
            while let Some((node, edge)) = path.last_mut() {
                let (node, at) = (*node, *edge);
                if at == 0 && order[node] == UNSEEN {
                    order[node] = next;
                    low[node] = next;
                    next += 1;
                    open.push(node);
                    is_open[node] = true;
                }
                if let Some(to) = self.edges[node].get(at).copied() {
                    *edge += 1;
                    if order[to] == UNSEEN {
                        path.push((to, 0));
                    } else if is_open[to] {
                        low[node] = low[node].min(order[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    low[*parent] = low[*parent].min(low[node]);
                }
                if low[node] == order[node] {
                    let mut component = Vec::new();
                    while let Some(member) = open.pop() {
                        is_open[member] = false;
                        component.push(member);
                        if member == node {
                            break;
                        }
                    }
                    found.push(component);
                }
            }
        }
        found
    }
}
