"""Functions: calling them from Python.

A call takes a frame, writes the arguments into it as 16-byte values, makes one foreign call and reads the
result from the frame. Invariant: before native code is entered there is room on the interpreter's stack for
what a callback needs at the least (see `_room`).
"""

from __future__ import annotations

from ctypes import byref, c_char

from . import _abi as abi
from ._lib import lib, quick
from ._memory import FRAME_ARGUMENTS, address_of, frames, new_frame
from ._pack import Refused, converters, out_of_range, pack, pack_object
from ._room import room3
from ._unpack import own_object, owned
from .error import take_raised
from .object import Object, _class_of_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from typing import Any, Callable

# Without prototypes: they would have every argument converted, which costs more than the call.
_call = lib.TVMLikeFuncCall
_get_global = quick.TVMFuncGetGlobal
_take_frame = frames.pop
_give_frame = frames.append


class _Doc:
    """The docstring: of the class when asked of the class, of the function when asked of a function."""

    def __init__(self, of_class: str) -> None:
        self.of_class = of_class

    def __get__(self, function: PackedFunc | None, owner: type) -> str | None:
        return self.of_class if function is None else function._describe().get("doc")


class PackedFunc(Object):
    __doc__ = _Doc("A function of the runtime, called with positional arguments, which it checks itself.")
    __slots__ = ("_name", "_ref")

    _ref: Any  # the handle as ctypes passes it without a conversion
    _name: str

    def __new__(cls, function: Callable[..., Any]) -> Any:
        """A native function that calls a Python callable."""
        from ._callback import new_function

        if not callable(function):
            raise TypeError(f"PackedFunc: {function!r} is not callable")
        return adopt_function(new_function(function))

    def __call__(self, *args: Any) -> Any:
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
            raise refused.named(self._argument(i)) from None
        status = _call(self._ref, arguments, arity, result)
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
                error = ValueError(f"{self.__name__} was freed")
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

    def _free(self) -> None:
        super()._free()
        self._ref = None

    def _argument(self, at: int) -> str:
        """How an error names the argument whose payload stands at a word of the frame."""
        position = (at - 1) // abi.VALUE_WORDS
        parameters = self._describe().get("a", [])
        if position <= len(parameters) and parameters[position - 1][0] == "named":
            return f"{self.__name__}: argument {position} `{parameters[position - 1][1]}`"
        return f"{self.__name__}: argument {position}"

    def _describe(self) -> dict[str, Any]:
        """What the registry says of the function, if it still is the one registered under its name."""
        if not self._name or not self._handle:
            return {}
        registered = get_global(self._name)
        info = get_global("registry.info")
        if info is None or registered is None or registered._handle != self._handle:
            return {}
        import json

        described: dict[str, Any] = json.loads(info(self._name))
        return described

    @property
    def __name__(self) -> str:
        """The name under which the function was looked up; `PackedFunc` where it has none."""
        return self._name or "PackedFunc"

    @property
    def __signature__(self) -> inspect.Signature:
        from ._signature import signature_of

        return signature_of(self._describe())

    def __copy__(self) -> PackedFunc:
        return self

    def __deepcopy__(self, memo: object) -> PackedFunc:
        return self

    def __repr__(self) -> str:
        if not self._handle:
            return f"<freed PackedFunc {self._name}>".replace(" >", ">")
        return f"<PackedFunc {self._name}>" if self._name else f"<PackedFunc at {self._handle:#x}>"


def adopt_function(handle: int, name: str = "") -> PackedFunc:
    """A PackedFunc that takes over one strong reference."""
    function: PackedFunc = object.__new__(PackedFunc)
    function._handle = handle
    function._ref = byref(c_char.from_address(handle))
    function._name = name
    return function


def get_global(name: str) -> PackedFunc | None:
    """The function registered under a name; None where there is none."""
    try:
        data = name.encode()
    except UnicodeEncodeError:
        return None  # no name has a lone surrogate
    if b"\0" in data:
        return None  # no name has a NUL, and a C string would end there
    try:
        frame = _take_frame()
    except IndexError:
        frame = new_frame()
    words = frame[0]
    status = _get_global(data, frame[3])
    handle = words[0]
    words[0] = 0
    _give_frame(frame)
    if status:
        raise take_raised()
    return adopt_function(handle, name) if handle else None


converters[PackedFunc] = pack_object
_class_of_key["runtime.PackedFunc"] = PackedFunc
