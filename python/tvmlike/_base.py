"""What a Python object that stands for a native object begins with, on either call path.

Invariant: `_handle` is the address of a living native object of which this Python object owns one strong
reference, or 0. While a Python object for a native object is alive, `wrap` gives that one again.
"""

from __future__ import annotations

import sys
from _weakref import ref

from ._abi import HEADER_TYPE, TYPE_MASK
from ._lib import lib, quick
from ._memory import WORDS, text_at
from ._path import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Callable

_alive: dict[int, ref[Any]] = {}
_second: set[ref[Any]] = set()


class _ClassSignature:
    """What `inspect.signature` says of a class: what its `__init__` takes, whatever its `__new__` takes."""

    def __get__(self, instance: object, owner: type) -> Any:
        init: Any = owner.__init__  # type: ignore[misc]
        new: Any = owner.__new__
        if instance is not None or init is object.__init__ or new is not _CtypesBase.__new__:
            raise AttributeError("__signature__")
        from inspect import signature

        of_init = signature(init)
        return of_init.replace(parameters=list(of_init.parameters.values())[1:])


class _CtypesBase:
    __slots__ = ("__weakref__", "_handle")

    __signature__ = _ClassSignature()
    _handle: int

    def __new__(cls, *args: Any, **keywords: Any) -> Any:
        # Without a handle until something native is taken over: every use of it then says so.
        self = object.__new__(cls)
        self._handle = 0
        return self

    def __del__(
        self,
        _free: Callable[[int], int] = lib.TVMObjectFree,
        _forget: Callable[..., object] = _alive.pop,
    ) -> None:
        handle = self._handle
        if handle:
            self._handle = 0
            _forget(handle, None)
            _free(handle)

    # The accelerator's objects have the same, see `object/identical.rs`.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _CtypesBase):
            return NotImplemented
        return self._handle == other._handle and (self._handle != 0 or self is other)

    def __hash__(self) -> int:
        if not self._handle:
            raise ValueError(f"this {type(self).__name__} was freed, or never had a native object")
        return hash(self._handle)

    def __repr__(self) -> str:
        if not self._handle:
            return f"<freed {type(self).__name__}>"
        index = WORDS[(self._handle >> 3) + HEADER_TYPE] & TYPE_MASK
        return f"<{type_key_of(index)} object at {self._handle:#x}>"


def type_key_of(index: int) -> str:
    """The name of a type."""
    info = quick.TVMLikeTypeInfoOf(index)
    if not info:
        return f"<unknown type {index}>"
    return text_at(info.contents.key_data, info.contents.key_size)


class Held:
    """One strong reference to a native object that nobody sees, given back when this goes."""

    __slots__ = ("_handle",)

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self, _free: Callable[[int], int] = lib.TVMObjectFree) -> None:
        _free(self._handle)


def living(handle: int) -> Any:
    """The Python object that stands for a native one on the ctypes path, or None."""
    known = _alive.get(handle)
    return known() if known is not None else None


if TYPE_CHECKING or native is None:
    ObjectBase = _CtypesBase

    def adopt(cls: type[ObjectBase], handle: int) -> Any:
        """A new Python object of the class that takes over one strong reference."""
        made = object.__new__(cls)
        made._handle = handle
        _alive[handle] = ref(made)
        return made

    def free(value: ObjectBase) -> None:
        """Gives the reference back now. Nothing happens where there is none."""
        handle = value._handle
        if handle:
            value._handle = 0
            _alive.pop(handle, None)
            if _a_call_runs():
                # It may have been lent this object: then the reference goes with the Python object.
                _leaving[handle] = ref(value, lambda _: _leave(handle))
            else:
                lib.TVMObjectFree(handle)

    _leaving: dict[int, ref[Any]] = {}

    def _leave(handle: int) -> None:
        del _leaving[handle]
        lib.TVMObjectFree(handle)

    def _a_call_runs() -> bool:
        """Whether a native call or the conversion of a container runs, on any thread."""
        from ._call import call
        from ._pack import _pack_all

        lent = {call.__code__, _pack_all.__code__}
        for frame in sys._current_frames().values():
            at: FrameType | None = frame
            while at is not None:
                if at.f_code in lent:
                    return True
                at = at.f_back
        return False

    def construct(
        value: ObjectBase, function: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]
    ) -> None:
        """Calls a function that makes an object, which becomes that of `value`."""
        if not isinstance(value, _CtypesBase):
            raise TypeError(f"{function!r} makes an Object, got {value!r}")
        _check_empty(value)
        made = function(*args, **keywords)
        handle = made._handle if isinstance(made, _CtypesBase) else 0
        if not handle:
            raise TypeError(f"{function!r} should have made an object, got {made!r}")
        # The call may have run Python code, which may have made the object meanwhile.
        _check_empty(value)
        lib.TVMObjectRetain(handle)
        value._handle = handle
        del made
        first = _alive.get(handle)
        if first is None:
            _alive[handle] = ref(value)
        else:
            _stand_beside(value, handle, first)

    def _stand_beside(value: ObjectBase, handle: int, first: ref[Any]) -> None:
        """Where somebody has another Python object for the native one, that one goes on standing for it."""

        def restore(watcher: ref[Any]) -> None:
            _second.discard(watcher)
            known = first()
            if known is not None and known._handle == handle:
                _alive.setdefault(handle, first)  # the end of `value` has taken it out

        _second.add(ref(value, restore))

    def _check_empty(value: ObjectBase) -> None:
        if value._handle:
            raise TypeError(f"this {type(value).__name__} has its native object already")

else:
    ObjectBase = native.ObjectBase
    construct = native.construct
    adopt = native.adopt
    free = native.free
