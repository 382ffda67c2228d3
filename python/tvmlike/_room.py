"""Room on the interpreter's stack.

When the recursion limit strikes inside ctypes, the error is lost: a callback that cannot be entered leaves
native code with whatever status lay in memory, and an argument that cannot be converted becomes an
ArgumentError. So the limit is made to strike here, where it is an ordinary RecursionError: `roomN` needs N
levels of the stack, as the code behind it does. Before a native call, 3: the foreign call, the trampoline's
frame, and the foreign call by which it reports that there is no more room. Before a foreign call with
prototypes and a few calls around it, 6.

What every call goes through says `has_room(None, ROOMN)` instead. Until Python 3.11 levels are counted
together, whether C or Python code takes them, and `isinstance` takes one for each tuple in a tuple, in a
fraction of the time of a call. From 3.12 on Python's are counted apart, and only calls of Python functions
take them.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def room6() -> None:
    """RecursionError unless six more calls can nest here."""
    _room5()


def _room5() -> None:
    _room4()


def _room4() -> None:
    room3()


def room3() -> None:
    """RecursionError unless three more calls can nest here."""
    _room2()


def _room2() -> None:
    _room1()


def _room1() -> None:
    pass


def _call_room(_nothing: None, room: Any, /) -> Any:
    return room()


has_room: Any
ROOM3: Any
ROOM6: Any
if sys.implementation.name == "cpython" and sys.version_info < (3, 12):
    has_room = isinstance
    ROOM3 = (((type(None),),),)
    ROOM6 = ((((((type(None),),),),),),)
else:
    has_room, ROOM3, ROOM6 = _call_room, _room2, _room5
