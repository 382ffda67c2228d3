"""Pickling and copying of tensors: shape, dtype and elements in C order.

With protocol 5 the elements are a buffer, which a pickler with `buffer_callback` does not copy. Invariant: a
restored tensor lies in memory of the CPU and is writable, also if the original was read-only.
"""

from __future__ import annotations

import ctypes
import operator

from ._arrays import new_tensor
from ._base import adopt
from ._dlpack import take_memory
from ._object_attributes import attributes_of
from ._references import Held, retain
from .devices import Device
from .dtype import DataType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tensor import _Tensor

_CPU = Device("cpu")


def reduce_tensor(tensor: _Tensor, protocol: int) -> Any:
    """The `__reduce_ex__` of tensors."""
    if not tensor.device.is_host_accessible:
        name = type(tensor).__name__
        raise TypeError(f"cannot pickle or copy {name}: it is on {tensor.device}; copy it to the CPU first")
    data: Any = _elements(tensor)
    if protocol >= 5:
        from pickle import PickleBuffer

        data = PickleBuffer(data)
    else:
        data = bytes(data)
    made = restored_tensor, (type(tensor), tuple(tensor.shape), str(tensor.dtype), data)
    attributes = attributes_of(tensor)
    return (*made, attributes) if attributes else made


def _elements(tensor: _Tensor) -> memoryview:
    """The bytes of the elements in C order, which keep the native tensor alive."""
    if not _is_compact(tensor):
        tensor = tensor._copy()
    held = Held(retain(tensor._alive()))
    read_only, size = tensor.read_only, _byte_count(tensor.shape, tensor.dtype)
    memory = (ctypes.c_ubyte * size).from_address(tensor.data_ptr)
    memory.held = held  # type: ignore[attr-defined]
    view = memoryview(memory)
    return view.toreadonly() if read_only else view


def _is_compact(tensor: _Tensor) -> bool:
    step = 1
    for size, stride in zip(reversed(tensor.shape), reversed(tensor.strides)):
        if size != 1 and stride != step:
            return not tensor.size
        step *= size
    return True


def _byte_count(shape: tuple[int, ...], dtype: DataType) -> int:
    count = dtype.bits * dtype.lanes
    for size in shape:
        count *= size
    return -(-count // 8)


def restored_tensor(cls: type[_Tensor], shape: tuple[int, ...], dtype: str, data: Any) -> _Tensor:
    """A tensor of a class with these elements: around `data` if that is writable memory, else a copy."""
    kind, sizes, view = DataType(dtype), tuple(map(operator.index, shape)), memoryview(data)
    view = view.cast("B") if view.nbytes else view
    if any(size < 0 for size in sizes) or view.nbytes != _byte_count(sizes, kind):
        raise ValueError(
            f"cannot unpickle {cls.__name__}: {view.nbytes} bytes are not the elements of shape "
            f"{sizes} and dtype {kind}"
        )
    if not view.readonly and view.nbytes and not kind.bits * kind.lanes % 8:
        memory = (ctypes.c_ubyte * view.nbytes).from_buffer(view)
        address = ctypes.addressof(memory)
        if not address % kind.itemsize:
            shared: _Tensor = adopt(cls, take_memory(memory, address, kind, sizes, None, False))
            return shared
    made: _Tensor = adopt(cls, new_tensor(sizes, kind, _CPU))
    if view.nbytes:
        target = (ctypes.c_ubyte * view.nbytes).from_address(made.data_ptr)
        memoryview(target).cast("B")[:] = view
    return made
