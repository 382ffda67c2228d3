//! Distinct attributes: each one that is made differs from all others.

use std::sync::atomic::Ordering::Relaxed;

use crate::context::Context;
use crate::id::Attribute;
use crate::unique::Kind;

impl Context {
    /// A new distinct attribute that refers to another one, or to [`Context::unit_attribute`] for nothing.
    ///
    /// A text numbers its distinct attributes; a parser keeps a table from number to attribute for each text.
    pub fn distinct_attribute(&self, referenced: Attribute) -> Attribute {
        let id = self.distinct.fetch_add(1, Relaxed);
        self.make_attribute(Kind::DistinctAttribute, &[id, referenced.raw()], &[])
    }
}
