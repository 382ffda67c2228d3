"""`config`: what compilers need to build plugins and hosts with the package's headers."""

from __future__ import annotations

import os
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
    parser.add_argument("--libs", action="store_true", help="the options of a linker, for hosts")
    parser.add_argument("--cmakedir", action="store_true", help="the folder of the CMake package")


def run(options: argparse.Namespace) -> int:
    """Prints the values of the options, one a line; without an option all that exist, by name.

    In the target folder of a checkout, the library has no name that a program could load it by.
    """
    folder = tvmlike.include_dir()
    values = {"includedir": folder, "cflags": f"-I{shlex.quote(folder)}"}
    libraries = os.path.dirname(tvmlike.library_path())
    if os.path.exists(os.path.join(libraries, "libtvmlike.so.0")):
        values["libs"] = f"-L{shlex.quote(libraries)} -Wl,-rpath,{shlex.quote(libraries)} -ltvmlike"
    package = os.path.join(libraries, "cmake", "tvmlike")
    if os.path.isdir(package):
        values["cmakedir"] = package
    chosen = {}
    for name in ("includedir", "cflags", "libs", "cmakedir"):
        if not getattr(options, name):
            continue
        if name not in values:
            raise FileNotFoundError(
                f"config: --{name} needs an installed package or an installation for C and C++, and "
                f"{libraries} is neither; make one by `cargo xtask install --prefix PREFIX` in a checkout. "
                "Plugins link nothing: --cflags suffices"
            )
        chosen[name] = values[name]
    if options.json:
        print_json(chosen or values)
    elif chosen:
        print("\n".join(chosen.values()))
    else:
        print("\n".join(f"{name}: {value}" for name, value in values.items()))
    return 0
