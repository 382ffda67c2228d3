"""Calls of functions: by position, by keyword, overloaded, and with errors."""

from __future__ import annotations

from typing import Any

import inputs
from case import CTYPES, NATIVE, Case, Code, Find, also_old, at_most, equals


def _call(function: str, expression: str, **names: Any) -> Any:
    return lambda find: Code(expression, {"f": find(function), **names})


def _scalar(find: Find) -> Code:
    import numpy as np

    return Code("f(x)", {"f": find("negate"), "x": np.int64(42)})


_WITH_OVERLOADS = (NATIVE, CTYPES, "nanobind", "pybind11")

CASES = (
    Case("nop", "no-op", _call("nop", "f()"), lambda r: r is None, also_old(1.0, "pyo3")),
    Case("add3", "three ints → int", _call("add3", "f(40, 1, 1)"), equals(42), also_old(1.2, "pyo3")),
    Case(
        "keywords",
        "three ints by keyword → int",
        _call("add3", "f(a=40, b=1, c=1)"),
        equals(42),
        at_most(1.3, "pyo3"),
    ),
    Case(
        "overload",
        "the second of two overloads",
        _call("twice", "f(text)", text="ab"),
        equals("abab"),
        at_most(1.5, "nanobind"),
        only=_WITH_OVERLOADS,
    ),
    Case(
        "overload_keyword",
        "an overload by keyword",
        _call("twice", "f(x=21)"),
        equals(42),
        at_most(1.5, "nanobind"),
        only=_WITH_OVERLOADS,
    ),
    Case("numpy_scalar", "np.int64 → int", _scalar, equals(-42), at_most(2.0, "pyo3")),
    Case(
        "call_n",
        "1,000 callbacks into Python",
        _call("call_n", "f(callback, n)", callback=inputs.callback, n=inputs.CALLBACKS),
        equals(inputs.CALLBACKS - 1),
        also_old(1.2, "pyo3"),
    ),
    Case(
        "fail",
        "raise and catch",
        lambda find: Code("f(message)", {"f": find("fail"), "message": inputs.MESSAGE}, ValueError),
        lambda r: isinstance(r, Exception) and inputs.MESSAGE in str(r),
        also_old(5.0, "pyo3"),
    ),
    Case(
        "type_error",
        "str for an int: TypeError",
        lambda find: Code("f(text)", {"f": find("negate"), "text": "forty"}, TypeError),
        lambda r: isinstance(r, TypeError),
        at_most(2.0, "pyo3"),
    ),
)
