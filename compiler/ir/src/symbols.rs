//! Symbols: operations that have a name in the symbol table around them, and looking them up.
//!
//! Invariant: a symbol is an operation with a string `sym_name` directly in the first block of an operation that is a
//! symbol table. Nothing is cached here; see [`SymbolTable`](crate::SymbolTable) for repeated look-ups.

use crate::access::Exclusive;
use crate::attributes::AttributeKind;
use crate::context::Context;
use crate::context::dialect::Traits;
use crate::id::{Attribute, Identifier, Op};

/// Which other symbol tables can refer to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// All, also those that are not known.
    Public,
    /// None: only references from its own symbol table.
    Private,
    /// Those that are known.
    Nested,
}

impl Visibility {
    const fn text(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
            Self::Nested => "nested",
        }
    }
}

impl Op {
    /// The name of the symbol that the operation defines.
    pub fn symbol_name(self, context: &Context) -> Option<&[u8]> {
        let name = self.attribute(context, context.registry.names.sym_name)?;
        match name.kind(context) {
            AttributeKind::String { bytes, .. } => Some(bytes),
            _ => None,
        }
    }

    /// Changes the name of the symbol. References to it stay as they are.
    pub fn set_symbol_name(self, edit: &mut Exclusive<'_>, name: impl AsRef<[u8]>) {
        let (key, name) = (edit.registry.names.sym_name, edit.string_attribute(name));
        self.set_attribute(edit, key, name);
    }

    /// The visibility of the symbol; public unless it has another.
    pub fn symbol_visibility(self, context: &Context) -> Visibility {
        let visibility = self.attribute(context, context.registry.names.sym_visibility);
        match visibility.map(|visibility| visibility.kind(context)) {
            Some(AttributeKind::String {
                bytes: b"private", ..
            }) => Visibility::Private,
            Some(AttributeKind::String { bytes: b"nested", .. }) => Visibility::Nested,
            _ => Visibility::Public,
        }
    }

    /// Changes the visibility of the symbol. Public is the absence of the attribute.
    pub fn set_symbol_visibility(self, edit: &mut Exclusive<'_>, visibility: Visibility) {
        let key = edit.registry.names.sym_visibility;
        if visibility == Visibility::Public {
            self.remove_attribute(edit, key);
        } else {
            let value = edit.string_attribute(visibility.text());
            self.set_attribute(edit, key, value);
        }
    }

    /// Whether the operation is registered as a symbol table.
    pub fn is_symbol_table(self, context: &Context) -> bool {
        self.has_trait(context, Traits::SYMBOL_TABLE)
    }

    /// Whether the operation could be a symbol table: its dialect is not registered, and it has one region.
    pub(crate) fn may_be_symbol_table(self, context: &Context) -> bool {
        self.num_regions(context) == 1 && {
            let namespace = self.name(context).dialect_namespace(context);
            namespace.is_none_or(|namespace| context.dialect(namespace).is_none())
        }
    }

    /// The operation itself, or the innermost one around it, that is a symbol table. `None` if there is none, or if an
    /// operation in between could be one.
    pub fn nearest_symbol_table(self, context: &Context) -> Option<Self> {
        let mut at = self;
        while !at.is_symbol_table(context) {
            if at.may_be_symbol_table(context) {
                return None;
            }
            at = at.parent_op(context)?;
        }
        Some(at)
    }

    /// The symbol with a name, in this symbol table. Compares the names of all; see [`SymbolTable`](crate::SymbolTable) for many look-ups.
    pub fn lookup_symbol(self, context: &Context, name: impl AsRef<[u8]>) -> Option<Self> {
        let block = self.region(context, 0)?.first_block(context)?;
        let mut ops = block.operations(context);
        ops.find(|op| op.symbol_name(context) == Some(name.as_ref()))
    }

    /// The symbol that a reference names, from this symbol table on.
    pub fn lookup_symbol_ref(self, context: &Context, reference: Attribute) -> Option<Self> {
        resolve(context, self, reference, |table, name| {
            table.lookup_symbol(context, name.bytes(context))
        })
    }

    /// The symbol that a reference in this operation names: it is looked up in the nearest symbol table.
    pub fn lookup_nearest_symbol(self, context: &Context, reference: Attribute) -> Option<Self> {
        self.nearest_symbol_table(context)?
            .lookup_symbol_ref(context, reference)
    }

    /// Visits the symbol tables in this operation, the nested ones first, and itself if it is one. The visit gets whether
    /// all uses of the table's symbols are visible, that is, nested in this operation.
    pub fn walk_symbol_tables(
        self,
        context: &Context,
        all_uses_visible: bool,
        mut visit: impl FnMut(Self, bool),
    ) {
        // The operations whose nested ones are being visited, with what holds in them.
        let mut pending = vec![(self, all_uses_visible, false)];
        while let Some((op, visible, is_done)) = pending.pop() {
            let is_table = op.is_symbol_table(context);
            if is_done {
                visit(op, visible);
                continue;
            }
            let visible = visible
                || !is_table
                || op.symbol_name(context).is_none()
                || op.symbol_visibility(context) == Visibility::Private;
            if is_table {
                pending.push((op, visible, true));
            }
            let start = pending.len();
            for block in op.regions(context).flat_map(|region| region.blocks(context)) {
                let nested = block.operations(context);
                let nested = nested.filter(|op| op.num_regions(context) != 0);
                pending.extend(nested.map(|op| (op, visible, false)));
            }
            pending[start..].reverse();
        }
    }
}

/// Follows a reference from a symbol table on.
pub(crate) fn resolve(
    context: &Context,
    table: Op,
    reference: Attribute,
    mut lookup: impl FnMut(Op, Identifier) -> Option<Op>,
) -> Option<Op> {
    let AttributeKind::SymbolRef { root, nested } = reference.kind(context) else {
        return None;
    };
    let mut symbol = lookup(table, root)?;
    for name in nested.iter() {
        if !symbol.is_symbol_table(context) {
            return None;
        }
        symbol = lookup(symbol, name)?;
    }
    Some(symbol)
}
