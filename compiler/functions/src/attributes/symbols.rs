//! References to symbols.

use tvmlike_ir::AttributeKind;

use super::attribute_class;
use crate::api::*;
use crate::handles::{Attribute, Context};
use crate::type_id::TypeId;
use crate::{current, errors};

fn is_reference(one: &Attribute) -> bool {
    matches!(one.kind(), AttributeKind::SymbolRef { .. })
}

fn is_flat(one: &Attribute) -> bool {
    matches!(one.kind(), AttributeKind::SymbolRef { nested, .. } if nested.is_empty())
}

attribute_class! {
    /// A reference to a symbol, by the names of the symbol tables that it is in: `@a::@b`.
    SymbolRefAttr(Attribute) = "ir.SymbolRefAttr", "SymbolRefAttr", "builtin.symbol_ref", is_reference; {
        /// The reference with some names.
        fn get(symbols: Vec<String>, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            let names: Vec<_> = symbols.iter().map(|name| context.core.identifier(name)).collect();
            let Some((root, nested)) = names.split_first() else {
                return Err(Error::runtime_error("SymbolRefAttr must be composed of at least one symbol."));
            };
            let id = context.core.symbol_ref_attribute(*root, nested);
            Ok(Self::of(Attribute::new(&context, id)))
        }

        /// The names.
        #[getter]
        fn value(&self) -> List<String> {
            let text = |name: tvmlike_ir::Identifier| name.text(self.core()).into_owned();
            match self.kind() {
                AttributeKind::SymbolRef { root, nested } => {
                    std::iter::once(root).chain(nested.iter()).map(text).collect()
                }
                _ => List::default(),
            }
        }
    }
}

attribute_class! {
    /// References with one name; they exist so that `FlatSymbolRefAttr` comes before `SymbolRefAttr`.
    FlatReference(Attribute) = "ir._FlatReference", "FlatSymbolRefAttr", "builtin.symbol_ref", is_flat; {}
}

attribute_class! {
    /// A reference to a symbol by one name: `@a`.
    FlatSymbolRefAttr(FlatReference) = "ir.FlatSymbolRefAttr", "FlatSymbolRefAttr", "builtin.symbol_ref",
        |one| is_flat(one);
    {
        /// The reference with a name.
        fn get(value: &str, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            let id = context.core.symbol_ref_attribute(context.core.identifier(value), &[]);
            Ok(Self::of(Attribute::new(&context, id)))
        }

        /// The name.
        #[getter]
        fn value(&self) -> String {
            match self.kind() {
                AttributeKind::SymbolRef { root, .. } => root.text(self.core()).into_owned(),
                _ => String::new(),
            }
        }
    }
}
