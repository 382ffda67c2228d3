"""`config`: what compilers need to build plugins and hosts with the package's headers."""

from __future__ import annotations

import shlex

import tvmlike

from .show import print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("--includedir", action="store_true", help="the folder of the C and C++ headers")
    parser.add_argument("--cflags", action="store_true", help="the options of a compiler, quoted for a shell")


def run(options: argparse.Namespace) -> int:
    """Prints the values of the options, one a line; without an option all of them by name."""
    folder = tvmlike.include_dir()
    values = {"includedir": folder, "cflags": f"-I{shlex.quote(folder)}"}
    chosen = {name: value for name, value in values.items() if getattr(options, name)}
    if options.json:
        print_json(chosen or values)
    elif chosen:
        print("\n".join(chosen.values()))
    else:
        print("\n".join(f"{name}: {value}" for name, value in values.items()))
    return 0
