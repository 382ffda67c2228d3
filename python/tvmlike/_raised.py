"""Exceptions on their way through native code.

A Python exception crosses as an error object that carries the exception itself, and comes out as that same
object. Invariant: a status of -1 is followed by exactly one `take_raised`, so no raised error is left on the
thread. With the accelerator, only rare cases use this module.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, byref, c_ssize_t, c_void_p, cast, py_object

from . import _abi as abi
from . import _hooks
from ._backend import native
from ._library import lib, lib_keep_gil, python, span
from ._loader import STACKS_WANTED
from ._memory import WORDS, Value, octets_at, text_of_object, text_of_small
from ._recursion import DEPTH6, check_depth, check_depth6
from ._references import Held
from ._shutdown import retire_at_exit, wait_if_closed
from ._traceback import behind, extended, text_of
from .error import Error, _kind_of_class, make_exception

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

try:
    from _ctypes import PyObj_FromPtr as _object_at
except ImportError:

    def _object_at(address: int, /) -> Any:
        return cast(address, py_object).value


_MOST_CAUSES = 16
"""How many links of a chain of causes cross: a chain may be a ring."""

# Without prototypes it needs one level of the stack. It takes what ctypes passes as it is: None, a reference.
raise_reference = lib_keep_gil["TVMLikeErrorSetRaised"]
raise_reference.restype = None


def take_raised() -> BaseException:
    """The exception for the error that is raised on this thread, which is consumed."""
    wait_if_closed()
    try:
        check_depth6()
    except RecursionError:
        raise_reference(None)  # nothing stays raised on the thread
        raise
    slot = c_void_p()
    lib_keep_gil.TVMLikeErrorMoveFromRaised(byref(slot))
    if not slot.value:
        return Error("a native call failed without raising an error", kind="InternalError")
    return own_exception(slot.value)


def own_exception(handle: int) -> BaseException:
    """The exception for an owned error object, which is consumed."""
    try:
        check_depth(None, DEPTH6)
        wait_if_closed()
        return exception_of(handle)
    finally:
        lib.TVMObjectFree(handle)


def exception_told(text: bytes) -> BaseException:
    """The exception for an error that came as text: kind, message, backtrace."""
    check_depth(None, DEPTH6)
    wait_if_closed()
    kind, message, backtrace = text.decode(errors="replace").split("\x1e")
    error = make_exception(kind, message)
    try:
        error.backtrace = backtrace  # type: ignore[attr-defined]
    except AttributeError:
        pass  # a registered class may have an attribute of that name that cannot be set
    error.__traceback__ = extended(None, backtrace)
    return error


def exception_of(handle: int) -> BaseException:
    """The exception for an error object, which is borrowed."""
    if native is not None:
        made: BaseException = native.exception_of(handle)
        return made
    at = handle >> 3
    backtrace = _text(at + abi.ERROR_BACKTRACE)
    error = _carried_exception(WORDS[at + abi.ERROR_CONTEXT])
    if error is not None:
        # Native frames that the exception has passed since it was caught come after its own.
        error.__traceback__ = extended(error.__traceback__, behind(backtrace, error))
        return error
    context = WORDS[at + abi.ERROR_CONTEXT]
    error = make_detailed(_text(at + abi.ERROR_KIND), _text(at + abi.ERROR_MESSAGE), context)
    try:
        error.backtrace = backtrace  # type: ignore[attr-defined]
    except AttributeError:
        pass  # a registered class may have an attribute of that name that cannot be set
    error.__traceback__ = extended(None, backtrace)
    if STACKS_WANTED:
        keep_native(error, handle)
    cause = WORDS[at + abi.ERROR_CAUSE]
    if cause and WORDS[(cause >> 3) + abi.HEADER_TYPE] & abi.TYPE_MASK == abi.ERROR:
        error.__cause__ = exception_of(cause)
    return error


class NativeError(Held):
    """The native error that an exception was made from."""

    __slots__ = ()

    def native_stack(self) -> str | None:
        """See `error.native_stack`."""
        made = Value()
        if lib_keep_gil.TVMLikeErrorNativeStack(self._handle, made):
            raise take_raised()
        head, payload = made
        if head == abi.NONE:
            return None
        if head != abi.STR:
            return text_of_small(head, payload)
        try:
            return text_of_object(head, payload)
        finally:
            lib.TVMObjectFree(payload)


def keep_native(error: BaseException, handle: int) -> None:
    """Keeps the native error with its exception, for `error.native_stack`."""
    lib_keep_gil.TVMObjectRetain(handle)
    try:
        error.__native__ = NativeError(handle)  # type: ignore[attr-defined]
    except AttributeError:
        pass


def _text(at: int) -> str:
    return octets_at(WORDS[at], WORDS[at + 1]).decode(errors="replace")


def _carried_exception(context: int) -> BaseException | None:
    if not context or WORDS[(context >> 3) + abi.HEADER_TYPE] & abi.TYPE_MASK != abi.OPAQUE_PY_OBJECT:
        return None
    carried = carried_object(abi.OPAQUE_PY_OBJECT, context)
    return carried if isinstance(carried, BaseException) else None


def make_detailed(kind: str, message: str, context: int) -> BaseException:
    """A new exception for an error with a context: a native object, or 0."""
    if context and WORDS[(context >> 3) + abi.HEADER_TYPE] & abi.TYPE_MASK == abi.MAP:
        return _hooks.make_declared(kind, message, context)
    return make_exception(kind, message, _details(context))


def _details(context: int) -> list[Any] | None:
    """The ints and texts of an array that an error has as its context, with None for other values."""
    if not context or WORDS[(context >> 3) + abi.HEADER_TYPE] & abi.TYPE_MASK != abi.ARRAY:
        return None
    at = context >> 3
    first = WORDS[at + abi.SEQUENCE_DATA] >> 3
    return [
        _plain(WORDS[i], WORDS[i + 1])
        for i in range(first, first + abi.VALUE_WORDS * WORDS[at + abi.SEQUENCE_SIZE], abi.VALUE_WORDS)
    ]


def _plain(head: int, payload: int) -> Any:
    """An int or a text; None for any other value."""
    if head == abi.INT:
        return payload
    if head == abi.STR:
        return text_of_object(head, payload)
    return text_of_small(head, payload) if head & abi.TYPE_MASK == abi.SMALL_STR else None


def set_raised(error: BaseException) -> None:
    """Raises a Python exception on this thread as a native error, called by the frame that caught it."""
    traceback = error.__traceback__
    if traceback is not None and traceback.tb_next is not None:
        # The entry of the catching frame is of no use, and would keep the arguments of the call alive.
        error.__traceback__ = traceback.tb_next
    handle = error_object(error, _MOST_CAUSES)
    lib_keep_gil.TVMLikeErrorSetRaised(handle)
    lib.TVMObjectFree(handle)


def error_object(error: BaseException, causes: int = _MOST_CAUSES) -> int:
    """A new error object that carries the exception. The caller owns the reference."""
    # `isinstance` would read `__class__`, which a class may define.
    own = error.kind if issubclass(type(error), Error) else type(error).__name__  # type: ignore[attr-defined]
    kind = _kind_of_class.get(type(error)) or own
    try:
        message = str(error)
    except Exception as broken:
        message = f"<str() of the exception failed: {type(broken).__name__}>"
    cause = error_object(error.__cause__, causes - 1) if error.__cause__ is not None and causes > 0 else 0
    carried = opaque_object(error)
    try:
        return native_error(str(kind), message, text_of(error), cause, carried)
    finally:
        for handle in (cause, carried):
            if handle:
                lib.TVMObjectFree(handle)


def native_error(kind: str, message: str, backtrace: str = "", cause: int = 0, context: int = 0) -> int:
    """A new error object; cause and context are borrowed. The caller owns the reference."""
    made = c_void_p()
    texts = (span(text.encode(errors="replace")) for text in (kind, message, backtrace))
    if lib.TVMLikeErrorCreate(*map(byref, texts), cause, context, byref(made)):
        raise take_raised()
    return made.value or 0


def opaque_object(value: object) -> int:
    """A new native object that keeps a Python object. The caller owns the reference."""
    if native is not None:
        handle: int = native.new_opaque(value)
        return handle
    check_depth6()
    made = c_void_p()
    # Wrapped, or ctypes would read its `__class__`.
    python.Py_IncRef(py_object(value))
    if lib.TVMLikeOpaqueCreate(id(value), abi.OPAQUE_PY_OBJECT, _drop_address, byref(made)):
        python.Py_DecRef(id(value))
        raise take_raised()
    return made.value or 0


def carried_object(head: int, handle: int) -> Any:
    """The Python object that an opaque object keeps."""
    address = WORDS[(handle >> 3) + abi.OPAQUE_HANDLE]
    return _object_at(address) if address else None


def immortal(callback: Any) -> Any:
    """Keeps a ctypes callback for ever: native code may call it while the interpreter shuts down."""
    python.Py_IncRef(callback)
    return callback


# Called when native code frees an opaque object.
_drop = immortal(CFUNCTYPE(None, c_ssize_t)(lambda address, decrease=python.Py_DecRef: decrease(address)))
_drop_address = retire_at_exit(cast(_drop, c_void_p).value or 0)
