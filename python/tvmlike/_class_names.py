"""What native code asks about the class of a Python object.

Native code has a handle of a Python object. It calls the functions registered here for the name of its class,
in messages such as `expected str, got PosixPath`, and for the items of a mapping or sequence of any class.
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


def _container(value: Any) -> Any:
    """Returns a mapping or sequence of any class as a dict or list, where a function's record has one."""
    from collections.abc import Mapping, Sequence

    if isinstance(value, Mapping):
        return {key: value[key] for key in value}
    return list(value) if isinstance(value, Sequence) else None


def name_classes() -> None:
    """Registers these functions, before the first Python object is passed to native code."""
    _hooks.name_classes = _named
    try:
        register_func("python.class_name", _class_name, override=True)
        register_func("python.container", _container, override=True)
    except Exception:
        # Messages then say "a Python object"; the call itself need not fail.
        pass


def _named() -> None:
    """Nothing: the function is registered."""
