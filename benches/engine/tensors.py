"""Functions over tensors beside the same over memrefs and NumPy; debug information; libraries on disk."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any, Callable

import numpy as np
from clang import by_clang, lowered_by_mlir
from timing import ratio_of

import tvmlike

TENSORS = """
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>)
    -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
MEMREFS = """
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
"""

# What the script tvmlike-compile does.
COMPILE = "from tvmlike._cli.compile import main; main()"


def run_tensors(turns: int) -> list[str]:
    """A product of matrices: a result of its own against memory that the caller gives."""
    over_tensors, over_memrefs = tvmlike.compile(TENSORS).matmul, tvmlike.compile(MEMREFS).matmul
    lines = ["| µs | tensors | memrefs | ÷ | NumPy |", "|---|---:|---:|---:|---:|"]
    for size in (4, 64):
        a, b, c = (np.ones((size, size), np.float32) for _ in range(3))
        np.testing.assert_allclose(over_tensors(a, b, c), a @ b + c)
        x, y, ratio = ratio_of(turns, partial(over_tensors, a, b, c), partial(over_memrefs, a, b, c))
        numpy, _, _ = ratio_of(turns, lambda a=a, b=b, c=c: c + a @ b, partial(over_memrefs, a, b, c))
        cells = " | ".join(f"{each:.2f}" for each in (x * 1e6, y * 1e6, ratio, numpy * 1e6))
        lines.append(f"| matmul, {size} rows | {cells} |")
        print(lines[-1])
    return lines


def run_outputs(turns: int, folder: Path) -> list[str]:
    """What else compiling makes, beside the same over memrefs by the default engine, or the tools of LLVM."""
    file = folder / "outputs.mlir"
    file.write_text(MEMREFS.replace(") {", ") attributes {llvm.emit_c_interface} {"))

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
