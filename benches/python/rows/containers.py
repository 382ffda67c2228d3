"""Lists and dicts: as arguments, as results, and read in native memory."""

from __future__ import annotations

from typing import Any, Callable

import inputs
from case import Case, Code, Find, at_most, equals


def _takes(function: str, items: Any) -> Callable[[Find], Code]:
    return lambda find: Code("f(items)", {"f": find(function), "items": items})


def _counters_in(find: Find) -> Code:
    make = find("Counter")
    items = [make(v) for v in range(inputs.COUNTERS)]
    return Code("f(items)", {"f": find("sum_counters"), "items": items})


def _counters_out(find: Find) -> Code:
    names = {"f": find("counters")}
    return Code("for k in f(): k.v", names, answer="[k.v for k in f()]")


def _array(expression: str) -> Callable[[Find], Code]:
    return lambda find: Code(expression, {"a": find("array"), "items": inputs.INTS})


def _map(expression: str, answer: str | None = None) -> Callable[[Find], Code]:
    return lambda find: Code(expression, {"m": find("map"), "key": "key 50"}, answer=answer)


CASES = (
    Case("list3", "list of 3 in", _takes("list_length", [1, 2, 3]), equals(3), at_most(0.5, "tvm-ffi")),
    Case("tuple3", "tuple of 3 in", _takes("list_length", (1, 2, 3)), equals(3), at_most(0.5, "tvm-ffi")),
    Case(
        "dict3",
        "dict of 3 in",
        _takes("map_length", {"a": 1, "b": 2, "c": 3}),
        equals(3),
        at_most(0.5, "tvm-ffi"),
    ),
    Case(
        "floats_in",
        "1,000 floats in",
        _takes("sum_floats", inputs.FLOATS),
        equals(sum(inputs.FLOATS)),
        at_most(1.5, "pyo3"),
    ),
    Case(
        "ints_in",
        "1,000 ints in",
        _takes("sum_ints", inputs.INTS),
        equals(sum(inputs.INTS)),
        at_most(1.5, "pyo3"),
    ),
    Case(
        "dict_in",
        "dict of 100 in",
        _takes("sum_values", inputs.VALUES),
        equals(sum(inputs.VALUES.values())),
        at_most(1.5, "pyo3"),
    ),
    Case(
        "objects_in",
        "100 objects in",
        _counters_in,
        equals(sum(range(inputs.COUNTERS))),
        at_most(1.5, "pyo3"),
    ),
    Case(
        "ints_out",
        "1,000 ints out, list(r)",
        lambda find: Code("list(f())", {"f": find("ints"), "list": list}),
        equals(inputs.INTS),
        at_most(1.5, "pyo3"),
    ),
    Case(
        "objects_out",
        "100 objects out, for k in r: k.v",
        _counters_out,
        equals(list(range(inputs.COUNTERS))),
        at_most(1.5, "nanobind"),
    ),
    Case("array_item", "Array of 1,000: a[i]", _array("a[500]"), equals(500), at_most(3.0, "python")),
    Case("array_len", "len(a)", _array("len(a)"), equals(1000), at_most(3.0, "python")),
    Case(
        "array_slice",
        "a[5:15]",
        _array("a[5:15]"),
        lambda r: list(r) == list(range(5, 15)),
        at_most(3.0, "python"),
    ),
    Case("array_contains", "999 in a", _array("999 in a"), equals(True), at_most(3.0, "python")),
    Case("array_equal", "a == list", _array("a == items"), equals(True), at_most(3.0, "python")),
    Case("map_item", "Map of 100: m[k]", _map("m[key]"), equals(50), at_most(3.0, "python")),
    Case("map_contains", "k in m", _map("key in m"), equals(True), at_most(3.0, "python")),
    Case(
        "map_iterate",
        "for k in m, 100 keys",
        _map("for k in m: pass", answer="sorted(m)"),
        equals(sorted(inputs.VALUES)),
        at_most(3.0, "python"),
    ),
)
