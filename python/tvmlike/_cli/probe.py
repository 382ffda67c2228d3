"""Probes whether the plugins that were found can be loaded, in another process, which a plugin may end.

That process runs `try_all` with the file descriptor of a report and the plugins to skip: those that ended an
earlier process. It writes one line of JSON before each plugin and one after it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from .. import _discovery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_SECONDS = 60


def outcomes(before: list[str]) -> dict[int, dict[str, Any]]:
    """The outcome for each candidate that has a namespace, by its position in the list of candidates.

    `before` are the paths of plugins that are loaded in this process, and go first in the other one.
    """
    left_alone: dict[int, dict[str, Any]] = {}
    while True:
        said, ended = _run(before, sorted(left_alone))
        done = {line["at"]: line for line in said if "path" in line}
        begun = [line["at"] for line in said if line["at"] not in done]
        if not begun:
            if ended:  # before it came to the first one
                raise RuntimeError(f"cannot probe plugins: a plugin that is already loaded {ended}")
            return {**done, **left_alone}
        left_alone[begun[0]] = {
            "at": begun[0],
            "path": None,
            "problem": f"{ended or 'ends the process'} when it is loaded",
        }


def _run(before: list[str], left_alone: list[int]) -> tuple[list[dict[str, Any]], str]:
    """The lines that the process reports, and the reason if it ended early."""
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import try_all; try_all(*sys.argv[1:])"
    )
    with tempfile.TemporaryFile() as report:
        command = [
            sys.executable,
            "-c",
            program,
            str(report.fileno()),
            json.dumps(before),
            json.dumps(left_alone),
        ]
        try:
            done = subprocess.run(
                command,
                pass_fds=[report.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_MOST_SECONDS,
            )
        except subprocess.TimeoutExpired:
            ended = f"did not finish within {_MOST_SECONDS} seconds"
        else:
            ended = _how(done.returncode)
        report.seek(0)
        lines = report.read().decode(errors="replace").splitlines()
    return [json.loads(line) for line in lines if line.endswith("}")], ended


def _how(status: int) -> str:
    if status == 0:
        return ""
    if status > 0:
        return f"ends the process with status {status}"
    import signal

    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"ends the process by {name}"


def try_all(report: str, before: str, left_alone: str) -> None:
    """Loads every candidate but those to leave alone, and reports."""
    import warnings

    from ..plugins import load_plugin

    warnings.simplefilter("ignore")
    descriptor, skipped = int(report), json.loads(left_alone)

    def say(**line: Any) -> None:
        os.write(descriptor, json.dumps(line).encode() + b"\n")

    for path in json.loads(before):
        try:
            load_plugin(path)
        except (OSError, ValueError):
            pass  # one that is linked into the other process
    for at, one in enumerate(_discovery.candidates()):
        if one.name and at not in skipped:
            say(at=at)
            _discovery.load(one)
            say(at=at, path=one.path, problem=one.problem)
    # Only loading is probed, not the end of the plugins.
    os._exit(0)
