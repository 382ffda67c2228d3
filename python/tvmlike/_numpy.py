"""Tensors as NumPy arrays. NumPy is imported at the first use."""

from __future__ import annotations

from . import _abi as abi
from ._base import retain
from ._library import lib_keep_gil
from ._memory import WORDS
from ._references import Held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tensor import _Tensor

_NUMPY_HAS = frozenset(
    ["bool"]
    + [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
    + [f"float{bits}" for bits in (16, 32, 64)]
    + ["complex64", "complex128"]
)


class _Memory:
    """An object with `__array_interface__`: the NumPy array keeps it, and it keeps the native tensor."""

    def __init__(self, held: Held, interface: dict[str, Any]) -> None:
        self.held = held
        self.__array_interface__ = interface


def array_of(tensor: _Tensor) -> Any:
    """A NumPy array that shares the tensor's memory. Lanes become a last dimension."""
    import numpy

    # What runs until the array holds the tensor may collect garbage, and with it code that frees the tensor.
    held = Held(retain(tensor._alive()))
    handle = held._handle
    if WORDS[(handle >> 3) + abi.HEADER_TYPE] & abi.TYPE_MASK != abi.TENSOR:
        tensor._refuse()
    at = (handle >> 3) + abi.CELL
    data, device, ndim_dtype, first_size, first_step, offset = WORDS[at : at + 6].tolist()
    if device & 0xFFFFFFFF not in abi.HOST_ACCESSIBLE:
        raise TypeError(f"numpy: the tensor is on {tensor.device}; copy it to the CPU first")
    kind = _kinds.get(ndim_dtype >> 32)
    if kind is None:
        kind = _kinds[ndim_dtype >> 32] = _kind_of(tensor)
    dtype, typestr, itemsize, lanes = kind
    ndim = ndim_dtype & 0xFFFFFFFF
    sizes, steps = first_size >> 3, first_step >> 3
    shape = tuple(WORDS[sizes : sizes + ndim])
    strides = [itemsize * lanes * step for step in WORDS[steps : steps + ndim]]
    if lanes > 1:
        shape = (*shape, lanes)
        strides.append(itemsize)
    if 0 in shape:
        # There may be no memory at all behind it, which NumPy does not take for an answer.
        return numpy.empty(shape, dtype)
    read_only = bool(lib_keep_gil.TVMLikeTensorFlags(handle) & abi.DLPACK_READ_ONLY)
    interface = {
        "version": 3,
        "typestr": typestr,
        "shape": shape,
        "strides": tuple(strides),
        "data": (data + offset, read_only),
    }
    array = numpy.asarray(_Memory(held, interface))
    return array if array.dtype is dtype else array.view(dtype)


def part_of(tensor: _Tensor, index: Any) -> Any:
    """A part of a tensor as a NumPy array that shares its memory, or an element as a NumPy scalar."""
    array = array_of(tensor)
    if array.ndim != tensor.ndim:
        raise TypeError(f"Tensor: elements of {tensor.dtype} have lanes; use t.numpy()[index]")
    for one in index if type(index) is tuple else (index,):
        is_int = hasattr(type(one), "__index__") and not isinstance(one, bool) and not getattr(one, "ndim", 0)
        if not (is_int or one is None or one is ... or isinstance(one, slice)):
            raise TypeError(
                f"Tensor: expected an index of ints, slices, None and ..., got {type(one).__name__}; "
                "use t.numpy()[index], which copies"
            )
    return array[index]


# By the bits of a data type: NumPy's, how `__array_interface__` spells it, the bytes of a lane, the lanes.
_kinds: dict[int, tuple[Any, str, int, int]] = {}


def _kind_of(tensor: _Tensor) -> tuple[Any, str, int, int]:
    lanes = tensor.dtype.lanes
    name = str(tensor.dtype) if lanes == 1 else tensor.dtype.rpartition("x")[0]
    dtype = _dtype(name)
    # The types of ml_dtypes have no code in this protocol: the array is looked at anew.
    typestr = dtype.str if name in _NUMPY_HAS else f"<u{dtype.itemsize}"
    return dtype, typestr, dtype.itemsize, lanes


def _dtype(name: str) -> Any:
    import numpy

    if name in _NUMPY_HAS:
        return numpy.dtype(name)
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(f"numpy: NumPy has no {name}; the package ml_dtypes adds some such types") from None
    cls = getattr(ml_dtypes, name, None)
    if cls is None or name.startswith(("int", "uint", "float4", "float6")):
        # ml_dtypes gives each element of less than a byte a byte of its own, DLPack packs them.
        raise TypeError(f"numpy: neither NumPy nor ml_dtypes has a dtype with the layout of {name}")
    return numpy.dtype(cls)
