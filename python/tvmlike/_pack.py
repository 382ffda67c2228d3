"""From Python objects to native values. The rules are the table of docs/python.md.

A converter writes the two words of one value at `words[i]` and `words[i + 1]`. The value is borrowed: what it
refers to is owned by the Python object itself or by something that the converter appends to `keep`, and
both live until the call is over. The caller that made `keep` clears it then, also if the call fails: the
traceback of an exception keeps the frame, and a native function in `keep` would keep its callable for ever. A
value that cannot be converted exactly raises `Refused`, to which the caller adds the name of the function and
the position of the argument.
"""

from __future__ import annotations

import ctypes
import sys
from itertools import chain
from struct import Struct

from . import _abi as abi
from . import _hooks
from ._abi import HEADER_TYPE, TYPE_MASK
from ._arguments import MISSING, ByName, Refused, Unsigned
from ._backend import native
from ._library import lib, lib_keep_gil, span
from ._memory import WORDS, Value, address_of, octets_at, return_slot, take_slot
from ._raised import opaque_object, take_raised
from ._recursion import check_depth6
from ._references import Held
from .devices import Device, device_bits
from .dtype import DataType, dtype_bits, numpy_name
from .object import Object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    Words = Any  # anything that takes integers by index: a memoryview of 8-byte words
    Converter = Callable[[Any, Words, int, list[Any]], None]

_HEAP_TYPE = 1 << 9

converters: dict[type, Converter] = {}
"""By exact type. Classes made in Python come in only by registration, so that they can go away again."""


by_trait: dict[str, Converter] = {}
"""By trait: `_callback` sets `callable`, `_pack_arrays` sets `array`, `_conversions` sets `buffer`."""


def pack(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    """Writes any Python object as a borrowed value."""
    converter = converters.get(type(value))
    if converter is None:
        converter = _converter_for(value)
        # Types made by C code are never freed; a class may be, so it is not cached.
        if not type(value).__flags__ & _HEAP_TYPE:
            converters[type(value)] = converter
    converter(value, words, i, keep)


def packed(value: Any) -> tuple[int, int, list[Any]]:
    """Any Python object as a borrowed value: its two words, and the objects that keep them valid."""
    slot = take_slot()
    keep: list[Any] = []
    pack(value, slot.words, 0, keep)
    head, payload = slot.words
    return_slot(slot)
    return head, payload, keep


def pack_float(value: float, words: Words, i: int, keep: list[Any]) -> None:
    """A float, by its bits."""
    words[i] = abi.FLOAT
    words[i + 1] = int.from_bytes(_DOUBLE(value), "little", signed=True)


def _none(value: None, words: Words, i: int, keep: list[Any]) -> None:
    words[i] = abi.NONE
    words[i + 1] = 0


def _bool(value: bool, words: Words, i: int, keep: list[Any]) -> None:
    words[i] = abi.BOOL
    words[i + 1] = 1 if value else 0


def _int(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    words[i] = abi.INT
    try:
        words[i + 1] = value
    except ValueError:
        raise out_of_range(value) from None


def out_of_range(value: Any) -> Refused:
    """The refusal of an integer beyond 64 bits."""
    number = int(value)
    shown = str(number) if number.bit_length() < 1000 else f"an integer of {number.bit_length()} bits"
    return Refused(OverflowError, f"{shown} is out of range for a 64-bit integer")


def _str(value: str, words: Words, i: int, keep: list[Any]) -> None:
    try:
        data = value.encode()
    except UnicodeEncodeError as error:
        text = f"str has a lone surrogate at position {error.start}, which UTF-8 cannot encode"
        raise Refused(ValueError, text) from None
    size = len(data)
    if size <= abi.SMALL_MAX:
        words[i] = abi.SMALL_STR | size << abi.SMALL_SHIFT
        words[i + 1] = int.from_bytes(data, "little")
    elif "\0" not in value:
        keep.append(data)
        words[i] = abi.RAW_STR
        words[i + 1] = address_of(data)
    else:
        # A raw string would end at the NUL.
        check_depth6()
        made = Value()
        _check(lib_keep_gil.TVMLikeStringCreate(ctypes.byref(span(data)), made))
        keep.append(Held(made[1]))
        words[i], words[i + 1] = made


def _str_subclass(value: str, words: Words, i: int, keep: list[Any]) -> None:
    _str(str.__str__(value), words, i, keep)


def _bytes(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    data = bytes(value)
    size = len(data)
    if size <= abi.SMALL_MAX:
        words[i] = abi.SMALL_BYTES | size << abi.SMALL_SHIFT
        words[i + 1] = int.from_bytes(data, "little")
    else:
        array = span(data)
        keep.append(array)
        words[i] = abi.BYTE_ARRAY_PTR
        words[i + 1] = ctypes.addressof(array)


def pack_writable_bytes(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    """Bytes that a C function may write to, in the memory of their owner; all other functions copy them."""
    array = (ctypes.c_size_t * 2)(0, len(value))
    keep.append(array)
    if len(value):
        first = ctypes.c_char.from_buffer(value)  # the memory neither moves nor goes while this lives
        keep.append(first)
        array[0] = ctypes.addressof(first)
    words[i] = abi.BYTE_ARRAY_PTR | abi.BYTES_WRITABLE << abi.SMALL_SHIFT
    words[i + 1] = ctypes.addressof(array)


def _pointer(value: ctypes.c_void_p, words: Words, i: int, keep: list[Any]) -> None:
    words[i] = abi.OPAQUE_PTR
    words[i + 1] = ctypes.c_int64(value.value or 0).value


def _unsigned(value: Unsigned, words: Words, i: int, keep: list[Any]) -> None:
    words[i] = abi.OPAQUE_PTR | abi.PTR_UNSIGNED << abi.SMALL_SHIFT
    words[i + 1] = value - (1 << 64)


def _dtype(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    try:
        dtype = DataType(value)
    except TypeError as error:
        raise Refused(TypeError, str(error)) from None
    words[i] = abi.DATA_TYPE
    words[i + 1] = dtype_bits(dtype)


def _device(value: Device, words: Words, i: int, keep: list[Any]) -> None:
    words[i] = abi.DEVICE
    words[i + 1] = device_bits(value)


def pack_object(value: Object, words: Words, i: int, keep: list[Any]) -> None:
    """An object of the package, as it is."""
    handle = value._handle
    if not handle:
        raise Refused(ValueError, f"this {type(value).__name__} was freed, or never had a native object")
    words[i] = WORDS[(handle >> 3) + HEADER_TYPE] & TYPE_MASK
    words[i + 1] = handle


def pack_handle(index: int, handle: int, words: Words, i: int, keep: list[Any]) -> None:
    """An object made for the call, which ends with it."""
    keep.append(Held(handle))
    words[i] = index
    words[i + 1] = handle


def _missing(value: object, words: Words, i: int, keep: list[Any]) -> None:
    words[i] = abi.MISSING
    words[i + 1] = 0


def _by_name(value: ByName, words: Words, i: int, keep: list[Any]) -> None:
    words[i] = abi.MISSING
    words[i + 1] = value


def _sequence(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    pack_handle(abi.ARRAY, new_array(value), words, i, keep)


def _mapping(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    pack_handle(abi.MAP, new_map(value), words, i, keep)


def new_array(values: Any) -> int:
    """A new native array. The caller owns the reference."""
    check_depth6()
    items = tuple(values)
    raw = (ctypes.c_int64 * (abi.VALUE_WORDS * len(items)))()
    keep: list[Any] = []
    made = Value()
    try:
        _pack_all(items, raw, keep, "item {}".format)
        if type(values) is list and len(values) != len(items):
            raise RuntimeError("list changed during conversion")
        _check(lib.TVMLikeArrayCreate(raw, len(items), made))
    finally:
        keep.clear()
    return int(made[1])


def new_map(values: Any) -> int:
    """A new native map. The caller owns the reference."""
    check_depth6()
    if type(values) is dict:
        keys, items = tuple(values), tuple(values.values())
        if len(keys) != len(items):
            raise Refused(RuntimeError, "dictionary changed during conversion")
    else:
        # A subclass may have its own items.
        pairs = [(key, item) for key, item in values.items()]
        keys, items = tuple(key for key, _ in pairs), tuple(item for _, item in pairs)
    raw = (ctypes.c_int64 * (abi.ENTRY_WORDS * len(keys)))()
    keep: list[Any] = []
    made = Value()
    try:
        # Pair by pair: of two that are refused, the first one is named.
        _pack_all(
            tuple(chain.from_iterable(zip(keys, items))),
            raw,
            keep,
            lambda at: f"{'value of ' * (at % 2)}key {keys[at // 2]!r}",
        )
        if type(values) is dict and len(values) != len(keys):
            raise RuntimeError("dictionary changed during conversion")
        _check(lib.TVMLikeMapCreate(raw, len(keys), made))
    finally:
        keep.clear()
    return int(made[1])


def _pack_all(items: tuple[Any, ...], raw: Any, keep: list[Any], describe: Callable[[int], str]) -> None:
    if not items:
        return
    words = memoryview(raw).cast("B").cast("q")
    at = 0
    try:
        for item in items:
            pack(item, words, at, keep)
            at += abi.VALUE_WORDS
    except Refused as refused:
        raise Refused(refused.cls, f"{describe(at // abi.VALUE_WORDS)}: {refused.text}") from None


if native is None:
    from ._handles import lending_code

    lending_code.add(_pack_all.__code__)


def _class(value: type, words: Words, i: int, keep: list[Any]) -> None:
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(value, numpy.generic) and value not in _abstract_scalars(numpy):
        _dtype(value, words, i, keep)
    else:
        by_trait["callable"](value, words, i, keep)


def _abstract_scalars(numpy: Any) -> tuple[type, ...]:
    return (
        numpy.generic,
        numpy.number,
        numpy.integer,
        numpy.signedinteger,
        numpy.unsignedinteger,
        numpy.inexact,
        numpy.floating,
        numpy.complexfloating,
        numpy.flexible,
        numpy.character,
    )


def _numpy_scalar(cls: Any, numpy: Any) -> Converter:
    """The converter for a NumPy scalar class."""
    dtype = numpy.dtype(cls)
    try:
        name = numpy_name(dtype) or ""
    except TypeError:
        name = ""
    if native is not None and _number_is_behind_head(cls, dtype):
        native.add_scalar_class(cls, name)
    if name == "bool":
        return _bool
    if name.startswith(("int", "uint")):
        return _numpy_int
    if name.startswith(("float", "bfloat")):
        return _numpy_float

    if dtype.kind == "V":
        return _numpy_void

    def refuse(value: Any, words: Words, i: int, keep: list[Any]) -> None:
        raise Refused(TypeError, f"unsupported NumPy scalar type {value.dtype.name}")

    return refuse


def _number_is_behind_head(cls: Any, dtype: Any) -> bool:
    """Whether scalars of a class store their number right after the object's header, as in NumPy's ABI."""
    if dtype.kind not in "biuf":
        return False
    for number in (0, 1, 100):
        probe = cls(number)
        at = id(probe) + object.__basicsize__
        if octets_at(at, dtype.itemsize) != probe.tobytes():
            return False
    return True


def _numpy_void(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    """A row of a structured array, as the mapping that it is; bytes without fields are refused."""
    names = value.dtype.names
    if names is None:
        raise Refused(TypeError, f"unsupported NumPy scalar type {value.dtype.name}")
    _mapping({name: value[name] for name in names}, words, i, keep)


def _numpy_int(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    _int(int(value), words, i, keep)


def _numpy_float(value: Any, words: Words, i: int, keep: list[Any]) -> None:
    pack_float(float(value), words, i, keep)


def _opaque(value: object, words: Words, i: int, keep: list[Any]) -> None:
    _hooks.name_classes()
    pack_handle(abi.OPAQUE_PY_OBJECT, opaque_object(value), words, i, keep)


def _converter_for(value: Any) -> Converter:
    """The converter for an object of a type that has none of its own."""
    cls = type(value)
    for base, converter in _BASES:
        if issubclass(cls, base):
            return converter
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if issubclass(cls, numpy.ndarray):
            return by_trait["array"]
        if issubclass(cls, numpy.generic):
            return _numpy_scalar(cls, numpy)
        if issubclass(cls, numpy.dtype):
            return _dtype
    if hasattr(value, "__dlpack__") or hasattr(value, "__array_interface__"):
        return by_trait["array"]
    if hasattr(cls, "__array__"):
        return by_trait["array"]
    if hasattr(cls, "__index__"):
        return _int
    return by_trait["callable" if callable(value) else "buffer"]


def _check(status: int) -> None:
    if status:
        raise take_raised()


_DOUBLE = Struct("<d").pack

# What a subclass is converted as. Order matters: a bool is an int, a DataType is a str.
_BASES: tuple[tuple[type, Converter], ...] = (
    (Object, pack_object),
    (DataType, _dtype),
    (Device, _device),
    (int, _int),
    (float, pack_float),
    (str, _str_subclass),
    (bytes, _bytes),
    (bytearray, pack_writable_bytes),
    (memoryview, _bytes),
    (list, _sequence),
    (tuple, _sequence),
    (dict, _mapping),
    (type, _class),
    (ctypes.c_void_p, _pointer),
)

converters.update(_BASES)
converters.update({type(None): _none, bool: _bool, str: _str, type(MISSING): _missing})
converters.update({ByName: _by_name, Unsigned: _unsigned})
