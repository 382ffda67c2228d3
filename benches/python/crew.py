"""The workers, one process per peer, and the turns in which they are measured.

Case by case, every peer is timed once before any is timed again, so that what disturbs the machine disturbs
all of them; who begins changes from turn to turn.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import roster

HERE = Path(__file__).resolve().parent
# For one answer. The slowest case takes milliseconds.
PATIENCE = 60.0

# Times in ns by case, peer and turn.
Times = dict[str, dict[str, list[float]]]


class Gone(Exception):
    """A worker that does not answer any more."""


class Worker:
    def __init__(self, peer: roster.Peer, built: Path) -> None:
        self.peer = peer
        # Settings of the user's own would make another program of it.
        own = ("TVMLIKE_", "DGL_", "PYTHON")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(own)}
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "worker.py"), peer.name, str(built)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment, **peer.environment},
        )
        self._unread = b""

    def answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._unread:
            ready, _, _ = select.select([pipe], [], [], PATIENCE)
            if not ready:
                raise Gone(f"no answer in {PATIENCE:.0f} s")
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
        return float(self.answer()["ns"])

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


class Crew:
    """All workers that could be had, what they said of themselves, and why the others could not be had."""

    def __init__(self, peers: list[roster.Peer], built: Path, skipped: dict[str, str]) -> None:
        self.skipped = dict(skipped)
        self.refused: dict[str, dict[str, str]] = {}
        self.versions: dict[str, str] = {}
        self._workers: dict[str, Worker] = {}
        self._cases: dict[str, list[str]] = {}
        for peer in peers:
            if peer.name in self.skipped:
                continue
            worker = Worker(peer, built)
            try:
                greeting = worker.answer()
            except Gone as gone:
                greeting = {"error": str(gone)}
            if "error" in greeting:
                self.skipped[peer.name] = greeting["error"]
                worker.end()
                continue
            self._workers[peer.name] = worker
            self._cases[peer.name] = greeting["cases"]
            self.versions[peer.name] = greeting["version"]
            if greeting["refused"]:
                self.refused[peer.name] = greeting["refused"]

    def measure(self, names: list[str], turns: int, seconds: float) -> Times:
        """Times every case in so many turns, each taking so many seconds per peer."""
        times: Times = {name: {} for name in names}
        # The first turn is lost: it finds out how many calls fill the time.
        for turn in range(turns + 1):
            print(f"\r  turn {turn} of {turns}", end="", file=sys.stderr, flush=True)
            for name in names:
                able = [peer for peer in self._workers if name in self._cases[peer]]
                first = turn % max(1, len(able))
                for peer in able[first:] + able[:first]:
                    taken = self._one(peer, name, seconds)
                    if turn and taken is not None:
                        times[name].setdefault(peer, []).append(taken)
        print(file=sys.stderr)
        # A peer that was lost on the way has no figures that could be set beside the others'.
        for row in times.values():
            for peer in [peer for peer, taken in row.items() if len(taken) < turns]:
                del row[peer]
        return times

    def _one(self, peer: str, case: str, seconds: float) -> float | None:
        worker = self._workers.get(peer)
        if worker is None:
            return None
        try:
            return worker.time(case, seconds)
        except Gone as gone:
            self.skipped[peer] = f"lost in the case {case}: {gone}"
            worker.end()
            del self._workers[peer]
            return None

    def end(self) -> None:
        for worker in self._workers.values():
            worker.end()
