//! `ir.TypeID`: which class a type, an attribute or a location is.

use crate::api::*;

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

#[methods]
impl TypeId {
    /// The name of the class.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }
}
