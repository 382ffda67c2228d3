"""Modules that have much of one thing compile in time that grows with their size, not with its square."""

from __future__ import annotations

import time

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = [
    pytest.mark.skipif(
        tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
    ),
    pytest.mark.skipif(tvmlike.ffi_path() == "ctypes", reason="it does not depend on the call path"),
]


def constants_of_one_function(count):
    lines = ["func.func @f(%t0: tensor<4xf32>) -> tensor<4xf32> {"]
    for at in range(count):
        lines.append(f"  %c{at} = arith.constant dense<[{at}.0, 1.0, 2.0, 3.0]> : tensor<4xf32>")
        lines.append(f"  %t{at + 1} = arith.addf %t{at}, %c{at} : tensor<4xf32>")
    return "\n".join([*lines, f"  return %t{count} : tensor<4xf32>", "}"])


def constants_of_functions(count):
    return "\n".join(
        f"""
        func.func @f{at}(%t: tensor<4xf32>) -> tensor<4xf32> {{
          %c = arith.constant dense<[{at}.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
          %0 = arith.addf %t, %c : tensor<4xf32>
          return %0 : tensor<4xf32>
        }}"""
        for at in range(count)
    )


def nests(count):
    nest = """
      scf.for %i = %c0 to %n step %c1 {
        scf.for %j = %c0 to %n step %c1 {
          %0 = memref.load %x[%i, %j] : memref<?x?xf32>
          %1 = memref.load %y[%i, %j] : memref<?x?xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%i, %j] : memref<?x?xf32>
        }
      }"""
    return f"""
    func.func @f(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %x, %c0 : memref<?x?xf32>
      {nest * count}
      return
    }}"""


def loop_of_memrefs(count):
    lines = [f"  %x{at} = memref.load %a{at}[%i] : memref<4xf32>" for at in range(1, count)]
    lines += [f"  memref.store %x{at}, %a{at - 1}[%i] : memref<4xf32>" for at in range(1, count)]
    arguments = ", ".join(f"%a{at}: memref<4xf32>" for at in range(count))
    return "\n".join(
        [
            f"func.func @f({arguments}) {{",
            "  %c0 = arith.constant 0 : index",
            "  %c1 = arith.constant 1 : index",
            "  %c4 = arith.constant 4 : index",
            "  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {",
            *lines,
            "  }",
            "  return",
            "}",
        ]
    )


def seconds(text, options):
    times = []
    for _ in range(2):
        start = time.process_time()
        tvmlike.compile(text, **options)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (constants_of_one_function, {"optimize": False}),
        (constants_of_one_function, {"threads": 2, "optimize": False}),
        (constants_of_functions, {"optimize": False}),
        (nests, {"optimize": False}),
    ],
)
def test_time_does_not_grow_with_the_square(make, options):
    tvmlike.compile(make(2), **options)
    few, many = seconds(make(60), options), seconds(make(480), options)
    # The square of 8 is 64; the time of the compiler's caches and tables adds to 8.
    assert many < 30 * few


def test_a_loop_on_threads_uses_any_number_of_memrefs():
    count = 900
    lib = tvmlike.compile(loop_of_memrefs(count), threads=2, optimize=False)
    arrays = [np.full(4, at, np.float32) for at in range(count)]
    lib.f(*arrays)
    np.testing.assert_array_equal([array[3] for array in arrays], [*range(1, count), count - 1])


def test_equal_constants_share_memory_and_names_are_free():
    text = """
      memref.global "private" constant @__constant_2xf32_0 : memref<2xf32> = dense<[5.0, 6.0]>
      func.func @f() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
        %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %1 = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
        %2 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %3 = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
        return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
      }"""
    found = [np.from_dlpack(each).tolist() for each in tvmlike.compile(text).f()]
    assert found == [[1, 2], [3, 4], [1, 2], [5, 6]]
