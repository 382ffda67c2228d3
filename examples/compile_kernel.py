"""A kernel, from text to a call: compiled in the process, called with NumPy arrays.

    python examples/compile_kernel.py

Needs NumPy.
"""

from __future__ import annotations

import time

import numpy as np

import tvmlike

KERNEL = """
func.func private @progress(index)

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
  call @progress(%n) : (index) -> ()
  return
}

func.func @softmax(%x: memref<?xf32> {llvm.readonly}, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %max = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %low) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %m = arith.maximumf %acc, %v : f32
    scf.yield %m : f32
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    memref.store %e, %y[%i] : memref<?xf32>
    %s = arith.addf %acc, %e : f32
    scf.yield %s : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %y[%i] : memref<?xf32>
    %q = arith.divf %v, %sum : f32
    memref.store %q, %y[%i] : memref<?xf32>
  }
  return
}

func.func @divide(%a: i64, %b: i64) -> i64 {
  %0 = arith.divsi %a, %b : i64
  return %0 : i64
}
"""


def main() -> None:
    start = time.perf_counter()
    # The kernel calls a function of this program by its name.
    tvmlike.register_func("progress", lambda count: print(f"saxpy of {count} elements is done"))
    kernels = tvmlike.compile(KERNEL, namespace="kernels")
    print(f"compiled in {(time.perf_counter() - start) * 1e3:.1f} ms: {', '.join(kernels)}")
    x, y = np.arange(5, dtype=np.float32), np.ones(5, np.float32)
    kernels.saxpy(2.0, x, y)
    print("2 x + 1 =", y)
    logits, probabilities = np.array([1, 2, 3], np.float32), np.zeros(3, np.float32)
    kernels.softmax(logits, probabilities)
    expected = np.exp(logits - logits.max())
    np.testing.assert_allclose(probabilities, expected / expected.sum(), rtol=1e-6)
    print("softmax =", probabilities)
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
