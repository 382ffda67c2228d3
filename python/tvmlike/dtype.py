"""Data types of elements, named as NumPy and ml_dtypes name them."""

from __future__ import annotations

import sys

from ._abi import DTYPE_FAMILIES, DTYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME_OF = {pair: name for name, pair in DTYPES.items()}

_by_bits: dict[int, DataType] = {}


class DataType(str):
    """A data type: the string that names it, with its parts. `DataType("float32x4").lanes == 4`.

    It is made from a name, from a NumPy dtype, or from a NumPy scalar class.
    """

    __slots__ = ("bits", "lanes", "type_code")

    type_code: int
    """DLPack's type code."""
    bits: int
    """Bits of one lane."""
    lanes: int
    """Lanes; 1 for a scalar."""

    def __new__(cls, value: Any) -> DataType:
        if type(value) is cls:
            return value
        if not isinstance(value, str):
            name = numpy_name(value)
            if name is None:
                raise TypeError(f"DataType: expected a name or a NumPy dtype, got {value!r}")
            value = name
        code, bits, lanes = _parse(value)
        return cls._make(str(value), code, bits, lanes)

    @classmethod
    def _make(cls, name: str, code: int, bits: int, lanes: int) -> DataType:
        self = str.__new__(cls, name)
        self.type_code, self.bits, self.lanes = code, bits, lanes
        return self

    @property
    def itemsize(self) -> int:
        """Bytes that one element takes."""
        return (self.bits * self.lanes + 7) // 8

    def __repr__(self) -> str:
        return f"DataType({str.__repr__(self)})"

    def __reduce__(self) -> Any:
        return DataType._make, (str(self), self.type_code, self.bits, self.lanes)


def _parse(name: str) -> tuple[int, int, int]:
    pair = DTYPES.get(name)
    if pair is not None:
        return (*pair, 1)
    # The lanes follow the last x, if only digits follow it.
    scalar, x, digits = name.rpartition("x")
    pair = DTYPES.get(scalar)
    if x and pair is not None and digits.isascii() and digits.isdigit() and 0 < int(digits) < 2**16:
        return (*pair, int(digits))
    raise ValueError(f"{name!r} is not a data type; examples: float32, int8x4, bfloat16")


def numpy_name(value: Any) -> str | None:
    """The name of a NumPy dtype or scalar class; None for anything else.

    TypeError where the dtype has no counterpart: text, dates, records, foreign byte orders.
    """
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    if isinstance(value, type) and issubclass(value, numpy.generic):
        value = numpy.dtype(value)
    if not isinstance(value, numpy.dtype):
        return None
    if not value.isnative:
        raise TypeError(f"unsupported NumPy dtype {value.str!r}: not in native byte order")
    if value.name not in DTYPES:
        raise TypeError(f"unsupported NumPy dtype {value.name!r}")
    if value.name == "float128" or value.name == "complex256":
        raise TypeError(f"unsupported NumPy dtype {value.name!r}: it is C's long double, not an IEEE type")
    return str(value.name)


def dtype_bits(dtype: DataType) -> int:
    """The payload of a value that holds the data type."""
    return dtype.type_code | dtype.bits << 8 | dtype.lanes << 16


def dtype_from_bits(head: int, bits: int) -> DataType:
    """The data type in a payload."""
    dtype = _by_bits.get(bits)
    if dtype is None:
        code, width, lanes = bits & 0xFF, bits >> 8 & 0xFF, bits >> 16 & 0xFFFF
        name = _NAME_OF.get((code, width))
        if name is None:
            family = DTYPE_FAMILIES.get(code)
            name = f"{family}{width}" if family else f"dtype(code={code}, bits={width})"
        if lanes != 1:
            name += f"x{lanes}"
        dtype = _by_bits[bits] = DataType._make(name, code, width, lanes)
    return dtype
