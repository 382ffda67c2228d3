"""All conversions together: importing this module registers every converter.

With the accelerator, it is imported for the first object that `pack.rs` leaves to Python.
"""

from __future__ import annotations

import ctypes

from . import _abi as abi
from . import _callback, _pack_arrays  # noqa: F401  # they register converters
from ._arguments import Refused
from ._buffer import pack_buffer_or
from ._library import lib_keep_gil
from ._memory import WORDS, Slot, Value
from ._pack import (
    _opaque,
    by_trait,
    converters,
    out_of_range,
    pack,
    pack_handle,
    pack_object,
    packed,
)
from ._raised import take_raised
from ._recursion import check_depth6
from ._unpack import borrowed, copied, owned, read_any_borrowed, read_owned
from .container import Array, Map, Shape
from .function import PackedFunc, function_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "converted",
    "pack",
    "packed",
    "read_any_borrowed",
    "read_owned",
]


def import_converters() -> None:
    """Does nothing: the import of this module has registered every converter."""


def new_shape(shape: Shape) -> int:
    """A new native shape. The caller owns the reference."""
    check_depth6()
    for size in shape:
        # ctypes would cut it to 64 bits.
        if not -(2**63) <= size < 2**63:
            raise out_of_range(size)
    made = Value()
    if lib_keep_gil.TVMLikeShapeCreate((ctypes.c_int64 * len(shape))(*shape), len(shape), made):
        raise take_raised()
    return int(made[1])


def _shape(value: Shape, words: Any, i: int, keep: list[Any]) -> None:
    pack_handle(abi.SHAPE, new_shape(value), words, i, keep)


def _read_shape(head: int, handle: int) -> Shape:
    at = handle >> 3
    first = WORDS[at + abi.TEXT_DATA] >> 3
    return tuple.__new__(Shape, WORDS[first : first + WORDS[at + abi.TEXT_SIZE]])


def converted(value: Any) -> Any:
    """The value as a native function would see it: `tvmlike.convert`."""
    slot, result = Slot(), Value()
    keep: list[Any] = []
    try:
        pack(value, slot.words, 0, keep)
    except Refused as refused:
        raise refused.named("convert") from None
    else:
        if slot.words[0] == abi.OPAQUE_PY_OBJECT:
            return value
        if lib_keep_gil.TVMLikeValueToOwned(slot.ref, result):
            raise take_raised()
    finally:
        keep.clear()
    head, payload = result
    return function_of(payload) if head == abi.FUNCTION else read_owned(head, payload)


owned[abi.SHAPE] = copied(_read_shape)
borrowed[abi.SHAPE] = _read_shape
converters.update({Array: pack_object, Map: pack_object, PackedFunc: pack_object, Shape: _shape})
by_trait["buffer"] = pack_buffer_or(_opaque)
