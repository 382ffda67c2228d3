//! Accesses of views of memrefs as accesses of what these are views of.
//!
//! Invariant: an access of a view has the same elements as the access that replaces it. MLIR 22 also replaces accesses of vectors for
//! which this does not hold, such as those of rows of a subview that are not next to each other; they stay.
//!
//! # Layers
//!
//! - `indices`: where the elements of a view are in its source
//! - `access`: reads and writes
//! - `patterns`: the patterns

mod access;
mod indices;
mod patterns;

pub(crate) use patterns::add_patterns;
