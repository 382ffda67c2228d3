"""Running: kernels whose text has vectors, beside what clang makes of the same loops without them."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from clang import by_clang, lowered_by_mlir
from kernels import KERNELS, NO_VECTORS, check, in_turns, observe

import tvmlike
from tvmlike import memref, native

OURS, SCALAR, SSE2 = "vectorised to 128 bits", "clang -O2, scalar", "clang -O2"
# How many times the time of clang, which vectorizes for SSE2, a kernel may take.
GOAL = 1.2
# Vectors of four lanes are one register each. Those of sixteen are four, which unrolls the loop.
WIDTHS = [4, 16]


def text(lanes: int) -> str:
    """The kernels for sizes that are multiples of the number of lanes."""
    v = f"vector<{lanes}xf32>"
    flat, rows = "memref<?xf32>", "memref<?x?xf32>"
    constants = f"""
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant {lanes} : index"""
    return f"""
func.func @saxpy(%a: f32, %x: {flat}, %y: {flat}) {{{constants}
  %n = memref.dim %x, %c0 : {flat}
  %all = vector.broadcast %a : f32 to {v}
  scf.for %i = %c0 to %n step %step {{
    %0 = vector.load %x[%i] : {flat}, {v}
    %1 = vector.load %y[%i] : {flat}, {v}
    %2 = arith.mulf %all, %0 : {v}
    %3 = arith.addf %2, %1 : {v}
    vector.store %3, %y[%i] : {flat}, {v}
  }}
  return
}}
func.func @stencil(%in: {rows}, %out: {rows}) {{{constants}
  %fifth = arith.constant dense<0.2> : {v}
  %h = memref.dim %in, %c0 : {rows}
  %w = memref.dim %in, %c1 : {rows}
  %h1 = arith.subi %h, %c1 : index
  %w1 = arith.subi %w, %c1 : index
  scf.for %i = %c1 to %h1 step %c1 {{
    %up = arith.subi %i, %c1 : index
    %down = arith.addi %i, %c1 : index
    scf.for %j = %c1 to %w1 step %step {{
      %left = arith.subi %j, %c1 : index
      %right = arith.addi %j, %c1 : index
      %a = vector.load %in[%i, %j] : {rows}, {v}
      %b = vector.load %in[%up, %j] : {rows}, {v}
      %c = vector.load %in[%down, %j] : {rows}, {v}
      %d = vector.load %in[%i, %left] : {rows}, {v}
      %e = vector.load %in[%i, %right] : {rows}, {v}
      %ab = arith.addf %a, %b : {v}
      %cd = arith.addf %c, %d : {v}
      %abcd = arith.addf %ab, %cd : {v}
      %sum = arith.addf %abcd, %e : {v}
      %r = arith.mulf %sum, %fifth : {v}
      vector.store %r, %out[%i, %j] : {rows}, {v}
    }}
  }}
  return
}}
func.func @matmul_ikj(%a: {rows}, %b: {rows}, %c: {rows}) {{{constants}
  %m = memref.dim %a, %c0 : {rows}
  %k = memref.dim %a, %c1 : {rows}
  %n = memref.dim %b, %c1 : {rows}
  scf.for %i = %c0 to %m step %c1 {{
    scf.for %l = %c0 to %k step %c1 {{
      %x = memref.load %a[%i, %l] : {rows}
      %all = vector.broadcast %x : f32 to {v}
      scf.for %j = %c0 to %n step %step {{
        %0 = vector.load %b[%l, %j] : {rows}, {v}
        %1 = vector.load %c[%i, %j] : {rows}, {v}
        %2 = vector.fma %all, %0, %1 : {v}
        vector.store %2, %c[%i, %j] : {rows}, {v}
      }}
    }}
  }}
  return
}}
func.func @matmul(%a: {rows}, %b: {rows}, %c: {rows}) {{{constants}
  %m = memref.dim %a, %c0 : {rows}
  %k = memref.dim %a, %c1 : {rows}
  %n = memref.dim %b, %c1 : {rows}
  scf.for %i = %c0 to %m step %c1 {{
    scf.for %j = %c0 to %n step %step {{
      %first = vector.load %c[%i, %j] : {rows}, {v}
      %sum = scf.for %l = %c0 to %k step %c1 iter_args(%s = %first) -> {v} {{
        %x = memref.load %a[%i, %l] : {rows}
        %all = vector.broadcast %x : f32 to {v}
        %0 = vector.load %b[%l, %j] : {rows}, {v}
        %1 = vector.fma %all, %0, %s : {v}
        scf.yield %1 : {v}
      }}
      vector.store %sum, %c[%i, %j] : {rows}, {v}
    }}
  }}
  return
}}
"""


def cases() -> list[tuple[str, str, str, list[Any]]]:
    """Label, function, the loops that clang compiles for it, arguments."""
    rng = np.random.default_rng(0)

    def floats(*shape: int) -> Any:
        return rng.random(shape, np.float32)

    square = [floats(96, 96), floats(96, 96), floats(96, 96)]
    return [
        ("saxpy, 4,096", "saxpy", "saxpy", [0.5, floats(4096), floats(4096)]),
        ("stencil of 5 points, 258 by 258", "stencil", "stencil", [floats(258, 258), floats(258, 258)]),
        ("matmul ikj, 96", "matmul_ikj", "matmul_ikj", square),
        # The order in which clang vectorizes.
        ("matmul, sums in registers, 96", "matmul", "matmul_ikj", square),
    ]


def run_vectors(turns: int, folder: Path) -> list[str]:
    lowered = lowered_by_mlir(KERNELS)
    pointer = memref.export(observe, "(index, memref<?xf32>) -> f32")

    def clang(name: str, *flags: str) -> Any:
        path = folder / f"lib{name}.so"
        by_clang(lowered, path, *flags)
        return native.open(path, imports={"_mlir_ciface_observe": pointer}, signatures=KERNELS)

    peers = {SCALAR: clang("loops", *NO_VECTORS), SSE2: clang("sse2")}
    lines = [
        f"| µs per call | lanes in the text | {OURS} | {' | '.join(peers)} | {OURS} ÷ {SSE2} | goal | |",
        "|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    for lanes in WIDTHS:
        mine = tvmlike.compile(text(lanes))
        for label, function, loops, arguments in cases():
            libraries = {OURS: {function: mine[function]}}
            libraries |= {name: {function: library[loops]} for name, library in peers.items()}
            check(libraries, function, arguments)
            times = in_turns(libraries, function, arguments, turns)
            ratio = median(a / b for a, b in zip(times[OURS], times[SSE2]))
            cells = " | ".join(f"{median(each) * 1e6:.2f}" for each in times.values())
            verdict = "" if ratio <= GOAL else "missed"
            lines.append(f"| {label} | {lanes} | {cells} | {ratio:.2f} | {GOAL} | {verdict} |")
            print(lines[-1])
    return lines
