"""Memory of objects with the buffer protocol: array.array, mmap, ctypes arrays, memoryview.

As arguments, bytes, bytearray and flat memoryviews of bytes are bytes, which functions copy unless they are C
functions; every other buffer that has dimensions is an array. Asked for by `from_dlpack`, bytes are shared as
well.
Invariant: a tensor holds the buffer as long as it lives, so its owner cannot move or close it meanwhile.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_int64, c_void_p, py_object

from ._abi import OPAQUE_PTR
from ._arguments import Refused
from ._dlpack import take_memory
from ._library import python
from ._pack import by_trait, converters, pack_writable_bytes
from ._recursion import check_depth6
from .dtype import DataType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The family of each format letter. The size comes from the buffer itself: ctypes and the struct
# module do not agree on the sizes.
_FAMILIES = (
    dict.fromkeys("bhilqn", "int")
    | dict.fromkeys("BHILQN", "uint")
    | dict.fromkeys("efd", "float")
    | dict.fromkeys(("Zf", "Zd", "F", "D"), "complex")
)
_SIZES = {"int": (1, 2, 4, 8), "uint": (1, 2, 4, 8), "float": (2, 4, 8), "complex": (8, 16)}

_Pointer: Any = ctypes._Pointer  # the base of all pointer classes

# `PyBUF_FULL_RO`: strides, format, and read-only memory too.
_EVERYTHING = 0x011C
# Words of a `Py_buffer`, which begins with the address.
_VIEW_WORDS = 10

_get_buffer, _release_buffer = python.PyObject_GetBuffer, python.PyBuffer_Release
_get_buffer.argtypes, _get_buffer.restype = [py_object, c_void_p, c_int], c_int
_release_buffer.argtypes, _release_buffer.restype = [c_void_p], None
_lends_buffers = python.PyObject_CheckBuffer
_lends_buffers.argtypes, _lends_buffers.restype = [py_object], c_int


def view_of(value: Any) -> memoryview[Any] | None:
    """A new view of an object's buffer; None if it has none."""
    check_depth6()
    if not _lends_buffers(value):
        return None
    try:
        return memoryview(value)
    except (BufferError, ValueError) as error:
        raise Refused(type(error), f"{type(value).__name__} does not share its memory: {error}") from None


def take_view(view: memoryview[Any], owner: Any) -> int:
    """A tensor object around the memory of a view, which it takes over. The caller owns the reference."""
    dtype = _element_type(view, owner)
    if any(step >= 0 for step in view.suboffsets or ()):
        text = f"{type(owner).__name__} has suboffsets, which a tensor cannot represent"
        raise Refused(TypeError, text)
    raw = (c_int64 * _VIEW_WORDS)()
    _get_buffer(view, byref(raw), _EVERYTHING)
    # Where there are no elements the address may be anything, misaligned too.
    address = raw[0] if view.nbytes else 0
    _release_buffer(byref(raw))
    return take_memory(view, address, dtype, view.shape or (), view.strides, view.readonly)


def _element_type(view: memoryview[Any], owner: Any) -> DataType:
    text, size = view.format, view.itemsize
    swapped = text[:1] in (">", "!") and size > 1
    letter = text.lstrip("@=<>!")
    family = _FAMILIES.get(letter)
    if not swapped:
        if letter in ("c", "?") and size == 1:
            return DataType("uint8" if letter == "c" else "bool")
        if family is not None and size in _SIZES[family]:
            return DataType(f"{family}{8 * size}")
    why = ": not in native byte order" if swapped else ""
    raise Refused(TypeError, f"unsupported element format {text!r} of {type(owner).__name__}{why}")


def _is_flat_bytes(view: memoryview[Any]) -> bool:
    return view.ndim == 1 and view.itemsize == 1 and view.format.lstrip("@=<") in ("B", "c")


_bytes = converters[bytes]


def _pack_memoryview(value: memoryview[Any], words: Any, i: int, keep: list[Any]) -> None:
    try:
        flat = _is_flat_bytes(value)
    except ValueError as error:  # it was released
        raise Refused(ValueError, str(error)) from None
    if flat and not value.readonly and value.c_contiguous:
        pack_writable_bytes(value, words, i, keep)
    else:
        (_bytes if flat else by_trait["array"])(value, words, i, keep)


# The kinds of `_SimpleCData` that hold an address.
_ADDRESSES = frozenset("PzZO")


def memory_of(target: Any) -> Any:
    """The memory of a ctypes object as an array: its numbers, or addresses, or the bytes of a struct."""
    if isinstance(target, ctypes.Array):
        return target
    if isinstance(target, (ctypes.Structure, ctypes.Union)):
        return (ctypes.c_uint8 * ctypes.sizeof(target)).from_buffer(target)
    letter = getattr(type(target), "_type_", None)
    is_number = isinstance(letter, str) and letter not in _ADDRESSES
    return ((type(target) if is_number else ctypes.c_uint64) * 1).from_buffer(target)


def _pack_reference(value: Any, words: Any, i: int, keep: list[Any]) -> None:
    """`ctypes.byref(target)`: the memory of the target; with an offset, an address in it."""
    target = value._obj
    address = ctypes.cast(value, c_void_p).value or 0
    if address == ctypes.addressof(target):
        by_trait["array"](memory_of(target), words, i, keep)
    else:
        _pack_pointer(value, words, i, keep)


def _pack_pointer(value: Any, words: Any, i: int, keep: list[Any]) -> None:
    """A pointer of ctypes, of any type: an address."""
    keep.append(value)
    words[i] = OPAQUE_PTR
    words[i + 1] = c_int64(ctypes.cast(value, c_void_p).value or 0).value


def pack_buffer_or(otherwise: Any) -> Any:
    """The converter for objects that nothing else is known of: arrays if they lend memory with dimensions."""

    def pack_buffer(value: Any, words: Any, i: int, keep: list[Any]) -> None:
        if isinstance(value, _Pointer):
            _pack_pointer(value, words, i, keep)
            return
        view = view_of(value)
        packs = otherwise if view is None or not view.ndim else by_trait["array"]
        del view
        packs(value, words, i, keep)

    return pack_buffer


converters[memoryview] = _pack_memoryview
converters[type(byref(c_int()))] = _pack_reference
