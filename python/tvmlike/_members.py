"""What object types say of themselves: docs, fields and methods, as their libraries declared them.

Only what a type declares itself is here; what it inherits is with its parent.
"""

from __future__ import annotations

import json

from ._lib import quick
from ._memory import Value
from ._room import room6
from ._unpack import read_owned
from .error import take_raised
from .object import type_key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_FIRST = 128
"""The type index from which on types are registered; they have no gaps."""


class TypeMember:
    """One field, method or static function of an object type."""

    def __init__(self, described: Any) -> None:
        self.name: str = described["name"]
        self.kind: str = described["kind"]
        """`field`, `method` or `static`."""
        self.writable = described["setter"] is not None
        self.record = _record(described["record"])


class TypeDescription:
    """One object type."""

    def __init__(self, key: str, parent: str, described: Any) -> None:
        self.key = key
        self.parent = parent
        """The key of the type that it inherits from."""
        self.doc: str = described["doc"]
        self.members = [TypeMember(member) for member in described["members"]]


def described_types() -> Iterator[TypeDescription]:
    """The types that declare members, in the order of their registration."""
    index = _FIRST
    while True:
        info = quick.TVMLikeTypeInfoOf(index)
        if not info:
            return
        room6()
        made = Value()
        if quick.TVMLikeTypeMembers(index, made):
            raise take_raised()
        described = read_owned(*made)
        if len(described["members"]):
            parent = type_key_of(info.contents.ancestors[info.contents.depth - 1])
            yield TypeDescription(type_key_of(index), parent, described)
        index += 1


def _record(text: str) -> dict[str, Any]:
    """A signature record; an empty one where it is no JSON object."""
    try:
        record = json.loads(text or "{}")
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}
