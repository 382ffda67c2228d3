//! How often callables refer to private ones.
//!
//! Invariant: the count of a callee is that of the references in all callables that are not dead.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Op, SymbolTables, Visibility};

use super::super::symbol_dce::is_symbol;
use crate::call_graph::CallGraph;

type Counts = HashMap<usize, usize, FixedState>;

pub(super) struct SymbolUses {
    /// How often each one that can be erased is referred to.
    counts: Counts,
    /// How often each callable refers to which others.
    references: Vec<Counts>,
    tables: SymbolTables,
}

impl SymbolUses {
    pub(super) fn new(context: &Context, root: Op, graph: &CallGraph) -> Self {
        let mut new = Self {
            counts: Counts::default(),
            references: vec![Counts::default(); graph.ops().len()],
            tables: SymbolTables::new(),
        };
        let mut always_live = Vec::new();
        root.walk_symbol_tables(context, root.block(context).is_none(), |table, all_visible| {
            let entry = table
                .region(context, 0)
                .and_then(|region| region.first_block(context));
            for op in entry.into_iter().flat_map(|entry| entry.operations(context)) {
                let Some(number) = graph.number(op) else {
                    always_live.extend(new.referred(context, graph, op));
                    continue;
                };
                let visibility = op.symbol_visibility(context);
                let is_hidden =
                    visibility == Visibility::Private || (all_visible && visibility == Visibility::Nested);
                if is_symbol(context, op) && is_hidden {
                    new.counts.insert(number, 0);
                }
            }
        });
        for number in always_live {
            new.counts.remove(&number);
        }
        for number in 0..graph.ops().len() {
            new.recompute(context, graph, number);
        }
        new
    }

    /// The callables that an operation refers to, once for each reference.
    fn referred(&mut self, context: &Context, graph: &CallGraph, op: Op) -> Vec<usize> {
        let mut found = Vec::new();
        for each in op.nested_symbol_uses(context).unwrap_or_default() {
            let symbol = self.tables.lookup_nearest(context, each.user, each.reference);
            found.extend(symbol.and_then(|symbol| graph.number(symbol)));
        }
        found
    }

    /// Counts the references of a callable that has changed.
    pub(super) fn recompute(&mut self, context: &Context, graph: &CallGraph, number: usize) {
        self.erase(number);
        for callee in self.referred(context, graph, graph.ops()[number]) {
            if let Some(count) = self.counts.get_mut(&callee) {
                *count += 1;
                *self.references[number].entry(callee).or_default() += 1;
            }
        }
    }

    /// Whether a callee can be erased as it is.
    pub(super) fn is_unused(&self, callee: usize) -> bool {
        self.counts.get(&callee) == Some(&0)
    }

    /// Whether a callee can be erased when one more call is gone.
    pub(super) fn is_last_of_discardable(&self, callee: usize) -> bool {
        self.counts.get(&callee) == Some(&1)
    }

    /// A call was replaced by the body of its callee.
    pub(super) fn call_replaced(&mut self, callee: usize, caller: usize) {
        if let Some(count) = self.counts.get_mut(&callee) {
            *count -= 1;
            if let Some(own) = self.references[caller].get_mut(&callee) {
                *own = own.saturating_sub(1);
            }
        }
        for (inner, count) in self.references[callee].clone() {
            *self.references[caller].entry(inner).or_default() += count;
            *self.counts.entry(inner).or_default() += count;
        }
    }

    /// A callable refers to nothing any more.
    pub(super) fn erase(&mut self, number: usize) {
        for (callee, count) in std::mem::take(&mut self.references[number]) {
            if let Some(all) = self.counts.get_mut(&callee) {
                *all = all.saturating_sub(count);
            }
        }
    }
}
