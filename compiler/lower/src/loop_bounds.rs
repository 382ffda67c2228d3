//! What the bounds of loops of scf tell about `affine.min` and `affine.max` in them.
//!
//! # Layers
//!
//! - `apply`: making `affine.apply`
//! - `range`: the numbers that the variable of a loop can be
//! - `peel`: loops apart from their first or last iteration
//! - `sizes`: sizes of what loops pass on
//! - `patterns`: the patterns

mod apply;
mod patterns;
mod peel;
mod range;
mod sizes;

pub(crate) use patterns::{add_canonicalization, add_peeling};
pub(crate) use peel::Peeling;
