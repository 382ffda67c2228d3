"""Caches of the registry, which a change of the registry clears.

Modules that cache functions, classes or misses register a function here that clears their cache. Invariant:
after `changed`, every name is looked up anew. The accelerator calls it after each native call during which a
name changed, and soon after another thread changed one.
"""

from __future__ import annotations

from ._backend import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

_forgetting: list[Callable[[], None]] = []

count = 0
"""How often caches were cleared: a result looked up before a change of this number must not be cached."""


def forget_by(forget: Callable[[], None]) -> None:
    """Registers a function to call when names or type keys may have changed."""
    _forgetting.append(forget)


def changed() -> None:
    """Clears the caches."""
    global count
    count += 1
    for forget in _forgetting:
        forget()


def look_for_changes() -> None:
    """Clears the caches if another language or another thread has changed the registry."""
    if native is not None:
        native.look_for_changes()
