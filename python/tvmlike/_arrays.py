"""Native tensors: around arrays of any library, new ones, and copies of their elements."""

from __future__ import annotations

import ctypes
import sys
from itertools import product

from ._arguments import Refused
from ._array_interface import take_interface
from ._buffer import take_view, view_of
from ._dlpack import is_capsule, take_capsule
from ._library import DLDataType, DLDevice, lib
from ._raised import take_raised
from ._recursion import check_depth6

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .devices import Device
    from .dtype import DataType
    from .tensor import _Tensor


def take_array(array: Any) -> int:
    """A tensor object that shares the memory of an array, or `Refused`. The caller owns the reference."""
    check_depth6()
    if is_capsule(array):
        return take_capsule(array)
    export = getattr(array, "__dlpack__", None)
    if export is not None:
        return _take_export(array, export)
    if hasattr(array, "__array_interface__"):
        return take_interface(array)
    view = view_of(array)
    made = _asked_for_array(array) if view is None else None
    if made is not None:
        return take_array(made)
    if view is None:
        text = f"expected an array (__dlpack__, __array_interface__ or a buffer), got {type(array).__name__}"
        raise Refused(TypeError, text)
    return take_view(view, array)


def _asked_for_array(array: Any) -> Any:
    """The result of an object's `__array__`; None if that is not a NumPy array.

    It is read-only unless it is the memory of the object, so that no function writes into a copy unnoticed.
    """
    make = getattr(type(array), "__array__", None)
    if make is None or isinstance(array, type):
        return None
    _refuse_nulls(array)
    made = make(array)
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(made, numpy.ndarray):
        return None
    if made.flags.writeable and not _is_own_memory(made, make, array):
        made = made.view()
        made.flags.writeable = False
    return made


def _is_own_memory(made: Any, make: Any, array: Any) -> bool:
    """Whether an object says that it shares the memory of its `__array__`, and does so."""
    if made.base is None and sys.getrefcount(made) <= _REFERENCES_HERE:
        return False  # memory that nothing else refers to
    index = getattr(sys.modules.get("pandas"), "Index", None)
    if index is not None and isinstance(array, index):
        return False  # immutable: a write would change what the index computes with
    try:
        again = make(array, copy=False)
    except (TypeError, ValueError, Warning):  # it does not know the keyword, or would have to copy
        return False
    same = isinstance(again, type(made)) and made.nbytes == again.nbytes > 0
    return same and made.ctypes.data == again.ctypes.data


def _references(made: Any, make: Any, array: Any) -> int:
    return sys.getrefcount(made)


def _references_here() -> int:
    """The references to an object that only the caller of `_is_own_memory` has."""
    made = object()
    return _references(made, None, None)


_REFERENCES_HERE = _references_here()


def _refuse_nulls(array: Any) -> None:
    """Refuses columns and tables with nulls, which `__array__` would make NaN."""
    count = _null_count(array)
    if count:
        nulls = "a null" if count == 1 else f"{count} nulls"
        text = f"{type(array).__name__} has {nulls}, which a tensor cannot represent"
        raise Refused(ValueError, f"{text}; fill them, or pass x.to_numpy() for NaN in their place")


def _null_count(array: Any) -> int:
    """The number of nulls in a column or table of pyarrow, polars or pandas; 0 for every other object."""
    count = getattr(array, "null_count", None)
    if count is not None:
        count = count() if callable(count) else count
        row = getattr(count, "row", None)  # of a table in polars: a table with one row
        return sum(row(0)) if callable(row) else count if isinstance(count, int) else 0
    pandas = sys.modules.get("pandas")
    missing = getattr(pandas, "NA", None)
    if missing is None or not hasattr(array, "isna"):
        return 0
    columns = (
        [column for _, column in array.items()] if hasattr(array, "dtypes") and array.ndim == 2 else [array]
    )
    kinds = (getattr(getattr(column, "dtype", None), "na_value", None) for column in columns)
    # In columns of NumPy's types NaN is a value.
    return sum(int(column.isna().sum()) for column, na in zip(columns, kinds) if na is missing)


def _take_export(array: Any, export: Any) -> int:
    _refuse_pending_views(array)
    try:
        try:
            capsule = export(max_version=(1, 0))
        except TypeError:
            capsule = export()
    except (BufferError, TypeError, RuntimeError) as error:
        # NumPy refuses more than DLPack does: read-only arrays in old versions, the types of ml_dtypes.
        if hasattr(array, "__array_interface__"):
            return take_interface(array)
        if isinstance(error, TypeError):
            raise
        cls = BufferError if isinstance(error, BufferError) else RuntimeError
        raise Refused(cls, f"{type(array).__name__} does not share its memory: {error}") from None
    return take_capsule(capsule, _is_immutable(array))


def _refuse_pending_views(array: Any) -> None:
    """Refuses arrays whose memory does not hold the elements of the array."""
    if hasattr(array, "mask") and isinstance(array, sys.modules["numpy.ma"].MaskedArray):
        raise Refused(TypeError, "MaskedArray has a mask, which a tensor cannot represent; pass x.filled()")
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        if array.is_neg():
            text = "torch.Tensor with a pending negation cannot be shared; pass x.resolve_neg()"
            raise Refused(TypeError, text)
        if str(array.dtype) in _TORCH_SUB_BYTE:
            text = f"unsupported element type {array.dtype}: PyTorch does not pack its elements"
            raise Refused(TypeError, text)


_TORCH_SUB_BYTE = frozenset(f"torch.{sign}int{bits}" for sign in ("", "u") for bits in range(1, 8))


def _is_immutable(array: Any) -> bool:
    """Whether it is an array of JAX, whose old versions export capsules without the read-only flag."""
    jax = sys.modules.get("jax")
    return jax is not None and isinstance(array, jax.Array)


def new_tensor(sizes: tuple[int, ...], kind: DataType, place: Device) -> int:
    """A new tensor object, C-contiguous and of zeros. The caller owns the reference."""
    check_depth6()
    made = ctypes.c_void_p()
    status = lib.TVMLikeTensorAlloc(
        (ctypes.c_int64 * len(sizes))(*sizes),
        len(sizes),
        DLDataType(kind.type_code, kind.bits, kind.lanes),
        DLDevice(place.device_type, place.index),
        ctypes.byref(made),
    )
    if status:
        raise take_raised()
    return made.value or 0


def copy_elements(source: _Tensor, target: _Tensor) -> None:
    """Copies into a C-contiguous tensor of the same shape and type."""
    if source.dtype.bits * source.dtype.lanes % 8:
        raise BufferError(f"cannot copy a tensor of {source.dtype}: its elements are smaller than a byte")
    block = itemsize = source.dtype.itemsize
    outer = list(zip(source.shape, source.strides))
    while outer and (outer[-1][1] * itemsize == block or outer[-1][0] == 1):
        block *= outer.pop()[0]
    to, start = target.data_ptr, source.data_ptr
    if not source.size:
        return
    for index in product(*(range(size) for size, _ in outer)):
        offset = 0
        for position, (_, stride) in zip(index, outer):
            offset += position * stride
        ctypes.memmove(to, start + itemsize * offset, block)
        to += block
