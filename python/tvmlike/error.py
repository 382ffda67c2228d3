"""Errors: kinds, and the exception class for each.

A native error becomes an exception of the class for its kind; `_raised` converts both ways.
"""

from __future__ import annotations

import builtins
import os

from . import _hooks
from ._typing import overload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Callable, TypeVar

    ExceptionClass = TypeVar("ExceptionClass", bound=type[BaseException])


class Error(RuntimeError):
    """A native error of a kind for which no class is registered. Its subclasses may choose their kind."""

    kind: str
    """The kind of the error in native code."""
    backtrace: str = ""
    """The native frames, one a line, the most recent call first."""

    def __init__(self, *args: object, kind: str | None = None) -> None:
        super().__init__(*args)
        self.kind = type(self).__name__ if kind is None else kind


_class_of_kind: dict[str, type[BaseException]] = {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException) and value.__name__ == name
}
_class_of_kind["Error"] = Error
_kind_of_class: dict[type[BaseException], str] = {}


@overload
def register_error(kind: str) -> Callable[[ExceptionClass], ExceptionClass]: ...
@overload
def register_error(kind: str, cls: ExceptionClass) -> ExceptionClass: ...
@overload
def register_error(kind: ExceptionClass) -> ExceptionClass: ...
def register_error(kind: Any = None, cls: Any = None) -> Any:
    """Registers the exception class for a kind of native error, both ways.

    >>> @tvmlike.register_error("ir.ParseError")
    ... class ParseError(ValueError): ...

    Without a kind the class's own name is the kind. The class is called with the message.
    """
    if isinstance(kind, type) and cls is None:
        return register_error(kind.__name__, kind)
    if not isinstance(kind, str):
        given = type(kind).__name__
        raise TypeError(f"register_error: argument 1 `kind`: expected str or an exception class, got {given}")

    def register(cls: type[BaseException]) -> type[BaseException]:
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            raise TypeError(f"register_error: argument 2 `cls`: expected an exception class, got {cls!r}")
        _class_of_kind[kind] = cls
        _kind_of_class[cls] = kind
        return cls

    return register if cls is None else register(cls)


def native_stack(error: BaseException) -> str | None:
    """The native stack at the place where an error was made; formatting it takes tens of milliseconds.

    None if there is none: it is captured only for errors made in native code, and only if
    `TVMLIKE_BACKTRACE=1` is set.
    """
    held = getattr(error, "__native__", None)
    read = getattr(type(held), "native_stack", None)
    stack: str | None = read(held) if read is not None else None
    return stack


def make_exception(kind: str, message: str, details: Sequence[Any] | None = None) -> BaseException:
    """A new exception of the class for a kind.

    `details` of an OSError are the number of the error and the file name, or None: then it is the exception
    that Python itself raises for that number, such as FileNotFoundError.
    """
    cls = _class_of_kind.get(kind)
    if cls is None:
        try:
            cls = _hooks.exception_of_kind(kind)
        except Exception:
            pass  # while Python ends, nothing can be imported
    if cls is None:
        return Error(message, kind=kind)
    if cls is OSError and details is not None and len(details) == 2 and type(details[0]) is int:
        number, name = details
        return OSError(number, os.strerror(number), *(() if name is None else (name,)))
    # Some classes need more than a message (UnicodeDecodeError): then their nearest base that does not.
    for candidate in cls.__mro__:
        try:
            error = candidate(message)
        except Exception:
            continue
        if isinstance(error, BaseException):
            return error
    return Error(message, kind=kind)
