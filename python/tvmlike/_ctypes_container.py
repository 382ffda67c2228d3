"""What Array and Map do on the ctypes path: their native objects are read as memory.

With the accelerator, the types of `python/native/src/container` do the same.
"""

from __future__ import annotations

import _operator as operator
import ctypes

from . import _abi as abi
from ._arguments import Refused
from ._memory import WORDS, return_slot, take_slot
from ._pack import pack
from ._unpack import read_borrowed
from .object import Object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Callable, ClassVar

    from .container import Map


class ArrayBase(Object):
    __slots__ = ()

    array_class: ClassVar[Any]
    """The class `Array`, which `container` sets: the class of a slice."""

    def __len__(self) -> int:
        return WORDS[(self._alive_as(abi.ARRAY, abi.LIST) >> 3) + abi.SEQUENCE_SIZE]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.array_class([self[position] for position in range(*index.indices(len(self)))])
        position = operator.index(index)
        size = len(self)
        if not -size <= position < size:
            raise IndexError(f"index {position} is out of range for an Array of {size} items")
        return read_borrowed(self._first() + abi.VALUE_WORDS * (position % size))

    def __iter__(self) -> Iterator[Any]:
        position = 0
        while position < len(self):
            yield read_borrowed(self._first() + abi.VALUE_WORDS * position)
            position += 1

    def _first(self) -> int:
        return WORDS[(self._handle >> 3) + abi.SEQUENCE_DATA] >> 3

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (ArrayBase, list, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(map(_same, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _alive_as(self, *indices: int) -> int:
        return _alive_as(self, "an array", *indices)


class MapBase(Object):
    __slots__ = ()

    def __len__(self) -> int:
        return WORDS[(self._alive_as_map() >> 3) + abi.MAP_SIZE]

    def __getitem__(self, key: Any) -> Any:
        position = self._find(key)
        if position < 0:
            raise KeyError(key)
        return read_borrowed(self._entry(position) + abi.VALUE_WORDS)

    def __contains__(self, key: object) -> bool:
        return self._find(key) >= 0

    def __iter__(self) -> Iterator[Any]:
        for position in range(len(self)):
            yield read_borrowed(self._entry(position))

    def _alive_as_map(self) -> int:
        return _alive_as(self, "a map", abi.MAP)

    def _entry(self, position: int) -> int:
        entries = WORDS[(self._alive_as_map() >> 3) + abi.MAP_ENTRIES]
        return (entries >> 3) + abi.ENTRY_WORDS * position

    def _find(self, key: object) -> int:
        """The position of a key, or -1."""
        self._alive_as_map()
        slot = take_slot()
        keep: list[Any] = []
        try:
            pack(key, slot.words, 0, keep)
            # Converting the key may have run Python code that freed the map.
            handle = self._alive_as_map()
            address = WORDS[(handle >> 3) + abi.MAP_FIND]
            position = _find_function(address)(handle, slot.ref)
            head = slot.words[0]
            return_slot(slot)
        except Refused:
            return -1
        finally:
            keep.clear()
        if position < 0 and head & abi.TYPE_MASK >= abi.OBJECT:
            # Objects are found by identity: what Python holds equal, such as tuples, among all keys.
            position = next((at for at, known in enumerate(self) if _same(known, key)), -1)
        return position


def _alive_as(container: Object, what: str, *indices: int) -> int:
    """The handle of a container, after a check: code may change the class of an object."""
    handle = container._alive()
    if WORDS[(handle >> 3) + abi.HEADER_TYPE] & abi.TYPE_MASK not in indices:
        raise TypeError(f"the native object of this {type(container).__name__} is not {what}")
    return handle


def map_items(mapping: Map[Any, Any]) -> Iterator[tuple[Any, Any]]:
    for position in range(len(mapping)):
        entry = mapping._entry(position)
        yield read_borrowed(entry), read_borrowed(entry + abi.VALUE_WORDS)


def map_values(mapping: Map[Any, Any]) -> Iterator[Any]:
    for position in range(len(mapping)):
        yield read_borrowed(mapping._entry(position) + abi.VALUE_WORDS)


_find_type = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
_find_functions: dict[int, Callable[[int, Any], int]] = {}


def _find_function(address: int) -> Callable[[int, Any], int]:
    function = _find_functions.get(address)
    if function is None:
        function = _find_functions[address] = _find_type(address)
    return function


def _same(left: object, right: object) -> bool:
    return bool(left is right or left == right)
