"""NumPy arrays as arguments: lent for the length of a call, without DLPack and without the library.

The tensor object that native code sees is laid out here, in a block that calls use again and again, from what
NumPy's C struct says. Invariants: while native code can reach a block, `lent` holds the array, the shape and
the block, also when the interpreter ends; a block is free only when its counts are those of a new object, so
that no other code knows its address. Code that keeps the tensor beyond the call takes a reference: then it
owns the block, whose deleter releases the array. Such a tensor has no room for flags, as tvm-ffi's have
none; read-only arrays go through DLPack.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import CFUNCTYPE, c_ssize_t, c_void_p, cast

from . import _abi as abi
from ._library import lib
from ._memory import WORDS
from ._raised import immortal
from ._shutdown import ending_in_python
from .dtype import DataType, dtype_bits, numpy_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from ._pack import Converter

    # the words from number and type on, the addresses of shape and strides, and what they lie in
    Layout = tuple[int, int, int, Any]

# In words from the address of an array: `PyArrayObject` behind the object's head, in NumPy 1 and 2.
_HEAD = object.__basicsize__ // 8
_DATA, _FLAGS = _HEAD, _HEAD + 6
_ALIGNED_WRITEABLE = 0x0100 | 0x0400

_NEW_COUNTS = 1 | 1 << 32
_DESTROY, _FREE = 1, 2
_CPU = 1
_BLOCK_WORDS = abi.TENSOR_OFFSET + 1

_MOST_LAYOUTS = 512
_MOST_SPARE = 256


class _Block:
    """The memory of one tensor object."""

    __slots__ = ("address", "layout", "words")

    def __init__(self) -> None:
        raw = (ctypes.c_int64 * _BLOCK_WORDS)()
        self.address = ctypes.addressof(raw)
        self.words = memoryview(raw).cast("B").cast("q")
        self.layout: Layout | None = None
        self.words[0] = _NEW_COUNTS
        self.words[abi.HEADER_TYPE] = abi.TENSOR
        self.words[abi.HEADER_TYPE + 1] = _end_address
        self.words[abi.TENSOR_DEVICE] = _CPU


_spare: list[_Block] = []
_layouts: dict[tuple[Any, ...], Layout | None] = {}

lent: dict[int, tuple[_Block, Layout | None, Any]] = immortal({})
"""By the address of the tensor object: the blocks that native code may know, with what they refer to."""


def _end(address: int, flags: int, forget_handle: Any = ending_in_python.pop, table: Any = lent) -> None:
    """The deleter. The array may go with the last reference to it, so that comes last."""
    if flags & _DESTROY:
        forget_handle(address, None)
    block, layout, _array = table[address]
    if flags & _FREE:
        del table[address]
        block.words[0] = _NEW_COUNTS
        _keep_spare(block)
    else:
        table[address] = (block, layout, None)


def _keep_spare(block: _Block) -> None:
    if len(_spare) < _MOST_SPARE:
        _spare.append(block)


_end_callback = immortal(CFUNCTYPE(None, c_ssize_t, ctypes.c_int)(_end))
_end_address = cast(_end_callback, c_void_p).value or 0


class _Loan:
    """One array lent for one call. The call's `keep` holds it; with it the loan ends."""

    __slots__ = ("block",)

    block: _Block

    def __del__(
        self,
        _table: Any = lent,
        _make_spare: Any = _spare.append,
        _escaping: Any = ending_in_python,
        _free: Callable[[int], int] = lib.TVMObjectFree,
    ) -> None:
        block = self.block
        if block.words[0] == _NEW_COUNTS:
            del _table[block.address]
            _make_spare(block)
        else:
            address = block.address
            _escaping[address] = address
            _free(address)


def _layout_of(array: Any) -> Layout | None:
    """The layout of an array's elements; None if the array must go through DLPack."""
    try:
        name = numpy_name(array.dtype)
    except TypeError:
        return None
    dtype = DataType(name)
    shape, octets = array.shape, array.strides
    if dtype.bits % 8 or any(step % dtype.itemsize for step in octets):
        return None
    ndim = len(shape)
    raw = (ctypes.c_int64 * (2 * ndim))(*shape, *(step // dtype.itemsize for step in octets))
    start = ctypes.addressof(raw)
    return ndim | dtype_bits(dtype) << 32, start, start + 8 * ndim, raw


def _remember_layout(array: Any) -> Layout | None:
    layout = _layout_of(array)
    if len(_layouts) >= _MOST_LAYOUTS:
        _layouts.clear()
    try:
        _layouts[array.dtype, array.shape, array.strides] = layout
    except TypeError:
        pass  # data types of other packages may have no hash
    return layout


def _struct_is_known(numpy: Any) -> bool:
    """Whether arrays and data types of this NumPy lie in memory as its ABI has it, in NumPy 1 and 2."""
    if sys.implementation.name != "cpython" or numpy.__version__.partition(".")[0] not in ("1", "2"):
        return False
    for probe in (numpy.zeros((2, 3)), numpy.zeros((4, 5), "int8")[1:3, ::2]):
        for writeable in (True, False):
            probe.flags.writeable = writeable
            at = id(probe) >> 3
            dims, steps = WORDS[at + _HEAD + 2] >> 3, WORDS[at + _HEAD + 3] >> 3
            found = (
                WORDS[at + _DATA],
                WORDS[at + _HEAD + 1] & 0xFFFFFFFF,
                (WORDS[dims], WORDS[dims + 1]),
                (WORDS[steps], WORDS[steps + 1]),
                WORDS[at + _HEAD + 5],
                WORDS[at + _FLAGS] & 0xFFFFFFFF,
                WORDS[(id(probe.dtype) >> 3) + _HEAD + 1] >> 32,
            )
            address = probe.__array_interface__["data"][0]
            dtype, flags = probe.dtype, probe.flags.num
            if found != (address, 2, probe.shape, probe.strides, id(dtype), flags, dtype.num):
                return False
    return True


def ndarray_converter(numpy: Any, otherwise: Converter) -> Converter:
    """The converter for exactly `numpy.ndarray`; `otherwise` takes the arrays that it leaves."""
    if not _struct_is_known(numpy):
        return otherwise

    def pack_ndarray(
        value: Any, words: Any, i: int, keep: list[Any], _new: Any = object.__new__, _loan: Any = _Loan
    ) -> None:
        at = id(value) >> 3
        if WORDS[at + _FLAGS] & _ALIGNED_WRITEABLE != _ALIGNED_WRITEABLE:
            return otherwise(value, words, i, keep)
        try:
            layout = _layouts[value.dtype, value.shape, value.strides]
        except (KeyError, TypeError):
            layout = _remember_layout(value)
        if layout is None:
            return otherwise(value, words, i, keep)
        try:
            block = _spare.pop()
        except IndexError:
            block = _Block()
        tensor = block.words
        address = block.address
        tensor[abi.TENSOR_DATA] = WORDS[at + _DATA]
        if block.layout is not layout:
            block.layout = layout
            tensor[abi.TENSOR_NDIM_DTYPE], tensor[abi.TENSOR_SHAPE], tensor[abi.TENSOR_STRIDES], _ = layout
        loan = _new(_loan)
        lent[address] = (block, layout, value)
        loan.block = block
        keep.append(loan)
        words[i] = abi.TENSOR
        words[i + 1] = address
        return None

    return pack_ndarray
