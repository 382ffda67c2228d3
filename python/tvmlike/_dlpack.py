"""DLPack capsules, in and out, and managed tensors around memory that a Python object owns.

An imported capsule is renamed before its tensor is consumed, so it is consumed once. An exported capsule has
no destructor: Python code that runs while C code drops the capsule would lose a pending exception. Instead
`lent` keeps each exported capsule; when it holds the last reference, an unconsumed tensor is released. This
is checked when tensors are exported and when they are freed.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import CFUNCTYPE, byref, c_ssize_t, c_void_p, cast

from . import _abi as abi
from ._arguments import Refused
from ._library import lib, python
from ._memory import WORDS
from ._raised import immortal, take_raised
from ._recursion import check_depth6
from ._shutdown import ending_in_python
from .dtype import DataType, dtype_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What consumers compare a capsule's name with; capsules point to these bytes.
_OLD, _OLD_TAKEN, _NEW, _NEW_TAKEN = map(
    immortal, (b"dltensor", b"used_dltensor", b"dltensor_versioned", b"used_dltensor_versioned")
)

# In words from the start of a managed tensor of the new kind, and how long that is.
_NEW_DELETER, _NEW_FLAGS, _NEW_WORDS = 2, 3, 10


def is_capsule(value: object) -> bool:
    """Whether it is a capsule, of DLPack or otherwise."""
    return type(value).__name__ == "PyCapsule"


def take_capsule(capsule: Any, immutable: bool = False) -> int:
    """Takes a capsule's tensor over as a tensor object. The caller owns the reference.

    `immutable` marks the memory as read-only, which capsules of the old kind cannot express.
    """
    name, taken, adopt = _NEW, _NEW_TAKEN, lib.TVMLikeTensorFromDLPackVersioned
    try:
        managed = python.PyCapsule_GetPointer(capsule, name)
    except ValueError:
        if not is_capsule(capsule):
            raise Refused(TypeError, f"expected a DLPack capsule, got {type(capsule).__name__}") from None
        if not python.PyCapsule_IsValid(capsule, _OLD):
            text = "the capsule has no DLPack tensor, or was already consumed"
            raise Refused(ValueError, text) from None
        name, taken, adopt = _OLD, _OLD_TAKEN, lib.TVMLikeTensorFromDLPack
        managed = python.PyCapsule_GetPointer(capsule, name)
    python.PyCapsule_SetName(capsule, taken)
    handle = _adopted(adopt, managed)
    return _as_read_only(handle) if immutable and name is _OLD else handle


def _as_read_only(handle: int) -> int:
    """A read-only tensor object with the memory of another one, whose reference it consumes."""
    made = c_void_p()
    status = lib.TVMLikeTensorToDLPackVersioned(handle, byref(made))
    lib.TVMObjectFree(handle)
    if status:
        raise take_raised()
    managed = made.value or 0
    WORDS[(managed >> 3) + _NEW_FLAGS] |= abi.DLPACK_READ_ONLY
    return _adopted(lib.TVMLikeTensorFromDLPackVersioned, managed)


def _adopted(adopt: Any, managed: int) -> int:
    made = c_void_p()
    if adopt(managed, byref(made)):
        # An error of the library about the tensor is a refused argument.
        error = take_raised()
        raise Refused(type(error), str(error)) if isinstance(error, (ValueError, BufferError)) else error
    return made.value or 0


# The exported capsules by id: capsule, address of the managed tensor, name.
lent: dict[int, tuple[Any, int, bytes]] = {}


def _holders(entry: tuple[Any, ...]) -> int:
    return sys.getrefcount(entry[0])


_ONLY_HOLDER = _holders((object(),))


def lend_capsule(handle: int, versioned: bool, copied: bool) -> Any:
    """A capsule with a managed tensor that keeps the tensor object alive."""
    check_depth6()
    look_after_capsules()
    made = c_void_p()
    if (lib.TVMLikeTensorToDLPackVersioned if versioned else lib.TVMLikeTensorToDLPack)(handle, byref(made)):
        raise take_raised()
    managed = made.value or 0
    if copied and versioned:
        WORDS[(managed >> 3) + _NEW_FLAGS] |= abi.DLPACK_IS_COPIED
    name = _NEW if versioned else _OLD
    capsule = python.PyCapsule_New(managed, name, None)
    lent[id(capsule)] = (capsule, managed, name)
    return capsule


def look_after_capsules() -> None:
    """Releases the tensors of exported capsules that were dropped without being consumed."""
    for key in list(lent):
        entry = lent.get(key)
        if entry is None:
            continue
        used = not python.PyCapsule_IsValid(entry[0], entry[2])
        dropped = _holders(entry) <= _ONLY_HOLDER
        # If two threads come here at once, the one that removes the entry releases the tensor.
        if (used or dropped) and lent.pop(key, None) is not None and not used:
            _release(entry[1], entry[2])


def _release(managed: int, name: bytes) -> None:
    if name is _OLD:
        lib.TVMDLManagedTensorCallDeleter(managed)
        return
    deleter = WORDS[(managed >> 3) + _NEW_DELETER]
    if deleter:
        CFUNCTYPE(None, c_void_p)(deleter)(managed)


# Managed tensors that we made around memory, by address, with the owners they keep alive.
_exported: dict[int, tuple[Any, Any]] = {}


def _forget_memory(
    managed: int,
    forget_handle: Any = ending_in_python.pop,
    forget: Any = _exported.pop,
) -> None:
    """The deleter of those tensors. The owner may go with them, so it comes last."""
    forget_handle(managed, None)
    forget(managed, None)


_forget = immortal(CFUNCTYPE(None, c_ssize_t)(_forget_memory))
_forget_address = cast(_forget, c_void_p).value or 0


def take_memory(
    owner: Any,
    address: int,
    dtype: DataType,
    shape: tuple[int, ...],
    octets: tuple[int, ...] | None,
    read_only: bool,
) -> int:
    """A tensor object around memory of the owner, which it keeps alive. The caller owns the reference.

    The strides are in bytes, or None for C order without gaps.
    """
    strides = _element_strides(shape, octets, dtype)
    ndim = len(shape)
    raw = (ctypes.c_int64 * (_NEW_WORDS + 2 * ndim))()
    start = ctypes.addressof(raw)
    raw[0] = 1  # DLPack 1.0, the major version in the low half
    raw[_NEW_DELETER] = _forget_address
    raw[_NEW_FLAGS] = abi.DLPACK_READ_ONLY if read_only else 0
    raw[4] = address
    raw[5] = 1  # cpu:0
    raw[6] = ndim | dtype_bits(dtype) << 32
    raw[7] = start + 8 * _NEW_WORDS
    raw[8] = start + 8 * (_NEW_WORDS + ndim)
    raw[_NEW_WORDS:] = [*shape, *strides]
    _exported[start] = (raw, owner)
    handle = _adopted(lib.TVMLikeTensorFromDLPackVersioned, start)
    ending_in_python[start] = handle
    return handle


def _element_strides(shape: tuple[int, ...], octets: tuple[int, ...] | None, dtype: DataType) -> list[int]:
    """Strides in elements, from strides in bytes or from none."""
    if octets is None:
        strides, step = [], 1
        for size in reversed(shape):
            strides.append(step)
            step *= size
        return strides[::-1]
    if any(stride % dtype.itemsize for stride in octets):
        text = f"strides {tuple(octets)} in bytes are not multiples of the {dtype.itemsize} bytes of {dtype}"
        raise Refused(ValueError, text)
    return [stride // dtype.itemsize for stride in octets]
