//! Calling conventions: compiled functions become packed functions, and packed functions become compiled ones.
//!
//! `native` is C: signatures, calls, closures. `memref` is MLIR's LLVM convention. `library` opens compiled libraries. `function_abi` is IREE's:
//! nested data and keywords for functions that take flat values. Invariant: a signature is interpreted once, when it is
//! bound; a call checks its arguments against the result, and allocates only what its results need.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `text`: errors of signatures
//! - `function_abi`, `native`: the conventions of IREE and C
//! - `memref`: MLIR's convention, for the registers and the closures of `native`
//! - `library`: libraries, whose functions are bound under each convention

pub mod function_abi;
pub mod library;
pub mod memref;
pub mod native;
mod text;
