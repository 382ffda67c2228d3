//! The passes, each in a file.

mod affine_data_copy;
mod affine_fusion;
mod affine_indices;
mod affine_loops;
mod affine_min_max;
mod affine_simplify;
mod affine_unroll;
mod arith_expand;
mod arith_int_range_narrowing;
mod arith_to_llvm;
mod arith_unsigned_when_equivalent;
mod buffer_deallocation;
mod buffer_placement;
mod cf_to_llvm;
mod check_allocations;
mod complex_to_llvm;
mod complex_to_standard;
mod elementwise_to_linalg;
mod emulate_floats;
mod expand_realloc;
mod expand_strided_metadata;
mod fold_memref_alias_ops;
mod func_to_llvm;
mod generate_runtime_verification;
mod greedy;
mod index_to_llvm;
mod int_range_optimizations;
mod int_ranges;
mod linalg_fusion;
mod linalg_to_loops;
mod loop_invariant_subset_hoisting;
mod lower_affine;
mod lowering;
mod math_expand;
mod math_to_funcs;
mod math_to_libm;
mod math_to_llvm;
mod memref_expand;
mod memref_to_llvm;
mod normalize_memrefs;
mod one_shot_bufferize;
mod ownership_based_buffer_deallocation;
mod parallel_to_threads;
mod reconcile_casts;
mod resolve_result_dims;
mod scf_for_loops;
mod scf_to_cf;
mod to_llvm;
mod ub_to_llvm;
mod unrolled_loops;
mod vector_parts;
mod vector_to_llvm;
mod vector_to_scf;
mod vectorized_loops;

use tvmlike_transform::{LIBRARY, PassRecord};

#[linkme::distributed_slice(LIBRARY)]
static AFFINE: fn() -> Vec<PassRecord> = affine;

#[linkme::distributed_slice(LIBRARY)]
static RECORDS: fn() -> Vec<PassRecord> = records;

/// The records of the passes on affine loops and indices.
fn affine() -> Vec<PassRecord> {
    vec![
        affine_data_copy::record(),
        affine_data_copy::pipelining(),
        affine_fusion::record(),
        affine_indices::as_arithmetic(),
        affine_indices::as_affine(),
        affine_loops::coalescing(),
        affine_loops::invariant_code_motion(),
        affine_loops::normalize(),
        affine_loops::parallelize(),
        affine_loops::scalar_replacement(),
        affine_loops::tile(),
        affine_min_max::record(),
        affine_simplify::record(),
        affine_unroll::unrolling(),
        affine_unroll::jam(),
        lower_affine::record(),
        lower_affine::by_shifts(),
    ]
}

/// The records of the other passes.
fn records() -> Vec<PassRecord> {
    vec![
        arith_expand::record(),
        arith_expand::divisions(),
        arith_int_range_narrowing::record(),
        arith_to_llvm::record(),
        arith_unsigned_when_equivalent::record(),
        buffer_deallocation::simplification(),
        buffer_deallocation::lowering(),
        buffer_deallocation::to_memref(),
        buffer_deallocation::pipeline(),
        buffer_placement::hoisting(),
        buffer_placement::loop_hoisting(),
        buffer_placement::liveness(),
        buffer_placement::to_stack(),
        buffer_placement::out_params(),
        buffer_placement::equivalent_results(),
        cf_to_llvm::record(),
        check_allocations::allocations(),
        check_allocations::copy_sizes(),
        check_allocations::linalg_sizes(),
        check_allocations::tensor_sizes(),
        complex_to_standard::to_libm(),
        complex_to_llvm::record(),
        elementwise_to_linalg::record(),
        complex_to_standard::record(),
        emulate_floats::record(),
        emulate_floats::extension(),
        expand_realloc::record(),
        expand_strided_metadata::record(),
        fold_memref_alias_ops::record(),
        func_to_llvm::record(),
        func_to_llvm::wrappers(),
        generate_runtime_verification::record(),
        index_to_llvm::record(),
        int_range_optimizations::record(),
        linalg_fusion::fusion(),
        linalg_fusion::chains(),
        linalg_fusion::decomposition(),
        linalg_to_loops::to_loops(),
        linalg_to_loops::to_affine_loops(),
        linalg_to_loops::to_parallel_loops(),
        loop_invariant_subset_hoisting::record(),
        math_expand::expansion(),
        math_expand::fusion(),
        math_expand::sincos(),
        math_to_funcs::record(),
        math_to_libm::record(),
        math_to_libm::preparation(),
        math_to_llvm::record(),
        memref_expand::record(),
        memref_expand::atomic_products(),
        memref_to_llvm::record(),
        normalize_memrefs::record(),
        one_shot_bufferize::record(),
        ownership_based_buffer_deallocation::record(),
        parallel_to_threads::record(),
        reconcile_casts::record(),
        resolve_result_dims::ranked(),
        resolve_result_dims::all(),
        resolve_result_dims::reify(),
        scf_for_loops::canonicalization(),
        scf_for_loops::peeling(),
        scf_to_cf::record(),
        scf_to_cf::parallel(),
        to_llvm::record(),
        ub_to_llvm::record(),
        unrolled_loops::record(),
        vector_parts::lanes(),
        vector_parts::mask(),
        vector_parts::multi_reduction(),
        vector_parts::preparation(),
        vector_to_llvm::record(),
        vector_to_scf::record(),
        vectorized_loops::record(),
    ]
}
