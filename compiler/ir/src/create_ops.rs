//! What makes operations at a place: a builder, or a rewriter.

use crate::builder::Builder;
use crate::context::Context;
use crate::error::Error;
use crate::id::Op;
use crate::operation::OpState;

/// Makes operations at a place.
pub trait CreateOps<'c> {
    /// The context.
    fn context(&self) -> &'c Context;

    /// Makes an operation and inserts it at the place.
    ///
    /// # Errors
    /// The operation cannot be inserted there; it is detached then.
    fn create_at_place(&mut self, state: &OpState<'_>) -> Result<Op, Error>;
}

impl<'c> CreateOps<'c> for Builder<'_, 'c> {
    fn context(&self) -> &'c Context {
        Builder::context(self)
    }

    fn create_at_place(&mut self, state: &OpState<'_>) -> Result<Op, Error> {
        self.create(state)
    }
}
