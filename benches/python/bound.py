"""The code of rows for most peers, whose functions and classes have the same names.

`codes` creates the code of each row from a peer's functions and classes, and omits rows for which one is
missing.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cases
from case import Absent, Code, Find


def codes(find: Find, wanted: Iterable[str]) -> dict[str, Code]:
    made = {}
    for name in wanted:
        try:
            made[name] = cases.by_name(name).code(find)
        except Absent:
            continue
    return made


def of_module(built: Path, module_name: str) -> Find:
    """Finds the functions and classes of an extension module, and the module itself as `module`."""
    sys.path.insert(0, str(built))
    module = importlib.import_module(module_name)

    def find(name: str) -> Any:
        if name == "module":
            return module
        # A peer that uses NumPy's arrays has only `tensor`, whose result supports DLPack too.
        for known in ("dlpack", "tensor") if name == "dlpack" else (name,):
            if hasattr(module, known):
                return getattr(module, known)
        raise Absent(name)

    return find
