# Written by `tvmlike stubs`: what is registered under `registry.`
# ruff: noqa

from collections.abc import Callable
from typing import Any

from tvmlike import Array
from tvmlike.typing import IntLike

def close_names(name: str) -> str:
    """What an error about a missing name ends with: `; close to it: tensor.add`, or what there is beside it, or nothing."""

def info(name: str) -> str:
    """What is known of a function, as JSON text: `name`, `owner`, `file`, `line`, and its signature record.

    The record is there for functions that have one: `a` holds the parameters, `r` the result, `defaults` and `doc`
    where there are any.
    """

def list(prefix: str = "") -> Array[str]:
    """The names under a dotted prefix, sorted; all names without one. `ir` covers `ir.f`, not `irx.f`."""

def subscribe(prefix: str, callback: Callable[..., Any]) -> int:
    """Has a function called after each change to names under a prefix; to any name for the empty one.

    It is called as `callback(event, names)`: `event` is "registered", "overridden" or "removed", `names` an array of the
    names that changed together. That happens on the thread that made the change, which stands whatever the callback
    does. Returns the number of the subscription.
    """

def unsubscribe(id: IntLike) -> None:
    """Ends a subscription. A call that has begun on another thread may still be running afterwards."""
