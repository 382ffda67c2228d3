"""Compares compiled kernels with those of clang: run, call and compile. `cargo xtask bench engine` runs it.

The kernels of compiler/tests/engine are lowered and compiled by `tvmlike.compile`, and by mlir-opt,
mlir-translate and clang of LLVM 22, once without vectors and once as clang does by default. All are called
with the same arrays as packed functions, in turns. A cell is the median of the turns, a ratio the median of
the ratios of the turns. Before that, their results must be equal. A missed goal is not a failure.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from calls import run_calls, run_checks
from compiling import run_cache, run_compilation
from kernels import run_kernels
from movement import run_movement
from tensors import run_outputs, run_tensors
from threads import run_threads
from vectors import run_vectors


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    parser.add_argument("--results", type=Path, help="the file for the tables")
    options = parser.parse_args()
    turns = 3 if options.quick else 9
    with tempfile.TemporaryDirectory() as name:
        lines = ["# Compiled kernels", "", *run_kernels(turns, Path(name)), ""]
        lines += ["## Vectors", "", *run_vectors(turns, Path(name)), ""]
        lines += ["## Calling", "", *run_calls(turns, Path(name)), ""]
        lines += ["## Compiling", "", *run_compilation(turns, Path(name)), ""]
        lines += ["## Tensors", "", *run_tensors(turns, Path(name)), ""]
        lines += ["## Movement of elements", "", *run_movement(turns, Path(name)), ""]
        lines += ["## Outputs", "", *run_outputs(turns, Path(name)), ""]
        lines += ["## Checks", "", *run_checks(turns), ""]
        lines += ["## Threads", "", *run_threads(turns), ""]
        lines += ["## Cache", "", *run_cache(turns, Path(name) / "cache"), ""]
    if options.results:
        options.results.parent.mkdir(parents=True, exist_ok=True)
        options.results.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
