"""Classes of values by the kind of their type: `@register_value_caster(F32Type.static_typeid)`."""

from __future__ import annotations

from .._classes import register_leaves
from . import _this as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["register_value_caster"]

_casters: dict[str, Any] = {}


def register_value_caster(typeid: Any, *, replace: bool = False) -> Callable[[Any], Any]:
    """Makes values whose type is of a kind instances of the decorated class, a subclass of `ir.Value`.

    Results become instances of a class that inherits from it and from `ir.OpResult`; arguments from it and
    from `ir.BlockArgument`. A second class for the same kind is an error, unless it replaces the first.
    """

    def decorate(cls: Any) -> Any:
        if not (isinstance(cls, type) and issubclass(cls, ir.Value)):
            raise TypeError(f"register_value_caster: expected a subclass of ir.Value, got {cls!r}")
        if typeid.name in _casters and not replace:
            raise RuntimeError(f"Value caster is already registered: {_casters[typeid.name]!r}")
        _casters[typeid.name] = cls
        body = {"__slots__": (), "__module__": cls.__module__, "__doc__": cls.__doc__}
        made = []
        for part in (ir.OpResult, ir.BlockArgument):
            bases = (cls,) if issubclass(cls, part) else (cls, part)
            made.append(type(cls)(cls.__name__, bases, dict(body)))
        register_leaves(dict(zip(ir._register_value_classes(typeid), made)))
        return cls

    return decorate
