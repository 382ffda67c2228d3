"""What contexts have in Python only: errors that say why a member of MLIR's is absent."""

from __future__ import annotations

from ..object import Object, register_object
from .absent import why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


@register_object("ir.Context")
class Context(Object):
    __slots__ = ()

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"'Context' object has no attribute {name!r}{why(f'Context.{name}')}")
