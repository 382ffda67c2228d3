"""Python classes for enumerations: `IntEnum` classes, and `IntFlag` classes for flags.

An enumeration is a registered type without objects and with one member, the static function `__members__`,
which returns its members. Its class is made at first use: as an attribute of its namespace, or for a function
with such a parameter or result. Invariant: a type index has one class as long as the type is
registered, so members are the same objects for every caller. A class holds no native object: it does not
keep its plugin.
"""

from __future__ import annotations

from keyword import iskeyword

from . import _hooks
from ._members import describe_type, index_of_key
from .function import owner_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import IntEnum, IntFlag
    from typing import Any, Union

    from ._members import TypeDescription

    EnumClass = Union[type[IntEnum], type[IntFlag]]

_classes: dict[int, EnumClass | None] = {}
"""The classes by type index; None for types that are no enumerations."""


class Members:
    """The members of an enumeration."""

    def __init__(self, described: Any) -> None:
        self.flags: bool = described["flags"]
        self.members = [(str(name), int(value), str(doc)) for name, value, doc in described["members"]]
        """Names that Python takes, values and docs."""
        taken: set[str] = set()
        for at, (name, value, doc) in enumerate(self.members):
            self.members[at] = python_name(name, taken), value, doc
            taken.add(self.members[at][0])


def python_name(name: str, taken: set[str]) -> str:
    """A name that a member can have in Python: another one than those that are taken."""
    if not name.isidentifier():
        name = "".join(one if one.isalnum() else "_" for one in name)
    name = name.lstrip("_") or "member"
    if name[0].isdigit():
        name = f"n{name}"
    while iskeyword(name) or name in taken or name in ("mro", "name", "value"):
        name = f"{name}_"
    return name


def members_of(described: TypeDescription) -> Members | None:
    """The members of a type that is an enumeration; None for every other one."""
    if len(described.members) != 1:
        return None
    only = described.members[0]
    if only.name != "__members__" or only.kind != "static":
        return None
    return Members(only.function())


def enum_of_type(index: int) -> EnumClass | None:
    """The class of the enumeration with a type index; None if the type is none."""
    if index in _classes:
        return _classes[index]
    described = describe_type(index)
    told = members_of(described) if described is not None else None
    made = _make(described, told) if described is not None and told is not None else None
    # Another thread may have made it meanwhile: one class stays.
    return _classes.setdefault(index, made)


def enum_of_key(key: str) -> EnumClass | None:
    """The class of the enumeration with a type key; None if there is none."""
    index = index_of_key(key)
    return enum_of_type(index) if index is not None else None


def forget_enums(leaving: Callable[[int], bool]) -> None:
    """Removes the classes of types from the cache. References to them stay valid."""
    for index in [*_classes]:
        if leaving(index):
            _classes.pop(index, None)


def _text(member: Any) -> str:
    return f"{type(member).__name__}.{member.name or int(member)}"


def _format(member: Any, spec: str) -> str:
    return format(_text(member), spec)


def _reduce(member: Any, _protocol: object) -> Any:
    """A member is pickled as its value, with the plugin of its enumeration."""
    cls = type(member)
    owner = owner_of(cls._type_key)
    return (cls, (int(member),)) if owner is None else (restored, (cls._type_key, int(member), *owner))


def restored(type_key: str, value: int, plugin: str, path: str) -> Any:
    """The member of an enumeration with a value; pickled members refer to this function."""
    return _hooks.class_of_plugin(type_key, plugin, path)(value)


def _make(described: TypeDescription, told: Members) -> EnumClass:
    from enum import IntEnum, IntFlag

    base: Any = IntFlag if told.flags else IntEnum
    namespace, _, name = described.key.rpartition(".")
    package = __name__.partition(".")[0]
    made: EnumClass = base(
        name,
        [(member, value) for member, value, _ in told.members],
        module=f"{package}.{namespace}" if namespace else package,
        qualname=name,
    )
    # From Python 3.11, the text of an IntEnum's member is its number. Here it is the name in every version.
    made.__str__ = _text  # type: ignore[method-assign]
    made.__format__ = _format  # type: ignore[method-assign]
    made.__reduce_ex__ = _reduce  # type: ignore[assignment]
    made._type_key = described.key  # type: ignore[union-attr]
    made.__doc__ = described.doc or f"An enumeration: `{described.key}`."
    for member, _, doc in told.members:
        if doc:
            made[member].__doc__ = doc
    return made
