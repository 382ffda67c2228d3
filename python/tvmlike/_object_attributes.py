"""The attributes that Python classes add to native objects, for pickling and copying."""

from __future__ import annotations

from copyreg import _slotnames  # type: ignore[attr-defined]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OWN = frozenset(["_handle", "_call", "_name", "_ref"])
"""The slots of the package's classes, which mean nothing in another process."""


def attributes_of(value: Any) -> Any:
    """The attributes of an object, in the form of pickle's protocol 2; None if it has none."""
    own = getattr(value, "__dict__", None) or None
    names = [name for name in _slotnames(type(value)) if name not in _OWN]
    slots = {name: getattr(value, name) for name in names if hasattr(value, name)}
    return (own, slots) if slots else own
