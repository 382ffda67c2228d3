//! Symbol tables with an index by name.
//!
//! Invariant: the index is that of the operation as it was when the table was made, changed only through the table.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::access::Exclusive;
use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::context::dialect::{OpInfo, Traits};
use crate::error::Error;
use crate::id::{Attribute, Identifier, Op};
use crate::symbols::resolve;

/// The symbols of one operation by name.
pub struct SymbolTable {
    op: Op,
    symbols: HashMap<Identifier, Op, FixedState>,
    /// The number that the next renaming tries first.
    next: u32,
}

impl SymbolTable {
    /// Indexes the symbols of an operation.
    ///
    /// # Errors
    /// The operation is no symbol table; it must have one region with one block, and the trait `SymbolTable` if it is
    /// registered.
    pub fn new(context: &Context, op: Op) -> Result<Self, Error> {
        if !op.might_have_trait(context, Traits::SYMBOL_TABLE) {
            return Err(Error::new(format!(
                "expected operation to have SymbolTable trait, got '{}'",
                op.name(context).text(context)
            )));
        }
        let region = op.region(context, 0).filter(|_| op.num_regions(context) == 1);
        let block = region
            .and_then(|region| region.first_block(context))
            .filter(|block| block.next(context).is_none())
            .ok_or_else(|| Error::new("expected operation to have a single region with a single block"))?;
        let mut symbols = HashMap::default();
        for op in block.operations(context) {
            if let Some(name) = op.symbol_name(context) {
                symbols.entry(context.identifier(name)).or_insert(op);
            }
        }
        Ok(Self { op, symbols, next: 0 })
    }

    /// The operation that is the table.
    pub fn op(&self) -> Op {
        self.op
    }

    /// The symbol with a name.
    pub fn lookup(&self, name: Identifier) -> Option<Op> {
        self.symbols.get(&name).copied()
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Whether there is no symbol.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Adds a symbol. A detached one is put before `before`, or at the end, before a terminator. If its name is taken, it
    /// gets the first free one of `name_0`, `name_1` and so on.
    ///
    /// # Errors
    /// The operation has no `sym_name`, or is in another operation; or `before` is not in the table.
    pub fn insert(&mut self, edit: &mut Exclusive<'_>, symbol: Op, before: Option<Op>) -> Result<(), Error> {
        let Some(name) = symbol.symbol_name(edit).map(|name| edit.identifier(name)) else {
            return Err(Error::new(format!(
                "expected a symbol: '{}' has no string attribute 'sym_name'",
                symbol.name(edit).text(edit)
            )));
        };
        let block = self
            .op
            .region(edit, 0)
            .and_then(|region| region.first_block(edit));
        let block = block.ok_or_else(|| Error::new("the symbol table has no block"))?;
        match symbol.block(edit) {
            None => {
                let last = block.last_op(edit);
                let terminator = last.filter(|op| op.has_trait(edit, Traits::TERMINATOR));
                block.insert(edit, symbol, before.or(terminator))?;
            }
            Some(home) if home == block => {}
            Some(_) => return Err(Error::new("the symbol is already inserted in another operation")),
        }
        match self.symbols.get(&name) {
            Some(other) if *other == symbol => {}
            Some(_) => self.rename_to_unique(edit, symbol, name),
            None => {
                self.symbols.insert(name, symbol);
            }
        }
        Ok(())
    }

    fn rename_to_unique(&mut self, edit: &mut Exclusive<'_>, symbol: Op, name: Identifier) {
        loop {
            let mut candidate = name.bytes(edit).to_vec();
            candidate.extend_from_slice(format!("_{}", self.next).as_bytes());
            self.next += 1;
            let free = edit.identifier(&candidate);
            if let Entry::Vacant(place) = self.symbols.entry(free) {
                place.insert(symbol);
                symbol.set_symbol_name(edit, candidate);
                return;
            }
        }
    }

    /// Takes a symbol out of the index and leaves the operation as it is.
    pub fn remove(&mut self, context: &Context, symbol: Op) {
        if let Some(name) = symbol.symbol_name(context).map(|name| context.identifier(name))
            && self.lookup(name) == Some(symbol)
        {
            self.symbols.remove(&name);
        }
    }

    /// Takes a symbol out of the index and erases the operation.
    ///
    /// # Errors
    /// As [`Op::erase`].
    pub fn erase(&mut self, edit: &mut Exclusive<'_>, symbol: Op) -> Result<(), Error> {
        let name = symbol.symbol_name(edit).map(|name| edit.identifier(name));
        symbol.erase(edit)?;
        if let Some(name) = name.filter(|name| self.lookup(*name) == Some(symbol)) {
            self.symbols.remove(&name);
        }
        Ok(())
    }

    /// Renames a symbol, and the references to it in the table's operation.
    ///
    /// # Errors
    /// The table does not have the symbol, or has another one with the new name; or the uses are not known.
    pub fn rename(&mut self, edit: &mut Exclusive<'_>, symbol: Op, name: Identifier) -> Result<(), Error> {
        let old = symbol.symbol_name(edit).map(|name| edit.identifier(name));
        let Some(old) = old.filter(|old| self.lookup(*old) == Some(symbol)) else {
            return Err(Error::new(
                "expected this operation to be inside of the operation with this SymbolTable",
            ));
        };
        if old == name {
            return Ok(());
        }
        if self.symbols.contains_key(&name) {
            return Err(Error::new(format!(
                "symbol name '{}' is already in use",
                name.text(edit)
            )));
        }
        symbol.replace_all_symbol_uses(edit, name, self.op)?;
        symbol.set_symbol_name(edit, name.bytes(edit.context()));
        self.symbols.remove(&old);
        self.symbols.insert(name, symbol);
        Ok(())
    }
}

/// Symbol tables of several operations, indexed on first use.
#[derive(Default)]
pub struct SymbolTables(HashMap<Op, Option<SymbolTable>, FixedState>);

impl SymbolTables {
    /// Knows no table yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The table of an operation; `None` if it is none.
    pub fn table(&mut self, context: &Context, op: Op) -> Option<&mut SymbolTable> {
        let table = self.0.entry(op);
        table
            .or_insert_with(|| SymbolTable::new(context, op).ok())
            .as_mut()
    }

    /// The symbol that a reference names, from a symbol table on.
    pub fn lookup_in(&mut self, context: &Context, table: Op, reference: Attribute) -> Option<Op> {
        resolve(context, table, reference, |table, name| {
            self.table(context, table)?.lookup(name)
        })
    }

    /// The symbol that a reference in an operation names.
    pub fn lookup_nearest(&mut self, context: &Context, from: Op, reference: Attribute) -> Option<Op> {
        let table = from.nearest_symbol_table(context)?;
        self.lookup_in(context, table, reference)
    }
}

/// Checks the symbol references of an operation.
pub type SymbolVerifier = Arc<dyn Fn(&Context, Op, &mut SymbolTables) -> Result<(), Failure> + Send + Sync>;

impl OpInfo {
    /// Sets the check of symbol references, which runs with that of the symbol table around the operation.
    pub fn with_symbol_verifier(self, verifier: SymbolVerifier) -> Self {
        self.extensions().get_or_insert_with(|| verifier);
        self.with_traits(Traits::SYMBOL_USER)
    }
}

/// Runs the checks of symbol references in a symbol table.
pub(crate) fn verify_symbol_users(context: &Context, table: Op) -> Result<(), Failure> {
    let users = context.registered_operations();
    if !users
        .into_iter()
        .any(|info| info.traits().contains(Traits::SYMBOL_USER))
    {
        return Ok(());
    }
    let mut tables = SymbolTables::new();
    let mut at = table.first_nested(context);
    while let Some(op) = at {
        let traits = op.info(context).map_or(Traits::NONE, OpInfo::traits);
        if traits.contains(Traits::SYMBOL_USER)
            && let Some(info) = op.info(context)
            && let Some(verifier) = info.extensions().get::<SymbolVerifier>()
        {
            verifier(context, op, &mut tables)?;
        }
        let nested = match traits.contains(Traits::SYMBOL_TABLE) {
            true => None,
            false => op.first_nested(context),
        };
        at = nested.or_else(|| op.next_after(context, table));
    }
    Ok(())
}
