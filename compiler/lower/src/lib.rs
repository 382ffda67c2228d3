//! Lowerings: passes that convert operations of one dialect to those of a lower one, down to the llvm dialect.
//!
//! Each lowering is a set of patterns for a dialect conversion of `tvmlike-transform`, and a pass with MLIR's name that applies
//! them. The passes are registered when the crate is linked. Invariant: a pattern makes what MLIR 22's makes, in its order.
//!
//! # Layers
//!
//! - `make`, `number`: making operations and constants; small numbers in attributes
//! - `types`: types of the llvm dialect
//! - `options`: options of lowerings to the llvm dialect
//! - `converter`, `attributes`: the conversion of types to those of the llvm dialect, and of attributes
//! - `elementwise`, `descriptor`: operations on vectors of any rank; descriptors of memrefs
//! - `functions`: declarations of functions that lowered code calls
//! - `scf_to_cf`, `arith`, `cf`, `index`, `func`, `memref`, `math`, `ub`: the patterns of each dialect
//! - `passes`: the passes

mod arith;
mod attributes;
mod cf;
mod converter;
mod descriptor;
mod elementwise;
mod func;
mod functions;
mod index;
mod make;
mod memory;
mod memref;
mod number;
mod options;
mod passes;
mod scf_to_cf;
mod types;

pub use options::LlvmOptions;
