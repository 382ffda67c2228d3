# Written by `tvmlike stubs`: what is registered under `trace.`
# ruff: noqa

from typing import Any

from tvmlike import Array
from tvmlike.typing import IntLike

def processes() -> Array[Any]:
    """Returns the processes of the user that have called `trace.start`, one map per process.

    A map contains `pid`, `command`, `path`, `active` (whether the process is counting now) and `since` (when its counts were
    zero, in seconds since 1970).
    """

def read(pid: IntLike = 0) -> Array[Any]:
    """Returns the counts, one map per function, sorted by name.

    A map contains `name`, `calls`, `errors`, and in nanoseconds `total` and `longest`. A call is counted when it has ended;
    its time includes the functions that it called. `pid` is the id of another traced process of the user; 0 means this one.
    """

def reset() -> None:
    """Sets all counts to zero."""

def start(prefix: str = "") -> str | None:
    """Starts to count the calls of the functions under a prefix; of all functions without one.

    A full name selects one function. Functions that are registered later are counted too. Earlier counts stay. Returns the
    path of the file in which other processes of the user can read the counts; None if it cannot be created.
    """

def stop() -> None:
    """Stops counting calls. The counts stay."""
