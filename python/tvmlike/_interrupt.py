"""Ctrl-C in native code that polls: what a signal's handler raises becomes the error of the running call.

The library polls a check that this module sets on the main thread, which runs Python's signal handlers.
On the ctypes path the interpreter runs a pending handler at the first instruction of whatever Python code
comes next, which for a function is before its first `try`: ctypes prints and drops what the handler raises
there. A generator that was suspended inside a `try` resumes inside it, so the check is a step of such a
generator, which ctypes calls through C code only.

Invariant: a generator in `_ready` is suspended inside its `try` and answers once. One that is at work is
not in there, so a handler may itself call native code that polls.
"""

from __future__ import annotations

import atexit
import os
import sys
from _thread import get_ident

from ._backend import native

TYPE_CHECKING = False
if TYPE_CHECKING or native is None:
    from ctypes import CFUNCTYPE, c_int, c_void_p, cast

    from ._library import lib_keep_gil, python
    from ._raised import immortal, set_raised
if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Generator
else:
    # As `collections` has it, whose import takes longer.
    from _collections import deque

_AT_LEAST = 4
"""How many are ready: each handler that is interrupted before its first instruction takes one more."""

_ready: deque[Generator[int, None, None]] = deque()


def _answer() -> Generator[int, None, None]:
    """The second step yields 0, or -1 after raising the error that ends the running call."""
    try:
        yield 0
        _make_ready()
        # Most handlers have run by now. But in a child that was forked by another thread than the main one,
        # Python 3.13 notifies a thread that does not exist.
        python.PyErr_CheckSignals()
        yield 0
    except GeneratorExit:
        return
    except BaseException as error:
        try:
            set_raised(error)
            _make_ready()
        except BaseException as another:
            # A second signal's; its context is the first one's.
            set_raised(another)
    yield -1


def _make_ready() -> None:
    while len(_ready) < _AT_LEAST:
        made = _answer()
        next(made)
        _ready.append(made)


def _watch_here() -> None:
    """Sets the interrupt check of this thread."""
    if native is not None:
        native.watch_interrupts()
    else:
        lib_keep_gil.TVMLikeSetInterruptCheck(_check_address)


def _stop_watching() -> None:
    if native is None:
        lib_keep_gil.TVMLikeSetInterruptCheck(None)


if native is None:
    _make_ready()
    _check = immortal(CFUNCTYPE(c_int)(map(next, iter(_ready.popleft, None)).__next__))
    _check_address = cast(_check, c_void_p).value


def _on_main_thread() -> bool:
    threading = sys.modules.get("threading")  # without it there is only the main thread
    return threading is None or threading.main_thread().ident == get_ident()


def _watch() -> None:
    if _on_main_thread():
        _watch_here()
        return

    if native is not None:
        native.watch_interrupts_later()
        return

    # The main thread comes round to it before its next Python instruction, wherever it is now.
    def later(_: None) -> int:
        _watch_here()
        return 0

    python.Py_AddPendingCall(immortal(CFUNCTYPE(c_int, c_void_p)(later)), None)


_watch()
atexit.register(_stop_watching)
os.register_at_fork(after_in_child=_watch_here)
