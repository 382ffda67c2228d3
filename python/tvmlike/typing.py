"""What native functions accept, for annotations: of stubs, and of your own code.

They follow the rules of conversion as closely as types can: a type checker passes what the call may still
refuse, such as an integer out of range, and refuses nothing that the call takes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Protocol, SupportsFloat, SupportsIndex, Union

from .devices import Device
from .dtype import DataType
from .tensor import Tensor

__all__ = [
    "ArrayLike",
    "BytesLike",
    "DTypeLike",
    "DeviceLike",
    "DurationLike",
    "FloatLike",
    "IntLike",
    "PathLike",
    "ShapeLike",
    "SupportsArrayInterface",
    "SupportsBuffer",
    "SupportsDLPack",
]


class SupportsDLPack(Protocol):
    """An array of a library that speaks DLPack: NumPy, PyTorch, JAX, CuPy, ours."""

    def __dlpack__(self) -> Any: ...


class SupportsArrayInterface(Protocol):
    """An array that describes its memory as NumPy's do."""

    @property
    def __array_interface__(self) -> Any: ...


class SupportsBuffer(Protocol):
    """An object that lends its memory by the buffer protocol, such as an `array.array`."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


class _NumPyDType(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def itemsize(self) -> int: ...


ArrayLike = Union[Tensor, SupportsDLPack, SupportsArrayInterface, SupportsBuffer]
"""An array that crosses without a copy."""
BytesLike = Union[bytes, bytearray, memoryview]
"""Bytes."""
DTypeLike = Union[DataType, str, _NumPyDType, type[Any]]
"""A data type: one of ours, its name, or NumPy's."""
DeviceLike = Union[Device, str]
"""A device, or its name such as `cpu` or `cuda:1`."""
DurationLike = Union[timedelta, float, SupportsFloat, SupportsIndex]
"""A span of time, or a number of seconds."""
FloatLike = Union[float, SupportsFloat, SupportsIndex]
"""A float or an integer, Python's or NumPy's."""
IntLike = Union[int, SupportsIndex]
"""An integer, Python's or NumPy's."""
PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
"""A path of the file system."""
ShapeLike = Sequence[SupportsIndex]
"""The sizes of dimensions."""
