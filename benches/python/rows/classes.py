"""Objects of classes: creating, reading, comparing and freeing them, and calling their methods."""

from __future__ import annotations

import gc
import itertools
import random
from typing import Any, Callable

import inputs
from case import CTYPES, NATIVE, Case, Code, Find, also_old, at_most, equals


def _counter(expression: str) -> Callable[[Find], Code]:
    return lambda find: Code(expression, {"o": find("Counter")(7)})


def _item(expression: str) -> Callable[[Find], Code]:
    def code(find: Find) -> Code:
        make = find("Item")
        return Code(expression, {"o": make(7, "seven"), "p": make(7, "seven")})

    return code


def _of_million(find: Find) -> Code:
    """The list is shuffled, so that consecutive objects are anywhere in memory. It stays so, because a new
    object gets the memory of the object that was freed last.
    """
    fresh = find("Counter")(7).fresh
    crowd = [fresh() for _ in range(inputs.MILLION)]
    random.Random(0).shuffle(crowd)
    # The garbage collector, which runs between turns, ignores them.
    gc.freeze()
    place = itertools.cycle(range(inputs.MILLION)).__next__
    names = {"crowd": crowd, "place": place, "fresh": fresh}
    return Code("crowd[place()] = fresh()", names, answer="len(crowd) == len(set(map(id, crowd)))")


def _repr(result: Any) -> bool:
    return isinstance(result, str) and "Item" in result and "7" in result and "seven" in result


CASES = (
    Case(
        "same",
        "object in and out",
        lambda find: Code("f(point)", {"f": find("same"), "point": find("Point")(1.0, 2.0)}),
        lambda r: r is not None,
        also_old(2.0, "pyo3"),
    ),
    Case(
        "construct",
        "C(1)",
        lambda find: Code("C(1)", {"C": find("Counter")}),
        lambda r: r.v == 1,
        at_most(1.5, "pyo3"),
    ),
    Case(
        "construct_keyword",
        "C(v=1)",
        lambda find: Code("C(v=1)", {"C": find("Counter")}),
        lambda r: r.v == 1,
        at_most(1.5, "pyo3"),
    ),
    Case(
        "method_keyword",
        "o.inc(by=1)",
        _counter("o.inc(by=1)"),
        equals(8),
        at_most(1.3, "pyo3"),
    ),
    Case("attribute", "o.name, a str", _item("o.name"), equals("seven"), at_most(1.5, "nanobind")),
    Case("equal", "o == p", _item("o == p"), equals(True), at_most(1.5, "nanobind")),
    Case("hash", "hash(o)", _item("hash(o)"), lambda r: isinstance(r, int), at_most(1.5, "nanobind")),
    Case("repr", "repr(o)", _item("repr(o)"), _repr, at_most(1.5, "nanobind")),
    Case(
        "fresh",
        "o.fresh(), a new object",
        _counter("o.fresh()"),
        lambda r: r.v == 7,
        at_most(1.0, "nanobind"),
    ),
    Case(
        "million",
        "free one of a million objects, make another",
        _of_million,
        equals(True),
        at_most(1.0, "nanobind"),
        process="million",
        only=(NATIVE, CTYPES, "pyo3", "pyo3-abi3", "nanobind", "pybind11", "tvm-ffi"),
    ),
)
