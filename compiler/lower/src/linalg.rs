//! Structured operations of linalg on memrefs to loops of scf or affine.
//!
//! # Layers
//!
//! - `nest`: the ranges of loops, and loops inside each other
//! - `body`: the computation of one point of the loops
//! - `patterns`: the patterns

mod body;
mod nest;
mod patterns;

pub(crate) use nest::LoopKind;
pub(crate) use patterns::add_patterns;
