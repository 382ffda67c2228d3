//! `ir.TypeID`: which class a type, an attribute or a location is.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;

use crate::api::*;

/// A fixed seed suffices: keys live as long as the process.
const KEYS: FixedState = FixedState::with_seed(0);

/// The key of objects whose class is found by a name.
#[inline]
pub(crate) fn refinement_key(name: &[u8]) -> i64 {
    KEYS.hash_one(name) as i64
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

#[methods]
impl TypeId {
    /// The name of the class.
    #[getter]
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}
