//! Views of memrefs as an offset, sizes and strides of the memory that they are views of.
//!
//! # Layers
//!
//! - `apply`: numbers that are known or values, and affine expressions of them
//! - `view`: what a view is made of
//! - `reshape`: views with other dimensions
//! - `allocated`: memory that an operation allocates
//! - `patterns`: the patterns

mod allocated;
mod apply;
mod patterns;
mod reshape;
mod view;

pub(crate) use apply::{Number, apply};
pub(crate) use patterns::add_patterns;
pub(crate) use reshape::groups;
pub(crate) use view::{dropped_dims, extract, mixed, split};
