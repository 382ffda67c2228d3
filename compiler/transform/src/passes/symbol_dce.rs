//! `symbol-dce`: erases symbols that nothing refers to.
//!
//! A symbol is live if it may be used from outside, or an operation that is live refers to it. Invariant: what is marked is
//! live, with every symbol on the path of a reference.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Failure, Op, SideTable, SymbolTables, Traits, Visibility, WalkOrder,
    WalkResult,
};

use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("symbol-dce", "Eliminate dead symbols", |_| {
        Ok(Box::new(SymbolDce))
    })
    .shown_as("SymbolDCE")
    .with_statistics(&[("num-dce'd", "Number of symbols DCE'd")])
}

struct SymbolDce;

/// What is left to do for an operation, with whether the symbols of the table around it are hidden from outside.
enum Work {
    /// Looks into it if it is a symbol table.
    Open(Op, bool),
    /// Marks what it refers to.
    Follow(Op, bool),
}

/// What is live.
struct Live<'c> {
    context: &'c Context,
    live: SideTable<Op, bool>,
    tables: SymbolTables,
    pending: Vec<Work>,
}

/// Whether an operation defines a symbol.
pub(super) fn is_symbol(context: &Context, op: Op) -> bool {
    op.has_trait(context, Traits::SYMBOL) && op.symbol_name(context).is_some()
}

/// The operations directly in a symbol table.
fn members(context: &Context, table: Op) -> impl DoubleEndedIterator<Item = Op> + '_ {
    let region = table.region(context, 0);
    let blocks = region.into_iter().flat_map(|region| region.blocks(context));
    blocks.flat_map(|block| block.operations(context))
}

/// The references of an operation: its own, and those of what is nested in it, but for nested symbol tables. `None` if an
/// operation could be a symbol table that is not known.
fn references(context: &Context, op: Op) -> Option<Vec<Attribute>> {
    if !op.is_symbol_table(context) {
        let uses = op.nested_symbol_uses(context)?;
        return Some(uses.into_iter().map(|each| each.reference).collect());
    }
    let mut found = Vec::new();
    for dictionary in [op.properties(context), op.attributes(context)]
        .into_iter()
        .flatten()
    {
        dictionary.walk(context, |attribute| {
            if matches!(attribute.kind(context), AttributeKind::SymbolRef { .. }) {
                found.push(attribute);
            }
            WalkResult::Advance
        });
    }
    Some(found)
}

impl Live<'_> {
    /// Marks a symbol. Whether it was not marked before.
    fn mark(&mut self, symbol: Op) -> bool {
        !std::mem::replace(self.live.entry(symbol), true)
    }

    /// Marks the members of a table that are live by themselves.
    fn open(&mut self, table: Op, is_hidden: bool) {
        for op in members(self.context, table) {
            let is_live = !is_symbol(self.context, op) || {
                let visibility = op.symbol_visibility(self.context);
                let can_be_dropped =
                    visibility == Visibility::Private || (is_hidden && visibility == Visibility::Nested);
                !can_be_dropped && self.mark(op)
            };
            if is_live {
                self.pending.push(Work::Open(op, is_hidden));
            }
        }
    }

    /// Marks what an operation refers to.
    fn follow(&mut self, op: Op, is_hidden: bool) -> Result<(), Failure> {
        let context = self.context;
        let Some(found) = references(context, op) else {
            let message = "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol \
                           uses";
            return Err(op.emit_error(context, message).emit());
        };
        let Some(table) = op.parent_op(context) else {
            return Ok(());
        };
        for reference in found {
            for symbol in self.path(table, reference).unwrap_or_default() {
                if self.mark(symbol) {
                    self.pending.push(Work::Open(symbol, is_hidden));
                }
            }
        }
        Ok(())
    }

    /// The symbols that the parts of a reference name, from a table on; `None` if one of them does not exist.
    fn path(&mut self, table: Op, reference: Attribute) -> Option<Vec<Op>> {
        let AttributeKind::SymbolRef { root, nested } = reference.kind(self.context) else {
            return None;
        };
        let (mut symbols, mut at) = (Vec::new(), table);
        for name in std::iter::once(root).chain(nested.iter()) {
            at = self.tables.table(self.context, at)?.lookup(name)?;
            symbols.push(at);
        }
        Some(symbols)
    }

    fn spread(&mut self) -> Result<(), Failure> {
        while let Some(work) = self.pending.pop() {
            match work {
                Work::Follow(op, is_hidden) => self.follow(op, is_hidden)?,
                Work::Open(op, is_hidden) => {
                    self.pending.push(Work::Follow(op, is_hidden));
                    if op.is_symbol_table(self.context) {
                        let is_inner_hidden = is_hidden
                            || !is_symbol(self.context, op)
                            || op.symbol_visibility(self.context) == Visibility::Private;
                        self.open(op, is_inner_hidden);
                    }
                }
            }
        }
        Ok(())
    }
}

impl Pass for SymbolDce {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        if !op.is_symbol_table(context) {
            let message = " was scheduled to run under SymbolDCE, but does not define a symbol table";
            return Err(op.emit_op_error(context, message).emit());
        }
        let is_hidden = op.parent_op(context).is_none()
            || !is_symbol(context, op)
            || op.symbol_visibility(context) == Visibility::Private;
        let mut live = Live {
            context,
            live: SideTable::new(),
            tables: SymbolTables::new(),
            pending: Vec::new(),
        };
        live.open(op, is_hidden);
        live.spread()?;
        let mut erased = 0;
        op.walk_mut(run.edit(), WalkOrder::PostOrder, |edit, table| {
            if !table.is_symbol_table(context) {
                return WalkResult::Advance;
            }
            let is_dead = |op: &Op| is_symbol(context, *op) && !live.live.get(*op);
            let dead: Vec<Op> = members(context, table).filter(is_dead).collect();
            for symbol in dead {
                symbol.erase(edit).expect("a symbol has no results that are used");
                erased += 1;
            }
            WalkResult::Advance
        });
        if erased == 0 {
            run.preserved().all();
        }
        run.count(0, erased);
        Ok(())
    }
}
