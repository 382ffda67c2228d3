"""Modules that have much of one thing."""

from __future__ import annotations

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


@pytest.mark.parametrize("options", [{}, {"optimize": False}, {"threads": 2}])
def test_many_constants_and_functions(options):
    count = 200
    lib = tvmlike.compile(constants_of_one_function(count), **options)
    expected = np.array([sum(range(count)), count, 2 * count, 3 * count], np.float32)
    np.testing.assert_array_equal(np.from_dlpack(lib.f(np.zeros(4, np.float32))), expected)
    lib = tvmlike.compile(constants_of_functions(count), **options)
    for at in (0, 1, count - 1):
        expected = np.array([at, 1, 2, 3], np.float32)
        np.testing.assert_array_equal(np.from_dlpack(lib[f"f{at}"](np.zeros(4, np.float32))), expected)


def test_many_nests_of_loops():
    lib = tvmlike.compile(nests(60), optimize=False)
    x, y = np.ones((3, 3), np.float32), np.zeros((3, 3), np.float32)
    lib.f(x, y)
    np.testing.assert_array_equal(y, np.full((3, 3), 60, np.float32))


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
