"""What locations have in Python only: errors that say why a member of MLIR's is absent."""

from __future__ import annotations

from ..object import Object, register_object
from .absent import why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


@register_object("ir.Location")
class Location(Object):
    __slots__ = ()

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"{type(self).__name__!r} object has no attribute {name!r}{why(f'Location.{name}')}"
        )
