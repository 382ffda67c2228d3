//! The memref convention against code that MLIR compiled (assembly in tests/kernels) and kernels in C.

mod arrays;
mod bare;
mod calls;
mod export;
mod kernels;
mod matrix;
mod refused;
mod results;
mod text;
