"""Functions with overloads: several functions under one name. Native code takes the one for the arguments.

Their record has a record of each, `"overloads"`, and no parameters of its own. Which one is called depends on
the arguments, so keywords are not put in one overload's order: behind the arguments by position stands one
for each name that any overload has, and last a `ByName`. Native code orders them for each overload. This
module is imported when such a function is first called by keywords, or shown.
"""

from __future__ import annotations

from ._annotations import results_text, type_text
from ._arguments import ByName
from ._parameters import parameters_of, rest_name, unexpected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _names(records: list[dict[str, Any]], object_first: bool) -> tuple[int, dict[str, int]]:
    """How many names the parameters have, and where each that a caller may use stands in the order in which
    they first appear.
    """
    places: dict[str, int] = {}
    usable: dict[str, int] = {}
    for record in records:
        parameters = (parameters_of(record) or [])[object_first:]
        for entry, parameter in zip((record.get("a") or [])[object_first:], parameters):
            name = entry[1] if parameter.named else parameter.name
            place = places.setdefault(name, len(places))
            if parameter.named:
                usable[parameter.name] = place
    return len(places), usable


def places_by_name(
    record: dict[str, Any], title: str, given: int, names: tuple[str, ...]
) -> tuple[int | ByName, ...]:
    """The indices of the arguments of a call by keyword, -1 for omitted ones; last, the `ByName`."""
    object_first = bool(record.get("on_object"))
    count, usable = _names(record["overloads"], object_first)
    found = [-1] * count
    for at, name in enumerate(names, given):
        place = usable.get(name)
        if place is None:
            raise TypeError(f"{title}() {unexpected(name, list(usable))}")
        found[place] = at
    return (*range(given), *found, ByName(given - object_first + 1))


def in_order_of_types(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Overloads as a type checker needs them: it takes the first that fits, and to it a bool is an int, and
    an int a float.
    """
    ranks = {"i1": 0, "f32": 2, "f64": 2}

    def rank(record: dict[str, Any]) -> list[int]:
        kinds = [parameter.record for parameter in parameters_of(record) or []]
        return [ranks.get(kind, 1) if isinstance(kind, str) else 1 for kind in kinds]

    return sorted(records, key=rank)


def doc_of_overloads(record: dict[str, Any], name: str) -> str:
    """The docstring: the signature and the doc of each overload."""
    parts = []
    for one in record["overloads"]:
        doc = str(one.get("doc") or "").strip()
        indented = "".join(f"\n    {line}".rstrip() for line in doc.splitlines())
        parts.append(f"{name}{_shown(one, bool(record.get('on_object')))}{indented}")
    return "\n\n".join(parts)


def _shown(record: dict[str, Any], object_first: bool) -> str:
    """A signature as text. `inspect` would take longer to import than all else that makes a class."""
    parameters = parameters_of(record) or []
    parts = ["self"] if object_first else []
    for one in parameters[object_first:]:
        if one.keyword_only and "*" not in parts:
            parts.append("*")
        default = f" = {one.default!r}" if one.optional else ""
        parts.append(f"{one.name}: {type_text(one.record)}{default}")
    if record.get("variadic"):
        parts.append(f"*{rest_name(parameters)}")
    return f"({', '.join(parts)}) -> {results_text(record)}"
