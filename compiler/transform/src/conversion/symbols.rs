//! The symbols of a table during a conversion, by name.
//!
//! A pattern that adds a symbol has to find a name that is free; comparing the names of all symbols for each would take time
//! that grows with the square of their number. Invariant: the index is that of the table after the changes of the log up to
//! its mark; a change that it cannot follow drops it.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Identifier, Op};

use super::log::Change;

/// The symbols of one table.
pub(super) struct Symbols {
    pub(super) table: Op,
    /// The changes of the log that it knows.
    pub(super) mark: usize,
    pub(super) by_name: HashMap<Identifier, Op, FixedState>,
    /// The number that the next name with a prefix tries first: names with lower ones are taken.
    pub(super) next: HashMap<Identifier, u32, FixedState>,
}

impl Symbols {
    /// The symbols that a table has.
    pub(super) fn new(context: &Context, table: Op, mark: usize) -> Option<Self> {
        let mut by_name = HashMap::default();
        for op in table
            .region(context, 0)?
            .first_block(context)?
            .operations(context)
        {
            if let Some(name) = op.symbol_name(context) {
                by_name.entry(context.identifier(name)).or_insert(op);
            }
        }
        Some(Self {
            table,
            mark,
            by_name,
            next: HashMap::default(),
        })
    }

    /// Whether an operation of the table is known by the name that it has.
    fn knows(&self, context: &Context, op: Op) -> bool {
        op.symbol_name(context)
            .is_some_and(|name| self.by_name.get(&context.identifier(name)) == Some(&op))
    }

    /// Takes note of changes. Whether they can be followed: symbols are only added.
    pub(super) fn follow(&mut self, context: &Context, changes: &[Change]) -> bool {
        self.mark += changes.len();
        changes.iter().all(|change| match change {
            Change::Created(op) => {
                if op.parent_op(context) == Some(self.table)
                    && let Some(name) = op.symbol_name(context)
                {
                    self.by_name.insert(context.identifier(name), *op);
                }
                true
            }
            Change::Moved(op, from) => {
                let from = from.and_then(|from| from.block().parent_op(context));
                from != Some(self.table) && op.parent_op(context) != Some(self.table)
            }
            Change::Split(block, _) => block.parent_op(context) != Some(self.table),
            Change::Modified(op, _) => op.parent_op(context) != Some(self.table) || self.knows(context, *op),
            Change::BlockMoved(block, from, _) => {
                let own = self.table.region(context, 0);
                *from != own && block.region(context) != own
            }
            _ => true,
        })
    }
}
