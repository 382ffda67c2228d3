//! Lowerings: passes that convert operations of one dialect to those of a lower one, down to the llvm dialect.
//!
//! Each lowering is a set of patterns for a dialect conversion of `tvmlike-transform`, and a pass with MLIR's name that applies
//! them. The passes are registered when the crate is linked. Invariant: a pattern makes what MLIR 22's makes, in its order.
//!
//! # Layers
//!
//! - `make`, `number`, `types`: making operations and constants; small numbers in attributes; types of the llvm dialect
//! - `options`, `attributes`, `memory`: options of lowerings to the llvm dialect; the conversion of attributes; pointers to elements
//! - `int_ranges`: the numbers that values can be
//! - `elementwise`, `functions`: operations on vectors of any rank; declarations of functions that lowered code calls
//! - `descriptor`: descriptors of memrefs
//! - `converter`: the conversion of types to those of the llvm dialect
//! - `vector_positions`: parts of vectors
//! - `math`: the patterns of math
//! - `affine`, `linalg`, `memref_expand`, `strided_metadata`, `scf_to_cf`, `arith`, `cf`, `complex`, `index`, `func`, `memref`, `ub`: the patterns of the other dialects
//! - `constraints`: linear constraints of values
//! - `memref_layouts`: memrefs with layouts as memrefs without
//! - `affine_loops`: transformations of loops of affine
//! - `affine_indices`: linear indices as arithmetic, or as applied maps
//! - `loop_bounds`: what the bounds of loops of scf tell
//! - `result_sizes`: the sizes of results of operations
//! - `value_bounds`: what is known of indices and sizes
//! - `subset_hoisting`: parts of tensors that loops read and write
//! - `alias_fold`: accesses of views as accesses of what these are views of
//! - `vector`: the patterns of vectors, which are in memrefs
//! - `vector_to_scf`: transfers of vectors of several dimensions
//! - `elementwise_to_linalg`: operations on the elements of tensors as `linalg.generic`
//! - `linalg_decompose`: operations of linalg without loops of their own
//! - `linalg_fusion`: chains of operations on elements as one
//! - `bufferize`: tensors to memrefs
//! - `deallocation`: freeing what was allocated
//! - `placement`: where memory is allocated and freed
//! - `parallel_threads`: bodies of parallel loops as functions, which threads run
//! - `allocation_checks`, `runtime_checks`: checks at run time
//! - `vectorized_loops`: parallel loops over elements that lie next to each other
//! - `unrolled_loops`: innermost loops for back ends that do not change loops
//! - `linalg_checks`, `tensor_checks`, `copy_checks`: checks of the sizes of operands
//! - `passes`: the passes

mod affine;
mod affine_indices;
mod affine_loops;
mod alias_fold;
mod allocation_checks;
mod arith;
mod attributes;
mod bufferize;
mod cf;
mod complex;
mod constraints;
mod converter;
mod copy_checks;
mod deallocation;
mod descriptor;
mod elementwise;
mod elementwise_to_linalg;
mod func;
mod functions;
mod index;
mod int_ranges;
mod linalg;
mod linalg_checks;
mod linalg_decompose;
mod linalg_fusion;
mod loop_bounds;
mod make;
mod math;
mod memory;
mod memref;
mod memref_expand;
mod memref_layouts;
mod number;
mod options;
mod parallel_threads;
mod passes;
mod placement;
mod result_sizes;
mod runtime_checks;
mod scf_to_cf;
mod strided_metadata;
mod subset_hoisting;
mod tensor_checks;
mod types;
mod ub;
mod unrolled_loops;
mod value_bounds;
mod vector;
mod vector_positions;
mod vector_to_scf;
mod vectorized_loops;

pub use int_ranges::IntRanges;
pub use options::LlvmOptions;
pub use parallel_threads::RUN as RUN_PARALLEL;
