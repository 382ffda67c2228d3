"""`top`: the functions that a process calls, how often, and how long they take.

What is shown is read from the file that a traced process keeps (see docs/observing.md): the process is not
stopped, and notices nothing.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from ..registry import get_global_func
from ._screen import Screen
from .show import print_json, print_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence
    from typing import Any

    Row = dict[str, Any]

HOW = """\
A process is traced from when it calls `tvmlike.trace.start()`. Without a PID the one that is traced is
shown. With a script the script is run and traced; what it prints comes when the display is closed.

  tvmlike top
  tvmlike top 4711 --prefix tensor --sort calls
  tvmlike top -- train.py --epochs 3

CALLS/S is of the time since the line before; at first, and with --once, of the time since tracing began.
In a terminal, q or Ctrl-C ends the display.
"""

SORTS = ("total", "calls", "rate", "errors", "mean", "longest", "name")

_RUN = "from tvmlike._cli.top import run_traced; run_traced()"
_COLUMNS = ("CALLS", "CALLS/S", "ERRORS", "MEAN", "LONGEST", "TOTAL")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of `top`."""
    parser.add_argument("target", nargs="*", metavar="PID | -- SCRIPT ARG", help="what to show, or to run")
    parser.add_argument("--once", action="store_true", help="print what there is, and end")
    parser.add_argument("--prefix", default="", help="only functions under a namespace")
    parser.add_argument(
        "--sort", choices=SORTS, default="total", help="what comes first (default: %(default)s)"
    )
    parser.add_argument(
        "--interval",
        type=_seconds,
        default=1.0,
        metavar="SECONDS",
        help="how often to look (default: %(default)s)",
    )


def _seconds(text: str) -> float:
    import argparse

    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.05 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"expected 0.05 to 3600 seconds, got {text!r}")
    return seconds


def run(options: argparse.Namespace) -> int:
    """Shows a process, or runs a script and shows it."""
    target: list[str] = options.target
    if target and not (len(target) == 1 and target[0].isdigit()):
        return _run_script(options, target)
    view = _View(options, _process(int(target[0]) if target else None))
    if options.json or options.once:
        rows = view.sample()
        if options.json:
            print_json({"pid": view.pid, "command": view.command, "functions": rows})
        else:
            print_text(view.text(rows))
        return 0
    _follow(view)
    return 0


def _process(pid: int | None) -> Row:
    """The process to show: its entry of `trace.processes`."""
    found = [dict(one) for one in get_global_func("trace.processes")() if one["pid"] != os.getpid()]
    if pid is not None:
        found = [one for one in found if one["pid"] == pid]
        if not found:
            raise ProcessLookupError(f"process {pid} is not traced; call `tvmlike.trace.start()` in it")
    if not found:
        raise ProcessLookupError("no process is traced; call `tvmlike.trace.start()` in one")
    if len(found) > 1:
        lines = "".join(f"\n  {one['pid']}  {one['command']}" for one in found)
        raise ProcessLookupError(f"{len(found)} processes are traced; pass a PID:{lines}")
    return found[0]


class _View:
    """The rows of a process. The rates refer to the time between two samples."""

    def __init__(self, options: argparse.Namespace, process: Row) -> None:
        self.pid: int = process["pid"]
        self.command: str = " ".join(process["command"].split())  # on one line
        self.prefix: str = options.prefix.rstrip(".")
        self.sort: str = options.sort
        self.interval: float = options.interval
        self._at = time.monotonic() - max(time.time() - process["since"], 0.0)
        self._calls: dict[str, int] = {}

    def sample(self) -> list[Row]:
        """The process's present counts. Raises ValueError once it has ended."""
        return self.rows(get_global_func("trace.read")(self.pid))

    def rows(self, counted: Iterable[Any]) -> list[Row]:
        """The rows to show, in their order, of what was counted."""
        now = time.monotonic()
        passed = max(now - self._at, 1e-9)
        rows = []
        for one in counted:
            row = dict(one)
            if not row["calls"] or not self._covers(row["name"]):
                continue
            before = self._calls.get(row["name"], 0)
            # Fewer than before: they were set to zero meanwhile.
            new = row["calls"] - before if row["calls"] >= before else row["calls"]
            rows.append({**row, "mean": row["total"] / row["calls"], "rate": new / passed})
        self._at = now
        self._calls = {row["name"]: row["calls"] for row in rows}
        if self.sort == "name":
            return sorted(rows, key=lambda row: str(row["name"]))
        return sorted(rows, key=lambda row: (-row[self.sort], row["name"]))

    def _covers(self, name: str) -> bool:
        if not self.prefix:
            # Functions that were called for tracing itself are not shown.
            return not name.startswith("trace.")
        return name == self.prefix or name.startswith(f"{self.prefix}.")

    def text(self, rows: Sequence[Row], width: int = 0, height: int = 0) -> str:
        """The rows as a table, of a given size if there is one."""
        shown = rows[: max(height - 3, 1)] if height else rows
        cells = [
            (
                str(row["calls"]),
                f"{row['rate']:.1f}" if row["rate"] < 1000 else f"{row['rate']:.0f}",
                str(row["errors"]),
                *(time_text(row[name]) for name in ("mean", "longest", "total")),
            )
            for row in shown
        ]
        widths = [max(map(len, column)) for column in zip(_COLUMNS, *cells)]
        room = max([len(row["name"]) for row in shown] + [len("FUNCTION")])
        if width:
            room = max(min(room, width - sum(widths) - 2 * len(widths)), 12)

        def line(name: str, numbers: Iterable[str]) -> str:
            name = name if len(name) <= room else f"...{name[3 - room :]}"
            return "  ".join([f"{name:{room}}", *(f"{cell:>{size}}" for cell, size in zip(numbers, widths))])

        total = sum(row["calls"] for row in rows)
        head = f"{self.pid}  {self.command}  {len(rows)} functions, {total} calls"
        lines = [head[:width] if width else head, line("FUNCTION", _COLUMNS)]
        lines += [line(row["name"], cell) for row, cell in zip(shown, cells)]
        return "\n".join(lines)


def time_text(nanoseconds: float) -> str:
    """A time with its unit, three digits of it."""
    value, unit = nanoseconds, "ns"
    for larger in ("us", "ms", "s"):
        if value < 999.5:
            break
        value, unit = value / 1000, larger
    digits = 0 if unit == "ns" or value >= 99.95 else 1 if value >= 9.995 else 2
    return f"{value:.{digits}f} {unit}"


def _follow(view: _View, running: subprocess.Popen[bytes] | None = None) -> list[Row] | None:
    """Shows a process until it ends or the user quits; returns the last rows."""
    rows: list[Row] | None = None
    with Screen() as screen:
        while True:
            try:
                rows = view.sample()
            except ValueError:
                # A script that has just been started is not traced yet.
                if running is None or running.poll() is not None:
                    return rows
            try:
                screen.show(view.text(rows or [], *screen.size()))
                if screen.wait(view.interval, None if running is None else running.poll):
                    return rows
            except KeyboardInterrupt:
                return rows


def _run_script(options: argparse.Namespace, target: list[str]) -> int:
    script = target[0]
    if not os.path.isfile(script):
        raise FileNotFoundError(f"{script!r} is neither a script nor a PID")
    live = Screen.possible() and not (options.once or options.json)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report")
        command = [sys.executable, "-c", _RUN, report, options.prefix.rstrip("."), *target]
        with open(os.path.join(folder, "output"), "w+b") as output:
            if live:
                running = subprocess.Popen(command, stdout=output, stderr=output, stdin=subprocess.DEVNULL)
            else:
                # One JSON value is all that goes to standard output.
                running = subprocess.Popen(command, stdout=sys.stderr if options.json else None)
            since = time.time()
            process = {"pid": running.pid, "command": " ".join(target), "since": since}
            rows = _follow(_View(options, process), running) if live else None
            status = _ended(running, live)
            if live:
                output.seek(0)
                sys.stdout.write(output.read().decode(errors="backslashreplace"))
        final = _View(options, process)
        try:
            with open(report, encoding="utf-8") as file:
                rows = final.rows(json.load(file))
        except FileNotFoundError:
            print("tvmlike: the script ended without reporting its last counts", file=sys.stderr)
    sys.stdout.flush()
    if options.json:
        print_json({"pid": running.pid, "command": final.command, "functions": rows or []})
    else:
        print_text(final.text(rows or []))
    return status if status >= 0 else 128 - status


def _ended(running: subprocess.Popen[bytes], stop: bool) -> int:
    """Waits for a script, or stops it as Ctrl-C would."""
    if stop and running.poll() is None:
        running.send_signal(signal.SIGINT)
    while True:
        try:
            return running.wait()
        except KeyboardInterrupt:
            # The terminal has interrupted the script, too.
            continue


def run_traced() -> None:
    """Runs a script in its own process with tracing, and writes its counts to a file."""
    import runpy

    report, prefix, script, *arguments = sys.argv[1:]
    sys.argv = [script, *arguments]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    get_global_func("trace.start")(prefix)
    try:
        runpy.run_path(script, run_name="__main__")
    finally:
        get_global_func("trace.stop")()
        rows = [dict(row) for row in get_global_func("trace.read")()]
        with open(f"{report}.part", "w", encoding="utf-8") as file:
            json.dump(rows, file)
        os.replace(f"{report}.part", report)
