"""The build hook: builds the plugin with cargo and lays its library into the wheel.

The library asks nothing of the Python that loads it, so one wheel serves every version on its platform.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CRATE = "{{crate_name}}"


class PluginHook(BuildHookInterface):
    """What hatchling calls before it writes a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        built = build(self.root)
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        if version == "editable":
            # The sources are what is imported, so the library belongs beside them.
            lay(built, os.path.join(self.root, "python", CRATE, os.path.basename(built)))
        else:
            build_data["force_include"][built] = f"{CRATE}/{os.path.basename(built)}"


def build(root: str) -> str:
    """Builds the library; cargo says where it is."""
    command = ["cargo", "build", "--release", "--message-format=json-render-diagnostics"]
    try:
        output = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True).stdout
    except FileNotFoundError:
        raise RuntimeError(f"{CRATE} is built with cargo, which is not here") from None
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"`{' '.join(command)}` failed with status {error.returncode}") from None
    for message in map(json.loads, output.splitlines()):
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == CRATE:
            for file in message["filenames"]:
                if file.endswith((".so", ".dylib")):
                    return str(file)
    raise RuntimeError(f"`{' '.join(command)}` made no library {CRATE}")


def lay(source: str, target: str) -> None:
    """Copies a library by write and rename: a process that has the old file mapped keeps it."""
    fresh = f"{target}.{os.getpid()}"
    shutil.copyfile(source, fresh)
    os.replace(fresh, target)
