//! The symbols of a table during a conversion, by name.
//!
//! A pattern that adds a symbol has to find a name that is free; comparing the names of all symbols for each would take time
//! that grows with the square of their number. Invariant: the index is that of the table after the changes of the log up to
//! its mark; a change that it cannot follow drops it.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Identifier, Op};

use super::log::Change;
use super::state::ConversionRewriter;

/// The symbols of one table.
pub(super) struct Symbols {
    table: Op,
    /// The changes of the log that it knows.
    pub(super) mark: usize,
    by_name: HashMap<Identifier, Op, FixedState>,
    /// The number that the next name with a prefix tries first: names with lower ones are taken.
    next: HashMap<Identifier, u32, FixedState>,
}

impl Symbols {
    fn new(context: &Context, table: Op, mark: usize) -> Option<Self> {
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

    /// Takes note of changes. Whether they can be followed: symbols are only added.
    fn follow(&mut self, context: &Context, changes: &[Change]) -> bool {
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
            Change::Modified(op, _) => op.parent_op(context) != Some(self.table),
            Change::BlockMoved(block, from, _) => {
                let own = self.table.region(context, 0);
                *from != own && block.region(context) != own
            }
            _ => true,
        })
    }
}

impl ConversionRewriter<'_, '_> {
    /// The index of a table's symbols; `None`: it has no block.
    fn symbols_of(&mut self, table: Op) -> Option<&mut Symbols> {
        let context = self.context();
        let known = self.symbols.take().filter(|known| known.table == table);
        let followed = known.and_then(|mut known| {
            let changes = self.log.get(known.mark..)?;
            known.follow(context, changes).then_some(known)
        });
        let symbols = match followed {
            Some(known) => known,
            None => Symbols::new(context, table, self.log.len())?,
        };
        Some(self.symbols.insert(symbols))
    }

    /// The symbol with a name in a table, also if it is about to be erased.
    pub fn symbol(&mut self, table: Op, name: impl AsRef<[u8]>) -> Option<Op> {
        let name = self.context().identifier(name);
        self.symbols_of(table)?.by_name.get(&name).copied()
    }

    /// The first name of a prefix, `prefix_0`, `prefix_1` and so on that no symbol of a table has.
    pub fn free_symbol_name(&mut self, table: Op, prefix: &str) -> Option<String> {
        let context = self.context();
        let key = context.identifier(prefix);
        let symbols = self.symbols_of(table)?;
        let is_taken =
            |symbols: &Symbols, name: &str| symbols.by_name.contains_key(&context.identifier(name));
        if !is_taken(symbols, prefix) {
            return Some(prefix.to_owned());
        }
        let mut number = symbols.next.get(&key).copied().unwrap_or(0);
        loop {
            let name = format!("{prefix}_{number}");
            if !is_taken(symbols, &name) {
                symbols.next.insert(key, number);
                return Some(name);
            }
            number += 1;
        }
    }
}
