"""The bar chart: a small chart for each of some cases, with a scale of its own; ours stand out by colour."""

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

    # All rows that there are, where it is some that were asked for.
    rows = [case for case in found.rows() if case.name in cases.CHART] or found.rows()
    peers = found.peers()
    # The bars of the fullest chart in each line of charts: all charts of the line are that high.
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
        # Room for the labels behind the longest bar; the shortest is still seen.
        axis.set_xlim(min(times) / 2.5, max(times) * 6)
        axis.xaxis.set_minor_locator(NullLocator())
        axis.xaxis.set_major_formatter(lambda time, _: _text(time))
        # Bars are equally thick in every chart, the first one on top.
        axis.set_ylim(bars_in[place // COLUMNS] - 0.4, -0.6)
        axis.set_title(case.title, fontsize=11, fontweight="bold", loc="left")
        axis.tick_params(labelsize=8)
        axis.spines[["top", "right"]].set_visible(False)
        for label, peer in zip(axis.get_yticklabels(), able):
            label.set_fontweight("bold" if peer.name in OURS else "normal")
    figure.suptitle("Time per call from Python (log scale, shorter is better)", fontsize=13)
    to.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(to, dpi=110)
