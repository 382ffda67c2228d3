"""No module is half imported when the process forks.

Much of the package, and of the standard library that it uses, is imported at first use, on whatever thread
that is. A child that is forked meanwhile has the lock of that module, and not the thread that would release
it: the child's own import of it would wait for ever. So a fork waits until other threads have imported what
they are importing, for a moment: an import that itself waits for the thread that forks must not keep it.
"""

from __future__ import annotations

import os
import sys
from _thread import get_ident
from time import monotonic, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_SECONDS = 1.0
_STEP_SECONDS = 0.0005

# The locks of modules that are being imported, as weak references by name. Without it nothing is waited for.
_locks: dict[str, Any] = getattr(sys.modules.get("_frozen_importlib"), "_module_locks", {})


def _others_import() -> bool:
    """Whether another thread is importing a module."""
    own = get_ident()
    locks = [reference() for reference in list(_locks.values())]
    return any(getattr(lock, "owner", None) not in (None, own) for lock in locks)


def _wait_for_imports() -> None:
    until = 0.0
    while _others_import():
        now = monotonic()
        until = until or now + _MOST_SECONDS
        if now >= until:
            return
        sleep(_STEP_SECONDS)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait_for_imports)
