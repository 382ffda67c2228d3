"""The version of the library, and descriptors of MLIR's memrefs as structs of ctypes.

The names are those of MLIR's `mlir.runtime`. They are for `ExecutionEngine.invoke` and functions of ctypes;
functions that `tvmlike.compile` returns take arrays directly.

>>> descriptor = get_ranked_memref_descriptor(array)
>>> engine.invoke("f", ctypes.pointer(ctypes.pointer(descriptor)))
"""

from __future__ import annotations

import ctypes

from .namespace import _init_api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

    from ._functions.runtime import *  # noqa: F403


class C128(ctypes.Structure):
    """A complex number of two doubles."""

    _fields_ = [("real", ctypes.c_double), ("imag", ctypes.c_double)]


class C64(ctypes.Structure):
    """A complex number of two floats."""

    _fields_ = [("real", ctypes.c_float), ("imag", ctypes.c_float)]


class F16(ctypes.Structure):
    """The bits of an `f16`."""

    _fields_ = [("f16", ctypes.c_int16)]


class BF16(ctypes.Structure):
    """The bits of a `bf16`."""

    _fields_ = [("bf16", ctypes.c_int16)]


class F8E5M2(ctypes.Structure):
    """The bits of an `f8E5M2`."""

    _fields_ = [("f8E5M2", ctypes.c_int8)]


_BY_NAME = {
    "complex128": C128,
    "complex64": C64,
    "float16": F16,
    "bfloat16": BF16,
    "float8_e5m2": F8E5M2,
}


def as_ctype(dtp: Any) -> Any:
    """The type of ctypes for a dtype of NumPy."""
    import numpy as np

    dtype = np.dtype(dtp)
    return _BY_NAME.get(dtype.name) or np.ctypeslib.as_ctypes_type(dtype)


def to_numpy(array: np.ndarray) -> np.ndarray:
    """The same memory with the dtype of numbers for elements that are structs of this module."""
    import numpy as np

    fields = array.dtype.names
    if fields == ("real", "imag"):
        return array.view(np.complex128 if array.dtype.itemsize == 16 else np.complex64)
    if fields == ("f16",):
        return array.view(np.float16)
    if fields in (("bf16",), ("f8E5M2",)):
        import ml_dtypes  # type: ignore[import-not-found, unused-ignore]

        return array.view(ml_dtypes.bfloat16 if fields == ("bf16",) else ml_dtypes.float8_e5m2)
    return array


def make_nd_memref_descriptor(rank: int, dtype: Any) -> type[ctypes.Structure]:
    """The struct of a memref of a rank above 0."""

    class MemRefDescriptor(ctypes.Structure):
        """A memref: the memory, its sizes and strides in elements."""

        _fields_ = [
            ("allocated", ctypes.c_longlong),
            ("aligned", ctypes.POINTER(dtype)),
            ("offset", ctypes.c_longlong),
            ("shape", ctypes.c_longlong * rank),
            ("strides", ctypes.c_longlong * rank),
        ]

    return MemRefDescriptor


def make_zero_d_memref_descriptor(dtype: Any) -> type[ctypes.Structure]:
    """The struct of a memref of rank 0."""

    class MemRefDescriptor(ctypes.Structure):
        """A memref of one element."""

        _fields_ = [
            ("allocated", ctypes.c_longlong),
            ("aligned", ctypes.POINTER(dtype)),
            ("offset", ctypes.c_longlong),
        ]

    return MemRefDescriptor


class UnrankedMemRefDescriptor(ctypes.Structure):
    """A memref whose rank is a value."""

    _fields_ = [("rank", ctypes.c_longlong), ("descriptor", ctypes.c_void_p)]


def get_ranked_memref_descriptor(nparray: np.ndarray) -> ctypes.Structure:
    """The descriptor of an array. It does not keep the array.

    ValueError if the strides are not whole elements.
    """
    element = as_ctype(nparray.dtype)
    made: Any
    if nparray.ndim == 0:
        made = make_zero_d_memref_descriptor(element)()
    else:
        made = make_nd_memref_descriptor(nparray.ndim, element)()
        size = nparray.itemsize
        if any(stride % size for stride in nparray.strides):
            raise ValueError(f"strides {nparray.strides} are not multiples of the item size {size}")
        made.shape = nparray.ctypes.shape
        made.strides = (ctypes.c_longlong * nparray.ndim)(*(stride // size for stride in nparray.strides))
    made.allocated = nparray.ctypes.data
    made.aligned = nparray.ctypes.data_as(ctypes.POINTER(element))
    made.offset = 0
    return made  # type: ignore[no-any-return]


def get_unranked_memref_descriptor(nparray: np.ndarray) -> UnrankedMemRefDescriptor:
    """The descriptor of an array for a memref without a rank."""
    ranked = get_ranked_memref_descriptor(nparray)
    made = UnrankedMemRefDescriptor()
    made.rank = nparray.ndim
    made.descriptor = ctypes.cast(ctypes.pointer(ranked), ctypes.c_void_p)
    made._ranked = ranked
    return made


def move_aligned_ptr_by_offset(aligned_ptr: Any, offset: int) -> Any:
    """A pointer of ctypes, moved by elements."""
    address = ctypes.cast(aligned_ptr, ctypes.c_void_p).value or 0
    return ctypes.cast(address + offset * ctypes.sizeof(aligned_ptr._type_), type(aligned_ptr))


def ranked_memref_to_numpy(ranked_memref: Any) -> np.ndarray:
    """The array in the memory of a descriptor, which a pointer of ctypes refers to."""
    import numpy as np

    descriptor = ranked_memref[0]
    start = move_aligned_ptr_by_offset(descriptor.aligned, descriptor.offset)
    shape: list[int] = list(getattr(descriptor, "shape", ()))
    size = ctypes.sizeof(start._type_)
    if not shape:
        return to_numpy(np.ctypeslib.as_array(start, shape=(1,)).reshape(()))
    strides = [stride * size for stride in descriptor.strides]
    flat = np.ctypeslib.as_array(start, shape=(1,))
    found = np.lib.stride_tricks.as_strided(flat, shape, strides)
    return to_numpy(found)


def unranked_memref_to_numpy(unranked_memref: Any, np_dtype: Any) -> np.ndarray:
    """The array in the memory of a descriptor without a rank, which a pointer of ctypes refers to."""
    descriptor = unranked_memref[0]
    element = as_ctype(np_dtype)
    rank = descriptor.rank
    kind = make_nd_memref_descriptor(rank, element) if rank else make_zero_d_memref_descriptor(element)
    return ranked_memref_to_numpy(ctypes.cast(descriptor.descriptor, ctypes.POINTER(kind)))


_init_api("runtime", __name__)
