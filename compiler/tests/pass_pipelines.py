"""Random pipelines on random modules: no run fails, each result is valid, and mlir-opt makes the same.

    python compiler/tests/pass_pipelines.py PROGRAM --runs 100           # on some modules each
    python compiler/tests/pass_pipelines.py PROGRAM --runs 2000 --live   # and compares with mlir-opt 22

A run has several passes, some of them for functions. The program verifies the module after each pass; a
result is read again and printed as it was, or as mlir-opt prints it then. A number makes the same run each
time.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import cases
import pass_random
import passes

# Passes that have to succeed on every module of the generators, for any operation and for modules only.
ANY = (
    "canonicalize",
    "canonicalize{top-down=false}",
    "canonicalize{region-simplify=disabled}",
    "canonicalize{max-iterations=1}",
    "cse",
    "sccp",
    "loop-invariant-code-motion",
    "control-flow-sink",
    "mem2reg",
    "sroa",
    "topological-sort",
    "scf-for-loop-specialization",
    "scf-parallel-loop-tiling",
    "strip-debuginfo",
    "composite-fixed-point-pass{pipeline=any(canonicalize,cse)}",
)
MODULE = ("inline", "symbol-dce", "symbol-privatize", "scf-for-loop-range-folding", "scf-for-to-while")
# They convert what they can. MLIR lowers some of the operations wrongly, and removes values that are used, so
# results are not compared.
LOWERING = (
    "remove-dead-values",
    "arith-emulate-unsupported-floats{source-types=f32 target-type=f64}",
    "lower-affine",
    "convert-scf-to-cf",
    "arith-expand",
    "memref-expand",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-cf-to-llvm",
    "convert-math-to-llvm",
    "convert-ub-to-llvm",
    "reconcile-unrealized-casts",
)
NOTHING = "builtin.module()"
# Not compared: modules with operations whose canonicalization is partial (docs/dialect-coverage.md), and
# steps after which blocks differ. MLIR simplifies regions in the first iteration, and merges equal blocks in
# scf-for-to-while.
PARTIAL = (
    "views",
    "loops",
    "minima",
    "structured",
    "aggregates",
    "affine_loops",
    "affine_bounds",
    "layouts",
    "first_loops",
    "linear_indices",
    "tensors",
    "shapes",
    "result_sizes",
    "slices_in_loops",
)
BLOCKS = ("max-iterations=1", "scf-for-to-while")
# Texts that mlir-opt canonicalizes wrongly, in modules of all generators or of one. It selects lanes of
# masked reductions that are not to be used. It takes the remainder of the first value of a variable for the
# least one, so that `(%i mod 2) ceildiv 16` becomes 1 in a loop from 5. It inserts poison into a constant as
# some number: `vector.insert %poison, %cst [0]` becomes `dense<[5.90286364E-22, 2.0]>`.
WRONG = (("vector.mask", None), (" mod ", "divided_variables"), ("ub.poison", "vector_folds"))
# Why a pass may fail. Nothing converts scf.forall on tensors, the body of a linalg.matmul has to be of arith,
# convert-arith-to-llvm makes casts, which are no symbols, of affine operations that fold to constants, and
# branches and casts do not fit in memref.alloca_scope and vector.mask.
REASONS = (
    "operation contains potentially unknown symbol table",
    "failed to legalize operation 'scf.forall'",
    "expected add/mul op in the body",
    "operand cannot be used as a symbol",
    "'memref.alloca_scope' op expects region #0 to have 0 or 1 blocks",
    "'vector.mask' op expects only one operation to mask",
)
# Modules in a run.
MODULES = 6


@dataclasses.dataclass(frozen=True)
class Run:
    """Modules of a generator and a pipeline."""

    generator: str
    lowers: bool
    job: passes.Job


def pipeline(rng: random.Random, lowers: bool) -> str:
    """A pipeline of one to six passes."""
    steps = []
    for _ in range(rng.randint(1, 6)):
        kind = rng.random()
        if lowers and kind < 0.4:
            steps.append(rng.choice(LOWERING))
        elif kind < 0.6:
            steps.append(rng.choice(ANY))
        elif kind < 0.8:
            nested = ",".join(rng.choice(ANY) for _ in range(rng.randint(1, 3)))
            steps.append(f"{rng.choice(('func.func', 'any'))}({nested})")
        else:
            steps.append(rng.choice(MODULE))
    return f"builtin.module({','.join(steps)})"


def make(number: int) -> Run:
    """The run of a number."""
    rng = random.Random(number)
    generator = rng.choice(pass_random.GENERATORS)
    lowers = rng.random() < 0.4
    # mlir-opt has a dialect `test`, whose operations can be inlined.
    made = (generator.make(rng.randrange(10**6)) for _ in range(MODULES))
    texts = tuple(text.replace('"test.', '"app.') for text in made)
    return Run(generator.name, lowers, passes.Job(pipeline(rng, lowers), texts))


def is_wrong(run: Run, text: str, wanted: str) -> bool:
    """Whether mlir-opt crashes, or canonicalizes what it canonicalizes wrongly."""
    found = [part for part, generator in WRONG if part in text and generator in (None, run.generator)]
    return wanted.startswith("crashed") or ("canonicalize" in run.job.pipeline and bool(found))


def problems(program: str, reference: str | None, run: Run) -> list[str]:
    """What is wrong with a run."""
    found = []
    # The verifiers refuse some modules of the generators.
    given = zip(run.job.texts, passes.outcomes(program, passes.Job(NOTHING, run.job.texts)))
    valid = tuple(text for text, read in given if not read.startswith("failed"))
    if not valid:
        return []
    run = dataclasses.replace(run, job=passes.Job(run.job.pipeline, valid))
    results = passes.outcomes(program, run.job)
    again = passes.outcomes(program, passes.Job(NOTHING, tuple(results)))
    # Affine expressions that passes build are simplified further when they are read.
    settled = passes.outcomes(
        reference or program, passes.Job(NOTHING, tuple(results if reference else again))
    )
    same = [None] * len(results)
    is_partial = run.generator in PARTIAL or any(step in run.job.pipeline for step in BLOCKS)
    if reference is not None and not run.lowers and not is_partial:
        same = passes.outcomes(reference, run.job)
    for text, result, read, stable, wanted in zip(run.job.texts, results, again, settled, same):
        what = None
        if result.startswith(("failed", "crashed")):
            what = None if any(reason in result for reason in REASONS) else result
        elif read not in (result, stable):
            what = f"read again and printed, the result is another one:\n{result}\nand\n{read}\nnot\n{stable}"
        elif (
            wanted is not None
            and wanted != result
            and not is_wrong(run, text, wanted)
            and not passes.varies(str(reference), run.job, text, result)
        ):
            what = f"mlir-opt makes\n{wanted}\nand not\n{result}"
        if what is not None:
            found.append(f"{run.generator}: {run.job.pipeline}\n{text}\n{what}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="tvmlike-opt")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--live", action="store_true", help="compare with mlir-opt of LLVM 22")
    parser.add_argument("--show", type=int, default=3, help="problems to print")
    arguments = parser.parse_args()
    reference = cases.mlir_opt() if arguments.live else None
    if arguments.live and reference is None:
        sys.exit("mlir-opt of LLVM 22 is not installed")
    runs = [make(arguments.seed + number) for number in range(arguments.runs)]
    with ThreadPoolExecutor(2) as pool:
        lists = pool.map(lambda run: problems(arguments.program, reference, run), runs)
        found = [one for each in lists for one in each]
    for one in found[: arguments.show]:
        print(f"--- {one}\n")
    print(f"{len(runs)} pipelines on {len(runs) * MODULES} modules: {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
