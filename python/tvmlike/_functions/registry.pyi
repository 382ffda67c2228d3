# Written by `tvmlike stubs`: what is registered under `registry.`
# ruff: noqa

from collections.abc import Callable
from typing import Any

from tvmlike import Array
from tvmlike.typing import IntLike

def close_names(name: str) -> str:
    """Returns the end of an error about a missing name: similar names as in `; close to it: tensor.add`, otherwise names in
    the same namespace, or nothing.
    """

def info(name: str) -> str:
    """Describes a function, as JSON text: `name`, `owner`, `file`, `line`, and its signature record if it has one.

    In the record, `a` contains the parameters and `r` the result; `defaults` and `doc` are optional.
    """

def list(prefix: str = "") -> Array[str]:
    """Returns the names under a dotted prefix, sorted; all names without one. The prefix `ir` includes `ir.f`, not `irx.f`."""

def subscribe(prefix: str, callback: Callable[..., Any]) -> int:
    """Calls a function after each change of names under a prefix; of any name if the prefix is empty.

    The call is `callback(event, names)`: `event` is "registered", "overridden" or "removed", `names` an array of the names
    that changed together. It runs on the thread that made the change, and cannot undo the change. Returns the number of the
    subscription.
    """

def unsubscribe(id: IntLike) -> None:
    """Ends a subscription. A call that has begun on another thread may still be running afterwards."""
