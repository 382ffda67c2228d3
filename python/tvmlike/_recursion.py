"""Checks the interpreter's recursion limit before code that must not hit it.

When the recursion limit strikes inside ctypes, the error is lost: a callback that cannot be entered leaves
native code with an undefined status, and an argument that cannot be converted becomes an ArgumentError. These
checks make the limit strike earlier, as an ordinary RecursionError: `check_depthN` needs N levels of the
stack, as many as the code after it. A native call needs 3: the foreign call, the trampoline's frame, and the
foreign call that reports the RecursionError. A foreign call with prototypes, and a few calls around it, needs
6.

The path of every call uses `check_depth(None, DEPTHN)` instead. Until Python 3.11 C and Python code share one
count of levels, and `isinstance` takes one level for each nested tuple in a fraction of the time of a call.
From 3.12 on Python code has its own count, and only calls of Python functions add to it.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def check_depth6() -> None:
    """Raises RecursionError unless six more calls can nest here."""
    _depth5()


def _depth5() -> None:
    _depth4()


def _depth4() -> None:
    check_depth3()


def check_depth3() -> None:
    """Raises RecursionError unless three more calls can nest here."""
    _depth2()


def _depth2() -> None:
    _depth1()


def _depth1() -> None:
    pass


def _call_check(_nothing: None, check: Any, /) -> Any:
    return check()


check_depth: Any
DEPTH3: Any
DEPTH6: Any
if sys.implementation.name == "cpython" and sys.version_info < (3, 12):
    check_depth = isinstance
    DEPTH3 = (((type(None),),),)
    DEPTH6 = ((((((type(None),),),),),),)
else:
    check_depth, DEPTH3, DEPTH6 = _call_check, _depth2, _depth5
