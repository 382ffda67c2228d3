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
    """Converts values whose type is of a kind by the decorated function, or class of values.

    A function gets the result or argument, and what it returns is received in its place. With a subclass of
    `ir.Value`, results become instances of a class that inherits from it and from `ir.OpResult`; arguments
    from it and from `ir.BlockArgument`. Its `__init__`, if it has one, is called with the value. A second
    caster for the same kind is an error, unless it replaces the first.
    """

    def decorate(caster: Any) -> Any:
        if not callable(caster):
            raise TypeError(f"register_value_caster: expected a function or a class, got {caster!r}")
        if typeid.name in _casters and not replace:
            raise RuntimeError(f"Value caster is already registered: {_casters[typeid.name]!r}")
        _casters[typeid.name] = caster
        made = [_class(caster, part) for part in (ir.OpResult, ir.BlockArgument)]
        register_leaves(dict(zip(ir._register_value_classes(typeid), made)))
        return caster

    return decorate


def _class(caster: Any, part: Any) -> Any:
    """The class of the results, or of the arguments, that a caster converts."""
    body: dict[str, Any] = {"__slots__": ()}
    is_class = isinstance(caster, type) and issubclass(caster, ir.Value)
    if not is_class or _has_constructor(caster):
        # Python code receives what it returns for an instance.
        body["_received_by"] = staticmethod(caster)
    if not is_class:
        return type(part)(part.__name__, (part,), body)
    body.update(__module__=caster.__module__, __doc__=caster.__doc__)
    bases = (caster,) if issubclass(caster, part) else (caster, part)
    return type(caster)(caster.__name__, bases, body)


def _has_constructor(cls: Any) -> bool:
    """Whether a subclass of `ir.Value` has a constructor in Python."""
    natives = (ir.Value, ir.OpResult, ir.BlockArgument)
    own = cls.__mro__[: min(cls.__mro__.index(one) for one in natives if one in cls.__mro__)]
    return any("__init__" in vars(one) or "__new__" in vars(one) for one in own)
