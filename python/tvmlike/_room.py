"""Room on the interpreter's stack.

When the recursion limit strikes inside ctypes, the error is lost: a callback that cannot be entered leaves
native code with whatever status lay in memory, and an argument that cannot be converted becomes an
ArgumentError. So the limit is made to strike here, where it is an ordinary RecursionError: `roomN` needs N
levels of the stack, as the code behind it does. Before a native call, 3: the foreign call, the trampoline's
frame, and the foreign call by which it reports that there is no more room. Before a foreign call with
prototypes and a helper or two, 6.
"""

from __future__ import annotations


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
