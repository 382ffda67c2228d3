"""Ctrl-C in native code that polls: what a signal's handler raises becomes the error of the running call.

The library asks the check that is set here on the thread that runs Python's signal handlers, the main one. On
the ctypes path the interpreter runs a pending handler at the first instruction of whatever Python code comes
next, which for a function is before its first `try`; what the handler raises there, ctypes prints and forgets.
A generator that was suspended inside a `try` resumes inside it, so an answer to the library is a step of such
a generator, reached through C code alone. Invariant: a generator in `_ready` is suspended inside its `try`;
one that takes a step is not in there, so that a handler may call native code that polls, too.
"""

from __future__ import annotations

import os
import sys
from _thread import get_ident
from collections import deque
from ctypes import CFUNCTYPE, c_int, c_void_p, cast

from ._lib import python, quick
from ._path import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

_AT_LEAST = 2
"""How many generators stay ready while one takes a step."""

_ready: deque[Generator[int, None, None]] = deque()


def _add() -> None:
    made = _answers()
    next(made)
    _ready.append(made)


def _answers() -> Generator[int, None, None]:
    """Each step answers one question: 0, or -1 with the error raised that the call is to stop with."""
    from .error import set_raised

    status = 0
    own = (yield 0) if False else None  # set below, by the first step's caller
    del own
    while True:
        yield status
