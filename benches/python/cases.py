"""What is measured: the cases, what a right answer is, and how fast ours is to be.

A case means the same work for every peer; a peer that cannot do it has no cell in that row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

# What the functions are called with. Every process that measures has its own.
TEXT = "the quick brown fox jumps over the lazy dog and " * 2 + "runs"
MESSAGE = "the value is out of range"
CALLBACKS = 1000
ARRAY_SHAPE = (3, 4)


def callback(x: int) -> int:
    return x


def array() -> Any:
    import numpy as np

    return np.zeros(ARRAY_SHAPE, np.float32)


@dataclass(frozen=True)
class Goal:
    """`ours` is to take at most `factor` times as long as `peer`."""

    ours: str
    factor: float
    peer: str


@dataclass(frozen=True)
class Case:
    """One row. `right` judges what one call gave: its result, or the exception for `fail`."""

    name: str
    title: str
    right: Callable[[Any], bool]
    goals: tuple[Goal, ...]
    in_microseconds: bool = False


NATIVE = "tvmlike"
CTYPES = "tvmlike-ctypes"


def _goals(factor: float, peer: str, old: bool = True) -> tuple[Goal, ...]:
    """The native path's goal, and the ctypes path's: a quarter of what TVM's took, from which DGL's comes."""
    native = Goal(NATIVE, factor, peer)
    return (native, Goal(CTYPES, 0.25, "dgl-ctypes")) if old else (native,)


CASES = (
    Case("nop", "no-op", lambda r: r is None, _goals(1.0, "pyo3")),
    Case("add3", "three ints → int", lambda r: r == 42, _goals(1.2, "pyo3")),
    Case("text_length", "str (100) → length", lambda r: r == len(TEXT), _goals(1.5, "pyo3")),
    Case("text_same", "str (100) → str", lambda r: r == TEXT, _goals(2.0, "pyo3")),
    Case(
        "first_dim", "NumPy array → reads its shape", lambda r: r == ARRAY_SHAPE[0], _goals(1.0, "nanobind")
    ),
    Case("same", "object in and out", lambda r: r is not None, _goals(2.0, "pyo3")),
    Case(
        "call_n",
        "1,000 callbacks into Python",
        lambda r: r == CALLBACKS - 1,
        _goals(1.2, "pyo3"),
        in_microseconds=True,
    ),
    Case(
        "fail",
        "raise and catch",
        lambda r: isinstance(r, Exception) and MESSAGE in str(r),
        _goals(5.0, "pyo3"),
    ),
    Case("lookup", "look up by name", callable, _goals(0.5, "tvm-ffi")),
    Case("list3", "list of 3 in", lambda r: r == 3, _goals(0.5, "tvm-ffi", old=False)),
    Case("tuple3", "tuple of 3 in", lambda r: r == 3, _goals(0.5, "tvm-ffi", old=False)),
    Case("dict3", "dict of 3 in", lambda r: r == 3, _goals(0.5, "tvm-ffi", old=False)),
)


def by_name(name: str) -> Case:
    return next(case for case in CASES if case.name == name)
