"""All rows in the order of the tables, and the rows of short tables."""

from __future__ import annotations

from case import Case
from rows import arrays, calls, classes, containers, names, text, vocabulary

CASES: tuple[Case, ...] = (
    *calls.CASES,
    *names.CASES,
    *classes.CASES,
    *vocabulary.CASES,
    *containers.CASES,
    *arrays.CASES,
    *text.CASES,
)

# Rows that the README's table omits because other rows are similar.
_NOT_IN_README = ("tuple3", "dict3")
README = tuple(case.name for case in CASES if case.name not in _NOT_IN_README)

# One row of each kind.
CHART = (
    "nop",
    "add3",
    "keywords",
    "call_n",
    "fail",
    "module_function",
    "construct",
    "attribute",
    "fresh",
    "ints_out",
    "objects_out",
    "floats_in",
    "dict_in",
    "array_item",
    "map_item",
    "first_dim",
    "tensor_out",
    "text_same",
)


def by_name(name: str) -> Case:
    return next(case for case in CASES if case.name == name)
