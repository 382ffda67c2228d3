"""The rows in the form that most peers share: each peer names its functions and classes alike.

`codes` makes the rows of what a peer finds by these names, and leaves out those for which it lacks something.
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
    """Finds the functions and classes of an extension module; `module` is itself."""
    sys.path.insert(0, str(built))
    module = importlib.import_module(module_name)

    def find(name: str) -> Any:
        if name == "module":
            return module
        # A peer whose arrays are NumPy's gives one where an array that speaks DLPack is asked for.
        for known in ("dlpack", "tensor") if name == "dlpack" else (name,):
            if hasattr(module, known):
                return getattr(module, known)
        raise Absent(name)

    return find
