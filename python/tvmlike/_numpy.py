"""Tensors as NumPy arrays. NumPy is imported here, when it is asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tensor import Tensor

_NUMPY_HAS = frozenset(
    [
        "bool",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ]
)


class _Memory:
    """What NumPy asks for an address; the array it makes keeps this, and this keeps the tensor."""

    def __init__(self, tensor: Tensor, interface: dict[str, Any]) -> None:
        self.tensor = tensor
        self.__array_interface__ = interface


def array_of(tensor: Tensor) -> Any:
    """A NumPy array that shares the tensor's memory. Lanes become a last dimension."""
    import numpy

    if not tensor.device.is_host_accessible:
        raise TypeError(f"numpy: a tensor on {tensor.device} cannot be read here")
    lanes = tensor.dtype.lanes
    dtype = _dtype(str(tensor.dtype) if lanes == 1 else tensor.dtype.rpartition("x")[0])
    shape = tuple(tensor.shape)
    strides = tuple(dtype.itemsize * lanes * stride for stride in tensor.strides)
    if lanes > 1:
        shape, strides = (*shape, lanes), (*strides, dtype.itemsize)
    if not tensor.size:
        # There may be no memory at all behind it, which NumPy does not take for an answer.
        return numpy.empty(shape, dtype)
    interface = {
        "version": 3,
        # The types of ml_dtypes have no code in this protocol: the array is looked at anew below.
        "typestr": dtype.str if dtype.name in _NUMPY_HAS else f"<u{dtype.itemsize}",
        "shape": shape,
        "strides": strides,
        "data": (tensor.data_ptr, tensor.read_only),
    }
    array = numpy.asarray(_Memory(tensor, interface))
    return array if dtype.name in _NUMPY_HAS else array.view(dtype)


def _dtype(name: str) -> Any:
    import numpy

    if name in _NUMPY_HAS:
        return numpy.dtype(name)
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(
            f"numpy: NumPy itself has no {name}; some such types come with the package ml_dtypes"
        ) from None
    cls = getattr(ml_dtypes, name, None)
    if cls is None or name.startswith(("int", "uint", "float4", "float6")):
        # ml_dtypes gives each element of less than a byte a byte of its own, DLPack packs them.
        raise TypeError(f"numpy: neither NumPy nor ml_dtypes has arrays of {name} as they lie in a tensor")
    return numpy.dtype(cls)
