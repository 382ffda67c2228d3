"""What the attributes of operations have in Python only: they are a mapping, whose items are tuples."""

from __future__ import annotations

from collections.abc import Mapping

from ..object import Object, register_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@register_object("ir.OpAttributeMap")
class OpAttributeMap(Object):
    __slots__ = ()

    def items(self) -> list[tuple[str, Any]]:
        """The names and the attributes."""
        native: Any = super()
        return [(name, attribute) for name, attribute in native.items()]


Mapping.register(OpAttributeMap)
