//! MLIR's memref convention.
