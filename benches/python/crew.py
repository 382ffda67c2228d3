"""The workers, one process per peer, and the turns in which they are measured.

In each turn of a case, every peer is timed once, so that a disturbance affects all peers alike; each turn
begins with another peer. Cases that would affect the results of others run in separate processes.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cases
import roster
from case import MAIN, TORCH

HERE = Path(__file__).resolve().parent
# Time limits for one answer, in seconds. The slowest case takes milliseconds; before its first answer, a
# worker prepares its cases, and a slow peer needs a while to create a million objects.
PATIENCE = 60.0
PATIENCE_AT_FIRST = 300.0

# Times in ns by case, peer and turn.
Times = dict[str, dict[str, list[float]]]


class Gone(Exception):
    """A worker does not answer any more."""


@dataclass(frozen=True)
class Place:
    """The folder of the built peers, and the interpreters by process; the default is the runner's own."""

    built: Path
    interpreters: dict[str, str]


class Worker:
    def __init__(self, peer: roster.Peer, process: str, place: Place) -> None:
        self.peer = peer
        self.title = peer.title if process == MAIN else f"{peer.title}, process {process!r}"
        # The user's settings could change the results.
        own = ("TVMLIKE_", "DGL_", "PYTHON")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(own)}
        interpreter = place.interpreters.get(process, sys.executable)
        self._process = subprocess.Popen(
            [interpreter, str(HERE / "worker.py"), peer.name, str(place.built), process],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment, **peer.environment},
        )
        self._unread = b""

    def answer(self, patience: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._unread:
            ready, _, _ = select.select([pipe], [], [], patience)
            if not ready:
                raise Gone(f"no answer in {patience:.0f} s")
            piece = os.read(pipe, 65536)
            if not piece:
                raise Gone(f"its process ended with status {self._process.wait()}")
            self._unread += piece
        line, self._unread = self._unread.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        return message

    def time(self, case: str, seconds: float) -> float:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"case": case, "seconds": seconds}).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise Gone(f"its process ended with status {self._process.wait()}") from None
        return float(self.answer(PATIENCE)["ns"])

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


class Crew:
    """All workers that started, their versions, and the reasons why others did not start.

    `skipped` contains these reasons by worker title, `refused` the reasons why a peer's case failed, by peer
    and case.
    """

    def __init__(self, peers: list[roster.Peer], names: list[str], place: Place) -> None:
        self.skipped: dict[str, str] = {}
        self.refused: dict[str, dict[str, str]] = {}
        self.versions: dict[str, str] = {}
        # The workers by case and peer, in the order of peers.
        self._workers: dict[str, dict[str, Worker]] = {name: {} for name in names}
        wanted = [case for case in cases.CASES if case.name in names]
        for process in dict.fromkeys(case.process for case in wanted):
            if process == TORCH and process not in place.interpreters:
                continue
            here = [case for case in wanted if case.process == process]
            for peer in peers:
                if any(not case.only or peer.name in case.only for case in here):
                    self._add(Worker(peer, process, place))

    def _add(self, worker: Worker) -> None:
        try:
            greeting = worker.answer(PATIENCE_AT_FIRST)
        except Gone as gone:
            greeting = {"error": str(gone)}
        if "error" in greeting:
            self.skipped[worker.title] = greeting["error"]
            worker.end()
            return
        peer = worker.peer.name
        self.versions[peer] = greeting["version"]
        if greeting["refused"]:
            self.refused.setdefault(peer, {}).update(greeting["refused"])
        able = [name for name in greeting["cases"] if name in self._workers]
        if not able:
            worker.end()
        for name in able:
            self._workers[name][peer] = worker

    def measure(self, turns: int, seconds: float) -> Times:
        """Times every case in `turns` turns of `seconds` per peer."""
        times: Times = {name: {} for name in self._workers}
        # The first turn does not count: it determines how many calls fill the time.
        for turn in range(turns + 1):
            print(f"\r  turn {turn} of {turns}", end="", file=sys.stderr, flush=True)
            for name, workers in self._workers.items():
                able = list(workers)
                first = turn % max(1, len(able))
                for peer in able[first:] + able[:first]:
                    taken = self._one(workers[peer], name, seconds) if peer in workers else None
                    if turn and taken is not None:
                        times[name].setdefault(peer, []).append(taken)
        print(file=sys.stderr)
        # A peer that stopped answering has too few turns to compare.
        for row in times.values():
            for peer in [peer for peer, taken in row.items() if len(taken) < turns]:
                del row[peer]
        return times

    def _one(self, worker: Worker, case: str, seconds: float) -> float | None:
        try:
            return worker.time(case, seconds)
        except Gone as gone:
            self.skipped[worker.title] = f"stopped in the case {case}: {gone}"
            self._end(worker)
            return None

    def _end(self, worker: Worker) -> None:
        worker.end()
        for workers in self._workers.values():
            if workers.get(worker.peer.name) is worker:
                del workers[worker.peer.name]

    def end(self) -> None:
        for worker in {
            id(worker): worker for row in self._workers.values() for worker in row.values()
        }.values():
            worker.end()
