"""Python itself: its list, dict and module, and NumPy's array."""

from __future__ import annotations

import platform
from pathlib import Path
from types import ModuleType
from typing import Any

import bound
import inputs
from case import Absent, Code

# The class lacks what the rows about objects need.
_OF_OBJECTS = ("construct", "construct_keyword", "method_keyword", "fresh", "million", "objects_in")


class Counter:
    """A class to look up by name."""


def version() -> str:
    return f"CPython {platform.python_version()}"


def find(name: str) -> Any:
    if name == "module":
        module = ModuleType("bench")
        module.add3, module.Counter = inputs.callback, Counter
        return module
    known = {
        "Counter": Counter,
        # New ints: comparing an int with itself is faster.
        "array": [int(str(i)) for i in inputs.INTS],
        "map": inputs.VALUES,
        "dlpack": inputs.array,
        "shaped": inputs.array(),
    }
    if name not in known:
        raise Absent(name)
    return known[name]


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    return bound.codes(find, [name for name in wanted if name not in _OF_OBJECTS])
