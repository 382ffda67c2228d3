"""Loops of compiled functions: elements that they carry in registers, and threads beside them."""

from __future__ import annotations

import threading
import time

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)


ACCUMULATE = """
func.func @add(%x: memref<?xf64>, %y: memref<?xf64>, %at: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = memref.load %y[%at] : memref<?xf64>
    %2 = arith.addf %0, %1 : f64
    memref.store %2, %y[%at] : memref<?xf64>
  }
  return
}
func.func @add_and_clear(%x: memref<?xi32>, %y: memref<?xi32>, %at: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xi32>
    %1 = memref.load %y[%at] : memref<?xi32>
    %2 = arith.addi %0, %1 : i32
    memref.store %2, %y[%at] : memref<?xi32>
    memref.store %zero, %x[%i] : memref<?xi32>
  }
  return
}"""


def test_elements_that_loops_carry_are_those_of_memory():
    lib = tvmlike.compile(ACCUMULATE)
    x = np.arange(1.0, 9.0)
    y = np.zeros(3)
    lib.add(x, y, 1)
    np.testing.assert_array_equal(y, [0, 36, 0])
    # The sum is one of the numbers: those behind it in the order of the loop see it.
    wanted = x.copy()
    for i in range(len(x)):
        wanted[5] = wanted[i] + wanted[5]
    lib.add(x, x, 5)
    np.testing.assert_array_equal(x, wanted)
    # Shifted by one element.
    both = np.arange(1.0, 9.0)
    wanted = both.copy()
    for i in range(7):
        wanted[4] = wanted[i] + wanted[4]
    lib.add(both[:7], both[1:], 3)
    np.testing.assert_array_equal(both, wanted)
    # A loop without iterations reads nothing, not even at a place that is not memory.
    lib.add(np.zeros(0), y, 1 << 44)
    # Another store of the loop can be to the same place.
    numbers = np.arange(1, 9, dtype=np.int32)
    wanted = numbers.copy()
    for i in range(8):
        wanted[3] = wanted[i] + wanted[3]
        wanted[i] = 0
    lib.add_and_clear(numbers, numbers, 3)
    np.testing.assert_array_equal(numbers, wanted)


WAITING = """
func.func @wait(%flags: memref<2xi32>, %limit: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %set = arith.constant 1 : i32
  %start = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  memref.store %set, %flags[%c0] : memref<2xi32>
  %rounds = scf.while (%n = %start) : (i64) -> i64 {
    %now = memref.atomic_rmw addi %zero, %flags[%c1] : (i32, memref<2xi32>) -> i32
    %unset = arith.cmpi eq, %now, %zero : i32
    %more = arith.cmpi slt, %n, %limit : i64
    %again = arith.andi %unset, %more : i1
    scf.condition(%again) %n : i64
  } do {
  ^bb0(%n: i64):
    %next = arith.addi %n, %one : i64
    scf.yield %next : i64
  }
  return %rounds : i64
}
"""


@pytest.mark.parametrize("namespace", [None, "waiting_for_a_thread"])
def test_a_call_releases_the_gil(namespace):
    # The function ends when another thread of Python has seen that it runs, or after some seconds.
    limit = 1 << 28
    with tvmlike.compile(WAITING, namespace=namespace) as lib:
        flags = np.zeros(2, np.int32)

        def answer():
            while not flags[0]:
                time.sleep(0.001)
            flags[1] = 1

        thread = threading.Thread(target=answer)
        thread.start()
        rounds = lib.wait(flags, limit)
        thread.join()
    assert rounds < limit
