//! Parts of tensors that a loop reads and writes again at the same place in each iteration: read before the loop, passed from
//! iteration to iteration, and written behind it.
//!
//! Invariant: a pair of a read and a write leaves the loop only if both are of the same elements, and all other reads and writes of the
//! tensor in the loop are of other ones.
//!
//! # Layers
//!
//! - `linear`: sums of multiples of values
//! - `subset`: the elements that an operation reads or writes
//! - `chain`: the reads and writes of a tensor in a loop
//! - `hoist`: moving them

mod chain;
mod hoist;
mod linear;
mod subset;

pub(crate) use hoist::hoist_from;
