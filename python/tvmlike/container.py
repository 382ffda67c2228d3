"""Containers: Array, Map and Shape. They do not change.

An Array reads its items from native memory when it is asked for them, a Map its pairs; each item is
converted anew each time. Both compare equal to the Python containers they mirror. A Shape is a tuple of its
own.

With the accelerator, native types below Array and Map (`python/native/src/container`) do what the classes
`_ArrayBase` and `_MapBase` do here.
"""

from __future__ import annotations

import _operator as operator
import ctypes
from _collections_abc import ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView

from . import _abi as abi
from ._base import adopt
from ._lib import quick
from ._memory import WORDS, Value, give_slot, take_slot
from ._pack import Refused, converters, new_array, new_map, out_of_range, pack, pack_handle, pack_object
from ._path import native
from ._room import room6
from ._typing import overload
from ._unpack import borrowed, copied, owned, read_borrowed
from .error import take_raised
from .object import Object, _class_of_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Callable, SupportsIndex, TypeVar

    # For type checkers alone: an Array holds whatever native code put into it.
    Item = TypeVar("Item", covariant=True)
    Key = TypeVar("Key")
    Held = TypeVar("Held", covariant=True)


if TYPE_CHECKING or native is None:

    class _ArrayBase(Object):
        __slots__ = ()

        def __len__(self) -> int:
            return WORDS[(self._alive_as(abi.ARRAY, abi.LIST) >> 3) + abi.SEQUENCE_SIZE]

        def __getitem__(self, index: Any) -> Any:
            if isinstance(index, slice):
                return Array([self[position] for position in range(*index.indices(len(self)))])
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
            if not isinstance(other, (Array, list, tuple)):
                return NotImplemented
            return len(self) == len(other) and all(map(_same, self, other))

        def __hash__(self) -> int:
            return hash(tuple(self))

        def _alive_as(self, *indices: int) -> int:
            return _alive_as(self, "an array", *indices)

    class _MapBase(Object):
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
                give_slot(slot)
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

    def _map_items(mapping: Map[Any, Any]) -> Iterator[tuple[Any, Any]]:
        for position in range(len(mapping)):
            entry = mapping._entry(position)
            yield read_borrowed(entry), read_borrowed(entry + abi.VALUE_WORDS)

    def _map_values(mapping: Map[Any, Any]) -> Iterator[Any]:
        for position in range(len(mapping)):
            yield read_borrowed(mapping._entry(position) + abi.VALUE_WORDS)

else:
    _ArrayBase = native.make_array_type(Object)
    _MapBase = native.make_map_type(Object)
    _map_items = native.map_items
    _map_values = native.map_values


class Array(_ArrayBase, Sequence["Item"]):
    """An array of values. `Array([1, 2]) == [1, 2]`."""

    __slots__ = ()

    def __new__(cls, items: Iterable[Any] = ()) -> Any:
        return adopt(cls, _made(new_array, items, "Array"))

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: SupportsIndex) -> Item: ...
        @overload
        def __getitem__(self, index: slice) -> Array[Item]: ...
        def __getitem__(self, index: Any) -> Any: ...
        def __iter__(self) -> Iterator[Item]: ...

    def __repr__(self) -> str:
        return f"Array({list(self)!r})" if self._handle else super().__repr__()


class Map(_MapBase, Mapping["Key", "Held"]):
    """A map of values, in the order in which the keys came. `Map({"a": 1}) == {"a": 1}`."""

    __slots__ = ()

    def __new__(cls, pairs: Any = ()) -> Any:
        return adopt(cls, _made(new_map, dict(pairs), "Map"))

    if TYPE_CHECKING:

        def __getitem__(self, key: Any) -> Held: ...
        def __iter__(self) -> Iterator[Key]: ...

    def keys(self) -> KeysView[Key]:
        return _Keys(self)

    def items(self) -> ItemsView[Key, Held]:
        return _Items(self)

    def values(self) -> ValuesView[Held]:
        return _Values(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Map, dict)):
            return NotImplemented
        return len(self) == len(other) and dict(self.items()) == dict(other.items())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Map({dict(self.items())!r})" if self._handle else super().__repr__()


class _Keys(KeysView):  # type: ignore[type-arg]
    _mapping: Map[Any, Any]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._mapping)


class _Items(ItemsView):  # type: ignore[type-arg]
    _mapping: Map[Any, Any]

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return _map_items(self._mapping)


class _Values(ValuesView):  # type: ignore[type-arg]
    _mapping: Map[Any, Any]

    def __iter__(self) -> Iterator[Any]:
        return _map_values(self._mapping)


class Shape(tuple):  # type: ignore[type-arg]
    """The sizes of a tensor's dimensions: a tuple of ints that stays a shape in native code."""

    __slots__ = ()

    def __new__(cls, sizes: Iterable[int] = ()) -> Shape:
        return tuple.__new__(cls, map(operator.index, sizes))


_find_type = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
_find_functions: dict[int, Callable[[int, Any], int]] = {}


def _find_function(address: int) -> Callable[[int, Any], int]:
    function = _find_functions.get(address)
    if function is None:
        function = _find_functions[address] = _find_type(address)
    return function


def _same(left: object, right: object) -> bool:
    return bool(left is right or left == right)


def _made(make: Callable[[Any], int], values: Any, what: str) -> int:
    try:
        return make(values)
    except Refused as refused:
        raise refused.named(what) from None


def new_shape(shape: Shape) -> int:
    """A new native shape. The caller owns the reference."""
    room6()
    for size in shape:
        # ctypes would cut it to 64 bits.
        if not -(2**63) <= size < 2**63:
            raise out_of_range(size)
    made = Value()
    if quick.TVMLikeShapeCreate((ctypes.c_int64 * len(shape))(*shape), len(shape), made):
        raise take_raised()
    return int(made[1])


def _shape(value: Shape, words: Any, i: int, keep: list[Any]) -> None:
    pack_handle(abi.SHAPE, new_shape(value), words, i, keep)


def _read_shape(head: int, handle: int) -> Shape:
    at = handle >> 3
    first = WORDS[at + abi.TEXT_DATA] >> 3
    return tuple.__new__(Shape, WORDS[first : first + WORDS[at + abi.TEXT_SIZE]])


owned[abi.SHAPE] = copied(_read_shape)
borrowed[abi.SHAPE] = _read_shape
converters.update({Array: pack_object, Map: pack_object, Shape: _shape})
_class_of_key.update({"runtime.Array": Array, "runtime.Map": Map})
