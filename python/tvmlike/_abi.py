"""The C contract as numbers: type indices and the offsets of what lies behind an object's header.

Everything here mirrors `tvmlike/c_api.h`. Offsets are counted in 8-byte words, because that is how the
package reads memory (see `_memory`).
"""

from __future__ import annotations

import sys

if sys.byteorder != "little" or sys.maxsize != 2**63 - 1:
    raise ImportError("tvmlike needs a 64-bit little-endian platform")

ABI_MAJOR = 1

NONE = 0
INT = 1
BOOL = 2
FLOAT = 3
OPAQUE_PTR = 4
DATA_TYPE = 5
DEVICE = 6
DLTENSOR_PTR = 7
RAW_STR = 8
BYTE_ARRAY_PTR = 9
RVALUE_REF = 10
SMALL_STR = 11
SMALL_BYTES = 12
MISSING = 63
OBJECT = 64
STR = 65
BYTES = 66
ERROR = 67
FUNCTION = 68
SHAPE = 69
TENSOR = 70
ARRAY = 71
MAP = 72
OPAQUE_PY_OBJECT = 74
LIST = 75

FIRST_REGISTERED = 128
"""The type index from which on types are registered; they have no gaps."""

SMALL_MAX = 7
"""The longest text, in bytes, that lies in the value itself."""

TYPE_MASK = 0xFFFFFFFF
"""The type index in the first word of a value; the length of a small string is above it."""
SMALL_SHIFT = 32

# In words from an object's address.
HEADER_TYPE = 1
CELL = 3

# In words from an object's address: the cells' members.
TEXT_DATA, TEXT_SIZE = CELL, CELL + 1
ERROR_KIND, ERROR_MESSAGE, ERROR_BACKTRACE = CELL, CELL + 2, CELL + 4
ERROR_CAUSE, ERROR_CONTEXT = CELL + 7, CELL + 8
SEQUENCE_DATA, SEQUENCE_SIZE = CELL, CELL + 1
MAP_ENTRIES, MAP_SIZE, MAP_FIND = CELL, CELL + 1, CELL + 2
OPAQUE_HANDLE = CELL
TENSOR_DATA, TENSOR_DEVICE, TENSOR_NDIM_DTYPE = CELL, CELL + 1, CELL + 2
TENSOR_SHAPE, TENSOR_STRIDES, TENSOR_OFFSET = CELL + 3, CELL + 4, CELL + 5

VALUE_WORDS = 2
ENTRY_WORDS = 4

DLPACK_READ_ONLY = 1
DLPACK_IS_COPIED = 2

REGISTER_OVERRIDE = 1
KEEPS_LOCK = 2
BY_RECORD = 8
KEYWORD_ONLY = 4
MEMBER_SEQUENCE = 0x100
MEMBER_MAPPING = 0x200
