"""The end of the interpreter.

A thread that wants to run Python code when the interpreter is gone is ended by CPython on the spot, which
tears down the native frames below a callback and aborts the process. So before the interpreter goes, native
calls and callbacks on other threads are let finish, for a moment, and new callbacks are not let in: those of
native threads fail, because a plugin's `finish` may wait for such a thread; a thread with Python code below
waits for ever. And what native code would call to release Python objects is retired: a C++ library may hold
one in a static variable, which is destroyed when there is no Python any more. On the ctypes path the library
fails callbacks of other threads from then on, and all of them from the moment on when there is no Python.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
from _thread import allocate_lock, get_ident

from ._backend import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, Callable, NoReturn

_MOST_SECONDS = 0.5
_STEP_SECONDS = 0.002


class ClosedTable(dict):  # type: ignore[type-arg]
    """The table of callables when the interpreter ends: it answers the thread that ends it, no other one."""

    def __init__(self, entries: dict[int, Any]) -> None:
        super().__init__(entries)
        self.thread = get_ident()

    def __getitem__(self, key: int) -> Any:
        if get_ident() != self.thread:
            callback = sys._getframe(1)
            if callback.f_back is None:  # the thread has no other Python code
                raise RuntimeError("the Python interpreter has ended")
            _wait_for_ever()
        return super().__getitem__(key)


_ending_thread: int | None = None


def wait_if_closed() -> None:
    """Where the interpreter is ending, no thread but the one that ends it goes on with what a call gave."""
    if _ending_thread is not None and get_ident() != _ending_thread:
        _wait_for_ever()


def _wait_for_ever() -> NoReturn:
    lock = allocate_lock()
    while True:
        lock.acquire()


def close_at_exit(call: CodeType, callback: CodeType, close_table: Callable[[], None]) -> None:
    """Arranges for the end, on the ctypes path.

    `call` is the code of the frame that makes a native call, `callback` of the one that every callback has.
    `close_table` puts a `ClosedTable` in the place of the table in which that code finds its callable.
    """

    def close() -> None:
        _retire()
        close_table()
        deadline = time.monotonic() + _MOST_SECONDS
        time.sleep(_STEP_SECONDS)
        while _others_are_busy(call, callback) and time.monotonic() < deadline:
            time.sleep(_STEP_SECONDS)

    atexit.register(close)


def _retire() -> None:
    """Makes callbacks on other threads fail in the library, and what they gave wait."""
    global _ending_thread
    _ending_thread = get_ident()
    if _finalizers:
        from ._library import lib_keep_gil

        for finalizer in _finalizers:
            lib_keep_gil.TVMLikeFinalizerRetire(finalizer)


def _end() -> None:
    _retire()
    if native is None:
        lib_keep_gil.TVMLikeErrorSetRaised(None)
        # Callbacks that have begun get the interpreter lock once more, and wait in the closed table.
        time.sleep(_STEP_SECONDS)
    if ending_in_python:
        from ._references import retain

        for handle in list(ending_in_python.values()):
            retain(handle)


# Native objects whose end calls Python through something that cannot be retired: a managed tensor's deleter.
ending_in_python: dict[int, int] = {}

_finalizers: list[int] = []


def retire_at_exit(finalizer: int) -> int:
    """Arranges that native code does not call a finalizer of ours when the interpreter is gone."""
    _finalizers.append(finalizer)
    return finalizer


atexit.register(_end)
if native is None:
    from ctypes import c_void_p, cast

    from ._library import lib_keep_gil, python

    python.Py_AtExit(cast(lib_keep_gil.TVMLikeRetiredEnd, c_void_p))
else:
    atexit.register(native.close)
    os.register_at_fork(after_in_child=native.after_fork)


def _others_are_busy(call: CodeType, callback: CodeType) -> bool:
    """Whether another thread is in native code, or in Python code with native frames below."""
    own = get_ident()
    for thread, top in sys._current_frames().items():
        if thread == own or top.f_code is _wait_for_ever.__code__:
            continue
        frame: Any = top
        while frame is not None:
            if frame.f_code is callback or (frame is top and frame.f_code is call):
                return True
            frame = frame.f_back
    return False
