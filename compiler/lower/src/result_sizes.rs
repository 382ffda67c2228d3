//! The sizes of results, by the operands of the operations that make them.
//!
//! # Layers
//!
//! - `reify`: sizes by operation
//! - `patterns`: the patterns

mod patterns;
mod reify;

pub(crate) use patterns::{add_patterns, reify_shape};
pub(crate) use reify::{given, insert_or_fold, reify};
