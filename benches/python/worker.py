"""Measures one peer in a separate process, so that a crash affects no other: `python worker.py PEER BUILT
[PROCESS]`.

It measures the rows of this PROCESS, by default the main one. First it prints a line of JSON with the version
and the cases whose result is right, or with an error. Then each line of JSON on stdin is a request to time a
case, and is answered by one line.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

import cases
import roster
from case import MAIN
from timing import Timer

HERE = Path(__file__).resolve().parent


def adapter(folder: str) -> ModuleType:
    path = HERE / "peers" / folder / "peer.py"
    spec = importlib.util.spec_from_file_location("peer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def private_stdout() -> TextIO:
    """Returns the pipe to the runner. The output of libraries goes to stderr instead."""
    pipe = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return pipe


def prepare(peer: roster.Peer, built: Path, process: str) -> tuple[dict[str, Any], dict[str, Timer]]:
    """Returns the first line's content, and the timers by case."""
    module = adapter(peer.folder)
    wanted = [case.name for case in cases.CASES if case.process == process]
    made = module.code(built, wanted)
    timers, refused = {}, {}
    for name in (name for name in wanted if name in made):
        timer = Timer(made[name])
        try:
            result = timer.once()
        except Exception as error:
            refused[name] = f"{type(error).__name__}: {error}"
            continue
        if cases.by_name(name).right(result):
            timers[name] = timer
        else:
            refused[name] = f"wrong result: {result!r}"
    return {"version": module.version(), "cases": list(timers), "refused": refused}, timers


def main() -> None:
    pipe = private_stdout()

    def say(message: dict[str, Any]) -> None:
        pipe.write(json.dumps(message) + "\n")
        pipe.flush()

    try:
        process = sys.argv[3] if len(sys.argv) > 3 else MAIN
        greeting, timers = prepare(roster.by_name(sys.argv[1]), Path(sys.argv[2]), process)
    except Exception as error:
        say({"error": f"{type(error).__name__}: {error}"})
        return
    say(greeting)
    counts: dict[str, int] = {}
    for line in sys.stdin:
        request = json.loads(line)
        name = request["case"]
        timer = timers[name]
        if name not in counts:
            counts[name] = timer.count_for(request["seconds"])
        say({"ns": timer.nanoseconds(counts[name])})


if __name__ == "__main__":
    main()
