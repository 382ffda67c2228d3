"""Pickling and copying of objects whose type declares `__getstate__` and `__from_state__`.

The state is plain Python data, so that it means the same in another process: an Array is a tuple in it, a Map
a dict. Invariant: what is restored has the type, and the Python class, that the original had.
"""

from __future__ import annotations

from . import _hooks
from ._base import type_key_of
from ._members import index_of_key, is_current
from ._object_attributes import attributes_of
from .container import Array, Map
from .function import owner_of
from .object import Object, class_of_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


def reduce_by(index: int, get_state: Callable[..., Any], from_state: Callable[..., Any]) -> Any:
    """The `__reduce__` of the class for a type, with the functions that the type has for it."""
    # Of a type that is loaded again, the class and this function are other ones.
    owner: list[str] | None = None

    def __reduce__(self: Object) -> Any:
        nonlocal owner
        if self.type_index != index:
            return Object.__reduce__(self)  # a type that inherits from this one; its own state is not known
        cls = type(self)
        # Of a type that was unloaded the key is all that another process, or a later plugin, can know.
        by_key = cls is class_of_index(index) if is_current(index) else "_members_of" in vars(cls)
        own = None if by_key else cls
        key = type_key_of(index)
        if owner is None and is_current(index):
            owner = [*(owner_of(key) or ())]
        made = (restored, (key, own, _plain(get_state(self)), *(owner or ())))
        attributes = attributes_of(self)
        return (*made, attributes) if attributes else made

    __reduce__.__annotations__ = {}
    _from_state[index] = from_state
    return __reduce__


_from_state: dict[int, Callable[..., Any]] = {}


def forget_state(index: int) -> None:
    """Releases the function that makes objects of a type."""
    _from_state.pop(index, None)


def restored(type_key: str, cls: type[Object] | None, state: Any, plugin: str = "", path: str = "") -> Object:
    """An object made from a state, of the class for the type or of one that inherits from it.

    `plugin` and `path` are those of the plugin that had registered the type.
    """
    index = index_of_key(type_key)
    if index is None:
        _hooks.provide_type(type_key, plugin, path)
        index = index_of_key(type_key)
    if index is None:
        raise ValueError(f"cannot unpickle {type_key}: plugin {plugin!r} did not register the type")
    of_type = class_of_index(index)
    from_state = _from_state.get(index)
    if from_state is None:
        raise ValueError(f"cannot unpickle {type_key}: the type has no `__from_state__` in this process")
    if cls is not None and not issubclass(cls, _automatic_class(of_type, index)):
        raise TypeError(
            f"cannot unpickle {cls.__qualname__}: it inherits from a class of {type_key} whose "
            f"plugin was unloaded"
        )
    made: Object = Object.__new__(of_type if cls is None else cls)
    made.__init_handle_by_constructor__(from_state, state)
    return made


def _automatic_class(cls: type[Object], index: int) -> type[Object]:
    """The automatic class of a type, which the class for its objects is or inherits from."""
    return next((one for one in cls.__mro__ if vars(one).get("_members_of") == index), cls)


def _plain(value: Any) -> Any:
    if isinstance(value, Array):
        return tuple(map(_plain, value))
    if isinstance(value, Map):
        return {_plain(key): _plain(held) for key, held in value.items()}
    return value
