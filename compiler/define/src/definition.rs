//! From a registered operation to its record.

use std::sync::Arc;

use crate::record::{DialectRecord, OpRecord};

/// The record of a registered operation, an extension of its [`OpInfo`](tvmlike_ir::OpInfo).
#[derive(Clone, Debug)]
pub struct Definition {
    dialect: Arc<DialectRecord>,
    operation: usize,
}

impl Definition {
    /// The operation with a number in its dialect.
    pub fn new(dialect: Arc<DialectRecord>, operation: usize) -> Self {
        Self { dialect, operation }
    }

    /// The dialect of the operation.
    pub fn dialect(&self) -> &Arc<DialectRecord> {
        &self.dialect
    }

    /// The record.
    pub fn record(&self) -> &OpRecord {
        &self.dialect.operations[self.operation]
    }
}
