//! `ir.TypeID`: which class a type, an attribute or a location is.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;
use tvmlike::packed_func;
use tvmlike_ir::{Context, SymbolInfo};

use crate::api::*;

/// A fixed seed suffices: keys live as long as the process.
const KEYS: FixedState = FixedState::with_seed(0);

/// The key of objects whose class is found by a name.
#[inline]
pub(crate) fn refinement_key(name: &[u8]) -> i64 {
    KEYS.hash_one(name) as i64
}

/// The name of the types or attributes of a definition: `dialect.name`.
pub(crate) fn symbol_name(context: &Context, info: &SymbolInfo) -> String {
    format!("{}.{}", info.dialect().text(context), info.name().text(context))
}

/// Identifies the class of types, attributes or locations.
#[derive(Object, PartialEq, Eq, Hash, Clone, Debug)]
#[object(key = "ir.TypeID", eq, hash, repr)]
pub(crate) struct TypeId {
    name: String,
}

impl TypeId {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

/// Identifies the types of a definition, `dialect.name`.
#[packed_func("ir._symbol_typeid")]
fn symbol_typeid(name: &str) -> TypeId {
    TypeId::new(name)
}

#[methods]
impl TypeId {
    /// The name of the class.
    #[getter]
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}
