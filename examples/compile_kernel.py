"""A kernel, from text to a call: compiled in the process, called with NumPy arrays.

    python examples/compile_kernel.py

Needs NumPy. The kernel is in the llvm dialect; its argument types are given as MLIR writes them.
"""

from __future__ import annotations

import time

import numpy as np

import tvmlike

DESCRIPTOR = "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>"

KERNEL = f"""
llvm.func @_mlir_ciface_saxpy(%a: f32, %x: !llvm.ptr, %y: !llvm.ptr) {{
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %dx = llvm.load %x : !llvm.ptr -> {DESCRIPTOR}
  %dy = llvm.load %y : !llvm.ptr -> {DESCRIPTOR}
  %px = llvm.extractvalue %dx[1] : {DESCRIPTOR}
  %py = llvm.extractvalue %dy[1] : {DESCRIPTOR}
  %n = llvm.extractvalue %dx[3, 0] : {DESCRIPTOR}
  llvm.br ^head(%c0 : i64)
^head(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %qx = llvm.getelementptr %px[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %qy = llvm.getelementptr %py[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %vx = llvm.load %qx : !llvm.ptr -> f32
  %vy = llvm.load %qy : !llvm.ptr -> f32
  %p = llvm.fmul %a, %vx : f32
  %s = llvm.fadd %p, %vy : f32
  llvm.store %s, %qy : f32, !llvm.ptr
  %next = llvm.add %i, %c1 : i64
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}}

llvm.func @divide(%a: i64, %b: i64) -> i64 {{
  %0 = llvm.sdiv %a, %b : i64
  llvm.return %0 : i64
}}
"""

SIGNATURES = {"saxpy": "(%a: f32, %x: memref<?xf32> {llvm.readonly}, %y: memref<?xf32>) -> ()"}


def main() -> None:
    start = time.perf_counter()
    kernels = tvmlike.compile(KERNEL, signatures=SIGNATURES, namespace="kernels")
    print(f"compiled in {(time.perf_counter() - start) * 1e3:.1f} ms: {', '.join(kernels)}")
    x, y = np.arange(5, dtype=np.float32), np.ones(5, np.float32)
    kernels.saxpy(2.0, x, y)
    print("2 x + 1 =", y)
    print("by name:", tvmlike.kernels.divide(84, 2))
    for arguments in ((1, 0), (-(2**63), -1)):
        try:
            kernels.divide(*arguments)
        except ArithmeticError as error:
            print(f"{type(error).__name__}: {error}")
    try:
        kernels.saxpy(2.0, x, x[::2])
    except ValueError as error:
        print(f"ValueError: {error}")
    kernels.close()


if __name__ == "__main__":
    main()
