"""Arguments and results of functions of the function ABI, as Python's own containers.

Native code checks, flattens and rebuilds by the function's record. This module does the rest: results that
represent lists, tuples and dicts become these, and an argument without a native form may get one from the
record. Invariant: a function without such a record uses this module once, when its Python object is made, and
never in a call.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ._arguments import Unsigned
from .container import Array, Map

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

    # None: as it is. Else a word ("list", "tuple", "dict", "each", one of `_OWN_CLASSES`) and what it holds.
    Plan = Optional[tuple[str, Any]]


def result_plan(text: str) -> tuple[bool, Plan] | None:
    """Of a function's record: whether its arguments are converted by what they are, and how results are read.

    None for a record that is not of the function ABI.
    """
    import json

    record = json.loads(text)
    kind = record.get("abi") if isinstance(record, dict) else None
    if kind is not True and kind != "dynamic":
        return None
    results = record.get("r")
    plans = tuple(map(_plan_of, results)) if isinstance(results, list) else ()
    whole: Plan = ("tuple", plans)
    return kind == "dynamic", plans[0] if len(plans) == 1 else whole if plans else None


def _plan_of(kind: Any) -> Plan:
    if not isinstance(kind, list) or not kind:
        return None
    word, *parts = kind
    if word in ("slist", "stuple"):
        return "list" if word == "slist" else "tuple", tuple(map(_plan_of, parts))
    if word == "struct" and parts and all(key is None for key, _ in parts):
        return "tuple", tuple(_plan_of(part) for _, part in parts)
    if word in ("sdict", "struct"):
        return "dict", tuple((key, _plan_of(part)) for key, part in parts)
    if word == "py_homogeneous_list":
        return "each", _plan_of(parts[0])
    if word == "dict":
        return "map", (_plan_of(parts[0]), _plan_of(parts[1]))
    if word == "optional":
        return _plan_of(parts[0])
    if word == "ndarray" and (not isinstance(parts[0], str) or parts[0] in ("str", "bytes")):
        nested = _plan_of(parts[0])
        for _ in range(_rank_of(parts[1:])):
            nested = "each", nested
        return nested
    return None


def _rank_of(numbers: list[Any]) -> int:
    """The rank that an array's record names; where the numbers are sizes only, how many there are."""
    rank, sizes = numbers[0], numbers[1:]
    if isinstance(rank, int) and (not sizes or rank == len(sizes)):
        return rank
    return len(sizes) if rank is None else len(numbers)


def rebuilt(plan: Plan, value: Any) -> Any:
    """A result in Python's own containers, by a plan; unchanged if it does not match the plan."""
    if plan is None or value is None:
        return value
    word, parts = plan
    if word in _OWN_CLASSES:
        return _OWN_CLASSES[word](parts, value)
    if word == "dict":
        if not isinstance(value, Map) or list(value) != [key for key, _ in parts]:
            return value
        return {key: rebuilt(part, item) for (key, part), item in zip(parts, value.values())}
    if not isinstance(value, Array):
        return value
    if word == "each":
        return [rebuilt(parts, item) for item in value]
    if len(value) != len(parts):
        return value
    items = [rebuilt(part, item) for part, item in zip(parts, value)]
    return tuple(items) if word == "tuple" else items


def _member(parts: Any, value: Any) -> Any:
    """A member of an enumeration, from its number."""
    cls, members = parts
    if type(value) is not int:
        return value
    member = members.get(value)
    if member is None:
        try:
            member = members[value] = cls(value)
        except ValueError:
            return value
    return member


def _dict(parts: Any, value: Any) -> Any:
    """A dict with any keys."""
    if not isinstance(value, Map):
        return value
    return {rebuilt(parts[0], key): rebuilt(parts[1], item) for key, item in value.items()}


def _of_union(parts: Any, value: Any) -> Any:
    """A value that is read in the way of its native kind."""
    for kind, part in zip((int, str, Array, Map), parts):
        if isinstance(value, kind) and not isinstance(value, bool):
            return rebuilt(part, value)
    return value


_OWN_CLASSES: dict[str, Callable[[Any, Any], Any]] = {
    "enum": _member,
    "call": lambda parts, value: parts[0](rebuilt(parts[1], value)),
    "map": _dict,
    "union": _of_union,
}
"""How values are read that have a class of their own in Python, by the word of a plan (see `_by_record`)."""


def beyond(value: Any) -> bool:
    """Whether a value contains an integer of more than 64 bits."""
    if isinstance(value, int):
        return not -(2**63) <= value < 2**63
    if isinstance(value, (list, tuple)):
        return any(map(beyond, value))
    return isinstance(value, dict) and any(map(beyond, value.values()))


def prepared(function: Any, args: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """The arguments in a form that has a native counterpart, by the function's record.

    None if they already have it, or the record of no C function and none of the function ABI says more.
    """
    record = function._describe()
    if record.get("abi") == "dynamic":
        made = tuple(map(_by_itself, args))
    elif not any(key in record for key in ("abi", "native", "library")):
        return None
    else:
        entries = record.get("a") or []
        kinds = [
            entry[2] if isinstance(entry, list) and entry[:1] == ["named"] else entry for entry in entries
        ]
        convert = _by_record if record.get("abi") else _of_c
        made = tuple(convert(kind, value) for kind, value in zip(kinds, args)) + args[len(kinds) :]
    return None if all(new is old for new, old in zip(made, args)) else made


def _by_itself(value: Any) -> Any:
    """A value converted by its type alone: NumPy's scalars become 0-dimensional arrays."""
    if isinstance(value, (list, tuple)):
        items = [_by_itself(item) for item in value]
        return value if all(new is old for new, old in zip(items, value)) else items
    if isinstance(value, dict):
        named = {key: _by_itself(item) for key, item in value.items()}
        return value if all(named[key] is item for key, item in value.items()) else named
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic) and value.dtype.names is None:
        return numpy.asarray(value)
    return value


def _by_record(kind: Any, value: Any) -> Any:
    """A value for a slot: integers beyond 64 bits, which have no native form, as floats and arrays."""
    if kind in ("f16", "bf16", "f32", "f64") and isinstance(value, int):
        try:
            number = float(value)
        except OverflowError:
            return value
        return number if number == value and beyond(value) else value
    if not isinstance(kind, list) or not kind:
        return value
    word, *parts = kind
    if word == "writable":
        return value  # a copy would not be written to
    if word in ("optional", "contiguous") and parts:
        return _by_record(parts[0], value)
    if word == "ndarray" and _is_swapped(value):
        return value.astype(value.dtype.newbyteorder("="))
    if word == "ndarray" and beyond(value):
        return _array_of(parts[0], value)
    if isinstance(value, (list, tuple)):
        if word == "py_homogeneous_list" and parts:
            return _if_changed(value, [_by_record(parts[0], item) for item in value])
        if word in ("slist", "stuple") and len(parts) == len(value):
            return _if_changed(value, [_by_record(part, item) for part, item in zip(parts, value)])
    if word == "sdict" and isinstance(value, dict):
        known = dict(parts)
        made = {key: _by_record(known.get(key), item) for key, item in value.items()}
        return value if all(made[key] is item for key, item in value.items()) else made
    return value


def _is_swapped(value: Any) -> bool:
    """Whether it is an array of NumPy with numbers in the other byte order."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray) and not value.dtype.isnative


def _of_c(kind: Any, value: Any) -> Any:
    """A value for a C function: large integers for unsigned parameters, fields and items."""
    if kind == "u64":
        large = isinstance(value, int) and type(value) is not Unsigned and 1 << 63 <= value < 1 << 64
        return Unsigned(value) if large else value
    if not isinstance(kind, list) or not kind:
        return value
    word, *parts = kind
    if word == "optional" and parts:
        return _of_c(parts[0], value)
    if word == "writable" and parts:
        return value if _is_swapped(value) else _of_c(parts[0], value)
    if word == "ndarray" and _is_swapped(value):
        return value.astype(value.dtype.newbyteorder("="))
    if word in ("ndarray", "py_homogeneous_list") and parts:
        if isinstance(value, (list, tuple)):
            return _if_changed(value, [_of_c(parts[0], item) for item in value])
        return _of_c(parts[0], value)
    if word == "struct":
        if isinstance(value, Mapping):
            known = dict(parts)
            named = {key: _of_c(known.get(key), item) for key, item in value.items()}
            return named if any(named[key] is not item for key, item in value.items()) else value
        if isinstance(value, (list, tuple)) and len(value) == len(parts):
            return _if_changed(value, [_of_c(part, item) for (_, part), item in zip(parts, value)])
    return value


def _if_changed(value: Any, items: list[Any]) -> Any:
    return value if all(new is old for new, old in zip(items, value)) else items


def _array_of(element: Any, value: Any) -> Any:
    """Numbers as an array of unsigned or floating elements; unchanged if it cannot hold them."""
    kind = "uint64" if element == "u64" else "float64" if element in ("f16", "bf16", "f32", "f64") else ""
    try:
        import numpy

        return numpy.array(value, kind) if kind else value
    except (ImportError, TypeError, ValueError, OverflowError):
        return value
