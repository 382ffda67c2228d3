"""Memory as Python objects that read and write it without a function call.

`WORDS` is the whole address space as 8-byte signed integers, `DOUBLES` the same as floats, and
`MEMORY[a : a + n]` the `n` bytes at address `a`. An item access costs a few tens of nanoseconds, a tenth of
what a ctypes structure made for the address would. Invariant: the package reads and writes an address only
while the C ABI guarantees that it is valid; values and objects are aligned to 8 bytes.

A frame is the `TVMLikeFrame` of one function, with room for some arguments and a short text behind it. A
function keeps its frames in a list; a call pops one and appends it again, so calls may nest and run on
several threads. A call writes both words of every argument and reads nothing of an earlier call.
"""

from __future__ import annotations

import ctypes

from ._abi import SMALL_SHIFT, TEXT_DATA
from ._loader import STACKS_WANTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    # words, floats, the reference that a call passes, the text, how many arguments the next call passes
    Frame = tuple[memoryview[int], memoryview[float], Any, Any, int]

MEMORY: Any = (ctypes.c_char * (2**63 - 8)).from_address(0)
WORDS: memoryview[int] = memoryview(MEMORY).cast("B").cast("q")
DOUBLES: memoryview[float] = memoryview(MEMORY).cast("B").cast("d")

# In words from a frame's address.
FRAME_RESULT = 4
FRAME_ARGUMENTS = 6

_LEAST_ARGUMENTS = 4
_TEXT_SIZE = 0 if STACKS_WANTED else 512

_Text = ctypes.c_char * _TEXT_SIZE


def new_frame(function: int, arguments: int) -> Frame:
    """A frame for calls of a function, with that many arguments or a few more."""
    places = max(arguments, _LEAST_ARGUMENTS)
    size = 8 * (FRAME_ARGUMENTS + 2 * places)
    raw = (ctypes.c_char * (size + _TEXT_SIZE))()
    octets = memoryview(raw).cast("B")
    words = octets.cast("q")
    start = ctypes.addressof(raw)
    words[0], words[1] = function, arguments | _TEXT_SIZE << 32
    words[2], words[3] = start + 8 * FRAME_ARGUMENTS, start + size
    return words, octets.cast("d"), ctypes.byref(raw), _Text.from_buffer(raw, size), arguments


def frame_for(frame: Frame, arguments: int) -> Frame:
    """The same frame for another number of arguments; a new one if they do not fit."""
    words, doubles, ref, text, _ = frame
    if 8 * (FRAME_ARGUMENTS + 2 * arguments) > words.nbytes - _TEXT_SIZE:
        return new_frame(words[0], arguments)
    words[1] = arguments | _TEXT_SIZE << 32
    return words, doubles, ref, text, arguments


Value = ctypes.c_int64 * 2
"""Room for one value that a C function writes: type and payload."""


class Slot:
    """Room for one value that Python writes, and a reference to pass to a C function."""

    __slots__ = ("ref", "words")

    def __init__(self) -> None:
        raw = (ctypes.c_int64 * 2)()
        self.words = memoryview(raw).cast("B").cast("q")
        self.ref = ctypes.byref(raw)


_slots: list[Slot] = []
return_slot = _slots.append


def take_slot() -> Slot:
    """A slot for short use: return it with `return_slot`, or drop it."""
    try:
        return _slots.pop()
    except IndexError:
        return Slot()


def octets_at(data: int, size: int) -> bytes:
    """The `size` bytes at `data`."""
    octets: bytes = MEMORY[data : data + size]
    return octets


def text_at(data: int, size: int) -> str:
    """The UTF-8 text of `size` bytes at `data`."""
    return octets_at(data, size).decode()


def text_of_small(head: int, payload: int) -> str:
    """The text of a string that lies in the value itself."""
    return payload.to_bytes(8, "little")[: head >> SMALL_SHIFT].decode()


def text_of_object(head: int, handle: int) -> str:
    """The text of a string object."""
    at = (handle >> 3) + TEXT_DATA
    data = WORDS[at]
    text: str = MEMORY[data : data + WORDS[at + 1]].decode()
    return text


def _ask_ctypes(data: bytes) -> int:
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0


def _address_of() -> Callable[[bytes], int]:
    probe = b"tvmlike"
    offset = bytes.__basicsize__ - 1
    if _ask_ctypes(probe) != id(probe) + offset:
        return _ask_ctypes  # ids are no addresses in this interpreter
    return lambda data: id(data) + offset


address_of = _address_of()
"""The address of the content of a bytes object, which a NUL follows. The caller keeps the object alive."""


def _text_overhead() -> int:
    """The size of an ASCII string without its characters; 0 if str objects have another layout."""
    probe = "tvmlike: a string"
    overhead = "".__sizeof__()
    at = id(probe) + overhead - 1
    if address_of is _ask_ctypes or probe.__sizeof__() != overhead + len(probe):
        return 0
    return overhead if octets_at(at, len(probe) + 1) == probe.encode() + b"\0" else 0


TEXT_OVERHEAD = _text_overhead()
"""A str whose size is this plus its length stores its characters in ASCII at its end, followed by a NUL. 0 if
the layout of str is unknown."""
