//! Where memory is allocated and freed: moving allocations out of loops and choices, frees up to the last use, small memory to
//! the stack, and results of functions to arguments.
//!
//! Invariant: a program accesses the same elements as before, each while it is allocated.
//!
//! - `uses`: allocations, and what can be in the same memory
//! - `hoist`, `liveness`, `stack`: moving allocations; moving frees; the stack
//! - `equivalent`, `out_params`: results of functions that are arguments; results as arguments

mod equivalent;
mod hoist;
mod liveness;
mod out_params;
mod stack;
mod uses;

pub(crate) use equivalent::drop_equivalent_results;
pub(crate) use hoist::{Hoisting, hoist};
pub(crate) use liveness::free_early;
pub(crate) use out_params::{OutParams, results_to_out_params};
pub(crate) use stack::{SmallMemory, promote_to_stack};
