"""The names of Python classes in messages of native code, such as `expected str, got PosixPath`.

Native code has a handle of a Python object; for the name of its class it calls the function registered here.
"""

from __future__ import annotations

from . import _hooks
from .registry import register_func

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _class_name(value: Any) -> str:
    """Returns the name of a Python object's class, for error messages of native functions."""
    return type(value).__name__


def name_classes() -> None:
    """Registers `python.class_name`, before the first Python object is passed to native code."""
    _hooks.name_classes = _named
    try:
        register_func("python.class_name", _class_name, override=True)
    except Exception:
        # Messages then say "a Python object"; the call itself need not fail.
        pass


def _named() -> None:
    """Nothing: the function is registered."""
