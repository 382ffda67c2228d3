"""`convert`: Python objects as objects of the package."""

from __future__ import annotations

from .object import Object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def convert(value: Any) -> Any:
    """The value as a native function would see it.

    A callable becomes a PackedFunc, a list or tuple an Array, a dict a Map, an array a Tensor, a NumPy
    scalar a Python number, a NumPy dtype a DataType. Objects of the package, plain values and objects that
    native code only passes on come back as they are.
    """
    if isinstance(value, Object):
        return value
    from ._conversions import converted

    return converted(value)
