"""`stubs`: type stubs as files."""

from __future__ import annotations

from ..stubs import write
from .show import print_json, print_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def stubs(options: argparse.Namespace) -> int:
    """Writes stubs and prints the names of the files."""
    written = write(options.namespaces, options.output, options.lang)
    if options.json:
        print_json(written)
    else:
        print_text("\n".join(written))
    return 0
