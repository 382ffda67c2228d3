# Written by `tvmlike stubs`: what is registered under `trace.`
# ruff: noqa

from typing import Any

from tvmlike import Array
from tvmlike.typing import IntLike

def processes() -> Array[Any]:
    """The processes of the user that have called `trace.start`, one map for each.

    A map holds `pid`, `command`, `path`, `active` (whether it counts now) and `since` (when its counts were zero, in
    seconds since 1970).
    """

def read(pid: IntLike = 0) -> Array[Any]:
    """What was counted, one map for each function, sorted by name.

    A map holds `name`, `calls`, `errors`, and in nanoseconds `total` and `longest`. A call counts when it has ended, and
    its time is that of what it called too. `pid` is the number of another process of the user that is traced; 0 stands for this one.
    """

def reset() -> None:
    """Begins to count at zero."""

def start(prefix: str = "") -> str | None:
    """Begins to count the calls of the functions under a prefix; of all functions without one.

    A full name stands for itself. Functions that are registered later are counted too, and what was counted before
    stays. Returns the path of the file in which other processes of the user can see the counts; None where none can be made.
    """

def stop() -> None:
    """Stops counting calls. What was counted stays."""
