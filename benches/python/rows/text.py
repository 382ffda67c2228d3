"""Strings: short, long, and strings that CPython does not store as UTF-8."""

from __future__ import annotations

import inputs
from case import Case, Code, also_old, at_most, equals, within

CASES = (
    Case(
        "text_length",
        "str (100) → length",
        lambda find: Code("f(text)", {"f": find("text_length"), "text": inputs.TEXT}),
        equals(len(inputs.TEXT)),
        also_old(1.5, "pyo3"),
    ),
    Case(
        "text_same",
        "str (100) → str",
        lambda find: Code("f(text)", {"f": find("text_same"), "text": inputs.TEXT}),
        equals(inputs.TEXT),
        also_old(2.0, "pyo3"),
    ),
    Case(
        "non_ascii",
        "str of 100 bytes, not ASCII → length",
        lambda find: Code("f(text)", {"f": find("text_length"), "text": inputs.NON_ASCII}),
        equals(len(inputs.NON_ASCII.encode())),
        within(50),
    ),
    Case(
        "long_text_in",
        "str of 1 MB → length",
        lambda find: Code("f(text)", {"f": find("text_length"), "text": "x" * inputs.LONG}),
        equals(inputs.LONG),
        within(1000),
    ),
    Case(
        "long_text_out",
        "str of 1 MB out",
        lambda find: Code("f(size)", {"f": find("text_of"), "size": inputs.LONG}),
        equals("x" * inputs.LONG),
        at_most(1.1, "pyo3"),
    ),
)
