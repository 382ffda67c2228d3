"""The bar chart: a small chart per selected case, each with its own scale; colour marks tvmlike."""

from __future__ import annotations

import statistics
from pathlib import Path

import cases
from case import CTYPES, NATIVE
from report import Findings

OURS = {NATIVE: "#c8502d", CTYPES: "#e8a87c"}
THEIRS = "#8b98a5"
COLUMNS = 3


def _text(nanoseconds: float) -> str:
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def draw(found: Findings, to: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import NullLocator

    # If only some rows were measured, none may be in CHART: then show all of them.
    rows = [case for case in found.rows() if case.name in cases.CHART] or found.rows()
    peers = found.peers()
    # The largest number of bars per line of charts determines the height of the line.
    bars_in = [
        max(len(found.times[case.name]) for case in rows[first : first + COLUMNS])
        for first in range(0, len(rows), COLUMNS)
    ]
    figure, axes = pyplot.subplots(
        len(bars_in),
        COLUMNS,
        figsize=(14, sum(0.9 + 0.24 * count for count in bars_in)),
        height_ratios=bars_in,
        squeeze=False,
        layout="constrained",
    )
    for axis in axes.flat[len(rows) :]:
        axis.set_visible(False)
    for place, (axis, case) in enumerate(zip(axes.flat, rows)):
        able = [peer for peer in peers if peer.name in found.times[case.name]]
        times = [max(statistics.median(found.times[case.name][peer.name]), 1.0) for peer in able]
        bars = axis.barh(
            [peer.title for peer in able],
            times,
            color=[OURS.get(peer.name, THEIRS) for peer in able],
            height=0.72,
        )
        axis.bar_label(bars, [_text(time) for time in times], padding=3, fontsize=8)
        axis.set_xscale("log")
        # Space for the labels after the longest bar; the shortest stays visible.
        axis.set_xlim(min(times) / 2.5, max(times) * 6)
        axis.xaxis.set_minor_locator(NullLocator())
        axis.xaxis.set_major_formatter(lambda time, _: _text(time))
        # All bars have the same thickness; the first is on top.
        axis.set_ylim(bars_in[place // COLUMNS] - 0.4, -0.6)
        axis.set_title(case.title, fontsize=11, fontweight="bold", loc="left")
        axis.tick_params(labelsize=8)
        axis.spines[["top", "right"]].set_visible(False)
        for label, peer in zip(axis.get_yticklabels(), able):
            label.set_fontweight("bold" if peer.name in OURS else "normal")
    figure.suptitle("Time per call from Python (log scale, shorter is better)", fontsize=13)
    to.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(to, dpi=110)
