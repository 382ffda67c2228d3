"""Parallel loops on threads: bounds near the limits of an index, and interrupts while others run the rest."""

from __future__ import annotations

import os
import signal
import threading

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

LEAST, GREATEST = -(2**63), 2**63 - 1

COUNT = """
    func.func @count(%x: memref<1xi64>, %from: index, %to: index, %step: index) {
      %one = arith.constant 1 : i64
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      scf.parallel (%i) = (%from) to (%to) step (%step) {
        %0 = memref.atomic_rmw addi %one, %x[%c0] : (i64, memref<1xi64>) -> i64
      }
      scf.parallel (%i, %j) = (%c0, %from) to (%c3, %to) step (%c1, %step) {
        %0 = memref.atomic_rmw addi %one, %x[%c0] : (i64, memref<1xi64>) -> i64
      }
      scf.parallel (%i, %j) = (%from, %c0) to (%to, %c3) step (%step, %c1) {
        %0 = memref.atomic_rmw addi %one, %x[%c0] : (i64, memref<1xi64>) -> i64
      }
      return
    }"""


@pytest.mark.parametrize(
    "bounds",
    [
        (GREATEST - 10, GREATEST, 3),
        (0, GREATEST, 1 << 62),
        (LEAST, GREATEST, 1 << 62),
        (LEAST, GREATEST, GREATEST),
        (LEAST, 0, 1 << 62),
        (LEAST, LEAST + 10, 3),
        (GREATEST, LEAST, 1),
        (5, 5, 0),
        (0, -4, -1),
    ],
)
def test_bounds_at_the_limits(bounds):
    lib = tvmlike.compile(COUNT, threads=2)
    x = np.zeros(1, np.int64)
    lib.count(x, *bounds)
    lower, upper, step = bounds
    wanted = len(range(lower, upper, step)) if lower < upper else 0
    assert x[0] == 7 * wanted


@pytest.mark.parametrize("step", [0, -1, LEAST])
def test_a_step_that_is_not_positive_is_an_error(step):
    lib = tvmlike.compile(COUNT, threads=2)
    with pytest.raises(ZeroDivisionError, match="count"):
        lib.count(np.zeros(1, np.int64), 0, 10, step)


@pytest.mark.skipif(
    threading.current_thread() is not threading.main_thread(), reason="signals arrive on the main thread"
)
def test_ctrl_c_ends_a_loop_of_which_another_thread_runs_the_rest():
    """The first iteration, which is that of the call, waits until another thread has begun the second one."""
    lib = tvmlike.compile(
        """
        func.func @half(%x: memref<2xi64>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %zero = arith.constant 0 : i64
          %one = arith.constant 1 : i64
          %true = arith.constant true
          %c2 = arith.constant 2 : index
          scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
            %other = arith.subi %c1, %i : index
            %0 = memref.atomic_rmw addi %one, %x[%i] : (i64, memref<2xi64>) -> i64
            scf.while : () -> () {
              %1 = memref.atomic_rmw addi %zero, %x[%other] : (i64, memref<2xi64>) -> i64
              %waits = arith.cmpi eq, %1, %zero : i64
              %is_second = arith.cmpi eq, %i, %c1 : index
              %2 = arith.ori %waits, %is_second : i1
              scf.condition(%2)
            } do {
              scf.yield
            }
          }
          return
        }""",
        threads=2,
        interruptible=True,
    )
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    x = np.zeros(2, np.int64)
    with pytest.raises(KeyboardInterrupt):
        lib.half(x)
    assert x.tolist() == [1, 1]
    timer.join()


def test_each_thread_has_the_stack_of_the_first_one():
    """Each iteration has 4.8 MB on the stack, and takes long enough for all threads to begin."""
    lib = tvmlike.compile(
        """
        func.func @f(%x: memref<?xf64>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %m = arith.constant 600000 : index
          %n = memref.dim %x, %c0 : memref<?xf64>
          scf.forall (%i) in (%n) {
            memref.alloca_scope {
              %big = memref.alloca() : memref<600000xf64>
              %0 = memref.load %x[%i] : memref<?xf64>
              scf.for %j = %c0 to %m step %c1 {
                memref.store %0, %big[%j] : memref<600000xf64>
              }
              %1 = memref.load %big[%i] : memref<600000xf64>
              %2 = arith.addf %0, %1 : f64
              memref.store %2, %x[%i] : memref<?xf64>
            }
          }
          return
        }""",
        threads=3,
    )
    for _ in range(5):
        x = np.arange(24.0)
        lib.f(x)
        np.testing.assert_array_equal(x, 2 * np.arange(24.0))


@pytest.mark.parametrize("operands", [0, 2, 3, 4, 6])
@pytest.mark.parametrize("variables", [None, 0, 1, 2])
@pytest.mark.parametrize("end", [None, "func.return", "scf.reduce"])
def test_loops_that_were_not_verified_stay(operands, variables, end):
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse("func.func @f(%a: index) { return }")
        block = module.body.operations[0].regions[0].blocks[0]
        loop = ir.Operation.create(
            "scf.parallel",
            operands=[block.arguments[0]] * operands,
            regions=1,
            ip=ir.InsertionPoint.at_block_begin(block),
        )
        if variables is not None:
            body = loop.regions[0].blocks.append(*[ir.IndexType.get()] * variables)
            if end:
                ir.Operation.create(end, ip=ir.InsertionPoint(body))
        manager = PassManager.parse("builtin.module(convert-parallel-loops-to-threads{threads=2})")
        manager.enable_verifier(False)
        manager.run(module.operation)
        is_known = end == "scf.reduce" and variables and operands == 3 * variables
        assert ("scf.parallel" in str(module)) == (not is_known)
