"""Attributes of a class rather than of its objects: constants, and static properties.

Invariant: importing a class calls none of their functions. A constant's is called when the attribute is read
first; from then on its value stands in the class, where Python finds it as any other attribute.
"""

from __future__ import annotations

from ._backend import native
from ._method import static_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._members import TypeMember
    from .function import PackedFunc

KINDS = frozenset(("constant", "static_property"))


class Constant:
    """An attribute of a class that was not read yet."""

    def __init__(self, function: PackedFunc, name: str) -> None:
        self._function = function
        self._name = name
        self.__doc__ = function.__doc__

    def __get__(self, instance: object, owner: type) -> Any:
        value = self._function()
        for cls in owner.__mro__:
            if vars(cls).get(self._name) is self:
                setattr(cls, self._name, value)
        return value


if native is not None and not TYPE_CHECKING:
    _Base = native.make_static_property_type()
else:

    class _Base(property):
        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            return self.fget()  # type: ignore[call-arg, misc]


class StaticProperty(_Base):
    """A property that is read from a class as well as from its objects. It cannot be written to."""


def class_attribute(type_key: str, member: TypeMember) -> Any:
    """The attribute for a member of one of the `KINDS`."""
    function = static_function(type_key, member)
    return Constant(function, member.name) if member.kind == "constant" else StaticProperty(function)
