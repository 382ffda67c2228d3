"""Class features besides fields and methods: items, constants, scopes; and enumerations."""

from __future__ import annotations

from typing import Any

import inputs
from case import Case, Code, Find, at_most, equals


def _row(expression: str, answer: str | None = None) -> Any:
    return lambda find: Code(expression, {"o": find("Row")(len(inputs.INTS)), "list": list}, answer=answer)


def _color(find: Find) -> Code:
    colors = find("Color")
    # The peers spell the name differently.
    red = colors.RED if hasattr(colors, "RED") else colors.Red
    return Code("f(red)", {"f": find("other_color"), "red": red})


def _is_green(color: Any) -> bool:
    # Members of Python's enumerations have a value; others are ints.
    return int(getattr(color, "value", color)) == 2


def _implicit(find: Find) -> Code:
    """Calls inside a scope that is entered once and never exited."""
    scope = find("Scope")(7)
    scope.__enter__()
    return Code("f()", {"f": find("scope_number"), "scope": scope})


def _scope(find: Find) -> Code:
    scope, f = find("Scope")(7), find("scope_number")

    def answer() -> int:
        with scope:
            return f()

    return Code("with scope: f()", {"scope": scope, "f": f, "answer": answer}, answer="answer()")


CASES = (
    Case("class_item", "sequence of 1,000: o[i]", _row("o[500]"), equals(500), at_most(1.5, "nanobind")),
    Case(
        "class_iterate",
        "for i in o, 1,000 items",
        _row("for i in o: pass", answer="list(o)"),
        equals(inputs.INTS),
        at_most(1.5, "nanobind"),
    ),
    Case(
        "class_key",
        "mapping of 100: m[k]",
        lambda find: Code("m['key 50']", {"m": find("Table")(inputs.ENTRIES)}),
        equals(50),
        at_most(1.5, "nanobind"),
    ),
    Case("enumeration", "enumeration in and out", _color, _is_green, at_most(1.5, "nanobind")),
    Case("implicit", "f() with an implicit parameter", _implicit, equals(7), at_most(1.5, "nanobind")),
    Case("scope", "with scope: f()", _scope, equals(7), at_most(1.5, "nanobind")),
    Case(
        "constant",
        "C.LIMIT, a constant",
        lambda find: Code("C.LIMIT", {"C": find("Scope")}),
        equals(7),
        at_most(1.5, "pyo3"),
    ),
    Case(
        "class_property",
        "C.limit, a property of the class",
        lambda find: Code("C.limit", {"C": find("StaticScope")}),
        equals(7),
        at_most(1.5, "nanobind"),
    ),
)
