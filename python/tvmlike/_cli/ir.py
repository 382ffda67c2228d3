"""`ir`: an overview of an MLIR file, which the program tvmlike-opt makes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from .._loader import library_path
from .show import print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

_PROGRAM = "tvmlike-opt"


def run(options: argparse.Namespace) -> int:
    """Prints the overview. The exit status is the program's."""
    emit = "stats-json" if options.json else "stats"
    command = [program(), "--allow-unregistered-dialect", f"--emit={emit}", "--", options.file]
    if not options.json:
        sys.stdout.flush()
        return subprocess.run(command, check=False).returncode
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE)
    if done.returncode == 0:
        print_json(json.loads(done.stdout))
    return done.returncode


def program() -> str:
    """The path of tvmlike-opt: that of this environment, of the checkout, or on PATH."""
    import shutil
    import sysconfig

    folders = [sysconfig.get_path("scripts"), os.path.dirname(library_path())]
    found = shutil.which(_PROGRAM, path=os.pathsep.join(folders)) or shutil.which(_PROGRAM)
    if found is None:
        raise FileNotFoundError(f"{_PROGRAM} is not installed; searched {', '.join(folders)} and PATH")
    return found
