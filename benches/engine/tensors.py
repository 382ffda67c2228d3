"""Operations of linalg beside clang and NumPy; debug information; libraries on disk."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any, Callable

import numpy as np
from clang import by_clang, lowered_by_mlir
from timing import ratio_of

import tvmlike
from tvmlike import native

# Each function over tensors, and the same over memrefs.
FUNCTIONS = """
func.func @matmul(%a: TYPE, %b: TYPE, %c: TYPE) RESULT {
  OUT linalg.matmul ins(%a, %b : TYPE, TYPE) outs(%c : TYPE) RESULT
  return RETURN
}
#map = affine_map<(i, j) -> (i, j)>
func.func @add(%a: TYPE, %b: TYPE, %c: TYPE) RESULT {
  OUT linalg.add ins(%a, %b : TYPE, TYPE) outs(%c : TYPE) RESULT
  return RETURN
}
func.func @chain(%a: TYPE, %b: TYPE, %c: TYPE) RESULT {
  OUT linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : TYPE, TYPE) outs(%c : TYPE) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %zero = arith.constant 0.0 : f32
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } RESULT
  return RETURN
}
"""
# The same as operations on tensors, which become one loop.
CHAIN = """
func.func @chain(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %zeros = tensor.splat %zero[%m, %n] : tensor<?x?xf32>
  %p = arith.mulf %a, %b : tensor<?x?xf32>
  %s = arith.addf %p, %c : tensor<?x?xf32>
  %r = arith.maximumf %s, %zeros : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
"""


def functions(ty: str, result: bool) -> str:
    text = FUNCTIONS.replace("TYPE", ty).replace(" RESULT", f" -> {ty}" if result else "")
    return text.replace("OUT ", "%r = " if result else "").replace("RETURN", f"%r : {ty}" if result else "")


TENSORS, MEMREFS = functions("tensor<?x?xf32>", True), functions("memref<?x?xf32>", False)

# What the script tvmlike-compile does.
COMPILE = "from tvmlike._cli.compile import main; main()"


def with_entries(text: str) -> str:
    """The functions with wrappers for C."""
    return re.sub(r"(func\.func @.*\)) \{", r"\1 attributes {llvm.emit_c_interface} {", text)


def by_numpy(name: str, a: Any, b: Any, c: Any) -> Any:
    """What NumPy takes for the same result."""
    if name == "matmul":
        return a @ b + c
    return a + b if name == "add" else np.maximum(a * b + c, 0)


def run_tensors(turns: int, folder: Path) -> list[str]:
    """Operations of linalg: over tensors, whose results are new, and over memory that the caller gives."""
    file = folder / "memrefs.mlir"
    file.write_text(with_entries(MEMREFS))
    by_clang(lowered_by_mlir(file), folder / "libmemrefs.so", "-O3", "-march=native")
    native_code = native.open(folder / "libmemrefs.so", signatures=file)
    over_tensors, chain = tvmlike.compile(TENSORS), tvmlike.compile(CHAIN)
    over_memrefs, by_llvm = tvmlike.compile(MEMREFS), tvmlike.compile(MEMREFS, engine="llvm")
    lines = [
        "| µs | tensors | memrefs | memrefs, engine llvm | MLIR's loops by clang -O3 -march=native | NumPy |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    rng = np.random.default_rng(0)
    for name, size in (
        ("matmul", 4),
        ("matmul", 64),
        ("matmul", 256),
        ("add", 16),
        ("add", 256),
        ("chain", 256),
    ):
        a, b, c = (rng.random((size, size), np.float32) for _ in range(3))
        over = chain if name == "chain" else over_tensors
        np.testing.assert_allclose(over[name](a, b, c), by_numpy(name, a, b, c), rtol=1e-4)
        sides = [over[name], over_memrefs[name], by_llvm[name], native_code[name], partial(by_numpy, name)]
        times = []
        for side in sides:
            given = [a, b, c.copy()]
            time, _, _ = ratio_of(turns, partial(side, *given), partial(over_memrefs[name], *given))
            times.append(f"{time * 1e6:.2f}")
        lines.append(f"| {name}, {size} by {size} | {' | '.join(times)} |")
        print(lines[-1])
    return lines


def run_outputs(turns: int, folder: Path) -> list[str]:
    """What else compiling makes, beside the same over memrefs by the default engine, or the tools of LLVM."""
    file = folder / "outputs.mlir"
    file.write_text(with_entries(MEMREFS))

    def program(*options: str) -> Callable[[], Any]:
        command = [sys.executable, "-c", COMPILE, file, "-o", folder / "libours.so", *options]
        return lambda: subprocess.run(command, check=True, capture_output=True)

    def compiled(text: str, **options: Any) -> Callable[[], Any]:
        return lambda: tvmlike.compile(text, **options)

    def clang() -> None:
        by_clang(lowered_by_mlir(file), folder / "libtheirs.so")

    rows: list[tuple[str, Callable[[], Any], str, Callable[[], Any]]] = [
        ("over tensors", compiled(TENSORS), "over memrefs", compiled(MEMREFS)),
        (
            "engine llvm, debug",
            compiled(MEMREFS, engine="llvm", debug=True),
            "engine llvm",
            compiled(MEMREFS, engine="llvm"),
        ),
        ("tvmlike-compile", program(), "mlir-opt, mlir-translate, clang -O2", clang),
        ("tvmlike-compile --engine llvm", program("--engine", "llvm"), "the same", clang),
    ]
    lines = ["| a product of matrices, ms | | beside | | ÷ |", "|---|---:|---|---:|---:|"]
    for label, one, peer, two in rows:
        a, b, ratio = ratio_of(max(3, turns // 2), one, two)
        lines.append(f"| {label} | {a * 1e3:.2f} | {peer} | {b * 1e3:.2f} | {ratio:.3f} |")
        print(lines[-1])
    return lines
