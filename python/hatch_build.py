"""The build hook: builds libtvmlike with cargo and lays it, with the headers, into the wheel.

A library that is built already is taken instead where TVMLIKE_LIBRARY names the file or TVMLIKE_LIBRARY_PATH
its folder. The wheel holds no code of CPython's, so one serves every Python 3 of a platform: its tag says so.
An editable install gets nothing laid in: the package finds the checkout's own target/release.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILE_NAME = "libtvmlike.dylib" if sys.platform == "darwin" else "libtvmlike.so"


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls before it writes a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        library = chosen_library() or built_library(self.root)
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        if version == "editable":
            return
        # A copy of our own: cargo may write the original while the wheel is made.
        copy = os.path.join(self.directory, "library", FILE_NAME)
        lay(library, copy)
        build_data["force_include"][copy] = f"tvmlike/lib/{FILE_NAME}"
        build_data["force_include"][os.path.join(self.root, "ffi", "include", "tvmlike")] = (
            "tvmlike/include/tvmlike"
        )


def chosen_library() -> str | None:
    """The library that the environment names."""
    file = os.environ.get("TVMLIKE_LIBRARY")
    folder = os.environ.get("TVMLIKE_LIBRARY_PATH")
    if not file and folder:
        file = os.path.join(folder, FILE_NAME)
    if file and not os.path.isfile(file):
        raise FileNotFoundError(f"TVMLIKE_LIBRARY or TVMLIKE_LIBRARY_PATH: there is no {file}")
    return file or None


def built_library(root: str) -> str:
    """Builds the library; cargo says where it is."""
    command = ["cargo", "build", "--release", "--package", "tvmlike-ffi"]
    command.append("--message-format=json-render-diagnostics")
    try:
        output = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True).stdout
    except FileNotFoundError:
        raise RuntimeError("tvmlike is built with cargo, which is not here: see https://rustup.rs") from None
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"`{' '.join(command)}` failed with status {error.returncode}") from None
    files = [
        file
        for message in map(json.loads, output.splitlines())
        if message["reason"] == "compiler-artifact" and "cdylib" in message["target"]["kind"]
        for file in message["filenames"]
        if os.path.basename(file) == FILE_NAME
    ]
    if not files:
        raise RuntimeError(f"`{' '.join(command)}` made no {FILE_NAME}")
    return str(files[-1])


def lay(source: str, target: str) -> None:
    """Copies a library by write and rename: a process that has the old file mapped keeps it."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    fresh = f"{target}.{os.getpid()}"
    with open(source, "rb") as library, open(fresh, "wb") as out:
        out.write(library.read())
    os.replace(fresh, target)
