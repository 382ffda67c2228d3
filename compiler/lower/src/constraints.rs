//! What is known of integers as linear constraints, and what follows from it.
//!
//! The methods are MLIR's (Gaussian elimination and Fourier-Motzkin elimination over the rationals, tightened for integers), in its
//! order, so that what is found and how it is written agree. Invariant: a number that overflows 128 bits ends a proof, and nothing
//! is concluded.
//!
//! # Layers
//!
//! - `row`: the numbers of one constraint
//! - `system`: constraints of variables without names
//! - `eliminate`: systems without some of their variables, and whether a system has a solution
//! - `flatten`: affine expressions as rows
//! - `bounds`: expressions that bound a variable
//! - `values`: constraints of values
//! - `relation`: constraints that are expressions
//! - `linear`: expressions of values that many systems have
//! - `set`: integer sets as simple as their constraints allow
//! - `rectangle`: whether bounds of loops depend on other loops
//! - `minimum`: the one result that a minimum or maximum must be
//! - `extent`: how many numbers a dimension can be, from which one on
//! - `union`: systems of the same values, and the least box around two
//! - `tiles`: bounds of loops over tiles
//! - `integers`: whether a system has a solution in integers, and whether one system follows from another

mod bounds;
mod eliminate;
mod extent;
mod flatten;
mod integers;
mod linear;
mod minimum;
mod rectangle;
mod relation;
mod row;
mod set;
mod system;
mod tiles;
mod union;
mod values;

pub(crate) use bounds::Slice;
pub(crate) use linear::Linear;
pub(crate) use minimum::simplify_min_max;
pub(crate) use rectangle::is_rectangular;
pub(crate) use set::simplify_set;
pub(crate) use values::{Bound, Constraints};
