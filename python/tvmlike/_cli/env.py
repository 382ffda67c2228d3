"""`env`: what TVM's or DGL's own Python front end must find in its environment to run on libtvmlike."""

from __future__ import annotations

import os
import sys

from .._loader import library_path, library_places
from .show import print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HOW = """\
prints lines for a shell:

  eval "$(python -m tvmlike env tvm)"
  python program_that_imports_tvm.py

`tvm` sets TVM_LIBRARY_PATH and TVM_USE_RUNTIME_LIB, `dgl` sets DGL_LIBRARY_PATH. --json prints the variables
as one object."""

# The stem of the library that a front end looks for, the variable that names its folder, and more.
_FRONT_ENDS: dict[str, tuple[str, str, dict[str, str]]] = {
    "tvm": ("tvm_runtime", "TVM_LIBRARY_PATH", {"TVM_USE_RUNTIME_LIB": "1"}),
    "dgl": ("dgl", "DGL_LIBRARY_PATH", {}),
}
FRONT_ENDS = tuple(_FRONT_ENDS)


def run(options: argparse.Namespace) -> int:
    """Prints the variables for a front end."""
    stem, variable, more = _FRONT_ENDS[options.front_end]
    folder = folder_of(options.front_end)
    if folder is None:
        name, looked_at = _looked_for(stem)
        raise FileNotFoundError(f"{name} is not installed; searched {', '.join(looked_at)}")
    variables = {variable: folder, **more}
    if options.json:
        print_json(variables)
        return 0
    from shlex import quote

    lines = [f"export {name}={quote(value)}\n" for name, value in variables.items()]
    sys.stdout.flush()
    # A shell takes the bytes of a path as they are, whatever the terminal's encoding.
    sys.stdout.buffer.write(os.fsencode("".join(lines)))
    return 0


def folder_of(front_end: str) -> str | None:
    """The folder of the library that a front end takes; None if it is not installed."""
    name, folders = _looked_for(_FRONT_ENDS[front_end][0])
    return next((folder for folder in folders if os.path.isfile(os.path.join(folder, name))), None)


def _looked_for(stem: str) -> tuple[str, list[str]]:
    """A library beside libtvmlike, by its name, and where it is looked for: beside the loaded one first."""
    name = f"lib{stem}.{'dylib' if sys.platform == 'darwin' else 'so'}"
    folders = [os.path.dirname(os.path.abspath(place)) for place in (library_path(), *library_places())]
    return name, list(dict.fromkeys(folders))
