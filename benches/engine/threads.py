"""Threads: parallel loops on two threads and on one."""

from __future__ import annotations

from functools import partial

import numpy as np
from timing import ratio_of

import tvmlike

PARALLEL = """
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
func.func @scale(%a: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
    %0 = memref.load %a[%i, %j] : memref<?x?xf32>
    %1 = arith.mulf %0, %two : f32
    memref.store %1, %a[%i, %j] : memref<?x?xf32>
  }
  return
}
"""


def run_threads(turns: int) -> list[str]:
    """Parallel loops on two threads and on one."""
    one, two = tvmlike.compile(PARALLEL), tvmlike.compile(PARALLEL, threads=2)
    lines = ["| µs | 2 threads | 1 thread | ÷ |", "|---|---:|---:|---:|"]
    for size in (8, 64, 256):
        matrices = [np.zeros((size, size), np.float32) for _ in range(3)]
        for name, arguments in (("matmul", matrices), ("scale", matrices[:1])):
            sides = [partial(lib[name], *arguments) for lib in (two, one)]
            x, y, ratio = ratio_of(turns, *sides)
            lines.append(f"| {name}, {size} rows | {x * 1e6:.1f} | {y * 1e6:.1f} | {ratio:.2f} |")
            print(lines[-1])
    return lines
