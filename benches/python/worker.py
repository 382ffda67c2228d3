"""One peer in a process of its own: `python worker.py PEER BUILT [PROCESS]`.

It measures the rows that belong to this process, the main one unless another is named. Lines of JSON on stdin
say what to time; each is answered by one. The first line out, unasked, tells the version and the cases that
gave a right answer, or why there are none. A peer that crashes takes no other along.
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
    """The pipe to the driver. What a library prints goes to stderr instead."""
    pipe = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return pipe


def prepare(peer: roster.Peer, built: Path, process: str) -> tuple[dict[str, Any], dict[str, Timer]]:
    """What is said about this peer first, and the timers by name of case."""
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
            refused[name] = f"the answer is wrong: {result!r}"
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
