"""Complex numbers, compiled by both engines, compared with Python's."""

from __future__ import annotations

import itertools

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

try:
    tvmlike.compile("llvm.func @f() { llvm.return }", engine="llvm")
    CLANG = ""
except Exception as error:
    CLANG = str(error)
ENGINES = ["cranelift", pytest.param("llvm", marks=pytest.mark.skipif(bool(CLANG), reason=CLANG or "-"))]

TEXT = """
    func.func @all(%a: memref<2xcomplex<f64>>, %r: memref<6xcomplex<f64>>) -> f64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %x = memref.load %a[%c0] : memref<2xcomplex<f64>>
      %y = memref.load %a[%c1] : memref<2xcomplex<f64>>
      %sum = complex.add %x, %y : complex<f64>
      %difference = complex.sub %x, %y : complex<f64>
      %product = complex.mul %x, %y : complex<f64>
      %quotient = complex.div %x, %y : complex<f64>
      %re = complex.re %x : complex<f64>
      %im = complex.im %y : complex<f64>
      %made = complex.create %im, %re : complex<f64>
      %constant = complex.constant [0.5, -1.0] : complex<f64>
      %size = complex.abs %x : complex<f64>
      memref.store %sum, %r[%c0] : memref<6xcomplex<f64>>
      memref.store %difference, %r[%c1] : memref<6xcomplex<f64>>
      memref.store %product, %r[%c2] : memref<6xcomplex<f64>>
      memref.store %quotient, %r[%c3] : memref<6xcomplex<f64>>
      memref.store %made, %r[%c4] : memref<6xcomplex<f64>>
      memref.store %constant, %r[%c5] : memref<6xcomplex<f64>>
      return %size : f64
    }
    func.func @square(%a: complex<f32>) -> complex<f32> {
      %0 = complex.mul %a, %a : complex<f32>
      return %0 : complex<f32>
    }"""


@pytest.mark.parametrize("engine", ENGINES)
def test_complex_numbers(engine):
    lib = tvmlike.compile(TEXT, engine=engine)
    values = [1 + 2j, -0.5 + 0.25j, 3 - 4j, 1e-3j, -7.0 + 0j]
    for x, y in itertools.product(values, values):
        results = np.zeros(6, np.complex128)
        size = lib.all(np.array([x, y]), results)
        expected = [x + y, x - y, x * y, x / y, complex(y.imag, x.real), 0.5 - 1j]
        np.testing.assert_allclose(results, expected, rtol=1e-14)
        assert size == pytest.approx(abs(x), rel=1e-15)
    assert complex(lib.square(1.5 - 2j)) == (1.5 - 2j) ** 2


@pytest.mark.parametrize("engine", ENGINES)
def test_improved_divisions_are_those_of_c(engine):
    text = """
        func.func @div(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
          %0 = complex.div %a, %b : complex<f64>
          return %0 : complex<f64>
        }"""
    passes = "convert-complex-to-llvm{complex-range=improved},convert-func-to-llvm,reconcile-unrealized-casts"
    pipeline = f"builtin.module({passes})"
    inf, nan = float("inf"), float("nan")
    div = tvmlike.compile(text, pipeline, engine=engine).div
    # The squares of these numbers have no finite value.
    assert complex(div(1e300 + 1e300j, 2e300 + 0j)) == 0.5 + 0.5j
    # A number divided by zero, an infinite number by a finite one, and the reverse.
    assert complex(div(1 + 1j, 0j)) == complex(inf, inf)
    assert complex(div(complex(inf, nan), 1 + 1j)).real == inf
    assert complex(div(1 + 1j, complex(inf, nan))) == 0
