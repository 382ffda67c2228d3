"""Classes that refine another by a predicate: what an object is beyond the type in its header.

A refinement is a registered type without objects of its own. The library finds the most refined type of an
object when its Python object is made, and the class of that type is the object's class. Invariant: once the
class of a refinement was asked for, `isinstance` is right for every object, also for those whose Python
objects were made before.
"""

from __future__ import annotations

from ._base import is_instance as is_native_instance
from ._base import refined_type, type_key_of
from .object import Object, construct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def is_instance(value: object, index: int) -> bool:
    """Whether a value is an object of a type, by its header or by predicates."""
    return isinstance(value, Object) and value._handle != 0 and is_native_instance(value._handle, index)


def casts(key: str, index: int) -> dict[str, Any]:
    """The attributes that make a class without a constructor cast its argument."""

    def __new__(cls: type[Object], /, *args: Any, **keywords: Any) -> Any:
        if len(args) == 1 and not keywords and isinstance(args[0], cls):
            return args[0]  # one native object has one Python object
        return Object.__new__(cls)

    def __init__(self: Object, value: Object, /) -> None:
        if self is value:
            return
        if not is_instance(value, index):
            raise TypeError(f"{key}: expected {key}, got {_told(value)}")
        construct(self, _same, (value,), {})

    for function in (__new__, __init__):
        function.__annotations__ = {}
        function.__qualname__ = f"{key.rpartition('.')[2]}.{function.__name__}"
    return {"__new__": __new__, "__init__": __init__, "__signature__": _SIGNATURE}


class _ClassSignature:
    """The signature of a class: that of its `__init__`, which a subclass may define itself."""

    def __get__(self, instance: object, owner: type) -> Any:
        if instance is not None:
            raise AttributeError("__signature__")
        from inspect import signature

        of_init = signature(owner.__init__)  # type: ignore[misc]
        return of_init.replace(parameters=list(of_init.parameters.values())[1:])


_SIGNATURE = _ClassSignature()


def _same(value: Object) -> Object:
    return value


def _told(value: Any) -> str:
    if isinstance(value, Object) and value._handle:
        return type_key_of(refined_type(value._handle))
    return type(value).__name__


def asks(index: int) -> Any:
    """The static function `isinstance` of a refinement's class."""

    def isinstance(value: object, /) -> bool:
        """Whether an object is one of the class, whatever class its Python object has."""
        return is_instance(value, index)

    isinstance.__annotations__ = {}
    return staticmethod(isinstance)
