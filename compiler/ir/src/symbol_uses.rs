//! References to symbols: finding and replacing them.
//!
//! A reference is a symbol reference attribute in the attributes or properties of an operation. It is looked up in the
//! symbol table around the operation, so nested tables are not entered. Invariant: if an operation could be a symbol table
//! that is not known, nothing is claimed and nothing replaced.

use crate::access::Exclusive;
use crate::attributes::AttributeKind;
use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Identifier, Op};
use crate::walk::WalkResult;

/// A reference to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolUse {
    /// The operation with the reference in its attributes.
    pub user: Op,
    /// The symbol reference.
    pub reference: Attribute,
}

/// Where references to a symbol are, and how they begin.
struct Scope {
    /// The operation whose regions are searched, or which is searched itself.
    op: Op,
    is_table: bool,
    path: Vec<Identifier>,
}

impl Context {
    fn is_symbol_ref(&self, attribute: Attribute) -> bool {
        matches!(attribute.kind(self), AttributeKind::SymbolRef { .. })
    }

    /// Whether a reference names the symbol at a path, or one nested in it.
    fn starts_with(&self, reference: Attribute, path: &[Identifier]) -> bool {
        match reference.kind(self) {
            AttributeKind::SymbolRef { root, nested } => {
                let names = std::iter::once(root).chain(nested.iter());
                path.len() <= nested.len() + 1 && names.zip(path).all(|(name, expected)| name == *expected)
            }
            _ => false,
        }
    }

    /// Visits the operations whose references are looked up in the regions of `op`. Returns whether all are known.
    fn visit_scope(&self, scope: &Scope, mut visit: impl FnMut(Op)) -> bool {
        let op = scope.op;
        if !scope.is_table {
            visit(op);
        }
        // A symbol table in itself is another scope.
        if !scope.is_table && op.is_symbol_table(self) {
            return true;
        }
        if op.may_be_symbol_table(self) {
            return false;
        }
        let mut at = op.first_nested(self);
        while let Some(nested) = at {
            visit(nested);
            let mut inner = None;
            if nested.num_regions(self) != 0 && !nested.is_symbol_table(self) {
                if nested.may_be_symbol_table(self) {
                    return false;
                }
                inner = nested.first_nested(self);
            }
            at = inner.or_else(|| nested.next_after(self, op));
        }
        true
    }

    fn visit_references(&self, op: Op, mut visit: impl FnMut(Attribute)) {
        for dictionary in [op.properties(self), op.attributes(self)].into_iter().flatten() {
            dictionary.walk(self, |attribute| {
                if self.is_symbol_ref(attribute) {
                    visit(attribute);
                }
                WalkResult::Advance
            });
        }
    }

    /// Where references to a symbol can be, from an operation on.
    fn scopes(&self, symbol: Op, from: Op) -> Result<Vec<Scope>, Error> {
        let no_symbol = || Error::new("expected a symbol: the operation has no string attribute 'sym_name'");
        let name = |op: Op| op.symbol_name(self).map(|name| self.identifier(name));
        let mut path = vec![name(symbol).ok_or_else(no_symbol)?];
        let Some(mut table) = symbol.parent_op(self) else {
            return Ok(Vec::new());
        };
        if from != table && from.is_inside(self, table) {
            let is_table = from.is_symbol_table(self);
            // References in a nested table do not see this one.
            let sees = !is_table && from.nearest_symbol_table(self) == Some(table);
            return Ok(match sees || is_table {
                true => vec![Scope {
                    op: from,
                    is_table: false,
                    path,
                }],
                false => Vec::new(),
            });
        }
        let mut scopes = Vec::new();
        loop {
            scopes.push(Scope {
                op: table,
                is_table: true,
                path: path.clone(),
            });
            let (Some(parent), Some(name)) = (table.parent_op(self), name(table)) else {
                return Ok(scopes);
            };
            if table == from || !parent.is_symbol_table(self) {
                return Ok(scopes);
            }
            path.insert(0, name);
            table = parent;
        }
    }
}

impl Op {
    /// The references in this operation: its own, and those of what is nested in it, but for nested symbol tables. `None`
    /// if an operation could be a symbol table that is not known.
    pub fn nested_symbol_uses(self, context: &Context) -> Option<Vec<SymbolUse>> {
        let scope = Scope {
            op: self,
            is_table: self.is_symbol_table(context),
            path: Vec::new(),
        };
        let mut uses = Vec::new();
        let known = context.visit_scope(&scope, |user| {
            context.visit_references(user, |reference| uses.push(SymbolUse { user, reference }));
        });
        known.then_some(uses)
    }

    /// The references in `from` to the symbol that this operation defines, or to symbols nested in it. `None` if an
    /// operation could be a symbol table that is not known.
    pub fn symbol_uses(self, context: &Context, from: Self) -> Option<Vec<SymbolUse>> {
        let mut uses = Vec::new();
        for scope in context.scopes(self, from).ok()? {
            let known = context.visit_scope(&scope, |user| {
                context.visit_references(user, |reference| {
                    if context.starts_with(reference, &scope.path) {
                        uses.push(SymbolUse { user, reference });
                    }
                });
            });
            if !known {
                return None;
            }
        }
        Some(uses)
    }

    /// Whether it is known that nothing in `from` refers to the symbol.
    pub fn symbol_known_use_empty(self, context: &Context, from: Self) -> bool {
        self.symbol_uses(context, from)
            .is_some_and(|uses| uses.is_empty())
    }

    /// Makes the references in `from` to the symbol that this operation defines refer to another name. The operation keeps
    /// its name.
    ///
    /// # Errors
    /// The operation is no symbol; or an operation could be a symbol table that is not known. Nothing is replaced then.
    pub fn replace_all_symbol_uses(
        self,
        edit: &mut Exclusive<'_>,
        name: Identifier,
        from: Self,
    ) -> Result<(), Error> {
        let context = edit.context();
        let scopes = context.scopes(self, from)?;
        let mut users = Vec::new();
        for (index, scope) in scopes.iter().enumerate() {
            let known = context.visit_scope(scope, |user| users.push((user, index)));
            if !known {
                return Err(Error::new(
                    "cannot replace the uses of a symbol: an operation that is not registered could be a symbol table",
                ));
            }
        }
        for (user, scope) in users {
            let path = &scopes[scope].path;
            let replaced = |dictionary: Attribute| {
                dictionary.replace(context, |attribute| {
                    context
                        .starts_with(attribute, path)
                        .then(|| rename(context, attribute, path.len() - 1, name))
                })
            };
            if let Some(old) = user.attributes(context) {
                let new = replaced(old);
                if new != old {
                    user.set_attributes(edit, Some(new));
                }
            }
            if let Some(old) = user.properties(context) {
                let new = replaced(old);
                if new != old {
                    user.set_properties(edit, Some(new));
                }
            }
        }
        Ok(())
    }
}

/// A reference with one of its names replaced.
fn rename(context: &Context, reference: Attribute, index: usize, name: Identifier) -> Attribute {
    let AttributeKind::SymbolRef { root, nested } = reference.kind(context) else {
        return reference;
    };
    let mut names: Vec<Identifier> = std::iter::once(root).chain(nested.iter()).collect();
    names[index] = name;
    context.symbol_ref_attribute(names[0], &names[1..])
}
