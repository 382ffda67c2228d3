"""The build hook: builds the plugin with cargo and lays its library and its type stubs into the wheel.

The library asks nothing of the Python that loads it, so one wheel serves every version on its platform. `PLUGIN_MANYLINUX`
is the oldest glibc that the wheel supports, such as `2_28`; cargo-zigbuild builds for it. Without it, the tag names
the platform of this machine, and PyPI takes no such wheel.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CRATE = "{{crate_name}}"
# What the package itself defines, beside the functions of the plugin.
OWN_STUB = "\ndef library() -> str: ...\n"


class PluginHook(BuildHookInterface):
    """What hatchling calls before it writes a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        manylinux = os.environ.get("PLUGIN_MANYLINUX")
        built = build(self.root, manylinux)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(manylinux)}"
        files = {os.path.basename(built): built}
        self.folder = tempfile.mkdtemp()
        files.update(stubs(built, self.folder))
        for name, file in files.items():
            if version == "editable":
                # The sources are what is imported, so the files belong beside them.
                lay(file, os.path.join(self.root, "python", CRATE, name))
            else:
                build_data["force_include"][file] = f"{CRATE}/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.folder)


def build(root: str, manylinux: str | None) -> str:
    """Builds the library; cargo says where it is."""
    command = ["cargo", "build", "--release", "--message-format=json-render-diagnostics"]
    if manylinux:
        if not re.fullmatch(r"2_\d+", manylinux):
            raise ValueError(f"PLUGIN_MANYLINUX: expected a version such as 2_28, got {manylinux!r}")
        target = f"{platform.machine()}-unknown-linux-gnu.{manylinux.replace('_', '.')}"
        command[1:2] = ["zigbuild", "--target", target]
    try:
        output = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True).stdout
    except FileNotFoundError:
        raise RuntimeError(f"{CRATE} is built with cargo, which is not installed") from None
    except subprocess.CalledProcessError as error:
        hint = "; it needs `pip install cargo-zigbuild ziglang`" if manylinux else ""
        raise RuntimeError(f"`{' '.join(command)}` failed with status {error.returncode}{hint}") from None
    for message in map(json.loads, output.splitlines()):
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == CRATE:
            for file in message["filenames"]:
                if file.endswith((".so", ".dylib")):
                    return str(file)
    raise RuntimeError(f"`{' '.join(command)}` made no library {CRATE}")


def platform_tag(manylinux: str | None) -> str:
    """The platform in the wheel's tag."""
    if manylinux:
        return f"manylinux_{manylinux}_{platform.machine()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def stubs(library: str, folder: str) -> dict[str, str]:
    """Writes the type stubs of the plugin's functions and classes into a folder; returns them by their place in the package."""
    command = [sys.executable, "-m", "tvmlike", "--plugin", library, "stubs", CRATE, "-o", folder]
    subprocess.run(command, stdout=subprocess.PIPE, check=True)
    # The stub of a namespace without sub-namespaces is a module; here it is the package's.
    module = os.path.join(folder, f"{CRATE}.pyi")
    package = os.path.join(folder, CRATE)
    if os.path.isfile(module):
        os.makedirs(package)
        os.replace(module, os.path.join(package, "__init__.pyi"))
    with open(os.path.join(package, "__init__.pyi"), "a", encoding="utf-8") as stub:
        stub.write(OWN_STUB)
    found = {}
    for here, _, names in os.walk(package):
        for name in names:
            file = os.path.join(here, name)
            found[os.path.relpath(file, package)] = file
    return found


def lay(source: str, target: str) -> None:
    """Copies a file by write and rename: a process that has the old library mapped keeps it."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    fresh = f"{target}.{os.getpid()}"
    shutil.copyfile(source, fresh)
    os.replace(fresh, target)
