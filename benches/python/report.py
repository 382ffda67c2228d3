"""The tables, as Markdown.

A ratio is the median of the turns' ratios, because a disturbance affects both sides of a turn alike.
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
from dataclasses import dataclass

import cases
import cost
import roster
from case import CTYPES, NATIVE, Case, Goal
from crew import Times


@dataclass(frozen=True)
class Findings:
    """The results of one run."""

    times: Times
    turns: int
    versions: dict[str, str]
    skipped: dict[str, str]
    refused: dict[str, dict[str, str]]
    costs: dict[str, cost.Cost]
    costs_skipped: dict[str, str]
    tools: list[str]

    def ratio(self, case: str, ours: str, theirs: str) -> float | None:
        row = self.times.get(case, {})
        if ours not in row or theirs not in row:
            return None
        # Without the time of the loop itself, a time can be 0.
        return statistics.median(a / max(b, 0.1) for a, b in zip(row[ours], row[theirs]))

    def peers(self) -> list[roster.Peer]:
        return [peer for peer in roster.PEERS if any(peer.name in row for row in self.times.values())]

    def rows(self) -> list[Case]:
        return [case for case in cases.CASES if self.times.get(case.name)]


def processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
        return f"{names[0]}, {len(names)} cores"
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _time(nanoseconds: float) -> str:
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        # Four digits are easier to read than another unit.
        if nanoseconds >= 10 * size:
            return f"{nanoseconds / size:.{1 if nanoseconds < 100 * size else 0}f} {unit}"
    return f"{nanoseconds:.0f}" if nanoseconds >= 10 else f"{max(nanoseconds, 0):.1f}"


def _times(found: Findings, smallest: bool) -> list[str]:
    peers = found.peers()
    pick = min if smallest else statistics.median
    rows = []
    for case in found.rows():
        row = found.times[case.name]
        rows.append(
            [case.title, *(_time(pick(row[peer.name])) if peer.name in row else "-" for peer in peers)]
        )
    return _table(["ns per call", *(peer.title for peer in peers)], rows)


def _number(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.2f}"


def _verdict(met: bool | None) -> str:
    return {None: "not measured", True: "met", False: "**missed**"}[met]


# The peers that each of our columns is compared with.
_COMPARED = {
    NATIVE: ("pyo3", "pyo3-abi3", "nanobind", "tvm-ffi", "python"),
    CTYPES: ("pyo3", "tvm-ffi", "dgl-ctypes"),
}


def _goal(goal: Goal) -> str:
    if goal.peer is None:
        return f"≤ {goal.most:g} ns" if goal.most < 10_000 else f"≤ {goal.most / 1000:g} µs"
    return f"≤ {goal.most:g} times {roster.by_name(goal.peer).title}"


def _met(found: Findings, case: Case, goal: Goal) -> bool | None:
    if goal.peer is None:
        turns = found.times[case.name].get(goal.ours)
        return None if turns is None else statistics.median(turns) <= goal.most
    ratio = found.ratio(case.name, goal.ours, goal.peer)
    return None if ratio is None else ratio <= goal.most


def _ratios(found: Findings, ours: str) -> list[str]:
    rows = []
    for case in found.rows():
        goal = next((goal for goal in case.goals if goal.ours == ours), None)
        cells = [_number(found.ratio(case.name, ours, peer)) for peer in _COMPARED[ours]]
        judged = ["", ""] if goal is None else [_goal(goal), _verdict(_met(found, case, goal))]
        rows.append([case.title, *cells, *judged])
    titles = [roster.by_name(peer).title for peer in _COMPARED[ours]]
    return _table([f"{roster.by_name(ours).title}: times the time of", *titles, "goal", ""], rows)


def _costs(found: Findings) -> list[str]:
    theirs = found.costs.get("tvm-ffi")
    rows = []
    for subject in cost.SUBJECTS:
        taken = found.costs.get(subject.name)
        if taken is None:
            continue
        memory = f"{taken.kilobytes:.0f} KB" if taken.kilobytes > 0 else "-"
        # The total of bare Python; the others are what they add to it.
        title = f"({subject.title}, in all)" if subject.name == "bare" else subject.title
        row = [title, f"{taken.milliseconds:.1f} ms", memory]
        if subject.name in (NATIVE, CTYPES):
            third = theirs is None or taken.milliseconds * 3 <= theirs.milliseconds
            met = taken.milliseconds <= 8 and third and taken.kilobytes < 6 * 1024
            row += ["≤ 8 ms, ≤ ⅓ of tvm-ffi, < 6 MB", _verdict(met)]
        else:
            row += ["", ""]
        rows.append(row)
    return _table(["import, beyond bare Python", "time", "resident memory", "goal", ""], rows)


# The peers in the README's table, and those that ours is compared with.
_README_PEERS = (NATIVE, "pyo3", "pyo3-abi3", "nanobind", "tvm-ffi", "python")
_README_RATIOS = ("pyo3", "pyo3-abi3", "nanobind", "python")


def for_readme(found: Findings) -> str:
    """Returns the README's table: medians, and the ratios of ours to some peers."""
    rows = []
    for case in found.rows():
        if case.name not in cases.README:
            continue
        row = found.times[case.name]
        times = [_time(statistics.median(row[peer])) if peer in row else "-" for peer in _README_PEERS]
        ratios = [_number(found.ratio(case.name, NATIVE, peer)) for peer in _README_RATIOS]
        rows.append([case.title, *times, *ratios])
    titles = [roster.by_name(peer).title for peer in _README_PEERS]
    head = ["ns per call", *titles, *(f"÷ {roster.by_name(peer).title}" for peer in _README_RATIOS)]
    return "\n".join(_table(head, rows))


def markdown(found: Findings) -> str:
    lines = ["# Calls from Python, side by side", ""]
    lines += [
        f"Median of {found.turns} turns, in nanoseconds per call unless noted. A turn measures every peer "
        "once; the time of the loop itself is subtracted. [docs/benchmarks.md](../../docs/benchmarks.md) "
        "describes the rows.",
        "",
    ]
    if found.rows():
        lines += [*_times(found, smallest=False), ""]
    for ours in (NATIVE, CTYPES):
        if any(ours in row for row in found.times.values()):
            lines += [*_ratios(found, ours), ""]
    if found.costs:
        lines += [*_costs(found), ""]
    if found.rows():
        lines += ["The smallest of the turns:", "", *_times(found, smallest=True), ""]
    lines += ["Arrays: DGL receives an array of its own class, all others NumPy's.", ""]
    lines += _notes(found)
    machine = f"{processor()}; {platform.system()} {platform.machine()}"
    lines += [f"- {fact}" for fact in (machine, f"Python {sys.version.split()[0]}", *found.tools)]
    known = [found.versions[peer.name] for peer in roster.PEERS if peer.name in found.versions]
    lines += [f"- {version}" for version in dict.fromkeys(known)]
    return "\n".join(lines) + "\n"


def _notes(found: Findings) -> list[str]:
    skipped = list(found.skipped.items())
    for name, reasons in found.refused.items():
        peer = roster.by_name(name).title
        skipped += [(f"{peer}, {cases.by_name(case).title}", reason) for case, reason in reasons.items()]
    skipped += [(f"import of {name}", reason) for name, reason in found.costs_skipped.items()]
    # Line breaks would end the list, and results must not contain the project's path.
    here = os.getcwd() + os.sep
    notes = [f"- skipped: {what}: {' '.join(reason.replace(here, '').split())}" for what, reason in skipped]
    return [*notes, ""] if notes else []
