"""`convert`: Python objects as objects of the package."""

from __future__ import annotations

from . import _abi as abi
from ._lib import quick
from ._memory import Slot, Value
from ._pack import Refused, pack
from ._unpack import read_owned
from .error import take_raised
from .function import function_of
from .object import Object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def convert(value: Any) -> Any:
    """The value as a native function would see it.

    A callable becomes a PackedFunc, a list or tuple an Array, a dict a Map, an array a Tensor, a NumPy
    scalar a Python number, a NumPy dtype a DataType. Objects of the package, plain values and objects that
    native code only passes on come back as they are.
    """
    if isinstance(value, Object):
        return value
    slot, result = Slot(), Value()
    keep: list[Any] = []
    try:
        pack(value, slot.words, 0, keep)
    except Refused as refused:
        raise refused.named("convert") from None
    else:
        if slot.words[0] == abi.OPAQUE_PY_OBJECT:
            return value
        if quick.TVMLikeValueToOwned(slot.ref, result):
            raise take_raised()
    finally:
        keep.clear()
    head, payload = result
    return function_of(payload) if head == abi.FUNCTION else read_owned(head, payload)
