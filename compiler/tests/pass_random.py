"""Random modules for passes. A generator makes one module of a number, always the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pass_random_affine
import pass_random_aliases
import pass_random_arith
import pass_random_basic
import pass_random_copies
import pass_random_dead
import pass_random_divisions
import pass_random_extremes
import pass_random_flow
import pass_random_folds
import pass_random_fusion
import pass_random_layouts
import pass_random_linalg
import pass_random_loops
import pass_random_lower
import pass_random_memory
import pass_random_minima
import pass_random_motion
import pass_random_parts
import pass_random_pdl
import pass_random_ranges
import pass_random_slices
import pass_random_tensor
import pass_random_transfers
import pass_random_vector
import pass_random_views
import pass_random_while

CSE = "builtin.module(cse)"
CANONICALIZE = "builtin.module(canonicalize)"
MERGE = "builtin.module(canonicalize{region-simplify=aggressive})"
BOTH = "builtin.module(func.func(canonicalize),cse)"
VERIFY = "builtin.module(generate-runtime-verification)"
TO_LLVM = "builtin.module(convert-to-llvm)"
FIXED_POINT = "builtin.module(composite-fixed-point-pass{pipeline=any(canonicalize,cse)})"
BUFFERIZATIONS = (
    "builtin.module(one-shot-bufferize{allow-return-allocs-from-loops=true})",
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})",
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true "
    "allow-return-allocs-from-loops=true function-boundary-type-conversion=identity-layout-map})",
)


DEALLOCATIONS = (
    "builtin.module(ownership-based-buffer-deallocation)",
    "builtin.module(ownership-based-buffer-deallocation{private-function-dynamic-ownership=true})",
    "builtin.module(ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification)",
    "builtin.module(buffer-deallocation-pipeline)",
)

# A private function that is analyzed alone can be called by others.
CONSTANTS = ("builtin.module(sccp)", "builtin.module(func.func(sccp))")
PLACEMENTS = (
    "builtin.module(func.func(buffer-hoisting))",
    "builtin.module(func.func(buffer-loop-hoisting))",
    "builtin.module(func.func(promote-buffers-to-stack))",
    "builtin.module(func.func(promote-buffers-to-stack{max-alloc-size-in-bytes=16}))",
)
RESULTS = (
    "builtin.module(drop-equivalent-buffer-results)",
    "builtin.module(buffer-results-to-out-params)",
    "builtin.module(buffer-results-to-out-params{modify-public-functions=true add-result-attr=true})",
)
TRANSFERS = (
    "builtin.module(convert-vector-to-scf)",
    "builtin.module(convert-vector-to-scf{full-unroll=true})",
    "builtin.module(convert-vector-to-scf{lower-tensors=true})",
    "builtin.module(convert-vector-to-scf{full-unroll=true lower-tensors=true})",
    "builtin.module(convert-vector-to-scf{target-rank=2})",
)


@dataclass(frozen=True)
class Generator:
    """Makes modules that run through pipelines."""

    name: str
    make: Callable[[int], str]
    pipelines: tuple[str, ...]
    # The share of results that may differ, and why they do.
    may_differ: float = 0.0
    why: str = ""


GENERATORS = (
    Generator(
        "memory",
        pass_random_memory.structured,
        (
            *DEALLOCATIONS,
            "builtin.module(buffer-deallocation-pipeline,func.func(optimize-allocation-liveness))",
            VERIFY,
            "builtin.module(strip-debuginfo)",
        ),
    ),
    Generator("memory_places", pass_random_memory.loops, (*PLACEMENTS, *RESULTS)),
    Generator("memory_places_blocks", pass_random_memory.branches, (*PLACEMENTS, *RESULTS)),
    Generator("memory_loops", pass_random_memory.loops, DEALLOCATIONS[:2]),
    Generator("memory_blocks", pass_random_memory.branches, (*DEALLOCATIONS, *CONSTANTS)),
    Generator(
        "deallocations",
        pass_random_memory.deallocations,
        (
            CANONICALIZE,
            # MLIR crashes if a value is folded that its analysis knows.
            "builtin.module(canonicalize,buffer-deallocation-simplification)",
            "builtin.module(bufferization-lower-deallocations)",
            "builtin.module(convert-bufferization-to-memref)",
            "builtin.module(sccp)",
        ),
    ),
    Generator(
        "contractions",
        pass_random_vector.contraction,
        ("builtin.module(convert-vector-to-llvm)",),
    ),
    Generator("vector_lanes", pass_random_vector.lanes, ("builtin.module(convert-vector-to-llvm)", TO_LLVM)),
    Generator(
        "vector_reductions",
        pass_random_vector.reduction,
        (
            "builtin.module(func.func(lower-vector-multi-reduction))",
            "builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction}))",
            "builtin.module(sccp)",
        ),
    ),
    Generator(
        "complexes",
        pass_random_vector.complexes,
        (
            "builtin.module(convert-complex-to-standard)",
            "builtin.module(convert-complex-to-standard{complex-range=basic})",
            "builtin.module(convert-complex-to-libm)",
            "builtin.module(convert-complex-to-llvm)",
            "builtin.module(convert-complex-to-llvm{complex-range=improved})",
        ),
    ),
    Generator("vector_folds", pass_random_folds.vector_folds, (CANONICALIZE,)),
    Generator("vector_masks", pass_random_folds.vector_masks, (CANONICALIZE,)),
    Generator("tensor_folds", pass_random_folds.tensor_folds, (CANONICALIZE,)),
    Generator("complex_folds", pass_random_folds.complex_folds, (CANONICALIZE,)),
    Generator(
        "math_folds",
        pass_random_folds.math_folds,
        (
            CANONICALIZE,
            "builtin.module(math-uplift-to-fma)",
            "builtin.module(math-expand-ops)",
            "builtin.module(convert-math-to-libm)",
            "builtin.module(convert-math-to-llvm)",
            "builtin.module(convert-math-to-funcs{convert-ctlz=true})",
            "builtin.module(math-sincos-fusion)",
        ),
    ),
    Generator("llvm_folds", pass_random_folds.llvm_folds, (CANONICALIZE, "builtin.module(any(mem2reg))")),
    Generator("integers", pass_random_basic.integers, (CSE, CANONICALIZE, BOTH)),
    Generator("arith_integers", pass_random_arith.arith_integers, (CANONICALIZE,)),
    Generator(
        "arith_floats",
        pass_random_arith.arith_floats,
        (
            CANONICALIZE,
            "builtin.module(arith-emulate-unsupported-floats{source-types=f16,bf16,f8E5M2 target-type=f32})",
            "builtin.module(math-uplift-to-fma)",
        ),
    ),
    Generator(
        "arith_integers_llvm",
        lambda seed: pass_random_lower.lowered_rightly(pass_random_arith.arith_integers, seed),
        (pass_random_lower.ALL, "builtin.module(arith-expand)"),
    ),
    Generator(
        "arith_floats_llvm",
        lambda seed: pass_random_lower.lowered_rightly(pass_random_arith.arith_floats, seed),
        (pass_random_lower.ALL, "builtin.module(arith-expand)"),
    ),
    Generator(
        "blocks", pass_random_basic.blocks, (CSE, CANONICALIZE, MERGE, "builtin.module(view-op-graph)")
    ),
    Generator(
        "branches",
        pass_random_flow.branches,
        (CANONICALIZE, MERGE),
    ),
    Generator(
        "branches_llvm",
        lambda seed: pass_random_lower.with_one_assertion(pass_random_flow.branches(seed)),
        ("builtin.module(convert-cf-to-llvm)", pass_random_lower.ALL, TO_LLVM),
    ),
    Generator("indices", pass_random_flow.indices, (CANONICALIZE, pass_random_lower.ALL)),
    Generator(
        "structured",
        pass_random_flow.structured,
        (
            CANONICALIZE,
            "builtin.module(convert-scf-to-cf)",
            "builtin.module(convert-ub-to-llvm)",
            pass_random_lower.ALL,
            "builtin.module(remove-dead-values)",
        ),
    ),
    Generator(
        "constants",
        lambda seed: pass_random_motion.constant_blocks(pass_random_basic.blocks(seed), seed),
        CONSTANTS,
    ),
    Generator("sums", pass_random_basic.integers, ("builtin.module(sccp)", FIXED_POINT)),
    Generator(
        "loops",
        pass_random_motion.loops,
        (
            "builtin.module(loop-invariant-code-motion)",
            "builtin.module(control-flow-sink)",
            "builtin.module(scf-for-loop-range-folding)",
            "builtin.module(scf-for-to-while)",
            "builtin.module(scf-forall-to-for,scf-forall-to-parallel)",
            "builtin.module(scf-forall-to-parallel)",
            "builtin.module(scf-parallel-for-to-nested-fors)",
            "builtin.module(print-op-stats)",
            "builtin.module(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4})",
            "builtin.module(scf-parallel-loop-tiling{parallel-loop-tile-sizes=3 no-min-max-bounds=true})",
            "builtin.module(sccp)",
        ),
    ),
    Generator(
        "calls",
        pass_random_motion.calls,
        (
            *CONSTANTS,
            "builtin.module(inline{default-pipeline=})",
            "builtin.module(inline{default-pipeline=cse inlining-threshold=150})",
            "builtin.module(inline)",
            "builtin.module(symbol-dce)",
            "builtin.module(symbol-privatize)",
            "builtin.module(symbol-privatize{exclude=f0,f1})",
        ),
    ),
    Generator(
        "dead_loads",
        pass_random_dead.dead_loads,
        (
            "builtin.module(remove-dead-values)",
            "builtin.module(remove-dead-values{canonicalize=false})",
        ),
    ),
    Generator(
        "needed_calls", pass_random_motion.needed_calls, ("builtin.module(remove-dead-values)", *CONSTANTS)
    ),
    Generator(
        "kernels",
        pass_random_lower.kernels,
        (
            "builtin.module(convert-scf-to-cf)",
            "builtin.module(convert-arith-to-llvm)",
            "builtin.module(finalize-memref-to-llvm)",
            "builtin.module(convert-func-to-llvm)",
            "builtin.module(finalize-memref-to-llvm{use-aligned-alloc=true index-bitwidth=32})",
            pass_random_lower.ALL,
            TO_LLVM,
            VERIFY,
        ),
    ),
    Generator(
        "views",
        pass_random_lower.views,
        ("builtin.module(expand-strided-metadata)", pass_random_lower.VIEWS),
    ),
    Generator(
        "affine_loops",
        pass_random_affine.affine_loops,
        tuple(
            f"builtin.module(func.func({name}))"
            for name in (
                "affine-loop-unroll",
                "affine-loop-unroll{unroll-factor=3 unroll-up-to-factor=true unroll-num-reps=2}",
                "affine-loop-unroll{unroll-factor=2 cleanup-unroll=true}",
                "affine-loop-unroll{unroll-factor=-1}",
                "affine-loop-unroll{unroll-factor=-1 unroll-full-threshold=5}",
                "affine-loop-normalize",
                "affine-loop-normalize{promote-single-iter=true}",
                "affine-loop-invariant-code-motion",
                "affine-loop-tile{tile-size=4}",
                "affine-loop-tile{tile-sizes=2,3}",
                "affine-loop-tile{tile-sizes=2,3 separate=true}",
                "affine-loop-tile{cache-size=1}",
                "affine-loop-coalescing",
                "affine-parallelize",
                "affine-scalrep",
                "affine-parallelize{max-nested=1 parallel-reductions=true}",
            )
        ),
        may_differ=0.1,
        why="MLIR tiles loops though that exchanges writes (`test_compile_affine.py`)",
    ),
    Generator(
        "affine_bounds",
        pass_random_affine.several_iterations,
        ("builtin.module(func.func(affine-simplify-structures))",),
    ),
    Generator(
        "fused_loops",
        pass_random_fusion.fused_loops,
        (
            "builtin.module(affine-loop-fusion)",
            "builtin.module(affine-loop-fusion{maximal=true})",
            "builtin.module(affine-loop-fusion{mode=producer compute-tolerance=0.0})",
            "builtin.module(affine-loop-fusion{mode=sibling compute-tolerance=1.5})",
            "builtin.module(affine-loop-fusion{fast-mem-space=2 local-buf-threshold=1})",
        ),
        may_differ=0.2,
        why="MLIR fuses loops though that changes what they compute (`test_compile_affine.py`)",
    ),
    Generator(
        "copied_memory",
        pass_random_copies.copied_memory,
        (
            "builtin.module(func.func(affine-data-copy-generate))",
            "builtin.module(func.func(affine-data-copy-generate{skip-non-unit-stride-loops=true}))",
            "builtin.module(func.func(affine-data-copy-generate{generate-dma=true fast-mem-space=2}))",
            "builtin.module(func.func(affine-data-copy-generate{generate-dma=true fast-mem-space=2"
            " fast-mem-capacity=1}),canonicalize,func.func(affine-pipeline-data-transfer))",
        ),
    ),
    Generator(
        "divided_variables",
        pass_random_divisions.divided_variables,
        ("builtin.module(canonicalize)",),
        may_differ=0.08,
        why="MLIR takes the remainder of the first value of a variable for the least one",
    ),
    Generator(
        "extremes",
        pass_random_extremes.extremes,
        ("builtin.module(func.func(affine-simplify-min-max))",),
        may_differ=0.05,
        why="which of two symbols an operand is that nothing uses",
    ),
    Generator("affine_maps", pass_random_minima.affine_maps, (CANONICALIZE,)),
    Generator(
        "first_loops",
        pass_random_affine.first_loops,
        (
            "builtin.module(func.func(affine-loop-unroll-jam))",
            "builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))",
        ),
    ),
    Generator(
        "linear_indices",
        pass_random_affine.linear_indices,
        (
            "builtin.module(affine-expand-index-ops)",
            "builtin.module(affine-expand-index-ops-as-affine)",
        ),
    ),
    Generator("split_indices", pass_random_affine.split_indices, (CANONICALIZE,)),
    Generator("reshapes", pass_random_views.reshapes, (CANONICALIZE, *CONSTANTS)),
    Generator("subviews", pass_random_views.subviews, (CANONICALIZE, VERIFY)),
    Generator("layouts", pass_random_layouts.layouts, ("builtin.module(normalize-memrefs)",)),
    Generator("dynamic_tiles", pass_random_layouts.dynamic_tiles, ("builtin.module(normalize-memrefs)",)),
    Generator("transfers", pass_random_transfers.transfers, TRANSFERS),
    Generator("aliases", pass_random_aliases.aliases, ("builtin.module(fold-memref-alias-ops)",)),
    Generator(
        "structured_operations",
        pass_random_linalg.structured_operations,
        (
            "builtin.module(convert-linalg-to-loops)",
            "builtin.module(convert-linalg-to-parallel-loops)",
            "builtin.module(convert-linalg-to-affine-loops)",
            "builtin.module(convert-linalg-to-affine-loops,lower-affine)",
        ),
    ),
    Generator(
        "minima",
        pass_random_motion.minima,
        ("builtin.module(scf-for-loop-specialization)", "builtin.module(scf-parallel-loop-specialization)"),
    ),
    Generator(
        "tiles",
        pass_random_loops.tiles,
        (
            "builtin.module(scf-for-loop-peeling)",
            "builtin.module(scf-for-loop-peeling{skip-partial=false})",
            "builtin.module(scf-for-loop-peeling{peel-front=true})",
            "builtin.module(scf-for-loop-canonicalization)",
        ),
    ),
    Generator("ranges", pass_random_ranges.ranges, pass_random_ranges.PIPELINES),
    Generator("index_ranges", pass_random_ranges.index_ranges, pass_random_ranges.PIPELINES),
    Generator("slots", pass_random_motion.slots, ("builtin.module(mem2reg)",)),
    Generator(
        "small_memrefs",
        pass_random_parts.small_memrefs,
        ("builtin.module(sroa)", "builtin.module(sroa,mem2reg)"),
    ),
    Generator("aggregates", pass_random_parts.aggregates, ("builtin.module(sroa)",)),
    Generator(
        "parallel_loops",
        pass_random_motion.parallel_loops,
        ("builtin.module(scf-parallel-loop-fusion)",),
    ),
    Generator("graphs", pass_random_motion.graphs, ("builtin.module(topological-sort)",)),
    Generator(
        "patterns",
        pass_random_pdl.patterns,
        ("builtin.module(test-pdl-bytecode-pass)",),
    ),
    Generator(
        "nested_loops",
        pass_random_loops.nested_loops,
        ("builtin.module(func.func(affine-loop-coalescing))",),
    ),
    Generator(
        "whiles",
        pass_random_while.whiles,
        (CANONICALIZE, *CONSTANTS, "builtin.module(sccp,canonicalize,sccp)"),
    ),
    Generator("scopes", pass_random_while.scopes, (CANONICALIZE,)),
    Generator(
        "tensors",
        pass_random_tensor.tensors,
        (
            *BUFFERIZATIONS,
            "builtin.module(convert-elementwise-to-linalg)",
            "builtin.module(linalg-fuse-elementwise-ops)",
        ),
    ),
    Generator("shapes", pass_random_tensor.shapes, BUFFERIZATIONS),
    Generator("called_tensors", pass_random_tensor.calls, BUFFERIZATIONS[2:]),
    Generator(
        "result_sizes",
        pass_random_slices.result_sizes,
        (
            "builtin.module(resolve-ranked-shaped-type-result-dims)",
            "builtin.module(resolve-shaped-type-result-dims)",
            "builtin.module(reify-result-shapes)",
        ),
    ),
    Generator(
        "slices_in_loops",
        pass_random_slices.slices_in_loops,
        ("builtin.module(loop-invariant-subset-hoisting)",),
    ),
)
