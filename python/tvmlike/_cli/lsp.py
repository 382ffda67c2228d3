"""The script `tvmlike-lsp`: starts the language server, which the program tvmlike-opt contains."""

from __future__ import annotations

import os
import sys

from .ir import program


def main() -> int:
    """Replaces this process by the server. Returns only if there is none."""
    try:
        path = program()
        os.execv(path, [path, "lsp", *sys.argv[1:]])
    except OSError as error:
        print(f"tvmlike-lsp: {error}", file=sys.stderr)
    return 1
