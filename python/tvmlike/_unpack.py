"""From native values to Python objects. The rules are the table of docs/python.md.

A value is read as two words: type index with the length of a small string above it, and payload. Owned
values are consumed; borrowed ones (arguments of a callback, items of a container) are copied or retained.
Both tables are keyed by the whole first word, so a small string of each length has an entry of its own.
"""

from __future__ import annotations

import struct
from ctypes import c_void_p, string_at

from . import _abi as abi
from ._arguments import MISSING
from ._backend import native
from ._base import retain
from ._library import lib, lib_keep_gil
from ._memory import DOUBLES, WORDS, Value, octets_at, text_of_object, text_of_small
from ._raised import carried_object, exception_of, take_raised
from .devices import device_from_bits
from .dtype import dtype_from_bits
from .object import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    Reader = Callable[[int, int], Any]

_free = lib.TVMObjectFree
_double = struct.Struct("<d").unpack
_word = struct.Struct("<q").pack

owned: dict[int, Reader] = {}
borrowed: dict[int, Reader] = {}


def read_owned(head: int, payload: int) -> Any:
    """The Python object for an owned value, which is consumed."""
    return owned.get(head, own_object)(head, payload)


def read_any_borrowed(at: int) -> Any:
    """The Python object for the borrowed value at a word address."""
    head = WORDS[at]
    if head == abi.INT:
        return WORDS[at + 1]
    if head == abi.FLOAT:
        return DOUBLES[at + 1]
    payload = WORDS[at + 1]
    if payload == 0 and head & abi.TYPE_MASK >= abi.OBJECT:
        return None  # a NULL object, which C code may pass
    reader = borrowed.get(head)
    if reader is not None:
        return reader(head, payload)
    if head & abi.TYPE_MASK < abi.OBJECT:
        return _through_owned(at)
    return wrap(retain(payload))


read_borrowed: Callable[[int], Any] = read_any_borrowed if native is None else native.read_borrowed


def _through_owned(at: int) -> Any:
    """Reads a kind that occurs in arguments only: the library makes an owned value of it first."""
    made = Value()
    if lib_keep_gil.TVMLikeValueToOwned(at << 3, made):
        raise take_raised()
    return read_owned(*made)


def own_object(head: int, handle: int) -> Any:
    """A Python object for an owned object, whatever its type."""
    index = head & abi.TYPE_MASK
    if index >= 1 << 31:
        index -= 1 << 32
        raise TypeError(f"a native function returned a value with the invalid type index {index}")
    if not handle:
        return None
    if index < abi.OBJECT:
        raise TypeError(f"a native function returned a borrowed value of the type index {index}")
    return wrap(handle)


def _small_bytes(head: int, payload: int) -> bytes:
    return payload.to_bytes(8, "little")[: head >> abi.SMALL_SHIFT]


def _bytes(head: int, handle: int) -> bytes:
    at = handle >> 3
    return octets_at(WORDS[at + abi.TEXT_DATA], WORDS[at + abi.TEXT_SIZE])


def copied(read: Reader) -> Reader:
    """A reader for owned objects that Python copies: reads, then releases the reference."""

    def read_and_free(head: int, handle: int) -> Any:
        if not handle:
            return None
        try:
            return read(head, handle)
        finally:
            _free(handle)

    return read_and_free


def _raw_str(head: int, address: int) -> str | None:
    return string_at(address).decode() if address else None


def _byte_array(head: int, address: int) -> bytes:
    at = address >> 3
    return octets_at(WORDS[at], WORDS[at + 1])


def _borrow_error(head: int, handle: int) -> BaseException:
    return exception_of(handle)


def _fill() -> None:
    plain: dict[int, Reader] = {
        abi.NONE: lambda head, payload: None,
        abi.INT: lambda head, payload: payload,
        abi.BOOL: lambda head, payload: payload != 0,
        abi.FLOAT: lambda head, payload: _double(_word(payload))[0],
        abi.OPAQUE_PTR: lambda head, payload: c_void_p(payload),
        abi.OPAQUE_PTR | abi.PTR_UNSIGNED << abi.SMALL_SHIFT: lambda head, payload: payload + (1 << 64),
        abi.DATA_TYPE: dtype_from_bits,
        abi.DEVICE: device_from_bits,
    }
    for size in range(abi.SMALL_MAX + 1):
        plain[abi.SMALL_STR | size << abi.SMALL_SHIFT] = text_of_small
        plain[abi.SMALL_BYTES | size << abi.SMALL_SHIFT] = _small_bytes
    owned.update(plain)
    borrowed.update(plain)
    for index, read in (
        (abi.STR, text_of_object),
        (abi.BYTES, _bytes),
        (abi.OPAQUE_PY_OBJECT, carried_object),
    ):
        owned[index] = copied(read)
        borrowed[index] = read
    owned[abi.ERROR] = copied(_borrow_error)
    borrowed[abi.ERROR] = _borrow_error
    borrowed[abi.RAW_STR] = _raw_str
    borrowed[abi.MISSING] = lambda head, payload: MISSING
    borrowed[abi.BYTE_ARRAY_PTR] = _byte_array


_fill()
