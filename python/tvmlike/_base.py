"""What a Python object that stands for a native object begins with, on either call path.

Invariant: `_handle` is the address of a living native object of which this Python object owns one strong
reference, or 0. While a Python object for a native object is alive, `wrap` gives that one again.
"""

from __future__ import annotations

from _weakref import ref

from ._lib import lib
from ._path import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

_alive: dict[int, ref[Any]] = {}


class _CtypesBase:
    __slots__ = ("__weakref__", "_handle")

    _handle: int

    def __del__(
        self,
        _free: Callable[[int], int] = lib.TVMObjectFree,
        _forget: Callable[..., object] = _alive.pop,
    ) -> None:
        handle = self._handle
        if handle:
            self._handle = 0
            _forget(handle, None)
            _free(handle)


class Held:
    """One strong reference to a native object that nobody sees, given back when this goes."""

    __slots__ = ("_handle",)

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self, _free: Callable[[int], int] = lib.TVMObjectFree) -> None:
        _free(self._handle)


def living(handle: int) -> Any:
    """The Python object that stands for a native one on the ctypes path, or None."""
    known = _alive.get(handle)
    return known() if known is not None else None


if TYPE_CHECKING or native is None:
    ObjectBase = _CtypesBase

    def adopt(cls: type[ObjectBase], handle: int) -> Any:
        """A new Python object of the class that takes over one strong reference."""
        made = object.__new__(cls)
        made._handle = handle
        _alive[handle] = ref(made)
        return made

    def free(value: ObjectBase) -> None:
        """Gives the reference back now. Nothing happens where there is none."""
        handle = value._handle
        if handle:
            value._handle = 0
            _alive.pop(handle, None)
            lib.TVMObjectFree(handle)

else:
    ObjectBase = native.ObjectBase
    adopt = native.adopt
    free = native.free
