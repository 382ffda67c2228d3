//! Calling conventions: compiled functions become packed functions, and packed functions become compiled ones.
//!
//! `native` is C: libraries, signatures, calls, closures. `memref` is MLIR's LLVM convention. `function_abi` is IREE's:
//! nested data and keywords for functions that take flat values. Invariant: a signature is interpreted once, when it is
//! bound; a call checks its arguments against the result, and allocates only what its results need.

pub mod function_abi;
pub mod memref;
pub mod native;
mod text;
