//! MLIR's memref convention, as its lowering to LLVM makes it.
//!
//! A memref is a descriptor: `allocated` (what is freed), `aligned` (where offsets count from), an offset, sizes and
//! strides in elements. [`call`] passes arrays to compiled code as descriptors, by any of the three ways that MLIR
//! compiles; [`export`] gives compiled code a packed function under the convention's C form. [`signature`] is MLIR's text
//! of function types. Invariant: compiled code looks at nothing that its type fixes, so everything that a type fixes is
//! checked here, in front of every call.

mod arguments;
mod assign;
pub mod call;
mod convention;
mod descriptor;
pub mod export;
mod frame;
mod owner;
mod portable;
mod record;
mod results;
pub mod signature;
mod types;

pub use record::record;
