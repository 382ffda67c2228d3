"""What the package forgets when a plugin is unloaded, also by the host or by another plugin.

Invariant: once `watch` was called, no event that removes names or types from the registry goes unnoticed.
"""

from __future__ import annotations

import atexit

from .function import forget_looked_up, get_global

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

_releasing: list[Callable[[], None]] = []


def on_unload(release: Callable[[], None]) -> None:
    """Adds a function that releases what belongs to types that are no longer registered."""
    _releasing.append(release)


_types_at = 0
"""The number of changes to types when what belongs to types that had left was released last."""


def forget_unloaded() -> None:
    """Releases what names and keys no longer stand for."""
    global _types_at
    forget_looked_up()
    # Most names that change are those of functions, and no type leaves with them. The number is read first: a
    # type that leaves during the release is noticed next time.
    now = _type_changes() if _type_changes is not None else -1
    if now != _types_at or now == -1:
        _types_at = now
        for release in _releasing:
            release()


_type_changes: Callable[[], int] | None = None
_watching = False


def watch() -> None:
    """Subscribes to changes of the registry. Only the first call has an effect."""
    global _watching, _type_changes
    subscribe = get_global("registry.subscribe")
    if _watching or subscribe is None:
        return
    _watching = True
    _type_changes = get_global("registry.type_changes")
    subscription = subscribe("", _changed)
    atexit.register(_unsubscribe, subscription)


def _unsubscribe(subscription: int) -> None:
    # After this the process ends, and nothing needs to be forgotten.
    unsubscribe = get_global("registry.unsubscribe")
    if unsubscribe is not None:
        unsubscribe(subscription)


def _changed(event: str, names: Any) -> None:
    if event != "registered":
        forget_unloaded()
