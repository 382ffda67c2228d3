"""What is kept of the registry for speed, and is forgotten when the registry changes.

Modules that keep functions, classes or misses name what forgets them here. Invariant: when `changed` has
returned, nothing of before is found without a new look-up. The accelerator calls it after every native call
during which a name changed, and as soon as the interpreter comes to it when another thread changed one.
"""

from __future__ import annotations

from ._backend import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

_forgetting: list[Callable[[], None]] = []

count = 0
"""How often something was forgotten: what was looked up before the number changed is not to be kept."""


def forget_by(forget: Callable[[], None]) -> None:
    """Has a function called whenever names or type keys may stand for something else."""
    _forgetting.append(forget)


def changed() -> None:
    """Forgets what is kept."""
    global count
    count += 1
    for forget in _forgetting:
        forget()


def look_for_changes() -> None:
    """Forgets what is kept if another language, or another thread, has changed the registry."""
    if native is not None:
        native.look_for_changes()
