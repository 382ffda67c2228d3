"""Memory as Python objects that read and write it without a function call.

`WORDS` is the whole address space as 8-byte signed integers, `DOUBLES` the same as floats, and
`MEMORY[a : a + n]` the `n` bytes at address `a`. An item access costs a few tens of nanoseconds, a tenth of
what a ctypes structure made for the address would. Invariant: nobody reads or writes an address that the C
contract does not vouch for at that moment; values and objects are aligned to 8 bytes.

A frame is where the arguments and the result of one call lie. Frames are kept in a list from which a call
takes one and to which it gives it back, so calls may nest and run on several threads. A frame in the list is
ready for integers: every argument's type is INT, the result's NONE. Writing a type costs as much as writing a
value, and integers are most of what is passed.
"""

from __future__ import annotations

import ctypes

from ._abi import INT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    # words, floats, reference to the first argument, reference to the result
    Frame = tuple[memoryview[int], memoryview[float], Any, Any]

MEMORY: Any = (ctypes.c_char * (2**63 - 8)).from_address(0)
WORDS: memoryview[int] = memoryview(MEMORY).cast("B").cast("q")
DOUBLES: memoryview[float] = memoryview(MEMORY).cast("B").cast("d")

FRAME_ARGUMENTS = 8
"""How many arguments a frame of the list holds; a longer call makes one for itself."""

frames: list[Frame] = []


def new_frame(arguments: int = FRAME_ARGUMENTS) -> Frame:
    """A frame for a call with up to that many arguments. The result stands in front of the arguments."""
    raw = (ctypes.c_int64 * (2 * (1 + max(arguments, FRAME_ARGUMENTS))))()
    raw[2:] = [INT, 0] * max(arguments, FRAME_ARGUMENTS)
    octets = memoryview(raw).cast("B")
    return octets.cast("q"), octets.cast("d"), ctypes.byref(raw, 16), ctypes.byref(raw)


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
give_slot = _slots.append


def take_slot() -> Slot:
    """A slot for a moment: it is given back with `give_slot`, or forgotten."""
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
