"""Compiling: from text to the first result, and again from the cache."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from clang import by_clang, lowered_by_mlir
from timing import ratio_of

import tvmlike

SAXPY = """
func.func @saxpy(%a: f32, %x: memref<?xf32> {llvm.readonly}, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = memref.load %y[%i] : memref<?xf32>
    %2 = arith.mulf %a, %0 : f32
    %3 = arith.addf %2, %1 : f32
    memref.store %3, %y[%i] : memref<?xf32>
  }
  return
}
"""
# Prints the milliseconds from the text to the first result.
FIRST = """
x, y = np.ones(16, np.float32), np.ones(16, np.float32)
start = time.perf_counter()
tvmlike.compile(text).saxpy(2.0, x, y)
print((time.perf_counter() - start) * 1e3)
"""


def run_compilation(turns: int, folder: Path) -> list[str]:
    """Compiling: from text to the first result, of small kernels and of a hundred functions."""
    one = "func.func @f(%a: f64, %b: f64) -> f64 {\n  %0 = arith.addf %a, %b : f64\n  return %0 : f64\n}\n"
    body = "".join(f"  %{i + 1} = arith.addf %{i}, %b : f64\n" for i in range(100))
    many = "".join(
        f"func.func @f{i}(%a: f64, %b: f64) -> f64 {{\n  %0 = arith.mulf %a, %b : f64\n{body}"
        "  return %100 : f64\n}\n"
        for i in range(100)
    )
    vectors = [np.ones(16, np.float32), np.ones(16, np.float32)]
    lines = ["| ms | tvmlike | mlir-opt, mlir-translate, clang -O2 | ÷ |", "|---|---:|---:|---:|"]
    for label, text, name, arguments in (
        ("one function of one operation", one, "f", [1.0, 2.0]),
        ("saxpy", SAXPY, "saxpy", [2.0, *vectors]),
        ("100 functions of 100", many, "f7", [1.0, 2.0]),
    ):
        file = folder / "text.mlir"
        file.write_text(text)
        ours, theirs = [], []
        for _ in range(max(3, turns // 2)):
            start = time.perf_counter()
            tvmlike.compile(text)[name](*arguments)
            ours.append(time.perf_counter() - start)
            start = time.perf_counter()
            by_clang(lowered_by_mlir(file), folder / "libtext.so")
            theirs.append(time.perf_counter() - start)
        a, b = median(ours) * 1e3, median(theirs) * 1e3
        lines.append(f"| {label} | {a:.2f} | {b:.1f} | {a / b:.3f} |")
        print(lines[-1])
    program = f"import time\nimport numpy as np, tvmlike\ntext = {SAXPY!r}\n" + FIRST
    first = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
        for _ in range(max(3, turns // 2))
    ]
    lines.append(f"| saxpy, the first in a process that has imported tvmlike | {median(first):.2f} | | |")
    print(lines[-1])
    return lines


def run_cache(turns: int, folder: Path) -> list[str]:
    """The cache: the same module again, from memory and from disk, beside compiling it."""
    lines = ["| ms | from the cache | compiled | ÷ |", "|---|---:|---:|---:|"]

    def from_disk(**options: Any) -> None:
        tvmlike.engine.clear_cache()
        assert tvmlike.compile(SAXPY, cache=folder, **options).cached == "disk"

    for name in ("cranelift", "llvm"):
        for label, one in (
            ("memory", lambda name=name: tvmlike.compile(SAXPY, cache=folder, engine=name)),
            ("disk", lambda name=name: from_disk(engine=name)),
        ):
            tvmlike.compile(SAXPY, cache=folder, engine=name)
            a, b, ratio = ratio_of(turns, one, lambda name=name: tvmlike.compile(SAXPY, engine=name))
            lines.append(f"| saxpy, {name}, from {label} | {a * 1e3:.3f} | {b * 1e3:.3f} | {ratio:.3f} |")
            print(lines[-1])

    def some(count: int) -> None:
        for _ in range(count):
            tvmlike.compile(SAXPY)

    def in_threads(count: int) -> None:
        work = [threading.Thread(target=some, args=(40 // count,)) for _ in range(count)]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()

    a, b, ratio = ratio_of(turns, lambda: in_threads(2), lambda: in_threads(1))
    lines += ["", "| ms | 2 threads | 1 thread | ÷ |", "|---|---:|---:|---:|"]
    lines.append(f"| saxpy, 40 times | {a * 1e3:.1f} | {b * 1e3:.1f} | {ratio:.2f} |")
    print(lines[-1])
    return lines
