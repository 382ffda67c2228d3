"""Arrays with `__array_interface__`, among them NumPy's arrays that DLPack does not support.

Invariant: a description that violates the protocol is refused before it is used. The producer guarantees that
address and sizes match the memory.
"""

from __future__ import annotations

from ._arguments import Refused
from ._dlpack import take_memory
from .dtype import DataType, numpy_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TYPESTRS = {"b1": "bool"} | {
    f"{letter}{octets}": f"{family}{8 * octets}"
    for letter, family, sizes in (
        ("i", "int", (1, 2, 4, 8)),
        ("u", "uint", (1, 2, 4, 8)),
        ("f", "float", (2, 4, 8)),
        ("c", "complex", (8, 16)),
    )
    for octets in sizes
}


def take_interface(array: Any) -> int:
    """A tensor object around what `__array_interface__` describes. The caller owns the reference."""
    interface = array.__array_interface__
    name = type(array).__name__
    shape = interface.get("shape") if isinstance(interface, dict) else None
    if shape is None or not _are_ints(shape):
        raise Refused(TypeError, f"__array_interface__ of {name}: expected a dict with a shape of ints")
    dtype = _element_type(array, interface)
    data = interface.get("data")
    if not (isinstance(data, tuple) and len(data) == 2 and isinstance(data[0], int)):
        raise Refused(
            TypeError, f"__array_interface__ of {name}: expected data as (address, read_only), got {data!r}"
        )
    if interface.get("mask") is not None:
        raise Refused(TypeError, f"{name} has a mask, which a tensor cannot represent")
    strides = interface.get("strides")
    if strides is not None and not (_are_ints(strides) and len(strides) == len(shape)):
        text = f"__array_interface__ of {name}: strides {strides!r} do not match shape {shape!r}"
        raise Refused(ValueError, text)
    address, read_only = data
    if not 0 <= address < 2**64:
        text = f"__array_interface__ of {name}: the address {address:#x} is not one of 64 bits"
        raise Refused(ValueError, text)
    return take_memory(array, address, dtype, shape, strides, bool(read_only))


def _are_ints(value: Any) -> bool:
    """Whether it is a tuple of integers that fit 64 bits."""
    return isinstance(value, tuple) and all(
        isinstance(item, int) and -(2**63) <= item < 2**63 for item in value
    )


def _element_type(array: Any, interface: dict[str, Any]) -> DataType:
    try:
        name = numpy_name(getattr(array, "dtype", None))
    except TypeError as error:
        raise Refused(TypeError, str(error)) from None
    if name is None:
        typestr = str(interface.get("typestr"))
        name = _TYPESTRS.get(typestr.lstrip("<|="))
        if name is None:
            raise Refused(TypeError, f"unsupported element type {typestr!r}")
    dtype = DataType(name)
    if dtype.bits % 8:
        text = f"unsupported element type {name}: NumPy does not pack its elements"
        raise Refused(TypeError, text)
    return dtype
