"""Containers: Array, Map and Shape. They are immutable.

An Array reads its items from native memory on each access, a Map its pairs, and converts them again. Both
compare equal to the Python containers that they mirror. A Shape is a subclass of tuple.

With the accelerator, native types below Array and Map (`python/native/src/container`) do what the classes
`ArrayBase` and `MapBase` of `_ctypes_container` do.
"""

from __future__ import annotations

import _operator as operator
from _collections_abc import ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView

from . import _hooks
from ._arguments import Refused
from ._backend import native
from ._base import adopt
from ._typing import overload
from .object import Object, set_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, SupportsIndex, TypeVar

    # For type checkers only: native code may store any items.
    Item = TypeVar("Item", covariant=True)
    Key = TypeVar("Key")
    Held = TypeVar("Held", covariant=True)


if TYPE_CHECKING or native is None:
    from ._ctypes_container import ArrayBase, MapBase, map_items, map_values
else:
    ArrayBase = native.make_array_type(Object)
    MapBase = native.make_map_type(Object)
    map_items = native.map_items
    map_values = native.map_values


class Array(ArrayBase, Sequence["Item"]):
    """An array of values. `Array([1, 2]) == [1, 2]`."""

    __slots__ = ()

    def __new__(cls, items: Iterable[Any] = ()) -> Any:
        return adopt(cls, _made("Array", items))

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: SupportsIndex) -> Item: ...
        @overload
        def __getitem__(self, index: slice) -> Array[Item]: ...
        def __getitem__(self, index: Any) -> Any: ...
        def __iter__(self) -> Iterator[Item]: ...

    def to_py(self) -> list[Any]:
        """A list, with all containers and tensors in it as lists and dicts."""
        return [_plain(item) for item in self]

    def to_json(self) -> str:
        """JSON text. TypeError for an item that JSON cannot express."""
        return _hooks.to_json(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Array[Any]:
        """An array from JSON text; its objects become maps."""
        made: Array[Any] = _hooks.container_from_json(cls, text)
        return made

    def __reduce__(self) -> Any:
        return _reduced(self, list(self))

    def __repr__(self) -> str:
        return f"Array({list(self)!r})" if self._handle else super().__repr__()


if native is None:
    ArrayBase.array_class = Array


class Map(MapBase, Mapping["Key", "Held"]):
    """A map of values, in the order in which the keys came. `Map({"a": 1}) == {"a": 1}`."""

    __slots__ = ()

    def __new__(cls, pairs: Any = ()) -> Any:
        return adopt(cls, _made("Map", dict(pairs)))

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

    def to_py(self) -> dict[Any, Any]:
        """A dict, with all containers and tensors in its values as lists and dicts."""
        return {key: _plain(value) for key, value in self.items()}

    def to_json(self) -> str:
        """JSON text. TypeError for a key that is no str, and for a value that JSON cannot express."""
        return _hooks.to_json(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Map[str, Any]:
        """A map from the JSON text of an object."""
        made: Map[str, Any] = _hooks.container_from_json(cls, text)
        return made

    def _repr_html_(self) -> str:
        from ._html import table_of_pairs

        return table_of_pairs(type(self).__name__, len(self), self.items())

    def __reduce__(self) -> Any:
        return _reduced(self, list(self.items()))

    def __repr__(self) -> str:
        return f"Map({dict(self.items())!r})" if self._handle else super().__repr__()


class _Keys(KeysView):  # type: ignore[type-arg]
    _mapping: Map[Any, Any]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._mapping)


class _Items(ItemsView):  # type: ignore[type-arg]
    _mapping: Map[Any, Any]

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return map_items(self._mapping)


class _Values(ValuesView):  # type: ignore[type-arg]
    _mapping: Map[Any, Any]

    def __iter__(self) -> Iterator[Any]:
        return map_values(self._mapping)


class Shape(tuple):  # type: ignore[type-arg]
    """The sizes of a tensor's dimensions: a tuple of ints that stays a shape in native code."""

    __slots__ = ()

    def __new__(cls, sizes: Iterable[int] = ()) -> Shape:
        return tuple.__new__(cls, map(operator.index, sizes))


def _plain(value: Any) -> Any:
    if isinstance(value, Object) and hasattr(value, "to_py"):
        return value.to_py()
    return tuple(value) if type(value) is Shape else value


def _reduced(value: Any, items: list[Any]) -> Any:
    from ._object_attributes import attributes_of

    attributes = attributes_of(value)
    made = _restored, (type(value), items)
    return (*made, attributes) if attributes else made


def _restored(cls: type[Any], items: list[Any]) -> Any:
    """An Array or a Map from its pickled items."""
    if issubclass(cls, Array):
        return adopt(cls, _made("Array", items))
    pairs = dict(items)
    if len(pairs) != len(items):
        raise ValueError(f"cannot unpickle {cls.__name__}: Python takes some of its keys for equal")
    return adopt(cls, _made("Map", pairs))


def _made(what: str, values: Any) -> int:
    from ._pack import new_array, new_map

    _hooks.import_converters()
    try:
        return new_array(values) if what == "Array" else new_map(values)
    except Refused as refused:
        raise refused.named(what) from None


set_class("runtime.Array", Array)
set_class("runtime.Map", Map)
