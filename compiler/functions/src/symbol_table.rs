//! `ir.SymbolTable`: the symbols of an operation by name.
//!
//! Invariant: a look-up finds what the operation has now. The index only makes it faster: an entry whose operation was
//! erased, moved or renamed is not used.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tvmlike_ir::{self as ir, AttributeKind};

use crate::api::*;
use crate::attributes::simple::{StringAttr, string};
use crate::errors;
use crate::handles::{Attribute, OpView, Operation, OperationBase, Ref};

/// The symbols that an operation defines directly.
#[derive(Object)]
#[object(key = "ir.SymbolTable")]
pub(crate) struct SymbolTable {
    table: Ref,
    index: Mutex<HashMap<ir::Identifier, ir::Handle>>,
}

fn missing(name: &str) -> Error {
    Error::key_error(format!("Symbol '{name}' not in the symbol table."))
}

impl SymbolTable {
    fn look_up(&self, core: &ir::Context, name: &str) -> Result<Option<ir::Op>> {
        let table = self.table.op()?;
        let key = core.identifier(name);
        let known = self
            .index
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .copied();
        let known = known
            .and_then(|handle| core.resolve_op(handle).ok())
            .filter(|op| op.parent_op(core) == Some(table) && op.symbol_name(core) == Some(name.as_bytes()));
        Ok(known.or_else(|| table.lookup_symbol(core, name)))
    }

    fn checked(&self, core: &ir::Context, name: &str) -> Result<ir::Op> {
        self.look_up(core, name)?.ok_or_else(|| missing(name))
    }
}

#[methods]
impl SymbolTable {
    /// The table of an operation, which must be one.
    #[init]
    fn new(operation: &OperationBase) -> Result<Self> {
        let table = operation.part();
        let index = {
            let core = table.read()?;
            let op = table.op()?;
            if !op.is_symbol_table(&core) {
                return Err(Error::type_error("Operation is not a Symbol Table."));
            }
            let blocks = op.regions(&core).flat_map(|region| region.blocks(&core));
            let symbols = blocks.flat_map(|block| block.operations(&core)).filter_map(|op| {
                let name = core.identifier(op.symbol_name(&core)?);
                Some((name, core.op_handle(op)))
            });
            symbols.collect()
        };
        Ok(Self {
            table,
            index: Mutex::new(index),
        })
    }

    /// The operation that defines a symbol.
    #[name("__getitem__")]
    fn item(&self, name: &str) -> Result<ObjectPtr<OpView>> {
        let core = self.table.read()?;
        let op = self.checked(&core, name)?;
        Ok(OpView::make(&self.table, op))
    }

    #[name("__contains__")]
    fn contains(&self, name: &str) -> Result<bool> {
        let core = self.table.read()?;
        Ok(self.look_up(&core, name)?.is_some())
    }

    /// Inserts an operation that defines a symbol; if the name is taken, it is renamed. Returns its name.
    fn insert(&self, operation: &OperationBase) -> Result<StringAttr> {
        let context = self.table.context();
        operation.insert(&self.table, |edit, op| {
            let mut symbols = ir::SymbolTable::new(edit, self.table.op()?).map_err(errors::value_error)?;
            symbols.insert(edit, op, None).map_err(errors::value_error)
        })?;
        let core = self.table.read()?;
        let op = operation.op()?;
        let name = op.symbol_name(&core).unwrap_or_default();
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        index.insert(core.identifier(name), core.op_handle(op));
        Ok(string(context, name))
    }

    /// Erases an operation of the table.
    fn erase(&self, operation: &OperationBase) -> Result<()> {
        let mut edit = self.table.edit()?;
        let op = operation.in_context(self.table.context())?;
        if op.parent_op(&edit) != Some(self.table.op()?) {
            return Err(errors::value_error("the operation is not in the symbol table"));
        }
        op.erase(&mut edit).map_err(errors::value_error)
    }

    #[name("__delitem__")]
    fn remove(&self, name: &str) -> Result<()> {
        let mut edit = self.table.edit()?;
        let op = self.checked(&edit, name)?;
        op.erase(&mut edit).map_err(errors::value_error)
    }

    /// The name of the symbol that an operation defines.
    fn get_symbol_name(symbol: &OperationBase) -> Result<StringAttr> {
        let core = symbol.read()?;
        let op = symbol.op()?;
        let name = op
            .symbol_name(&core)
            .ok_or_else(|| errors::value_error("Expected operation to have a symbol name."))?;
        Ok(string(symbol.context(), name))
    }

    /// Renames the symbol that an operation defines; references to it stay as they are.
    fn set_symbol_name(symbol: &OperationBase, name: &str) -> Result<()> {
        let mut edit = symbol.edit()?;
        let op = symbol.op()?;
        if op.symbol_name(&edit).is_none() {
            return Err(errors::value_error("Expected operation to have a symbol name."));
        }
        op.set_symbol_name(&mut edit, name);
        Ok(())
    }

    /// The visibility of the symbol that an operation defines.
    fn get_visibility(symbol: &OperationBase) -> Result<ObjectPtr<Attribute>> {
        let core = symbol.read()?;
        let found = symbol.op()?.attribute(&core, core.identifier("sym_visibility"));
        let found =
            found.ok_or_else(|| errors::value_error("Expected operation to have a symbol visibility."))?;
        Ok(Attribute::make(symbol.context(), found))
    }

    /// Sets the visibility of the symbol that an operation defines: 'public', 'private' or 'nested'.
    fn set_visibility(symbol: &OperationBase, visibility: &str) -> Result<()> {
        if !["public", "private", "nested"].contains(&visibility) {
            return Err(errors::value_error(
                "Expected visibility to be 'public', 'private' or 'nested'",
            ));
        }
        let mut edit = symbol.edit()?;
        let op = symbol.op()?;
        let name = edit.identifier("sym_visibility");
        if op.attribute(&edit, name).is_none() {
            return Err(errors::value_error(
                "Expected operation to have a symbol visibility.",
            ));
        }
        let value = edit.string_attribute(visibility);
        op.set_attribute(&mut edit, name, value);
        Ok(())
    }

    /// Makes the references to a symbol in an operation refer to another one.
    fn replace_all_symbol_uses(old_symbol: &str, new_symbol: &str, from_op: &OperationBase) -> Result<()> {
        let mut edit = from_op.edit()?;
        let op = from_op.op()?;
        let (old, new) = (edit.identifier(old_symbol), edit.identifier(new_symbol));
        let uses = op.nested_symbol_uses(&edit).ok_or_else(|| {
            Error::runtime_error("Symbol rename failed: an operation could be a symbol table")
        })?;
        let core = edit.context();
        let renamed = |attribute: ir::Attribute| {
            attribute.replace(core, |one| match one.kind(core) {
                AttributeKind::SymbolRef { root, nested } if root == old => {
                    Some(core.symbol_ref_attribute(new, &nested.to_vec()))
                }
                _ => None,
            })
        };
        for one in uses {
            if let Some(attributes) = one.user.attributes(core) {
                one.user.set_attributes(&mut edit, Some(renamed(attributes)));
            }
            if let Some(properties) = one.user.properties(core) {
                one.user.set_properties(&mut edit, Some(renamed(properties)));
            }
        }
        Ok(())
    }

    /// Calls a function with each symbol table in an operation, the nested ones first, and whether all uses of its symbols
    /// are known.
    fn walk_symbol_tables(
        from_op: &OperationBase,
        all_sym_uses_visible: bool,
        callback: &PackedFunc,
    ) -> Result<()> {
        let part = from_op.part();
        let mut tables = Vec::new();
        {
            let core = from_op.read()?;
            from_op
                .op()?
                .walk_symbol_tables(&core, all_sym_uses_visible, |op, visible| {
                    tables.push((Operation::make(&part, op), visible));
                });
        }
        // The function may change the IR, so no guard is held while it runs.
        for (table, visible) in tables {
            callback.call((table, visible))?;
        }
        Ok(())
    }
}
