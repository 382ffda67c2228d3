"""The record that a function was made with: most have none.

Such functions are made by `abi.attach`, and by binding compiled code; the functions of the registry have
their records there.
"""

from __future__ import annotations

from _weakref import ref

from ._library import lib_keep_gil
from ._memory import Value
from ._raised import take_raised
from ._unpack import read_owned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .function import PackedFunc


def own_text(handle: int) -> str | None:
    """The record that a function was made with, as JSON; None for most functions."""
    made = Value()
    if lib_keep_gil.TVMLikeFuncRecord(handle, made):
        raise take_raised()
    text: str | None = read_owned(*made)
    return text


_own: dict[int, tuple[ref[PackedFunc], dict[str, Any], dict[Any, Any]]] = {}


def own_record(function: PackedFunc) -> tuple[dict[str, Any], dict[Any, Any]]:
    """The record that a function was made with, empty if it has none; and a dict for what is derived from it.

    Both live as long as the Python object, which keeps its handle from being reused for another function.
    """
    handle = function._alive()
    known = _own.get(handle)
    if known is not None and known[0]() is function:
        return known[1], known[2]
    text = own_text(handle)
    if text is None:
        return {}, {}
    import json

    record = json.loads(text)

    def gone(dead: ref[PackedFunc]) -> None:
        known = _own.get(handle)
        if known is not None and known[0] is dead:
            del _own[handle]

    made: tuple[dict[str, Any], dict[Any, Any]] = record if isinstance(record, dict) else {}, {}
    _own[handle] = ref(function, gone), *made
    return made
