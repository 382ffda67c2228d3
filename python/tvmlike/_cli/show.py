"""Values as text for people, and as JSON for programs.

Both are total: there is some text for every value, and JSON holds no number that JSON lacks.
"""

from __future__ import annotations

import json
import sys

from ..container import Array, Map, Shape
from ..error import Error
from ..function import PackedFunc
from ..object import Object
from ..tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_CONTROL = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}


def printable(text: str) -> str:
    """Text without control characters, which could change what the terminal shows."""
    return text.translate(_CONTROL)


def print_text(text: str, raw: bool = False) -> None:
    """Prints text, with escapes for what the terminal's encoding lacks and, unless `raw`, control codes."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print((text if raw else printable(text)).encode(encoding, "backslashreplace").decode(encoding))


def print_json(value: Any) -> None:
    """Prints one JSON value."""
    print(json.dumps(value, indent=2))


def text_of(value: Any) -> str:
    """A result for people."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Tensor):
        elements = _elements(value)
        return repr(value) if elements is None else f"{value!r}\n{elements}"
    if isinstance(value, (Array, Map)):
        from pprint import pformat

        return pformat(_plain(value), width=100, sort_dicts=False)
    return repr(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Array):
        return [_plain(item) for item in value]
    if isinstance(value, Map):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _elements(tensor: Tensor) -> Any:
    """The tensor as a NumPy array; None if NumPy is missing or cannot read it."""
    try:
        return tensor.numpy()
    except (ImportError, TypeError, ValueError, BufferError):
        return None


def json_of(value: Any) -> Any:
    """A result for programs."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return value if -float("inf") < value < float("inf") else repr(value)
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": value.hex()}
    if isinstance(value, Tensor):
        elements = _elements(value)
        return {
            "dtype": str(value.dtype),
            "shape": list(value.shape),
            "device": str(value.device),
            "data": None if elements is None else json_of(elements.tolist()),
        }
    if isinstance(value, (Array, Shape, list, tuple, set)):
        return [json_of(item) for item in value]
    if isinstance(value, (Map, dict)):
        if all(isinstance(key, str) for key in value):
            return {key: json_of(item) for key, item in value.items()}
        return {"pairs": [[json_of(key), json_of(item)] for key, item in value.items()]}
    if isinstance(value, PackedFunc):
        return {"function": value.__qualname__}
    if isinstance(value, BaseException):
        kind = value.kind if isinstance(value, Error) else type(value).__name__
        return {"error": kind, "message": str(value)}
    if isinstance(value, Object):
        return {"type_key": value.type_key, "text": repr(value)}
    return str(value)
