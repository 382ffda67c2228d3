//! Memrefs with other layouts than rows one after the other, as larger ones with this layout.
//!
//! A type has a normal form that depends on nothing else, so callers and callees agree. Invariant: a function changes only if all
//! functions that it calls and that call it can, too.
//!
//! # Layers
//!
//! - `normal_type`: the normal forms of types
//! - `accesses`: accesses by other indices
//! - `functions`: which functions can change; changing them

mod accesses;
mod functions;
mod normal_type;

pub(crate) use accesses::{Remapped, accessed, rewrite, rewrite_by};
pub(crate) use functions::normalize;
