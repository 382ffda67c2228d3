"""Python classes for the object types that declare members.

The class of a type inherits from the class of the type's parent and adds the type's own members. It is made
at first use: for an object, or as an attribute of its namespace. If a class is registered for the key, the
automatic class becomes a base of it, so that the registered class overrides the members and reaches them by
`super()`.

Invariants: an automatic class has the members of one type and nothing else; inherited members come from its
bases. A class keeps the functions of its type, and they keep their plugin: therefore this module keeps no
class of an unloaded type, or of a type that inherits from one, but finds it while it is in use.
"""

from __future__ import annotations

import os
from _thread import RLock
from _weakref import ref

from ._abi import DYNAMIC_BEGIN, OBJECT, REGISTER_KEEPS_GIL
from ._backend import native
from ._base import living_of, refined_type, type_ancestors, type_index, type_key_of
from ._class_members import attributes_of
from ._container import register as register_container
from ._enums import enum_of_type, forget_enums
from ._exceptions import exception_of_type, forget_exceptions
from ._members import describe_type, index_of, index_of_key, is_current, known_keys
from ._method import forget_described
from ._pickle import forget_state
from ._unloading import on_unload, watch
from .object import (
    Object,
    _class_of_key,
    class_of_index,
    forget_classes,
    registered_class,
    remember_class,
    runtime_keys,
    set_class,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Callable

    from ._members import TypeDescription
    from .function import PackedFunc

_building = RLock()


def _after_fork() -> None:
    global _building
    # Another thread of the parent may have held it.
    _building = RLock()


os.register_at_fork(after_in_child=_after_fork)

_automatic: dict[int, type[Object]] = {}
"""The automatic classes, by type index."""

_released: dict[int, ref[type[Object]]] = {}
"""Automatic classes of unloaded types, by type index, while they are in use."""

_members: dict[int, tuple[TypeDescription, dict[str, Any]]] = {}
"""What types with members declare, by type index: as described, and as attributes of a class."""


def class_of_registered(index: int) -> type[Object]:
    """The class for a registered type, or for its nearest ancestor that has one."""
    parent = refined_by(index)
    if parent is not None:
        class_of_index(parent)  # before a lock is taken for the class that inherits from it
    cls = _nearest_class(index)
    # A class keeps the functions of its type, and they their plugin. If the type was unloaded, its class must
    # go with its last object.
    if is_current(index):
        remember_class(index, cls, _refinement_key(index))
        if parent is not None:
            _narrow_living(index)
    return cls


def _refinement_key(index: int) -> PackedFunc | None:
    """The function that tells a type's objects of different refinements apart; None if the library must."""
    for one in (index, *reversed(type_ancestors(index) or ())):
        declared = _declared(one) if one >= DYNAMIC_BEGIN else None
        for member in declared[0].members if declared is not None else ():
            if member.name == "__refinement_key__" and member.kind == "method":
                return member.function if member.flags & REGISTER_KEEPS_GIL else None
    return None


def _nearest_class(index: int) -> type[Object]:
    lineage = type_ancestors(index)
    for one in [] if lineage is None else [index, *reversed(lineage)]:
        cls = class_of_type(one) if one >= DYNAMIC_BEGIN else _class_of_key.get(type_key_of(one))
        if cls is not None:
            return cls
    return Object


def class_of_type(index: int) -> type[Object] | None:
    """The class for a type itself; None if it declares no members and none is registered for its key."""
    registered = registered_class(type_key_of(index))
    if registered is None:
        return _automatic_class(index)
    _fit(registered, index)
    return registered


def class_of_key(type_key: str) -> type[Object] | None:
    """As `class_of_type`, for the key of a registered type, also of an enumeration or an exception."""
    index = index_of_key(type_key)
    without_objects: Any = None
    if index is not None:
        without_objects = enum_of_type(index) or exception_of_type(index)
    if without_objects is not None:
        return without_objects  # type: ignore[no-any-return]
    if index is None or (type_key not in _class_of_key and _declared(index) is None):
        return None
    return class_of_index(index)


def class_keys(start: str = "") -> Iterator[str]:
    """The keys of the registered types that have a class of their own, and begin with `start`."""
    for key in [key for key in known_keys() if key.startswith(start)]:
        index = index_of(key)
        if index is not None and (key in _class_of_key or _declared(index) is not None):
            yield key


def refined_by(index: int) -> int | None:
    """The index of the type that a refinement refines; None for every other type."""
    declared = _declared(index) if index >= DYNAMIC_BEGIN else None
    if declared is None or declared[0].refines is None:
        return None
    return (type_ancestors(index) or [OBJECT])[-1]


def _narrow_living(index: int) -> None:
    """Sets the class of existing objects to a refinement, if its predicate holds for them.

    If a predicate raises, the object keeps its class until the next time it is needed.
    """
    for value in living_of(_header_of(index)):
        try:
            refined = refined_type(value._handle)
        except Exception:
            continue
        cls = type(value)
        # An object keeps a class that was registered for its type, and one that a program made it of.
        if is_class_for(cls, refined) or not (
            is_automatic(cls) or cls is class_of_index(type_index(value._handle))
        ):
            continue
        try:
            value.__class__ = class_of_index(refined)
        except TypeError:
            pass


def _header_of(index: int) -> int:
    while refined_by(index) is not None:
        index = (type_ancestors(index) or [index])[-1]
    return index


def is_automatic(cls: type[Object]) -> bool:
    """Whether a class was made here."""
    return "_members_of" in vars(cls)


def is_class_for(cls: type[Object], index: int) -> bool:
    """Whether a class inherits the members of a type, if the type has any."""
    automatic = _automatic_class(index)
    return automatic is None or issubclass(cls, automatic)


def release(leaving: Callable[[int], bool]) -> Callable[[], None]:
    """Releases the classes of types that leave; returns a function that restores registered classes.

    While a class is in use, a look-up of its type finds it again.
    """
    forget_enums(leaving)
    forget_exceptions(leaving)
    with _building:
        withdrawn = {key: cls for key, cls in [*_class_of_key.items()] if any(map(leaving, _types_in(cls)))}
        for key in withdrawn:
            del _class_of_key[key]
        for index in [*_automatic, *(index for index in _members if index not in _automatic)]:
            if leaving(index):
                forget_state(index)
                known = _members.pop(index, None)
                made = _automatic.pop(index, None)
                if made is not None and known is not None:
                    _release(index, made, known[0])
    forget_classes()

    def undo() -> None:
        for key, cls in withdrawn.items():
            _class_of_key.setdefault(key, cls)
        forget_classes()

    return undo


def _types_in(cls: type[Object]) -> list[int]:
    """The types whose members a class inherits."""
    return [vars(one)["_members_of"] for one in cls.__mro__ if "_members_of" in vars(one)]


def _release(index: int, cls: type[Object], described: TypeDescription) -> None:
    functions = [
        one for member in described.members for one in (member.function, member.setter) if one is not None
    ]
    handles = [function._handle for function in functions]

    def gone(dead: ref[type[Object]]) -> None:
        if _released.get(index) is dead:
            del _released[index]
            forget_described(handles)

    _released[index] = ref(cls, gone)


def _released_class(index: int) -> type[Object] | None:
    known = _released.get(index)
    return known() if known is not None else None


def fit_class(cls: type[Object], type_key: str) -> None:
    """Adds the members of a type to a class that is about to be registered, if the type is known."""
    known = _class_of_key.get(type_key)
    if known is not None and type_key.startswith("runtime."):
        # Its objects are read, and functions called, as those of the package's own class.
        package = __name__.partition(".")[0]
        own = next(one for one in known.__mro__ if str(one.__module__).partition(".")[0] == package)
        if not issubclass(cls, own):
            raise TypeError(
                f"register_object: {cls.__qualname__.rpartition('.')[2]} must inherit from {own.__name__}, "
                f"the class of {type_key}"
            )
    index = index_of_key(type_key)
    if index is not None:
        _fit(cls, index)


def register_leaves(classes: dict[str, type[Object]]) -> None:
    """Registers the classes for types that no type inherits from, by type key.

    In contrast to `register_object` it keeps the classes that were found for other types.
    """
    for key, cls in classes.items():
        fit_class(cls, key)
        set_class(key, cls)
    for key in classes:
        index = index_of(key)
        if index is not None:
            # Existing objects get the class.
            class_of_registered(index)


def _fit(cls: type[Object], index: int) -> None:
    if index >= DYNAMIC_BEGIN:
        _check_layout(cls, index)
        automatic = _automatic_class(index)
        if automatic is not None:
            _put_between(cls, index, automatic)


def _check_layout(cls: type[Object], index: int) -> None:
    """Refuses a class whose methods read the memory of a runtime type, unless the type inherits from that."""
    lineage = {type_key_of(one) for one in type_ancestors(index) or ()}
    for key in runtime_keys:
        known = _class_of_key.get(key)
        if known is not None and key not in lineage and issubclass(cls, known):
            raise TypeError(
                f"register_object: {cls.__qualname__.rpartition('.')[2]} inherits from {known.__name__}, "
                f"the class of {key}, but {type_key_of(index)} does not inherit from {key}"
            )


def _automatic_class(index: int) -> type[Object] | None:
    with _building:
        made = _automatic.get(index) or _released_class(index)
        if made is None and _declared(index) is None:
            return None
        base = class_of_index((type_ancestors(index) or [OBJECT])[-1])
        # Another class may have been registered for the parent since.
        if made is None or base not in made.__bases__:
            declared = _declared(index)
            if declared is None:
                return made
            described, attributes = declared
            namespace, _, name = described.key.rpartition(".")
            package = __name__.partition(".")[0]
            own = {
                "__doc__": described.doc or None,
                "__module__": f"{package}.{namespace}" if namespace else package,
                "__slots__": (),
                "_members_of": index,
                **attributes,
            }
            metaclass: Any = type(base)
            made = metaclass(name, (base,), own)
            if native is not None:
                native.call_natively(made, index)
            register_container(made, described)
            if not is_current(index):
                _release(index, made, described)
        if made is not _automatic.get(index) and is_current(index):
            _released.pop(index, None)
            _automatic[index] = made
            watch()
        return made


def _put_between(cls: type[Object], index: int, automatic: type[Object]) -> None:
    if any(vars(one).get("_members_of") == index for one in cls.__mro__):
        return
    bases = list(cls.__bases__)
    covered = [base for base in bases if issubclass(automatic, base)]
    at = bases.index(covered[0]) if covered else len(bases)
    bases[at:at] = [automatic]
    try:
        cls.__bases__ = tuple(base for base in bases if base not in covered)
    except TypeError as error:
        key = type_key_of(index)
        raise TypeError(
            f"register_object: {cls.__qualname__} cannot be the class of {key}: {error}"
        ) from None


def _declared(index: int) -> tuple[TypeDescription, dict[str, Any]] | None:
    known = _members.get(index)
    if known is None:
        with _building:
            described = describe_type(index)
            if described is not None:
                known = described, attributes_of(index, described)
                if is_current(index):
                    _members[index] = known
                else:
                    forget_state(index)
    return known


def _release_unloaded() -> None:
    release(lambda index: not is_current(index))


on_unload(_release_unloaded)
