"""Innermost loops that are unrolled for Cranelift: their iterations are those of the text."""

from __future__ import annotations

import random

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

# Type, NumPy's type, bits, whether it is compared as unsigned.
TYPES = [
    ("index", np.int64, 64, False),
    ("i64", np.int64, 64, True),
    ("i32", np.int32, 32, False),
    ("i32", np.uint32, 32, True),
    ("i16", np.int16, 16, False),
    ("i8", np.int8, 8, False),
    ("i8", np.uint8, 8, True),
]
STEPS = [1, 2, 3, 4, 7]


def counting(name: str, ty: str, step: int | None, unsigned: bool) -> str:
    """A function that writes the variables, and returns how many there were, and their checksum."""
    head = f"%step: {ty}, " if step is None else ""
    constant = f"%step = arith.constant {step} : {ty}\n" if step is not None else ""
    word = "unsigned " if unsigned else ""
    cast = "index_cast" if ty == "index" else "extsi"
    as_i64 = "%v" if ty == "i64" else "%w"
    widen = "" if ty == "i64" else f"%w = arith.{cast} %v : {ty} to i64"
    of_type = "" if ty == "index" else f" : {ty}"
    return f"""
func.func @{name}({head}%from: {ty}, %to: {ty}, %seen: memref<?xi64>) -> (index, i64) {{
  {constant}%none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %prime = arith.constant 1000003 : i64
  %seed = arith.constant 7 : i64
  %all, %sum = scf.for {word}%v = %from to %to step %step
      iter_args(%n = %none, %s = %seed) -> (index, i64){of_type} {{
    {widen}
    memref.store {as_i64}, %seen[%n] : memref<?xi64>
    %m = arith.addi %n, %one : index
    %p = arith.muli %s, %prime : i64
    %q = arith.addi %p, {as_i64} : i64
    scf.yield %m, %q : index, i64
  }}
  return %all, %sum : index, i64
}}"""


def expected(bits: int, unsigned: bool, start: int, stop: int, step: int) -> list[int]:
    """The variables of the iterations, as signed numbers."""
    values = range(start, stop, step)
    half = 1 << (bits - 1)
    return [(value + half) % (2 * half) - half if unsigned else value for value in values]


def bounds(bits: int, unsigned: bool, step: int, rng: random.Random) -> list[tuple[int, int]]:
    """Pairs of bounds: no iteration, fewer than a group, groups with and without a rest, limits."""
    least, greatest = (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    pairs = []
    for count in [*range(14), 31, 40]:
        length = count * step - rng.randrange(step) if count else -rng.randrange(2)
        # The variable behind the last one is a number, too.
        for start in [least, rng.randint(least, greatest), greatest - length - 2 * step]:
            stop = start + length
            if least <= start <= greatest and least <= stop <= greatest - step:
                pairs.append((start, stop))
    return pairs


@pytest.mark.parametrize(("ty", "numpy_type", "bits", "unsigned"), TYPES)
def test_iterations_are_those_of_the_text(ty, numpy_type, bits, unsigned):
    rng = random.Random(bits)
    text = counting("dynamic", ty, None, unsigned)
    text += "".join(counting(f"by_{step}", ty, step, unsigned) for step in STEPS)
    lib = tvmlike.compile(text)
    half = 1 << (bits - 1)

    def given(number: int) -> int:
        return (number + half) % (2 * half) - half

    for step in STEPS:
        for start, stop in bounds(bits, unsigned, step, rng):
            values = expected(bits, unsigned, start, stop, step)
            checksum = 7
            for value in values:
                checksum = (checksum * 1000003 + value + 2**63) % 2**64 - 2**63
            for function, first in ((lib[f"by_{step}"], []), (lib.dynamic, [step])):
                seen = np.full(64, -99)
                outcome = function(*first, given(start), given(stop), seen)
                assert tuple(outcome) == (len(values), checksum), (ty, step, start, stop)
                assert list(seen[: len(values)]) == values
                assert (seen[len(values) :] == -99).all()


def test_a_loop_over_most_of_the_numbers_of_a_type():
    # The number of iterations is greater than the greatest signed number.
    text = counting("by", "i8", 1, False) + counting("wide", "index", 2**61, False)
    lib = tvmlike.compile(text)
    seen = np.zeros(300, np.int64)
    assert lib.by(-128, 127, seen)[0] == 255
    assert list(seen[:255]) == list(range(-128, 127))
    count = lib.wide(-(2**63), 2**62, seen)[0]
    assert list(seen[:count]) == list(range(-(2**63), 2**62, 2**61))


def test_shared_elements_and_rests():
    text = """
    func.func @add(%x: memref<?xf64>, %y: memref<?xf64>, %at: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %x, %c0 : memref<?xf64>
      scf.for %i = %c0 to %n step %c1 {
        %0 = memref.load %x[%i] : memref<?xf64>
        %1 = memref.load %y[%at] : memref<?xf64>
        %2 = arith.addf %0, %1 : f64
        memref.store %2, %y[%at] : memref<?xf64>
        %3 = memref.load %x[%i] : memref<?xf64>
        %4 = memref.load %y[%at] : memref<?xf64>
        %5 = arith.addf %3, %4 : f64
        memref.store %5, %y[%at] : memref<?xf64>
      }
      return
    }"""
    lib = tvmlike.compile(text)
    for size in range(14):
        for at in range(size):
            x = np.arange(1.0, size + 1)
            wanted = x.copy()
            for i in range(size):
                wanted[at] += wanted[i]
                wanted[at] += wanted[i]
            lib.add(x, x, at)
            np.testing.assert_array_equal(x, wanted)


def strided(rng: random.Random) -> str:
    """Reads and writes at sums and products of the variable."""
    shift, scale = rng.randint(-3, 3), rng.randint(1, 3)
    return f"""
    func.func @f(%x: memref<?x?xi32, strided<[?, ?], offset: ?>>,
                 %y: memref<?xi32, strided<[?], offset: ?>>, %row: index) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %shift = arith.constant {shift} : index
      %scale = arith.constant {scale} : index
      %first = arith.constant 3 : index
      %last = arith.constant {rng.randint(3, 17)} : index
      scf.for %i = %first to %last step %c1 {{
        %j = arith.addi %i, %shift : index
        %k = arith.muli %j, %scale : index
        %0 = memref.load %x[%row, %k] : memref<?x?xi32, strided<[?, ?], offset: ?>>
        %1 = memref.load %y[%i] : memref<?xi32, strided<[?], offset: ?>>
        %2 = arith.addi %0, %1 : i32
        memref.store %2, %y[%i] : memref<?xi32, strided<[?], offset: ?>>
        memref.store %2, %x[%row, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
      }}
      return
    }}"""


def test_addresses_of_strided_elements():
    rng = random.Random(5)
    for _ in range(20):
        text = strided(rng)
        whole = np.arange(4 * 200, dtype=np.int32).reshape(4, 200)
        outcomes = []
        for optimize in (True, False):
            lib = tvmlike.compile(text, optimize=optimize)
            x, y = whole.copy(), np.arange(100, dtype=np.int32)
            lib.f(x[::2, 1::3], y[5::3], 1)
            lib.f(x[::-1, 190::-3], y[90::-2], 2)
            outcomes.append((x, y))
        np.testing.assert_array_equal(outcomes[0][0], outcomes[1][0])
        np.testing.assert_array_equal(outcomes[0][1], outcomes[1][1])


def test_the_pass_leaves_other_loops():
    text = """
    func.func @f(%n: index, %x: memref<?xindex>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        scf.for %j = %c0 to %n step %c1 {
          memref.store %j, %x[%i] : memref<?xindex>
        }
      }
      return
    }"""
    with ir.Context():
        module = ir.Module.parse(text)
        PassManager.parse("builtin.module(unroll-innermost-loops)").run(module.operation)
        printed = str(module)
    assert printed.count("scf.for") == 1
    assert printed.count("scf.while") == 2
    # Four times in a group, and once in the rest.
    assert printed.count("memref.store") == 5


def test_iterations_that_take_all_numbers_of_the_type():
    lib = tvmlike.compile(counting("f", "i8", 2, False))
    seen = np.zeros(200, np.int64)
    count, _ = lib.f(-128, 127, seen)
    assert count == 128
    np.testing.assert_array_equal(seen[:128], np.arange(-128, 127, 2))
