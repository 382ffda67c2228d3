"""Strong references to native objects, counted by ctypes on either call path."""

from __future__ import annotations

from ._library import lib, lib_keep_gil

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable


def retain(handle: int) -> int:
    """Adds a strong reference and returns the handle."""
    lib_keep_gil.TVMObjectRetain(handle)
    return handle


def release(handle: int) -> None:
    """Releases a strong reference."""
    lib.TVMObjectFree(handle)


class Held:
    """An internal strong reference to a native object, released with this object."""

    __slots__ = ("_handle",)

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self, _free: Callable[[int], int] = lib.TVMObjectFree) -> None:
        _free(self._handle)
