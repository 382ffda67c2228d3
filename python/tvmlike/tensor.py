"""Tensors: arrays of any library that speaks DLPack, without a copy; and the functions under `tensor.`"""

from __future__ import annotations

import ctypes
import sys
from itertools import product

from . import _abi as abi
from ._base import adopt
from ._buffer import pack_buffer_or, take_view, view_of
from ._dlpack import is_capsule, lend_capsule, lent, look_after_capsules, take_capsule
from ._exchange import offer_exchange
from ._interface import take_interface
from ._lib import DLDataType, DLDevice, lib, quick
from ._memory import WORDS
from ._ndarray import ndarray_converter
from ._pack import Refused, _opaque, by_trait, converters, pack_object
from ._path import native
from ._room import room6
from .container import Shape
from .devices import Device, device, device_from_bits
from .dtype import DataType, dtype_from_bits
from .error import take_raised
from .object import Object, _class_of_key, retain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

    # Filled from the registry, see __init__.py.
    from ._functions.tensor import *  # noqa: F403
    from ._pack import Converter
    from .function import PackedFunc

    def __getattr__(name: str) -> PackedFunc: ...


class _Tensor(Object):
    """What a tensor does. The accelerator has members of its own, which leave to these what is rare."""

    __slots__ = ()

    def __new__(cls, array: Any) -> Any:
        return from_dlpack(array)

    @classmethod
    def from_dlpack(cls, array: Any) -> Tensor:
        """See `tvmlike.from_dlpack`."""
        return from_dlpack(array)

    @property
    def shape(self) -> Shape:
        """The sizes of the dimensions."""
        return tuple.__new__(Shape, self._sizes(abi.TENSOR_SHAPE))

    @property
    def strides(self) -> tuple[int, ...]:
        """The steps of the dimensions, in elements (NumPy counts bytes)."""
        return tuple(self._sizes(abi.TENSOR_STRIDES))

    @property
    def ndim(self) -> int:
        """How many dimensions there are."""
        return self._word(abi.TENSOR_NDIM_DTYPE) & 0xFFFFFFFF

    @property
    def dtype(self) -> DataType:
        """The type of an element."""
        return dtype_from_bits(abi.DATA_TYPE, self._word(abi.TENSOR_NDIM_DTYPE) >> 32 & 0xFFFFFFFF)

    @property
    def device(self) -> Device:
        """Where the memory is."""
        return device_from_bits(abi.DEVICE, self._word(abi.TENSOR_DEVICE))

    @property
    def size(self) -> int:
        """How many elements there are."""
        count = 1
        for size in self._sizes(abi.TENSOR_SHAPE):
            count *= size
        return count

    @property
    def data_ptr(self) -> int:
        """The address of the first element."""
        return self._word(abi.TENSOR_DATA) + self._word(abi.TENSOR_OFFSET)

    @property
    def read_only(self) -> bool:
        """Whether its owner forbids writing to it."""
        return bool(quick.TVMLikeTensorFlags(self._alive()) & abi.DLPACK_READ_ONLY)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        # What numpy.asarray and the like call.
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError(f"a tensor of {self.dtype} is no array of {dtype} without a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def numpy(self) -> Any:
        """The tensor as a NumPy array that shares its memory."""
        from ._numpy import array_of

        return array_of(self)

    def torch(self) -> Any:
        """The tensor as a `torch.Tensor` that shares its memory."""
        from importlib import import_module

        # Not by a statement: type checkers would look for it.
        torch: Any = import_module("torch")
        offer_exchange(torch.Tensor)
        return torch.from_dlpack(self)

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A DLPack capsule that keeps the tensor alive, versioned where the consumer asks for it."""
        here = self.__dlpack_device__()
        if dl_device is not None and (int(dl_device[0]), int(dl_device[1])) != here:
            raise BufferError(f"a tensor on {self.device} is not copied to another device")
        if stream not in (None, -1) and self.device.is_host_accessible:
            raise BufferError(f"a tensor on {self.device} has no streams, got stream={stream!r}")
        versioned = max_version is not None and max_version[0] >= 1
        if self.read_only and not versioned and not copy:
            raise BufferError("a read-only tensor can be lent by DLPack 1.0 only: pass max_version=(1, 0)")
        shared = self._copy() if copy else self
        return lend_capsule(shared._alive(), versioned, bool(copy))

    def __dlpack_device__(self) -> tuple[int, int]:
        where = self.device
        return where.device_type, where.index

    def _copy(self) -> Tensor:
        if not self.device.is_host_accessible:
            raise BufferError(f"a tensor on {self.device} cannot be copied here")
        copied = zeros(self.shape, self.dtype)
        _copy_elements(self, copied)
        return copied

    def _word(self, offset: int) -> int:
        return WORDS[(self._alive() >> 3) + offset]

    def _sizes(self, offset: int) -> list[int]:
        # Making the list may have garbage collected, and what runs then may free the tensor.
        handle = retain(self._alive())
        try:
            first = WORDS[(handle >> 3) + offset] >> 3
            ndim = WORDS[(handle >> 3) + abi.TENSOR_NDIM_DTYPE] & 0xFFFFFFFF
            return WORDS[first : first + ndim].tolist()
        finally:
            lib.TVMObjectFree(handle)

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("a tensor without dimensions has no length")
        return self._sizes(abi.TENSOR_SHAPE)[0]

    def __bool__(self) -> NoReturn:
        raise TypeError("the truth of a tensor is not defined: look at its numpy()")

    def __repr__(self) -> str:
        if not self._handle:
            return super().__repr__()
        return f"Tensor(shape={tuple(self.shape)}, dtype={str(self.dtype)!r}, device={str(self.device)!r})"


if native is None or TYPE_CHECKING:

    class Tensor(_Tensor):
        """An array whose memory any library may own. `Tensor(array)` shares the memory of the array."""

        __slots__ = ()

        def __del__(
            self,
            _free: Any = Object.__del__,
            _lent: Any = lent,
            _look: Any = look_after_capsules,
        ) -> None:
            _free(self)
            if _lent:
                _look()

else:
    Tensor = native.make_tensor_type(_Tensor)


def from_dlpack(array: Any) -> Tensor:
    """A tensor that shares the memory of an array, which lives as long as the tensor does.

    An array is anything with `__dlpack__`, `__array_interface__` or a buffer, or a DLPack capsule.
    """
    try:
        return tensor_of(array)
    except Refused as refused:
        raise refused.named("from_dlpack") from None


def tensor_of(array: Any) -> Tensor:
    """As `from_dlpack`, with `Refused` for what cannot be."""
    if isinstance(array, Tensor):
        return array
    room6()
    if is_capsule(array):
        return _tensor(take_capsule(array))
    export = getattr(array, "__dlpack__", None)
    if export is not None:
        return _tensor(_take_export(array, export))
    if hasattr(array, "__array_interface__"):
        return _tensor(take_interface(array))
    view = view_of(array)
    made = _asked_for_array(array) if view is None else None
    if made is not None:
        return tensor_of(made)
    if view is None:
        text = f"a {type(array).__name__} has neither __dlpack__ nor __array_interface__ nor a buffer"
        raise Refused(TypeError, text)
    return _tensor(take_view(view, array))


def _asked_for_array(array: Any) -> Any:
    """The NumPy array that an object makes of itself when it is asked; None where it makes none."""
    make = getattr(type(array), "__array__", None)
    if make is None or isinstance(array, type):
        return None
    made = make(array)
    numpy = sys.modules.get("numpy")
    return made if numpy is not None and isinstance(made, numpy.ndarray) else None


def _take_export(array: Any, export: Any) -> int:
    _refuse_what_no_capsule_says(array)
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
        raise Refused(cls, f"a {type(array).__name__} does not lend its memory: {error}") from None
    return take_capsule(capsule, _is_immutable(array))


def _refuse_what_no_capsule_says(array: Any) -> None:
    """What a library lends although the elements in memory are not those of the array."""
    if hasattr(array, "mask") and isinstance(array, sys.modules["numpy.ma"].MaskedArray):
        raise Refused(TypeError, "a masked array has no counterpart: a tensor has no mask")
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        if array.is_neg():
            text = "a torch.Tensor whose negation is still to be done is not lent: pass x.resolve_neg()"
            raise Refused(TypeError, text)
        if str(array.dtype) in _TORCH_SUB_BYTE:
            text = f"a torch.Tensor of {array.dtype} is not lent: PyTorch gives each element a whole byte"
            raise Refused(TypeError, text)


_TORCH_SUB_BYTE = frozenset(f"torch.{sign}int{bits}" for sign in ("", "u") for bits in range(1, 8))


def _is_immutable(array: Any) -> bool:
    """Whether it is an array of JAX, whose old versions lend capsules that cannot say so."""
    jax = sys.modules.get("jax")
    return jax is not None and isinstance(array, jax.Array)


def zeros(shape: Iterable[int], dtype: Any = "float32", where: Device | str = "cpu") -> Tensor:
    """A new C-contiguous tensor of zeros."""
    sizes = Shape(shape)
    kind = DataType(dtype)
    place = device(where)
    if any(not 0 <= size < 2**63 for size in sizes):
        raise ValueError(f"zeros: {tuple(sizes)} is not a shape")
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
    return _tensor(made.value or 0)


def _copy_elements(source: _Tensor, target: Tensor) -> None:
    """Copies into a C-contiguous tensor of the same shape and type."""
    if source.dtype.bits * source.dtype.lanes % 8:
        raise BufferError(f"a tensor of {source.dtype} cannot be copied: an element is less than a byte")
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


def _tensor(handle: int) -> Tensor:
    tensor: Tensor = adopt(Tensor, handle)
    return tensor


def _pack_array(value: Any, words: Any, i: int, keep: list[Any]) -> None:
    cls = type(value)
    numpy = sys.modules.get("numpy")
    if numpy is None or cls is not numpy.ndarray:
        _pack_any_array(value, words, i, keep)
        return
    converter = _ndarray_converters.get(cls)
    if converter is None:
        converter = _ndarray_converters[cls] = ndarray_converter(numpy, _pack_any_array)
    converters[cls] = converter
    converter(value, words, i, keep)


# For the class numpy.ndarray, when there is one.
_ndarray_converters: dict[type, Converter] = {}


def _pack_any_array(value: Any, words: Any, i: int, keep: list[Any]) -> None:
    offer_exchange(type(value))
    tensor = tensor_of(value)
    keep.append(tensor)
    words[i] = abi.TENSOR
    words[i + 1] = tensor._handle


converters[Tensor] = pack_object
by_trait["array"] = _pack_array
by_trait["buffer"] = pack_buffer_or(_opaque)
_class_of_key["runtime.Tensor"] = Tensor
