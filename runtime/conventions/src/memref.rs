//! MLIR's memref calling convention, as its lowering to LLVM defines it.
//!
//! A memref is a descriptor: `allocated` (the pointer to free), `aligned` (the base of offsets), an offset, sizes and
//! strides in elements. [`call`] passes arrays to compiled code as descriptors, in each of the three forms that MLIR
//! compiles; [`export`] makes a packed function callable from compiled code in the convention's C form. [`signature`] is
//! MLIR's text of function types. Invariant: compiled code does not check what its type fixes, so every call checks it
//! before the code is entered.

mod arguments;
mod assign;
pub mod call;
mod convention;
mod copies;
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
