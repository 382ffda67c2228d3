"""Calls by ctypes.

A call takes a frame of the function, writes the arguments into it as 16-byte values, makes one foreign call
with one argument and reads the result from the frame. Invariant: before native code is entered there is room
on the interpreter's stack for what a callback needs at the least (see `_recursion`).
"""

from __future__ import annotations

from . import _abi as abi
from ._arguments import Refused
from ._base import retain
from ._handles import _alive, lending_code
from ._keyword_order import bind
from ._memory import FRAME_ARGUMENTS, FRAME_RESULT, TEXT_OVERHEAD, frame_for, new_frame
from ._pack import converters, out_of_range, pack
from ._raised import exception_told, own_exception
from ._recursion import DEPTH3, check_depth
from ._signature import check_positional
from ._unpack import borrowed, own_object, owned
from .object import Object, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .function import PackedFunc

_FIRST = FRAME_ARGUMENTS + 1
_HEAD, _RESULT = FRAME_RESULT, FRAME_RESULT + 1

_BEFORE_TEXT = TEXT_OVERHEAD - 1
_text = str if TEXT_OVERHEAD else None


def call(self: PackedFunc, /, *args: Any, **keywords: Any) -> Any:
    """`PackedFunc.__call__`."""
    if len(args) > self._most:
        self._most = check_positional(self, len(args), tuple(keywords))
    if keywords:
        args = bind(self, args, keywords)
    # The common types are written and read here rather than by a converter, and their type indices (1 INT,
    # 3 FLOAT, 8 RAW_STR, 64 OBJECT) stand as numbers: this is the path that every call takes.
    check_depth(None, DEPTH3)
    arity = len(args)
    frames = self._frames
    try:
        frame = frames.pop()
    except IndexError:
        frame = new_frame(self._handle, arity)
    words, doubles, ref, text, places = frame
    if places != arity:
        frame = words, doubles, ref, text, _ = frame_for(frame, arity)
    if args:
        keep: list[Any] = []  # what the arguments need to stay alive
        i = _FIRST  # the payload of the first argument; its type stands at i - 1
        try:
            for value in args:
                kind = type(value)
                if kind is int:
                    words[i - 1] = 1
                    words[i] = value
                elif kind is _text and value.__sizeof__() == TEXT_OVERHEAD + len(value) and "\0" not in value:
                    words[i - 1] = 8
                    words[i] = id(value) + _BEFORE_TEXT
                elif kind is float:
                    words[i - 1] = 3
                    doubles[i] = value
                elif issubclass(kind, Object) and value._handle:
                    words[i - 1] = 64
                    words[i] = value._handle
                else:
                    converter = converters.get(kind)
                    (pack if converter is None else converter)(value, words, i - 1, keep)
                i += 2
        except BaseException as caught:
            keep.clear()
            refused = out_of_range(value) if kind is int and isinstance(caught, ValueError) else caught
            if not isinstance(refused, Refused):
                raise
            from ._function_abi_results import prepared

            made = prepared(self, args)
            if made is not None:
                return call(self, *made)
            raise refused.named(self._argument((i - _FIRST) // abi.VALUE_WORDS + 1)) from None
    head = self._call(ref)
    if head == 0:
        frames.append(frame)
        return None
    if head == 1:
        value = words[_RESULT]
        frames.append(frame)
        return value
    if head == -3:  # TVMLIKE_FRAME_TEXT
        value = text.value.decode()
        frames.append(frame)
        return value
    if head == 3:
        value = doubles[_RESULT]
        frames.append(frame)
        return value
    if head == -4:  # TVMLIKE_FRAME_ERROR_TEXT
        told = text.value
        frames.append(frame)
        error = exception_told(told)
    else:
        word, result = words[_HEAD], words[_RESULT]
        frames.append(frame)
        if head == -2:  # TVMLIKE_FRAME_ARGUMENT
            known = _alive.get(result)
            value = known() if known is not None and word != abi.FUNCTION else None
            return _passed(word, result) if value is None else value
        if head != -1:  # TVMLIKE_FRAME_ERROR
            return owned.get(word, own_object)(word, result)
        error = own_exception(result)
    if not self._handle:
        error = ValueError(f"{self.__qualname__} was freed")
    context = error.__context__
    # The traceback keeps this frame, and native functions keep callables from where no garbage
    # collector looks: a callable that reaches the error would never go.
    if args:
        keep.clear()
        del value
    del self, args, frames, frame
    try:
        raise error
    finally:
        # Raising it here must not forget what was being handled where it was raised first.
        if context is not None:
            error.__context__ = context
        del error, context


def _passed(word: int, handle: int) -> Any:
    """The Python object for an object that is borrowed, whose own Python object is not the one to give."""
    reader = borrowed.get(word)
    return wrap(retain(handle)) if reader is None else reader(word, handle)


lending_code.add(call.__code__)
