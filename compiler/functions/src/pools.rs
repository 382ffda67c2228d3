//! The memory of the handles that programs make most.

use tvmlike_runtime::object::Pool;

use crate::attributes::Attribute;
use crate::operation::{OpView, Operation};
use crate::types::Type;
use crate::value::Value;

/// A pool for each of these classes.
pub(crate) struct Pools {
    pub(crate) types: Pool<Type>,
    pub(crate) attributes: Pool<Attribute>,
    pub(crate) operations: Pool<Operation>,
    pub(crate) views: Pool<OpView>,
    pub(crate) values: Pool<Value>,
}

impl Default for Pools {
    fn default() -> Self {
        Self {
            types: Pool::new(),
            attributes: Pool::new(),
            operations: Pool::new(),
            views: Pool::new(),
            values: Pool::new(),
        }
    }
}
