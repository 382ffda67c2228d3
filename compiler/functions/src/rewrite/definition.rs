//! Patterns as they were added to a set.

use tvmlike_runtime::traverse::{Frozen, Traverse, Visitor};

use super::types::TypeConverter;
use crate::api::*;
use crate::shared_function::SharedFunction;

/// A pattern as it was added.
pub(super) struct Definition {
    pub(super) root: String,
    pub(super) benefit: u16,
    pub(super) function: SharedFunction,
    /// For conversion patterns.
    pub(super) converter: Option<ObjectPtr<TypeConverter>>,
}

impl Definition {
    /// The same pattern for another set.
    pub(super) fn copy(&self) -> Self {
        Self {
            root: self.root.clone(),
            benefit: self.benefit,
            function: self.function.copy(),
            converter: self.converter.clone(),
        }
    }
}

impl Traverse for Definition {
    fn traverse(&self, visitor: &mut Visitor) {
        self.function.traverse(visitor);
        self.converter.traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.function.freeze(frozen) && self.converter.freeze(frozen)
    }
}
