"""Measures all peers and writes the tables and the chart. `cargo xtask bench python` runs it.

A missed goal is not a failure. The output lists what cannot be measured; the run fails only if nothing can.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cases
import chart
import cost
import report
import roster
from case import TORCH
from crew import Crew, Place


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the rows and columns without measuring")
    parser.add_argument("--built", type=Path, help="the folder of the built peers")
    parser.add_argument("--results", type=Path, help="the folder for python.md and python.png")
    parser.add_argument("--readme", type=Path, help="a page in which the table between the marks is replaced")
    parser.add_argument(
        "--bare-python", help="an interpreter with only the packages whose import is measured"
    )
    parser.add_argument(
        "--torch-python", help="an interpreter with PyTorch; without it, its rows are omitted"
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns, for development")
    parser.add_argument("--case", action="append", choices=[case.name for case in cases.CASES])
    parser.add_argument("--peer", action="append", choices=[peer.name for peer in roster.PEERS])
    parser.add_argument("--skip", action="append", nargs=2, default=[], metavar=("FOLDER", "REASON"))
    parser.add_argument(
        "--tool", action="append", default=[], help="a tool that built the peers, with its version"
    )
    options = parser.parse_args()
    if not options.list and not (options.built and options.results):
        parser.error("--built and --results are needed to measure")
    return options


def list_names() -> None:
    """Prints the names for `--case` and `--peer` with their titles in the tables."""
    for kind, known in (("rows", cases.CASES), ("columns", roster.PEERS)):
        print(f"{kind}:")
        for one in known:
            print(f"  {one.name:<18} {one.title}")


def put_between_marks(page: Path, table: str) -> None:
    """Replaces the text between a page's marks by the benchmark's table."""
    begin, end = "<!-- benchmark -->", "<!-- end of benchmark -->"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise SystemExit(f"{page}: expected {begin} followed by {end}")
    page.write_text(f"{before}{begin}\n{table}\n{end}{after}", encoding="utf-8")


def main() -> int:
    options = arguments()
    if options.list:
        list_names()
        return 0
    peers = [peer for peer in roster.PEERS if options.peer is None or peer.name in options.peer]
    names = [case.name for case in cases.CASES if options.case is None or case.name in options.case]
    unbuilt = dict(options.skip)
    interpreters = {TORCH: options.torch_python} if options.torch_python else {}
    crew = Crew(
        [peer for peer in peers if peer.folder not in unbuilt], names, Place(options.built, interpreters)
    )
    skipped = {peer.title: unbuilt[peer.folder] for peer in peers if peer.folder in unbuilt}
    for title, reason in (skipped | crew.skipped).items():
        print(f"  skipped: {title}: {reason}", file=sys.stderr)
    turns, seconds = (7, 0.001) if options.quick else (31, 0.004)
    try:
        times = crew.measure(turns, seconds)
    finally:
        crew.end()
    costs, costs_skipped = {}, {}
    if options.bare_python:
        print("  imports", file=sys.stderr)
        costs, costs_skipped = cost.measure(options.bare_python, 5 if options.quick else 21)
    found = report.Findings(
        times, turns, crew.versions, skipped | crew.skipped, crew.refused, costs, costs_skipped, options.tool
    )
    text = report.markdown(found)
    print(text)
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "python.md").write_text(text, encoding="utf-8")
    if options.readme:
        put_between_marks(options.readme, report.for_readme(found))
    if not found.rows():
        print("no peer could be measured", file=sys.stderr)
        return 1
    try:
        chart.draw(found, options.results / "python.png")
    except ImportError as error:
        print(f"no chart: {error}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
