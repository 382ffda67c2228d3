"""The members of a type as attributes of a class: constructor, methods, fields, comparisons, pickling."""

from __future__ import annotations

from sys import intern

from ._arguments import Refused
from ._backend import native
from ._class_attributes import KINDS as CLASS_ATTRIBUTES
from ._class_attributes import class_attribute
from ._container import with_container
from ._method import (
    comparison,
    constructor,
    method,
    on_object,
    setter,
    static_attribute,
    static_function,
    without_result,
)
from ._pickle import reduce_by
from ._signature import doc_of
from .object import Object, construct, registered_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from typing import Any

    from ._members import TypeDescription, TypeMember

_COMPARISONS = frozenset(("__eq__", "__lt__", "__le__", "__gt__", "__ge__"))

# Attributes that Python or this package needs in every object, and members that are read in another way.
_NOT_ADDED = frozenset(
    name
    for cls in Object.__mro__
    for name in vars(cls)
    if name.startswith("_") and name not in {*_COMPARISONS, "__hash__", "__repr__", "__str__", "__ne__"}
) | {
    "__del__",
    "__dict__",
    "__from_state__",
    "__getstate__",
    "__refinement_key__",
    "__refines__",
    "__slots__",
    "__weakref__",
}


def attributes_of(index: int, described: TypeDescription) -> dict[str, Any]:
    """The members as attributes of a class."""
    key = described.key
    # Interned, as names in a class statement are: then the interpreter finds them by their addresses.
    by_name = {intern(member.name): member for member in described.members}
    attributes: dict[str, Any] = {}
    for name, member in by_name.items():
        if name == "__init__" and member.kind == "static":
            attributes[name] = _constructor(key, member)
        elif name in _NOT_ADDED:
            continue
        elif member.kind in CLASS_ATTRIBUTES:
            attributes[name] = class_attribute(key, member)
        elif member.kind == "static":
            attributes[name] = static_attribute(key, member)
        elif member.kind == "method":
            make = _comparison if name in _COMPARISONS else method
            attributes[name] = make(key, member)
        else:
            write = setter(key, member) if member.writable else None
            attributes[name] = property(method(key, member), write, None, member.record.get("doc"))
    attributes = with_container(described, attributes)
    if described.refines is not None:
        from ._refinements import asks, casts

        attributes.setdefault("isinstance", asks(index))
        refined = registered_class(described.refines)
        if "__init__" not in attributes and (refined is None or "__init__" not in vars(refined)):
            attributes.update(casts(key, index))
    elif "__init__" not in attributes:
        attributes["__init__"] = _no_constructor(key)
    if "__eq__" in attributes:
        # As in a class statement: a class with `__eq__` has no hash unless it defines one.
        attributes.setdefault("__hash__", None)
    state, restore = by_name.get("__getstate__"), by_name.get("__from_state__")
    if state is not None and restore is not None:
        attributes["__reduce__"] = reduce_by(index, method(key, state), static_function(key, restore))
    elif described.refines is None:
        attributes["__reduce__"] = Object.__reduce__
    return attributes


class _Signature:
    """A function's parameters, worked out when `__signature__` is read."""

    def __init__(self, record: dict[str, Any]) -> None:
        self._record = record

    @property
    def __signature__(self) -> inspect.Signature:
        from ._signature import signature_of

        signature = signature_of(self._record)
        parameters = list(signature.parameters.values())
        if parameters[0].name == "self":
            parameters[0] = parameters[0].replace(annotation=parameters[0].empty)
        return signature.replace(parameters=parameters)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        raise TypeError("a signature cannot be called")


def _constructor(key: str, member: TypeMember) -> Any:
    if native is not None:
        return constructor(key, member)
    make = static_function(key, member)
    shown = on_object(key, without_result(member.record))

    def __init__(self: Object, /, *args: Any, **keywords: Any) -> None:
        construct(self, make, args, keywords)

    __init__.__qualname__ = make.__qualname__
    __init__.__module__ = make.__module__
    __init__.__doc__ = doc_of(shown, "__init__")
    __init__.__wrapped__ = _Signature(shown)  # type: ignore[attr-defined]
    return __init__


def _no_constructor(type_key: str) -> Any:
    def __init__(self: Object, /, *args: Any, **keywords: Any) -> None:
        raise TypeError(f"{type_key} has no constructor; call a function that returns one")

    return __init__


def _comparison(key: str, member: TypeMember) -> Any:
    if native is not None:
        return comparison(key, member)
    from ._conversions import packed

    compare = method(key, member)

    def __compare__(self: Object, other: object, /) -> Any:
        if not isinstance(other, Object):
            try:
                packed(other)[2].clear()
            except Refused:
                return NotImplemented  # native code cannot compare with a value that has no native form
        answer = compare(self, other)
        return NotImplemented if answer is None else answer

    __compare__.__name__ = member.name
    __compare__.__qualname__ = compare.__qualname__
    __compare__.__module__ = compare.__module__
    __compare__.__doc__ = compare.__doc__ or getattr(object, member.name).__doc__
    __compare__.__annotations__ = {}  # they are of no use in help()
    return __compare__
