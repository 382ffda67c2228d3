"""Python objects that own native ones, on the ctypes path.

Invariant: `_handle` is the address of a living native object of which the Python object owns one strong
reference, or 0.
"""

from __future__ import annotations

import sys
from _weakref import ref
from ctypes import byref, c_int, c_int32, c_uint32

from ._abi import HEADER_TYPE, TYPE_MASK
from ._library import lib, lib_keep_gil
from ._memory import WORDS
from ._raised import take_raised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any, Callable

_alive: dict[int, ref[Any]] = {}
_second: set[ref[Any]] = set()


class _ClassSignature:
    """The signature of a class: that of its `__init__`, not of its `__new__`."""

    def __get__(self, instance: object, owner: type) -> Any:
        init: Any = owner.__init__  # type: ignore[misc]
        new: Any = owner.__new__
        if instance is not None or init is object.__init__ or new is not ObjectBase.__new__:
            raise AttributeError("__signature__")
        from inspect import signature

        of_init = signature(init)
        return of_init.replace(parameters=list(of_init.parameters.values())[1:])


class ObjectBase:
    __slots__ = ("__weakref__", "_handle")

    __signature__ = _ClassSignature()
    _handle: int

    def __new__(cls, *args: Any, **keywords: Any) -> Any:
        # No handle until it owns a native object; before, every use raises an error.
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
        if not isinstance(other, ObjectBase):
            return NotImplemented
        return self._handle == other._handle and (self._handle != 0 or self is other)

    def __hash__(self) -> int:
        if not self._handle:
            raise ValueError(f"this {type(self).__name__} was freed, or never had a native object")
        return hash(self._handle)

    def __repr__(self) -> str:
        if not self._handle:
            return f"<freed {type(self).__name__}>"
        index = type_index(self._handle)
        return f"<{type_key(index) or f'<unknown type {index}>'} object at {self._handle:#x}>"


def type_key(index: int) -> str | None:
    """The key of a type; None if there is no such type."""
    info = lib_keep_gil.TVMLikeTypeInfoOf(index)
    return info.contents.key.data.decode() if info else None


def type_ancestors(index: int) -> list[int] | None:
    """The indices of a type's ancestors, root first; None if there is no such type."""
    info = lib_keep_gil.TVMLikeTypeInfoOf(index)
    return info.contents.ancestors[: info.contents.depth] if info else None


def index_of_key(key: bytes) -> int | None:
    """The type index of a key, or None."""
    found = c_uint32()
    if lib_keep_gil.TVMObjectTypeKey2Index(key, byref(found)):
        lib_keep_gil.TVMLikeErrorSetRaised(None)
        return None
    return int(found.value)


_generation = lib_keep_gil.TVMLikeRegistryGeneration() >> 3


def generation() -> int:
    """The registry's generation: it changes whenever a name is removed or replaced."""
    now: int = WORDS[_generation]
    return now


def type_index(handle: int) -> int:
    """The type index in the header of a living object."""
    return WORDS[(handle >> 3) + HEADER_TYPE] & TYPE_MASK


_refined: dict[int, int] = {}
"""A cache: whether each type has refinements; a change of the registry clears it."""
_refined_at = -1


def refined_type(handle: int) -> int:
    """The index of an object's most refined type."""
    global _refined_at
    index = type_index(handle)
    if WORDS[_generation] != _refined_at:
        _refined.clear()
        _refined_at = WORDS[_generation]
    is_refined = _refined.get(index)
    if is_refined is None:
        is_refined = _refined[index] = lib_keep_gil.TVMLikeTypeIsRefined(index)
    if not is_refined:
        return index
    found = c_int32()
    if lib_keep_gil.TVMLikeObjectRefinedType(handle, byref(found)):
        raise take_raised()
    return int(found.value)


def is_instance(handle: int, index: int) -> bool:
    """Whether an object is one of a type, by its header or by predicates."""
    answer = c_int()
    if lib_keep_gil.TVMLikeObjectIsInstance(handle, index, byref(answer)):
        raise take_raised()
    return answer.value != 0


def living(handle: int) -> Any:
    """The existing Python object for a native one on the ctypes path, or None."""
    known = _alive.get(handle)
    return known() if known is not None else None


def adopt(cls: type[ObjectBase], handle: int) -> Any:
    """A new Python object of the class that takes over one strong reference."""
    made = object.__new__(cls)
    made._handle = handle
    _alive[handle] = ref(made)
    return made


def living_of(index: int) -> list[Any]:
    """The existing Python objects whose native objects have a type in their header."""
    found = [known() for known in [*_alive.values()]]
    return [one for one in found if one is not None and one._handle and type_index(one._handle) == index]


def free(value: ObjectBase) -> None:
    """Releases the reference now, if there is one."""
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

lending_code: set[CodeType] = set()
"""The code objects of functions that lend the native objects of their arguments to native code."""


def _leave(handle: int) -> None:
    del _leaving[handle]
    lib.TVMObjectFree(handle)


def _a_call_runs() -> bool:
    """Whether a native call or the conversion of a container runs, on any thread."""
    for frame in sys._current_frames().values():
        at: FrameType | None = frame
        while at is not None:
            if at.f_code in lending_code:
                return True
            at = at.f_back
    return False


def construct(
    value: ObjectBase, function: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]
) -> None:
    """As `object.construct`, which also sets the class of a refinement."""
    if not isinstance(value, ObjectBase):
        raise TypeError(f"{function!r}: expected an Object to initialize, got {value!r}")
    _check_empty(value)
    made = function(*args, **keywords)
    handle = made._handle if isinstance(made, ObjectBase) else 0
    if not handle:
        raise TypeError(f"{function!r} must return an object, got {made!r}")
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
    """Keeps the first Python object for a native one in the table; `value` is a second."""

    def restore(watcher: ref[Any]) -> None:
        _second.discard(watcher)
        known = first()
        if known is not None and known._handle == handle:
            _alive.setdefault(handle, first)  # the end of `value` has taken it out

    _second.add(ref(value, restore))


def _check_empty(value: ObjectBase) -> None:
    if value._handle:
        raise TypeError(f"this {type(value).__name__} is already initialized")
