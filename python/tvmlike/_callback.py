"""Python callables as native functions.

A callable becomes a function object around this module's only trampoline. The context of the trampoline is a
number that identifies the callable, so a callable that comes back to Python is the same object. Invariant: an
entry of the table lives as long as its function object.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, byref, c_char, c_int, c_ssize_t, c_void_p, cast
from itertools import count
from types import FunctionType

from . import _abi as abi
from . import _hooks
from ._arguments import Refused
from ._backend import native
from ._base import retain
from ._call import call
from ._library import lib, lib_keep_gil
from ._memory import DOUBLES, WORDS, return_slot, take_slot
from ._pack import by_trait, converters, pack, pack_handle
from ._raised import immortal, native_error, raise_reference, set_raised, take_raised
from ._recursion import DEPTH6, check_depth, check_depth6
from ._shutdown import ClosedTable, close_at_exit, retire_at_exit
from ._unpack import borrowed, owned, read_borrowed
from .function import function_of, new_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

# By the context of their function objects.
_callables: dict[int, Callable[..., Any]] = {}
_next_context = count(1).__next__


def _new_function(function: Callable[..., Any]) -> int:
    """A new native function that calls a Python callable, on the ctypes path."""
    check_depth6()
    context = _next_context()
    _callables[context] = function
    made = c_void_p()
    if lib.TVMLikeFuncCreate(_trampoline_address, context, _release_address, byref(made)):
        del _callables[context]
        raise take_raised()
    return made.value or 0


def _pack_callable(value: Callable[..., Any], words: Any, i: int, keep: list[Any]) -> None:
    pack_handle(abi.FUNCTION, new_function(value), words, i, keep)


def _call_back(context: int, arguments: int, arity: int, result: int) -> int:
    try:
        check_depth(None, DEPTH6)
        function = _callables[context]
        first = arguments >> 3
        if arity == 1:
            value = function(WORDS[first + 1] if WORDS[first] == 1 else read_borrowed(first))
        else:
            values = []
            for at in range(first, first + 2 * arity, 2):
                values.append(WORDS[at + 1] if WORDS[at] == 1 else read_borrowed(at))
            value = function(*values)
        at = result >> 3
        if value is None:
            return 0
        if type(value) is float:
            DOUBLES[at + 1] = value
            WORDS[at] = 3
        elif type(value) is int and -(2**63) <= value < 2**63:
            WORDS[at + 1] = value
            WORDS[at] = 1
        else:
            _return(value, result, function)
        return 0
    except BaseException as error:
        try:
            set_raised(error)
        except BaseException:
            # Not even room to describe it.
            raise_reference(_no_room)
        return -1


def refused_result(function: Any, refused: Refused) -> Exception:
    """The exception for a result of a Python callable that has no native form."""
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    return refused.named(f"{name}: the result")


def _return(value: Any, result: int, function: Any) -> None:
    """Makes a value the owned result of a callback."""
    slot = take_slot()
    keep: list[Any] = []
    try:
        pack(value, slot.words, 0, keep)
    except Refused as refused:
        raise refused_result(function, refused) from None
    else:
        status = lib_keep_gil.TVMLikeValueToOwned(slot.ref, result)
        return_slot(slot)
        if status:
            raise take_raised()
    finally:
        keep.clear()


def _release_callable(context: int, forget: Callable[..., object] = _callables.pop) -> None:
    """Called when native code frees a function object."""
    forget(context, None)


_trampoline = immortal(CFUNCTYPE(c_int, c_ssize_t, c_ssize_t, c_int, c_ssize_t)(_call_back))
_release = immortal(CFUNCTYPE(None, c_ssize_t)(_release_callable))
_trampoline_address = cast(_trampoline, c_void_p).value
_release_address = retire_at_exit(cast(_release, c_void_p).value or 0)

_no_room = byref(c_char.from_address(native_error("RecursionError", "maximum recursion depth exceeded")))


def _close_table() -> None:
    global _callables
    _callables = ClosedTable(_callables)


if native is None:
    close_at_exit(call.__code__, _call_back.__code__, _close_table)
    _hooks.new_function = _new_function


def _callable_of(handle: int) -> Any:
    """The Python callable behind a native function, or None."""
    if native is not None:
        return native.callable_of(handle)
    context = lib_keep_gil.TVMLikeFuncGetContext(handle, _trampoline_address)
    return _callables[context] if context else None


def _own_function(head: int, handle: int) -> Any:
    if not handle:
        return None
    function = _callable_of(handle)
    if function is None:
        return function_of(handle)
    lib.TVMObjectFree(handle)
    return function


def _borrow_function(head: int, handle: int) -> Any:
    function = _callable_of(handle)
    return function_of(retain(handle)) if function is None else function


owned[abi.FUNCTION] = _own_function
borrowed[abi.FUNCTION] = _borrow_function
converters[FunctionType] = _pack_callable
by_trait["callable"] = _pack_callable
