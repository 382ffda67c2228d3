"""The function ABI: functions that take and return nested data, described by a record.

>>> record = {"a": [["sdict", ["x", "i32"], ["y", "i32"]]], "r": [["stuple", "i32", "i32"]]}
>>> swap = tvmlike.abi.attach(lambda point: (point[1], point[0]), record)
>>> swap({"x": 1, "y": 2})
(2, 1)

The record is the one that IREE's compilers write as `iree.abi`, with the additions that
docs/calling-conventions.md lists. The result is a PackedFunc: it has a signature, keyword arguments and help,
and every language can call it.
"""

from __future__ import annotations

import json

from ._backend import native
from .function import PackedFunc, get_own
from .namespace import _init_api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Callable

__all__ = ["attach", "cconv", "cconv_counts", "cconv_parts", "cconv_size", "parse_cconv", "record_of"]


def attach(
    function: Callable[..., Any],
    record: dict[str, Any] | str | None = None,
    *,
    cconv: str | None = None,
    form: str = "",
    native_record: dict[str, Any] | None = None,
    name: str = "",
    results: int = 1,
) -> PackedFunc:
    """A function that takes and returns what a record describes, and calls another one with flat data.

    `record` is a dict or JSON text; `cconv` replaces it by a calling-convention string such as `"0iI_f"`.
    Without either, arguments are converted by their Python types: a dict becomes the list of its values,
    sorted by key, and `results` is the number of results.

    `form` selects what `function` receives for a list, tuple or dict: `"lists"` a list of its members,
    `"leaves"` the members one by one. The default is the form that matches the function's own record, or
    `native_record`. If record and function disagree, an error is raised.

    `name` is the function's name in error messages.
    """
    if isinstance(function, PackedFunc):
        target, called = function, name or function._name
    else:
        target, called = PackedFunc(function), name or getattr(function, "__name__", "")
    if record is not None and cconv is not None:
        raise TypeError("attach: expected record or cconv, got both")
    if record is None and cconv is None:
        dynamic: PackedFunc = get_own("abi.attach_dynamic")(target, results, called)
        _show_what_is_behind(dynamic, target)
        return dynamic
    if cconv is not None:
        record = get_own("abi.cconv_record")(cconv)
    text = record if isinstance(record, str) else json.dumps(record)
    described = native_record if native_record is not None else target._describe()
    known = json.dumps(described) if described.get("a") is not None else ""
    attached: PackedFunc = get_own("abi.attach")(target, text, form, known, called)
    _show_what_is_behind(attached, target)
    if target is function:
        _keep_lock_as(attached, target)
    return attached


def _show_what_is_behind(attached: Any, target: Any) -> None:
    """Shows the garbage collector the callable behind the function, on the native path: it may be a cycle."""
    if native is not None:
        attached._behind = target


def _keep_lock_as(attached: Any, target: Any) -> None:
    """Keeps the GIL in calls of the function if calls of its target do."""
    if native is not None:
        attached._flags = target._flags
    else:
        attached._call = target._call


def record_of(function: PackedFunc) -> dict[str, Any] | None:
    """The record that a function was made with, by `attach` or another convention; None if it has none."""
    from ._function_record import own_record

    return own_record(function)[0] or None


def parse_cconv(text: str) -> dict[str, Any]:
    """The record of a function of a calling convention of IREE's VM, such as `"0iI_f"`."""
    record: dict[str, Any] = json.loads(get_own("abi.cconv_record")(text))
    return record


def cconv(record: dict[str, Any] | str) -> str:
    """The calling convention of IREE's VM for a record."""
    text: str = get_own("abi.cconv_of")(record if isinstance(record, str) else json.dumps(record))
    return text


def cconv_parts(text: str) -> tuple[str, str]:
    """The letters of a calling convention: those of the arguments, those of the results."""
    parts = json.loads(get_own("abi.cconv_parts")(text))
    return parts["arguments"], parts["results"]


def cconv_counts(text: str) -> tuple[int, int]:
    """The numbers of arguments and results of a calling convention. Raises ValueError if it is variadic."""
    counts = json.loads(get_own("abi.cconv_parts")(text))["counts"]
    if counts is None:
        raise ValueError(f"cconv_counts: {text!r} is variadic and has no fixed number of arguments")
    return counts[0], counts[1]


def cconv_size(fragment: str, segments: Iterable[int] = ()) -> int:
    """The size in bytes of the values of a fragment in IREE's VM.

    `segments` has the number of repetitions of each argument's tuple; it is ignored if no tuple repeats.
    """
    size: int = get_own("abi.cconv_size")(fragment, list(segments))
    return size


_init_api("abi", __name__, submodules=True)
