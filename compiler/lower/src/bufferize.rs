//! One-shot bufferization: tensors become memrefs, and values of a tensor share memory where no read can tell.
//!
//! The analysis decides for each operand that is a tensor whether its operation may write into the operand's memory ("in
//! place"). Operands that may not get a copy, as `bufferization.alloc_tensor`. Then each operation is rewritten on its own.
//! Invariant: the analysis changes no IR; the rewriting decides nothing about memory.

mod alias_sets;
mod analysis;
mod annotations;
mod blocks;
mod boundaries;
mod chains;
mod conflicts;
mod copies;
mod driver;
mod functions;
mod globals;
mod kinds;
mod loops;
mod memo;
mod notes;
mod operations;
mod options;
mod padding;
mod rules;
mod signatures;
mod subsets;
mod types;
mod unsupported;
mod values;
mod vectors;

pub(crate) use functions::run_on_module;
pub(crate) use options::{BufferizeOptions, LayoutMap};
pub(crate) use signatures::{
    has_body, returns, set_signature, set_value_attributes, signature, value_attributes,
};
pub(crate) use types::{can_cast, without_layout};
pub(crate) use values::callee;
