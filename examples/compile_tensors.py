"""Functions over tensors, from text to calls with NumPy arrays: values in, values out.

    python examples/compile_tensors.py

Needs NumPy. The functions do not change their arguments, and free what they allocate and do not return.
"""

from __future__ import annotations

import numpy as np

import tvmlike

FUNCTIONS = """
#row = affine_map<(i, j) -> (j)>
#all = affine_map<(i, j) -> (i, j)>

// max(x w + b, 0)
func.func private @layer(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %w, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>)
    outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
    ins(%b : tensor<?xf32>) outs(%p : tensor<?x?xf32>) {
  ^bb0(%bias: f32, %y: f32):
    %s = arith.addf %y, %bias : f32
    %t = arith.maximumf %s, %zero : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Two layers. The result of the first one is freed when the second one has read it.
func.func @network(%x: tensor<?x?xf32>, %w0: tensor<?x?xf32>, %b0: tensor<?xf32>,
                   %w1: tensor<?x?xf32>, %b1: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = call @layer(%x, %w0, %b0) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = call @layer(%0, %w1, %b1) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The first n numbers of Fibonacci, in a loop that changes a tensor of its own.
func.func @fibonacci(%n: index) -> tensor<?xi64> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i64
  %e = tensor.empty(%n) : tensor<?xi64>
  %f = linalg.fill ins(%one : i64) outs(%e : tensor<?xi64>) -> tensor<?xi64>
  %r = scf.for %i = %c2 to %n step %c1 iter_args(%t = %f) -> (tensor<?xi64>) {
    %j = arith.subi %i, %c1 : index
    %k = arith.subi %i, %c2 : index
    %a = tensor.extract %t[%j] : tensor<?xi64>
    %b = tensor.extract %t[%k] : tensor<?xi64>
    %s = arith.addi %a, %b : i64
    %u = tensor.insert %s into %t[%i] : tensor<?xi64>
    scf.yield %u : tensor<?xi64>
  }
  return %r : tensor<?xi64>
}

// One element is another one: the result is a copy, the argument stays.
func.func @with_element(%a: tensor<?xf32>, %i: index, %v: f32) -> tensor<?xf32> {
  %0 = tensor.insert %v into %a[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def main() -> None:
    lib = tvmlike.compile(FUNCTIONS)
    rng = np.random.default_rng(0)
    x, w0, b0, w1, b1 = (
        rng.standard_normal(shape).astype(np.float32) for shape in ((5, 8), (8, 16), (16,), (16, 3), (3,))
    )
    got = np.from_dlpack(lib.network(x, w0, b0, w1, b1))
    wanted = np.maximum(np.maximum(x @ w0 + b0, 0) @ w1 + b1, 0)
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5)
    print("network: as NumPy's,", got.shape)

    print("fibonacci:", np.from_dlpack(lib.fibonacci(10)))

    a = np.arange(4, dtype=np.float32)
    a.flags.writeable = False
    print("with_element:", np.from_dlpack(lib.with_element(a, 2, 9.0)), "of", a)


if __name__ == "__main__":
    main()
