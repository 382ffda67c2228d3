"""Loops of compiled code that Ctrl-C ends."""

from __future__ import annotations

import signal
import threading
import time

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

LOOPS = """
    func.func @forever(%a: i64) -> i64 {
      cf.br ^loop(%a : i64)
    ^loop(%0: i64):
      %1 = arith.addi %0, %0 : i64
      %c = arith.constant 7 : i64
      %2 = arith.cmpi eq, %1, %c : i64
      cf.cond_br %2, ^end, ^loop(%1 : i64)
    ^end:
      return %1 : i64
    }
    func.func private @inner(%x: memref<?xf64>, %n: index) -> f64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f64
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
        %0 = memref.load %x[%i] : memref<?xf64>
        %1 = arith.addf %s, %0 : f64
        scf.yield %1 : f64
      }
      return %sum : f64
    }
    func.func @nested(%x: memref<?xf64>, %n: index, %turns: index) -> f64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f64
      %sum = scf.for %i = %c0 to %turns step %c1 iter_args(%s = %zero) -> f64 {
        %0 = func.call @inner(%x, %n) : (memref<?xf64>, index) -> f64
        %1 = arith.addf %s, %0 : f64
        scf.yield %1 : f64
      }
      return %sum : f64
    }"""


@pytest.mark.skipif(
    threading.current_thread() is not threading.main_thread(), reason="signals arrive on the main thread"
)
@pytest.mark.parametrize("optimize", [True, False])
def test_ctrl_c_ends_a_loop(optimize):
    lib = tvmlike.compile(LOOPS, interruptible=True, optimize=optimize)
    x = np.ones(1000)
    # A signal of a timer, with the handler of Ctrl-C.
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for call in (lambda: lib.forever(0), lambda: lib.nested(x, 1000, 1 << 40)):
            start = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(KeyboardInterrupt):
                call()
            assert time.monotonic() - start < 5
    finally:
        signal.signal(signal.SIGALRM, before)
    # Nothing is left behind, and loops that end by themselves have their results.
    assert lib.nested(x, 1000, 300) == 300_000


@pytest.mark.parametrize("optimize", [True, False])
def test_loops_that_carry_an_element_of_memory(optimize):
    """The counter comes behind the element that an innermost loop accumulates."""
    lib = tvmlike.compile(
        """
        func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
          linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
          return
        }""",
        interruptible=True,
        optimize=optimize,
    )
    a, b = np.arange(6, dtype=np.float32).reshape(2, 3), np.arange(12, dtype=np.float32).reshape(3, 4)
    c = np.zeros((2, 4), np.float32)
    lib.product(a, b, c)
    np.testing.assert_array_equal(c, a @ b)


def test_code_without_it_does_not_ask():
    assert tvmlike.compile(LOOPS).nested(np.ones(10), 10, 10) == 100


def test_the_engine_llvm_refuses_it():
    with pytest.raises(tvmlike.ir.MLIRError, match="engine llvm: loops that can be interrupted"):
        tvmlike.compile(LOOPS, engine="llvm", interruptible=True)
