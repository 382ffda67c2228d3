"""Classes whose objects are sequences or mappings, by the flags of their `__getitem__`.

A container's type declares `__len__` and `__getitem__`, and `__keys__` for a mapping; the rest is derived:
slices, unless the type has `__slice__(start, count, step)`; iteration, `in`, `index`, `count`, and the
methods of Python's mappings. Invariant: both call paths
raise the same errors, and an iterator sees changes of the object as a list's does.
"""

from __future__ import annotations

from _collections_abc import Mapping, MutableMapping, Sequence
from _operator import countOf, indexOf
from _operator import index as as_index

from . import _abi as abi
from ._backend import native
from ._method import Method, item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._members import TypeDescription, TypeMember


class _Item(Method):
    """`__getitem__` of a sequence, for calls by ctypes."""

    __slots__ = ()

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if len(args) != 2 or keywords:
            return super().__call__(*args, **keywords)
        sequence, key = args
        if isinstance(key, slice):
            part = getattr(type(sequence), "__slice__", None)
            if part is not None:
                indices = range(*key.indices(len(sequence)))
                return part(sequence, indices.start, len(indices), indices.step)
            return [super(_Item, self).__call__(sequence, at) for at in range(*key.indices(len(sequence)))]
        try:
            index = int(as_index(key))
        except TypeError:
            if hasattr(type(key), "__index__"):
                raise
            raise TypeError(
                f"{type(sequence).__name__} indices must be integers or slices, not {type(key).__name__}"
            ) from None
        if not -(2**63) <= index < 2**63:
            raise IndexError(f"cannot fit '{type(key).__name__}' into an index-sized integer")
        return super().__call__(sequence, index)


class _Items:
    """An iterator over a sequence, for calls by ctypes."""

    __slots__ = ("_index", "_len", "_sequence")

    def __init__(self, sequence: Any) -> None:
        self._sequence = sequence
        self._index = 0
        self._len = len(sequence)

    def __iter__(self) -> _Items:
        return self

    def __next__(self) -> Any:
        sequence, index = self._sequence, self._index
        if sequence is None:
            raise StopIteration
        if index >= self._len:
            self._len = len(sequence)
            if index >= self._len:
                self._sequence = None
                raise StopIteration
        try:
            item = sequence[index]
        except IndexError:
            # It may have become shorter meanwhile.
            if index < len(sequence):
                raise
            self._sequence = None
            raise StopIteration from None
        self._index = index + 1
        return item


_sequence_iter: Any
if native is not None:
    _sequence_iter = native.make_sequence_iter()
else:

    def _sequence_iter(self: Any) -> _Items:
        """Implement iter(self)."""
        return _Items(self)


def _index(self: Any, value: Any, start: int = 0, stop: int | None = None) -> int:
    """The index of the first item that equals a value; raises ValueError if there is none."""
    if start == 0 and stop is None:
        return indexOf(self, value)
    first = slice(start, stop).indices(len(self))[0]
    return first + indexOf(self[start:stop], value)


def _count(self: Any, value: Any) -> int:
    """How many items equal a value."""
    return countOf(self, value)


def _iter_keys(self: Any) -> Any:
    """Implement iter(self)."""
    return iter(self.__keys__())


_OF_MAPPING = ("__contains__", "get", "items", "keys", "values")
_OF_MUTABLE = ("clear", "pop", "popitem", "setdefault", "update", "_MutableMapping__marker")


def container_of(described: TypeDescription) -> TypeMember | None:
    """The `__getitem__` that makes a type's objects a container; None if nothing does."""
    for member in described.members:
        if member.name == "__getitem__" and member.flags & (abi.MEMBER_SEQUENCE | abi.MEMBER_MAPPING):
            return member
    return None


def with_container(described: TypeDescription, attributes: dict[str, Any]) -> dict[str, Any]:
    """The attributes of a class, with those of a container if its objects are one."""
    get = container_of(described)
    if get is None:
        return attributes
    if get.flags & abi.MEMBER_SEQUENCE:
        made = {"__iter__": _sequence_iter, "count": _count, "index": _index}
        return {**made, **attributes, "__getitem__": item(_Item, described.key, get)}
    made = {name: vars(Mapping)[name] for name in _OF_MAPPING}
    if is_mutable(described):
        made.update({name: vars(MutableMapping)[name] for name in _OF_MUTABLE})
    return {"__iter__": _iter_keys, **made, **attributes}


def register(cls: type, described: TypeDescription) -> None:
    """Registers the class of a container with its ABC, for `isinstance` and `match`."""
    get = container_of(described)
    if get is not None:
        is_sequence = get.flags & abi.MEMBER_SEQUENCE
        kind: Any = Sequence if is_sequence else MutableMapping if is_mutable(described) else Mapping
        kind.register(cls)


def is_mutable(described: TypeDescription) -> bool:
    """Whether items of a container can be set and deleted."""
    return {"__setitem__", "__delitem__"} <= {member.name for member in described.members}
