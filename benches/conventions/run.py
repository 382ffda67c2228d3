"""Compares calls of compiled code, in one process. `cargo xtask bench conventions` runs it.

Every row is timed in turns, each beginning with another peer, so that a disturbance affects all peers alike.
A ratio is the median of the turns' ratios. A missed goal is not a failure; a missing peer is reported.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import peers  # noqa: E402
from timing import Timer  # noqa: E402

OURS = "tvmlike"


@dataclass(frozen=True)
class Row:
    """One kind of call. A goal is the largest ratio of our time to a peer's."""

    name: str
    title: str
    goals: dict[str, float]


ROWS = (
    Row("axpy", "two 1-d memrefs and a scalar", {"ctypes": 1.5, "iree": 1 / 8, "np_to_memref": 1 / 100}),
    Row("add3", "three i32", {"iree": 1 / 10}),
    Row("nested_in", "nested dict and list in", {"iree": 1 / 5}),
    Row("nested", "nested dict and list in and out", {"iree": 1 / 5}),
    # Under 20 microseconds.
    Row("bind", "binding a signature", {}),
)


def measure(timers: dict[str, Timer], turns: int, seconds: float) -> dict[str, list[float]]:
    """Nanoseconds per call, by peer and turn."""
    names = list(timers)
    counts = {name: timers[name].count_for(seconds) for name in names}
    times: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(turns):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            times[name].append(timers[name].nanoseconds(counts[name]))
    return times


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def markdown(found: dict[str, dict[str, list[float]]], titles: dict[str, str], turns: int) -> str:
    """Returns the tables: times, and ratios with their goals."""
    shown = [name for name in titles if any(name in times for times in found.values())]
    times_table, goals_table = [], []
    for row in ROWS:
        times = found[row.name]
        cells = [f"{statistics.median(times[name]):.0f}" if name in times else "-" for name in shown]
        times_table.append([row.title, *cells])
        for peer, goal in row.goals.items():
            if peer not in times:
                goals_table.append([row.title, titles.get(peer, peer), "-", f"{goal:.3g}", "not measured"])
                continue
            ratio = statistics.median(ours / theirs for ours, theirs in zip(times[OURS], times[peer]))
            verdict = "met" if ratio <= goal else "**missed**"
            goals_table.append([row.title, titles[peer], f"{ratio:.3g}", f"{goal:.3g}", verdict])
    lines = ["# Calls of compiled code, side by side", ""]
    lines += [
        f"Nanoseconds per call from Python, median of {turns} turns; docs/benchmarks.md has the details.",
        "",
        *table(["ns per call", *(titles[name] for name in shown)], times_table),
        "",
        *table(["ours ÷ a peer", "peer", "ratio", "goal", ""], goals_table),
        "",
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True, help="the compiled kernels")
    parser.add_argument("--plugin", type=Path, required=True, help="the plugin with our packed functions")
    parser.add_argument("--np-to-memref", type=Path, help="MLIR's file that creates descriptors")
    parser.add_argument("--results", type=Path, required=True, help="the page to write")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns, for development")
    options = parser.parse_args()
    turns, seconds = (7, 0.002) if options.quick else (31, 0.008)
    code, skipped = peers.all_code(options.library, options.plugin, options.np_to_memref)
    found: dict[str, dict[str, list[float]]] = {}
    for row in ROWS:
        timers = {}
        for name, cases in code.items():
            if row.name not in cases:
                continue
            timer = Timer(cases[row.name])
            result = timer.once()
            if not peers.right(row.name, result):
                skipped.append(f"{peers.TITLES[name]}, {row.title}: wrong result: {result!r}")
                continue
            timers[name] = timer
        print(f"  {row.title}", file=sys.stderr, flush=True)
        found[row.name] = measure(timers, turns, seconds)
    text = markdown(found, peers.TITLES, turns)
    text += "".join(f"- skipped: {line}\n" for line in skipped)
    text += "".join(f"- {line}\n" for line in peers.versions())
    print(text)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    options.results.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
