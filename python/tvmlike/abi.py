"""The function ABI: functions that take and return nested data, described by a record.

>>> record = {"a": [["sdict", ["x", "i32"], ["y", "i32"]]], "r": [["stuple", "i32", "i32"]]}
>>> swap = tvmlike.abi.attach(lambda point: (point[1], point[0]), record)
>>> swap({"x": 1, "y": 2})
(2, 1)

The record is the one that IREE's compilers write as `iree.abi`, with additions: docs/calling-conventions.md
has them all. What is made is a PackedFunc: it has a signature, keyword arguments and help, and can be called
from every language.
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

    `record` is a dict or JSON text; `cconv` is a calling-convention string in its place, such as `"0iI_f"`.
    Without either, arguments are converted by what they are: a dict becomes the list of its values in the
    order of its sorted keys, and `results` says how many results there are.

    `form` says what the function gets for a list, tuple or dict: `"lists"` a list of its members, `"leaves"`
    the members one by one. Where it is not said, it is what agrees with what the function says of itself,
    which is `native_record` where that is given. Where record and function disagree, this fails.

    `name` is what error messages call the function.
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
    """Lets the garbage collector find a callable that refers to what was made of it, on the native path."""
    if native is not None:
        attached._behind = target


def _keep_lock_as(attached: Any, target: Any) -> None:
    """Has a function called with the interpreter lock held where its target is, which returns soon."""
    if native is not None:
        attached._flags = target._flags
    else:
        attached._call = target._call


def record_of(function: PackedFunc) -> dict[str, Any] | None:
    """The record that a function was made with, by `attach` or another convention; None where it has none."""
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
    """How many arguments and results a calling convention has. ValueError where it is variadic."""
    counts = json.loads(get_own("abi.cconv_parts")(text))["counts"]
    if counts is None:
        raise ValueError(f"cconv_counts: {text!r} is variadic and has no fixed number of arguments")
    return counts[0], counts[1]


def cconv_size(fragment: str, segments: Iterable[int] = ()) -> int:
    """How many bytes the values of a fragment take in IREE's VM.

    `segments` says of each argument how often its tuple repeats; it is not looked at where none does.
    """
    size: int = get_own("abi.cconv_size")(fragment, list(segments))
    return size


_init_api("abi", __name__, submodules=True)
