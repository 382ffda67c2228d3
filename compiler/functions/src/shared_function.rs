//! Functions that an object has, and closures in it, such as passes and patterns.
//!
//! A garbage collector cannot read closures. So the object and its closures share one counted reference, which the object
//! reports. Invariant: one object reports a reference, and its closures do not outlive it but in calls that use the object.

use std::ops::Deref;
use std::sync::Arc;

use tvmlike_runtime::traverse::{Frozen, Traverse, Visitor};

use crate::api::*;

/// A reference to a function, which closures share with the object that owns them.
pub(crate) struct SharedFunction(Arc<PackedFunc>);

impl SharedFunction {
    pub(crate) fn new(function: PackedFunc) -> Self {
        Self(Arc::new(function))
    }

    /// The same reference, for a closure of the object.
    pub(crate) fn share(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    /// Another reference, for another object.
    pub(crate) fn copy(&self) -> Self {
        Self::new((*self.0).clone())
    }
}

impl Deref for SharedFunction {
    type Target = PackedFunc;

    fn deref(&self) -> &PackedFunc {
        &self.0
    }
}

impl Traverse for SharedFunction {
    fn traverse(&self, visitor: &mut Visitor) {
        self.0.traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.0.freeze(frozen)
    }
}
