"""Calls by ctypes.

A call takes a frame, writes the arguments into it as 16-byte values, makes one foreign call and reads the
result from the frame. Invariant: before native code is entered there is room on the interpreter's stack for
what a callback needs at the least (see `_room`).
"""

from __future__ import annotations

from . import _abi as abi
from ._memory import FRAME_ARGUMENTS, address_of, frames, new_frame
from ._pack import Refused, converters, out_of_range, pack
from ._room import room3
from ._signature import bind
from ._unpack import own_object, owned
from .error import take_raised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .function import PackedFunc

_take_frame = frames.pop
_give_frame = frames.append


def call(self: PackedFunc, /, *args: Any, **keywords: Any) -> Any:
    """`PackedFunc.__call__`."""
    if keywords:
        args = bind(self, args, keywords)
    # The common types are written here rather than by a converter, and their type indices (1 INT,
    # 3 FLOAT, 8 RAW_STR) stand as numbers: this is the path that every call takes.
    room3()
    arity = len(args)
    try:
        frame = _take_frame() if arity <= FRAME_ARGUMENTS else new_frame(arity)
    except IndexError:
        frame = new_frame()
    words, doubles, arguments, result = frame
    keep: Any = None  # what the arguments need to stay alive; None as long as all are integers
    i = 3  # the payload of the first argument; its type stands at i - 1
    try:
        for value in args:
            if type(value) is int:
                words[i] = value
            elif type(value) is str and len(value) > 7 and value.isascii() and "\0" not in value:
                data = value.encode()
                keep = keep or []
                keep.append(data)
                words[i - 1] = 8
                words[i] = address_of(data)
            elif type(value) is float:
                words[i - 1] = 3
                doubles[i] = value
                keep = keep or ()
            else:
                keep = keep or []
                converter = converters.get(type(value))
                (pack if converter is None else converter)(value, words, i - 1, keep)
            i += 2
    except BaseException as caught:
        if keep:
            keep.clear()
        refused = caught
        if type(value) is int and isinstance(caught, ValueError):
            refused = out_of_range(value)
        if not isinstance(refused, Refused):
            raise
        raise refused.named(self._argument((i - 1) // abi.VALUE_WORDS)) from None
    status = self._call(self._ref, arguments, arity, result)
    if keep is not None:
        while i > 3:
            i -= 2
            words[i - 1] = 1
    head = words[0]
    value = words[1] if head != 3 else doubles[1]
    words[0] = 0
    if arity <= FRAME_ARGUMENTS:
        _give_frame(frame)
    if status:
        error = take_raised()
        if not self._handle:
            error = ValueError(f"{self.__qualname__} was freed")
        context = error.__context__
        # The traceback keeps this frame, and native functions keep callables from where no garbage
        # collector looks: a callable that reaches the error would never go.
        if keep:
            keep.clear()
        del self, args
        try:
            raise error
        finally:
            # Raising it here must not forget what was being handled where it was raised first.
            if context is not None:
                error.__context__ = context
            del error, context
    if head == 1 or head == 3:
        return value
    return owned.get(head, own_object)(head, value) if head else None  # type: ignore[arg-type]
