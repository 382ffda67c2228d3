"""Loops of `scf.while` run alike before and after canonicalization, where MLIR 22 changes their meaning.

Recorded texts cannot tell: mlir-opt writes those.
"""

from __future__ import annotations

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

# A result of the choice is passed on twice, and the second region needs both.
TWICE = """
func.func @run(%a: i32, %n: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %less = arith.cmpi slt, %x, %n : i32
    %y = scf.if %less -> i32 {
      %z = arith.addi %x, %one : i32
      scf.yield %z : i32
    } else {
      scf.yield %x : i32
    }
    scf.condition(%less) %y, %y : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %w = arith.muli %u, %v : i32
    scf.yield %w : i32
  }
  return %r#0, %r#1 : i32, i32
}"""

# The choice yields a value of the first region that is made outside of it.
OUTSIDE = """
func.func @run(%a: i32, %n: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %less = arith.cmpi slt, %x, %n : i32
    %next = arith.addi %x, %one : i32
    %y = scf.if %less -> i32 {
      scf.yield %next : i32
    } else {
      scf.yield %x : i32
    }
    scf.condition(%less) %y, %next : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %w = arith.addi %u, %v : i32
    scf.yield %w : i32
  }
  return %r#0, %r#1 : i32, i32
}"""

# The same value is yielded for two results, one of which is passed on twice.
BOTH = """
func.func @run(%a: i32, %n: i32) -> (i32, i32) {
  %three = arith.constant 3 : i32
  %r:3 = scf.while (%x = %a) : (i32) -> (i32, i32, i32) {
    %less = arith.cmpi slt, %x, %n : i32
    %next = arith.addi %x, %three : i32
    %y:2 = scf.if %less -> (i32, i32) {
      %z = arith.muli %next, %x : i32
      scf.yield %z, %next : i32, i32
    } else {
      scf.yield %next, %x : i32, i32
    }
    scf.condition(%less) %y#1, %y#0, %y#1 : i32, i32, i32
  } do {
  ^bb0(%u: i32, %v: i32, %w: i32):
    %0 = arith.addi %u, %v : i32
    %1 = arith.addi %0, %w : i32
    scf.yield %1 : i32
  }
  %s = arith.subi %r#1, %r#2 : i32
  return %r#0, %s : i32, i32
}"""


def twice(x: int, n: int) -> tuple[int, int]:
    while x < n:
        x = (x + 1) * (x + 1)
    return x, x


def outside(x: int, n: int) -> tuple[int, int]:
    while x < n:
        x = 2 * (x + 1)
    return x, x + 1


def both(x: int, n: int) -> tuple[int, int]:
    while x < n:
        x = 2 * (x + 3) + (x + 3) * x
    return x, 3


@pytest.mark.parametrize(("text", "wanted"), [(TWICE, twice), (OUTSIDE, outside), (BOTH, both)])
def test_choices_by_the_condition_are_moved_with_all_that_they_yield(text, wanted):
    with ir.Context():
        module = ir.Module.parse(text)
        PassManager.parse("builtin.module(canonicalize)").run(module.operation)
        moved = str(module)
    # The choice is gone: its operations are in the second region.
    assert "scf.if" not in moved
    plain, canonical = tvmlike.compile(text), tvmlike.compile(moved)
    for start, end in [(1, 1), (1, 2), (2, 50), (7, 1000), (1, 0)]:
        assert tuple(plain.run(start, end)) == wanted(start, end)
        assert tuple(canonical.run(start, end)) == wanted(start, end)
