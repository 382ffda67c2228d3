//! Resources: blobs beside the IR, which `dense_resource<key>` names.
//!
//! Invariant: a key of a dialect is declared once and stays; its blob can be set, replaced and missing.

use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};

use crate::id::Identifier;

/// A blob.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The alignment that their user needs, a power of two.
    pub alignment: u32,
}

/// The resources of a context by dialect and key.
#[derive(Default)]
pub(crate) struct Resources(pub(crate) RwLock<Table>);

#[derive(Default)]
pub(crate) struct Table {
    /// The blobs, by dialect and key.
    pub(crate) blobs: BTreeMap<(Identifier, Identifier), Option<Arc<Resource>>>,
    /// The last suffix that a key got.
    pub(crate) suffixes: BTreeMap<(Identifier, Identifier), u64>,
}
