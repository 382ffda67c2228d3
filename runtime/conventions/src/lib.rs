//! Calling conventions: compiled functions become packed functions, and packed functions become compiled ones.
//!
//! `native` is C: libraries, signatures, calls, closures. `memref` is MLIR's LLVM convention. `function_abi` is IREE's:
//! nested data and keywords in front of flat functions. Invariant: a signature is looked at once, when it is bound; a call
//! checks its arguments against what was made of it, and allocates nothing but what results need.

pub mod function_abi;
pub mod memref;
pub mod native;
