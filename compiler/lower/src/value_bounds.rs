//! What is known of indices, and of the sizes of memrefs and tensors, from the operations that make them.
//!
//! Invariant: what is recorded holds whenever the operation is executed; a comparison that cannot be proven is `None` or `false`.
//!
//! # Layers
//!
//! - `facts`: the set of what is known, and comparisons by it
//! - `sizes`: sizes by operation
//! - `indices`: indices by operation
//! - `choices`: what loops and choices pass on
//! - `compare`: comparisons of maps that are applied to values
//! - `minimum`: minima, maxima and applied maps by such comparisons

mod choices;
mod compare;
mod facts;
mod indices;
mod minimum;
mod sizes;

pub(crate) use minimum::add_patterns;
