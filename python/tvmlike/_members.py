"""What object types declare: docs, fields and methods.

A description has only what the type itself declares; what it inherits is in its parent's. An index refers to
one type for ever. A key refers to the type that was registered under it last, and to none after the plugin of
that type was unloaded.
"""

from __future__ import annotations

from ._abi import DYNAMIC_BEGIN
from ._backend import native
from ._base import generation, type_ancestors, type_key, type_key_of
from ._base import index_of_key as _index_of_key
from ._parameters import checked_record
from .function import PackedFunc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

if native is not None and not TYPE_CHECKING:
    type_members = native.type_members
else:
    from ._library import lib_keep_gil
    from ._memory import Value
    from ._raised import take_raised
    from ._recursion import check_depth6
    from ._unpack import read_owned

    def type_members(index: int) -> Any:
        """What a type declares, as the library describes it."""
        check_depth6()
        made = Value()
        if lib_keep_gil.TVMLikeTypeMembers(index, made):
            raise take_raised()
        return read_owned(*made)


KINDS = frozenset(("field", "method", "static", "constant", "static_property"))
"""The kinds of members that are known here; a later library may declare others."""


class TypeMember:
    """One field, method or static function of an object type."""

    def __init__(self, described: Any) -> None:
        self.name: str = described["name"]
        self.kind: str = described["kind"]
        """One of the `KINDS`."""
        self.function = _native(described["function"])
        """The function, or the getter of a field."""
        self.setter = _native(described["setter"])
        """The function that writes the field; None if it is read-only."""
        self.writable = self.setter is not None
        self.flags: int = described["flags"]
        self.record = _record(described["record"])


class TypeDescription:
    """One object type."""

    def __init__(self, key: str, parent: str, described: Any) -> None:
        self.key = key
        self.parent = parent
        """The key of the type that it inherits from."""
        self.doc: str = described["doc"]
        self.refines: str | None = described.get("refines")
        """The key of the type that it refines; None for a type with objects of its own."""
        # The entries are read at once: with ctypes, each look-up in a native map costs more than all of them.
        members = [dict(member.items()) for member in described["members"]]
        self.members = [TypeMember(member) for member in members if member["kind"] in KINDS]


def _native(function: Any) -> Any:
    """A member's function as a native function; Python callables come back from native code as themselves."""
    return function if function is None or isinstance(function, PackedFunc) else PackedFunc(function)


def describe_type(index: int) -> TypeDescription | None:
    """The description of a registered type; None if it declares no members, or there is no such type."""
    ancestors = type_ancestors(index)
    if ancestors is None or index < DYNAMIC_BEGIN:
        return None
    described = type_members(index)
    if not len(described["members"]):
        return None
    parent = type_key_of(ancestors[-1])
    return TypeDescription(type_key_of(index), parent, described)


def index_of(type_key: str) -> int | None:
    """The index of the type that is registered under a key now, or None."""
    try:
        data = type_key.encode()
    except UnicodeEncodeError:
        return None  # no key has a lone surrogate
    if b"\0" in data:
        return None  # nor a NUL
    return _index_of_key(data)


_indices: dict[str, int] = {}
"""A cache of indices by key; a change of the registry clears it."""

_indices_at = -1

_keys: dict[str, None] = {}

_seen = DYNAMIC_BEGIN
"""The first index that `known_keys` has not read."""


def index_of_key(type_key: str) -> int | None:
    """The index of a type that a library registered; None if there is none."""
    global _indices_at
    # A key that changes its meaning is a change to the registry, as it is for the names of functions.
    now = generation()
    if now != _indices_at:
        _indices.clear()
        _indices_at = now
    index = _indices.get(type_key)
    # Most names that are looked up are not type keys; this avoids the foreign call for them.
    if index is None and type_key in known_keys():
        index = index_of(type_key)
        if index is not None:
            _indices[type_key] = index
    return index


def known_keys() -> dict[str, None]:
    """The keys under which types were ever registered, in their order."""
    global _seen
    # Indices are consecutive, and none is reused.
    while (key := type_key(_seen)) is not None:
        _keys[key] = None
        _seen += 1
    return _keys


def is_current(index: int) -> bool:
    """Whether a type and all its ancestors are still registered under their keys."""
    if index < DYNAMIC_BEGIN:
        return True
    ancestors = type_ancestors(index)
    if ancestors is None:
        return False
    lineage = [*ancestors, index]
    return all(one < DYNAMIC_BEGIN or index_of(type_key_of(one)) == one for one in lineage)


def described_types() -> Iterator[TypeDescription]:
    """The types that declare members and have not been unloaded, in the order of their registration."""
    index = DYNAMIC_BEGIN
    while type_key(index) is not None:
        described = describe_type(index) if index_of(type_key_of(index)) == index else None
        if described is not None:
            yield described
        index += 1


def _record(text: str) -> dict[str, Any]:
    """A signature record; an empty one if the text is not a JSON object."""
    import json

    try:
        return checked_record(json.loads(text or "{}"))
    except ValueError:
        return {}
