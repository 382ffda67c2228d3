"""Tensors: arrays of any library that speaks DLPack, without a copy; and the functions under `tensor.`"""

from __future__ import annotations

from . import _abi as abi
from . import _hooks
from ._arguments import Refused
from ._backend import native
from ._base import adopt
from .container import Shape
from .devices import Device, device, device_from_bits
from .dtype import DataType, dtype_from_bits
from .object import Object, set_class

TYPE_CHECKING = False
if TYPE_CHECKING or native is None:
    from ._base import release, retain
    from ._dlpack import lent, look_after_capsules
    from ._library import lib_keep_gil
    from ._memory import WORDS
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, NoReturn, SupportsIndex

    # Filled from the registry, see __init__.py.
    from ._functions.tensor import *  # noqa: F403
    from .function import PackedFunc

    def __getattr__(name: str) -> PackedFunc: ...


class _Tensor(Object):
    """The members of a tensor. The accelerator has its own, which call these in rare cases."""

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
        """The number of dimensions."""
        return self._word(abi.TENSOR_NDIM_DTYPE) & 0xFFFFFFFF

    @property
    def dtype(self) -> DataType:
        """The element type."""
        return dtype_from_bits(abi.DATA_TYPE, self._word(abi.TENSOR_NDIM_DTYPE) >> 32 & 0xFFFFFFFF)

    @property
    def device(self) -> Device:
        """Where the memory is."""
        return device_from_bits(abi.DEVICE, self._word(abi.TENSOR_DEVICE))

    @property
    def size(self) -> int:
        """The number of elements."""
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
        """Whether the memory must not be written to."""
        return bool(lib_keep_gil.TVMLikeTensorFlags(self._tensor()) & abi.DLPACK_READ_ONLY)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        # What numpy.asarray and the like call.
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError(f"cannot convert a tensor of {self.dtype} to {dtype} without a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def numpy(self) -> Any:
        """The tensor as a NumPy array that shares its memory."""
        from ._numpy import array_of

        return array_of(self)

    def tolist(self) -> Any:
        """The elements as nested lists of numbers; that of a tensor without dimensions as a number."""
        return self.numpy().tolist()

    to_py = tolist

    def item(self) -> Any:
        """The only element as Python's number. ValueError if there is not exactly one."""
        if self.size != 1:
            raise ValueError(f"item: expected a tensor with one element, got the shape {tuple(self.shape)}")
        return self.numpy().item()

    def to_json(self) -> str:
        """JSON text: an object with `dtype`, `shape` and `data`. ValueError for NaN and infinities."""
        return _hooks.to_json(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Tensor:
        """A new tensor from the text of `to_json`."""
        made: Tensor = _hooks.tensor_from_json(text)
        return made

    def __getitem__(self, index: Any) -> Any:
        """A part of the tensor, which shares its memory; an element as Python's number.

        The index has ints, slices, None and `...`, as in NumPy. Others would copy: use `t.numpy()[index]`.
        """
        from ._numpy import part_of

        part = part_of(self, index)
        return from_dlpack(part) if hasattr(part, "__setitem__") else part.item()

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))

    def torch(self) -> Any:
        """The tensor as a `torch.Tensor` that shares its memory."""
        from importlib import import_module

        # Not by a statement: type checkers would look for it.
        torch: Any = import_module("torch")
        from ._exchange import offer_exchange

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
        """A DLPack capsule that keeps the tensor alive, versioned if the consumer requests it."""
        here = self.__dlpack_device__()
        if dl_device is not None and (int(dl_device[0]), int(dl_device[1])) != here:
            raise BufferError(f"the tensor is on {self.device}; it cannot be copied to another device")
        if stream not in (None, -1) and self.device.is_host_accessible:
            raise BufferError(f"{self.device} has no streams, got stream={stream!r}")
        versioned = max_version is not None and max_version[0] >= 1
        if self.read_only and not versioned and not copy:
            raise BufferError("a read-only tensor needs DLPack 1.0; pass max_version=(1, 0)")
        from ._dlpack import lend_capsule

        shared = self._copy() if copy else self
        return lend_capsule(shared._alive(), versioned, bool(copy))

    def __dlpack_device__(self) -> tuple[int, int]:
        where = self.device
        return where.device_type, where.index

    def _copy(self) -> Tensor:
        if not self.device.is_host_accessible:
            raise BufferError(
                f"the tensor is on {self.device}; only memory that the CPU can read can be copied"
            )
        from ._arrays import copy_elements

        copied = zeros(self.shape, self.dtype)
        copy_elements(self, copied)
        return copied

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """The class, the shape, the dtype and the elements; from protocol 5 on as an out-of-band buffer."""
        from ._tensor_pickle import reduce_tensor

        return reduce_tensor(self, int(protocol))

    def _tensor(self) -> int:
        """The handle, after a check: code may change the class of an object. For the ctypes path."""
        handle = self._alive()
        if WORDS[(handle >> 3) + abi.HEADER_TYPE] & abi.TYPE_MASK != abi.TENSOR:
            self._refuse()
        return handle

    def _refuse(self) -> NoReturn:
        """Raises the error for a tensor that was freed, or whose native object is no tensor."""
        self._alive()
        raise TypeError(f"the native object of this {type(self).__name__} is not a tensor")

    def _word(self, offset: int) -> int:
        return WORDS[(self._tensor() >> 3) + offset]

    def _sizes(self, offset: int) -> list[int]:
        # Making the list may run the garbage collector, and with it code that frees the tensor.
        handle = retain(self._tensor())
        try:
            first = WORDS[(handle >> 3) + offset] >> 3
            ndim = WORDS[(handle >> 3) + abi.TENSOR_NDIM_DTYPE] & 0xFFFFFFFF
            return WORDS[first : first + ndim].tolist()
        finally:
            release(handle)

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("a 0-dimensional tensor has no length")
        return int(self.shape[0])

    def __bool__(self) -> NoReturn:
        raise TypeError("the truth value of a tensor is ambiguous; use x.numpy().any() or x.numpy().all()")

    def _repr_html_(self) -> str:
        from ._html import of_elements

        try:
            elements = self.numpy()
        except (ImportError, TypeError, ValueError, BufferError):
            elements = None  # NumPy is missing, or the memory is on another device
        return of_elements(repr(self), elements)

    def __repr__(self) -> str:
        if not self._handle:
            return super().__repr__()
        return f"Tensor(shape={tuple(self.shape)}, dtype={str(self.dtype)!r}, device={str(self.device)!r})"


if native is None or TYPE_CHECKING:

    class Tensor(_Tensor):
        """An array whose memory may belong to any library. `Tensor(array)` shares the array's memory."""

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
    """A tensor that shares the memory of an array and keeps the array alive.

    An array is anything with `__dlpack__`, `__array_interface__` or a buffer, or a DLPack capsule.
    """
    try:
        return tensor_around(array)
    except Refused as refused:
        raise refused.named("from_dlpack") from None


def tensor_around(array: Any) -> Tensor:
    """As `from_dlpack`, but raises `Refused`."""
    if isinstance(array, Tensor):
        return array
    from ._arrays import take_array

    made: Tensor = adopt(Tensor, take_array(array))
    return made


def zeros(shape: Iterable[int], dtype: Any = "float32", where: Device | str = "cpu") -> Tensor:
    """A new C-contiguous tensor of zeros."""
    sizes = Shape(shape)
    kind = DataType(dtype)
    place = device(where)
    if any(not 0 <= size < 2**63 for size in sizes):
        raise ValueError(f"zeros: {tuple(sizes)} is not a shape: expected sizes from 0 to 2**63 - 1")
    from ._arrays import new_tensor

    made: Tensor = adopt(Tensor, new_tensor(sizes, kind, place))
    return made


set_class("runtime.Tensor", Tensor)
