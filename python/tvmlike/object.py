"""Objects, and the classes that type keys map to."""

from __future__ import annotations

from . import _hooks
from ._abi import DYNAMIC_BEGIN, LIST
from ._backend import native
from ._base import ObjectBase, free, refined_type, type_ancestors, type_index, type_key_of
from ._changes import changed
from ._typing import overload

TYPE_CHECKING = False
if TYPE_CHECKING or native is None:
    from _thread import _local as local

    from ._base import adopt, release
    from ._handles import construct as _construct
    from ._handles import living
if TYPE_CHECKING:
    from typing import Any, Callable, TypeVar

    Class = TypeVar("Class", bound=type)

_class_of_key: dict[str, type[Object]] = {}
runtime_keys: dict[str, None] = {}
"""The keys of `_class_of_key` that begin with `runtime.`, also of classes that were withdrawn."""

_late: dict[str, str | Callable[[], object]] = {}
"""Modules that register the class of a key when they are imported, and functions that register it."""

_class_of_index: dict[int, type[Object]] = {}


class Object(ObjectBase):
    """An object of the runtime. Equal to another one when both are the same native object."""

    __slots__ = ()

    def __init_handle_by_constructor__(
        self, constructor: Callable[..., Any], /, *args: Any, **keywords: Any
    ) -> None:
        """Calls a function that makes a native object, and takes that object over.

        The `__init__` of a class calls it if its type declares no constructor.
        """
        construct(self, constructor, args, keywords)

    def _alive(self) -> int:
        """The handle, after a check that there is one."""
        handle = self._handle
        if not handle:
            raise ValueError(f"this {type(self).__name__} was freed, or never had a native object")
        return handle

    def _free(self) -> None:
        """Releases the native reference now instead of with the Python object. Only once."""
        self._alive()
        free(self)

    @property
    def type_index(self) -> int:
        """The index of the object's type in this process."""
        return type_index(self._alive())

    @property
    def type_key(self) -> str:
        """The name of the object's type, such as `runtime.Tensor`."""
        return type_key_of(self.type_index)

    def same_as(self, other: object) -> bool:
        """Whether `other` is the same native object."""
        return isinstance(other, Object) and self._alive() == other._handle

    def __reduce__(self) -> str:
        raise TypeError(
            f"cannot pickle or copy {type(self).__name__}: it refers to a native object of this process"
        )


if native is not None and not TYPE_CHECKING:
    construct = native.construct
    wrap = native.wrap
else:
    _constructing = local()
    """The classes of the objects that each thread constructs."""

    def construct(
        value: ObjectBase, function: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]
    ) -> None:
        """Calls a function that makes an object, which becomes that of `value`."""
        outer = getattr(_constructing, "classes", ())
        _constructing.classes = (*outer, type(value))
        try:
            _construct(value, function, args, keywords)
        finally:
            _constructing.classes = outer
        if refined_type(value._handle) != type_index(value._handle):
            narrow(value)

    def wrap(handle: int) -> Any:
        """The Python object for an owned native one, existing or new. Consumes the reference."""
        known = living(handle)
        if known is not None:
            release(handle)
            return known
        try:
            cls = class_of_index(refined_type(handle))
        except BaseException:
            release(handle)
            raise
        known = living(handle)
        if known is None:
            made = adopt(cls, handle)
            # A class can have a function whose result Python code receives. If it constructs an object of the
            # class, its native object is received as it is.
            received_by = getattr(cls, "_received_by", None)
            if received_by is None or issubclass(cls, getattr(_constructing, "classes", ())):
                return made
            return received_by(made)
        # The predicate of a refinement made a Python object for the native one.
        release(handle)
        narrow(known)
        return known


def class_of_index(index: int) -> type[Object]:
    """The class for a type, or for its nearest ancestor that has one."""
    cls = _class_of_index.get(index)
    if cls is None:
        if index >= DYNAMIC_BEGIN:
            made: type[Object] = _hooks.class_of_registered(index)
            return made
        cls = _class_of_runtime_type(index)
        remember_class(index, cls)
    return cls


def _class_of_runtime_type(index: int) -> type[Object]:
    if index == LIST:
        return _class_of_key["runtime.Array"]  # tvm-ffi's list has an array's layout
    for one in [index, *reversed(type_ancestors(index) or ())]:
        cls = _class_of_key.get(type_key_of(one))
        if cls is not None:
            return cls
    return Object


def remember_class(index: int, cls: type[Object], key: Any = None) -> None:
    """Keeps the class of a type until `forget_classes`.

    `key` is a native function that keeps the GIL and returns an int for each object of the type; those with
    equal ints belong to the same refinement.
    """
    _class_of_index[index] = cls
    if native is not None:
        native.remember_class(index, cls, key)


def narrow(value: Any) -> None:
    """Sets an object's class to that of its refinement, if that class inherits from the present one."""
    cls = class_of_index(refined_type(value._handle))
    if cls is not type(value) and issubclass(cls, type(value)):
        try:
            value.__class__ = cls
        except TypeError:
            pass  # a class with fields of its own has another layout


@overload
def register_object(type_key: str) -> Callable[[Class], Class]: ...
@overload
def register_object(type_key: Class) -> Class: ...
def register_object(type_key: Any = None) -> Any:
    """Registers the class for objects of a type key, and of types that inherit from it.

    >>> @tvmlike.register_object("testing.Point")
    ... class Point(tvmlike.Object): ...

    The class inherits what the type declares (fields, methods, a constructor); its own definitions override
    that, and `super()` reaches it. Without a key, the class's name is the key. The type may be registered
    later; a second class for the same key replaces the first. Existing objects keep their class.
    """

    def register(cls: type[Object]) -> type[Object]:
        if not (isinstance(cls, type) and issubclass(cls, Object)):
            raise TypeError(f"register_object: expected a subclass of tvmlike.Object, got {cls!r}")
        name = key if key is not None else cls.__name__
        _hooks.fit_class(cls, name)
        set_class(name, cls)
        forget_classes()
        return cls

    if isinstance(type_key, str):
        key: str | None = type_key
        return register
    key = None
    return register(type_key)


def set_class(type_key: str, cls: type[Object]) -> None:
    """Sets the class for a type key, without a check."""
    _class_of_key[type_key] = cls
    if type_key.startswith("runtime."):
        runtime_keys[type_key] = None


def register_late(type_key: str, module: str | Callable[[], object]) -> None:
    """Imports a module or calls a function to register the class for a type key when it is needed first."""
    _late[type_key] = module


def forget_late(type_key: str) -> None:
    """Withdraws `register_late`."""
    _late.pop(type_key, None)


def registered_class(type_key: str) -> type[Object] | None:
    """The class that is registered for a type key; None if there is none."""
    if type_key in _late:
        from importlib import import_module

        # What it runs can ask for the class.
        late = _late.pop(type_key)
        if isinstance(late, str):
            import_module(late)
        else:
            late()
    return _class_of_key.get(type_key)


def forget_classes() -> None:
    """Clears the cache of classes by type index."""
    _class_of_index.clear()
    if native is not None:
        native.forget_classes()
    changed()


set_class("runtime.Object", Object)
