"""Atomic updates of memrefs: each kind and type, regions, and threads that update the same element."""

from __future__ import annotations

import math
import shutil

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

ENGINES = ["cranelift", *(["llvm"] if shutil.which("clang") else [])]


def bigger(a, b):
    """`maximumf`: NaN wins."""
    return math.nan if math.isnan(a) or math.isnan(b) else max(a, b)


def smaller(a, b):
    return math.nan if math.isnan(a) or math.isnan(b) else min(a, b)


def bigger_number(a, b):
    """`maxnumf`: numbers win."""
    return b if math.isnan(a) else a if math.isnan(b) else max(a, b)


def smaller_number(a, b):
    return b if math.isnan(a) else a if math.isnan(b) else min(a, b)


FLOATS = {
    "addf": lambda a, b: a + b,
    "mulf": lambda a, b: a * b,
    "assign": lambda a, b: b,
    "maximumf": bigger,
    "minimumf": smaller,
    "maxnumf": bigger_number,
    "minnumf": smaller_number,
}
INTEGERS = {
    "addi": lambda a, b: a + b,
    "muli": lambda a, b: a * b,
    "assign": lambda a, b: b,
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
    "maxs": max,
    "mins": min,
}


def update(kind, ty):
    return f"""
        func.func @f(%v: {ty}, %x: memref<3x{ty}>, %i: index) -> {ty} {{
          %0 = memref.atomic_rmw {kind} %v, %x[%i] : ({ty}, memref<3x{ty}>) -> {ty}
          return %0 : {ty}
        }}"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("ty", ["f16", "f32", "f64"])
def test_floats(engine, ty):
    dtype = np.dtype(f"float{ty[1:]}")
    values = [0.0, 1.5, -2.25, 3.0, math.inf, math.nan]
    for kind, expected in FLOATS.items():
        if engine == "llvm" and kind in ("maximumf", "minimumf"):
            # Instructions of LLVM 20.
            continue
        if engine == "llvm" and ty == "f16":
            # Arguments and results of 16-bit floats are passed as the target does.
            continue
        f = tvmlike.compile(update(kind, ty), engine=engine).f
        for a in values:
            for b in values:
                x = np.array([7, a, 9], dtype)
                old = f(b, x, 1)
                np.testing.assert_array_equal(np.array([old], dtype), np.array([a], dtype))
                with np.errstate(invalid="ignore"):
                    wanted = np.array([7, dtype.type(expected(a, b)), 9], dtype)
                np.testing.assert_array_equal(x, wanted, err_msg=f"{kind} {a} {b}")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("ty", ["i8", "i16", "i32", "i64"])
def test_integers(engine, ty):
    bits = int(ty[1:])
    dtype = np.dtype(f"int{bits}")
    values = [0, 1, -1, 5, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1]
    for kind, expected in INTEGERS.items():
        f = tvmlike.compile(update(kind, ty), engine=engine).f
        for a in values:
            for b in values:
                x = np.array([7, a, 9], dtype)
                assert f(b, x, 1) == a
                wanted = (expected(a, b) + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)
                assert x.tolist() == [7, wanted, 9], (kind, a, b)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("ty", ["f32", "f64", "i32", "i64"])
def test_a_region_computes_the_new_value(engine, ty):
    kind = "f" if ty[0] == "f" else "i"
    f = tvmlike.compile(
        f"""
        func.func @f(%v: {ty}, %x: memref<?x{ty}>, %i: index) -> {ty} {{
          %0 = memref.generic_atomic_rmw %x[%i] : memref<?x{ty}> {{
          ^bb0(%now: {ty}):
            %twice = arith.add{kind} %now, %now : {ty}
            %new = arith.mul{kind} %twice, %v : {ty}
            memref.atomic_yield %new : {ty}
          }}
          return %0 : {ty}
        }}""",
        engine=engine,
    ).f
    x = np.array([1, 5, 3], f"{'float' if kind == 'f' else 'int'}{ty[1:]}")
    assert f(7, x, 1) == 5
    assert x.tolist() == [1, 70, 3]


@pytest.mark.parametrize("kind", ["addf", "maximumf", "maxnumf", "minimumf", "minnumf"])
def test_threads_lose_no_update(kind):
    f = tvmlike.compile(
        f"""
        func.func @f(%x: memref<?xf64>, %to: memref<1xf64>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = memref.dim %x, %c0 : memref<?xf64>
          scf.parallel (%i) = (%c0) to (%n) step (%c1) {{
            %v = memref.load %x[%i] : memref<?xf64>
            %0 = memref.atomic_rmw {kind} %v, %to[%c0] : (f64, memref<1xf64>) -> f64
          }}
          return
        }}""",
        threads=4,
    ).f
    # Sums of integers are exact.
    x = np.random.default_rng(3).integers(-1000, 1000, 50_000).astype(np.float64)
    to = np.zeros(1)
    f(x, to)
    wanted = {"addf": x.sum(), "maximumf": x.max(), "maxnumf": x.max()}.get(kind, x.min())
    assert to[0] == wanted


def test_threads_lose_no_product():
    f = tvmlike.compile(
        """
        func.func @f(%n: index, %to: memref<1xi64>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %three = arith.constant 3 : i64
          scf.parallel (%i) = (%c0) to (%n) step (%c1) {
            %0 = memref.atomic_rmw muli %three, %to[%c0] : (i64, memref<1xi64>) -> i64
          }
          return
        }""",
        threads=4,
    ).f
    to = np.ones(1, np.int64)
    f(20_001, to)
    assert int(to[0]) % 2**64 == pow(3, 20_001, 2**64)
