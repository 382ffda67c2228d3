"""Exception classes that native code declares for its error types.

Such a class is a registered type without objects and with one member, the static function `__exception__`,
which describes it. The Python class is made at first use: for the first error of its kind, or as an attribute
of its namespace. Invariant: a type has one class as long as it is registered; `register_error` for the same
kind goes before it. A class holds no native object: it does not keep its plugin.
"""

from __future__ import annotations

from . import _hooks
from ._base import retain
from ._members import describe_type, index_of_key
from .error import Error, _class_of_kind, _kind_of_class, make_exception
from .function import owner_of
from .object import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._members import TypeDescription

_classes: dict[int, type[BaseException] | None] = {}
"""The classes by type index; None for types that are no exceptions."""

_making: set[int] = set()


class Declared:
    """What a type says of its exceptions."""

    def __init__(self, described: Any) -> None:
        self.base = str(described["base"])
        self.attributes = [(str(name), str(doc)) for name, doc in described["attributes"]]
        """Names and docs."""


def declared_of(described: TypeDescription) -> Declared | None:
    """What a type that is an exception class declares; None for every other one."""
    if len(described.members) != 1:
        return None
    only = described.members[0]
    if only.name != "__exception__" or only.kind != "static":
        return None
    return Declared(only.function())


def exception_of_type(index: int) -> type[BaseException] | None:
    """The class of the exceptions with a type index; None if the type is none."""
    if index in _classes:
        return _classes[index]
    described = describe_type(index)
    declared = declared_of(described) if described is not None else None
    if described is None or declared is None:
        return _classes.setdefault(index, None)
    _making.add(index)
    try:
        made = _make(described, declared)
    finally:
        _making.discard(index)
    # Another thread may have made it meanwhile: one class stays.
    made = _classes.setdefault(index, made) or made
    _class_of_kind.setdefault(described.key, made)
    _kind_of_class.setdefault(made, described.key)
    return made


def exception_of_kind(kind: str) -> type[BaseException] | None:
    """The class for a kind of error; None if none is declared."""
    index = index_of_key(kind)
    # A base that refers back to its own class has none.
    return exception_of_type(index) if index is not None and index not in _making else None


def forget_exceptions(leaving: Callable[[int], bool]) -> None:
    """Removes the classes of types from the cache. References to them stay valid."""
    for index in [*_classes]:
        if leaving(index):
            made = _classes.pop(index, None)
            kind = _kind_of_class.pop(made, "") if made is not None else ""
            if kind and _class_of_kind.get(kind) is made:
                del _class_of_kind[kind]


def make_declared(kind: str, message: str, context: int) -> BaseException:
    """A new exception for an error whose context is a map of its attributes, which is borrowed."""
    error = make_exception(kind, message)
    retain(context)
    for name, value in wrap(context).items():
        try:
            setattr(error, name, value)
        except Exception:
            pass  # a registered class may refuse an attribute of that name
    return error


def restored(key: str, plugin: str, path: str, args: tuple[Any, ...]) -> BaseException:
    """An exception of a declared class; pickled exceptions refer to this function."""
    error: BaseException = _hooks.class_of_plugin(key, plugin, path)(*args)
    return error


def _base_of(declared: Declared) -> type[BaseException]:
    known = _class_of_kind.get(declared.base) or exception_of_kind(declared.base)
    return known or Error


def _make(described: TypeDescription, declared: Declared) -> type[BaseException]:
    key, base = described.key, _base_of(declared)
    namespace, _, name = key.rpartition(".")
    package = __name__.partition(".")[0]
    names = [attribute for attribute, _ in declared.attributes]

    def __init__(self: Any, *args: object, **attributes: object) -> None:
        own = {one: attributes.pop(one) for one in names if one in attributes}
        if issubclass(base, Error) and type(self) is made:
            attributes["kind"] = key
        base.__init__(self, *args, **attributes)
        for one, value in own.items():
            setattr(self, one, value)

    def __reduce__(self: Any) -> Any:
        owner = owner_of(key) if type(self) is made else None
        if owner is None:
            return base.__reduce__(self)
        return restored, (key, *owner, self.args), dict(vars(self))

    docs = "".join(f"\n    {one}: {doc}" if doc else f"\n    {one}" for one, doc in declared.attributes)
    doc = described.doc or f"An error of the kind `{key}`."
    attributes: dict[str, Any] = {
        # What an error lacks, such as a field of another variant, is None.
        **dict.fromkeys(names),
        "kind": key,
        "backtrace": "",
        "__doc__": f"{doc}\n\nAttributes:{docs}" if docs else doc,
        "__module__": f"{package}.{namespace}" if namespace else package,
        "__init__": __init__,
        "__reduce__": __reduce__,
    }
    metaclass: Any = type(base)
    made: type[BaseException] = metaclass(name, (base,), attributes)
    return made
