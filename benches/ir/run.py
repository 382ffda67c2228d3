"""Compares the compiler's IR with MLIR's, from native code and from Python. `cargo xtask bench ir` runs it.

Each library has workers, programs that take `FILE SECONDS CASE...` and print lines of JSON with the best
time of each case that they have (mlir_worker.cpp defines the format). The workers take turns on the same
files, and the best of all turns counts. The tables show nanoseconds per operation and how many times
tvmlike is faster. A missed goal is not a failure; a missing worker is reported. weight.py measures what the
IR adds to the library and to an import.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import generate
import weight
from python_uses import USES

OURS, MLIR = "tvmlike", "MLIR"
TWO_THREADS = "parse on two threads"
CUSTOM = "print custom form"
NATIVE = ["parse", TWO_THREADS, "print", CUSTOM, "print with locations"]
NATIVE += ["verify", "clone", "erase", "walk", "bytes"]
PYTHON = [
    "python parse",
    "python print",
    "python walk",
    "python iterate",
    "python create",
    "python create with operands",
    "python find",
    "python table",
]
# How many times faster than MLIR tvmlike shall be.
GOALS = {
    "parse": 8,
    "print": 6,
    "verify": 3,
    "clone": 3,
    "python walk": 2,
    "python create": 2,
    "python find": 50,
    "python table": 50,
}
# The same for text in custom form.
CUSTOM_GOALS = {"parse": 5, CUSTOM: 5, "verify": 3}
# How many times faster than tvmlike on one thread tvmlike on two shall parse.
TWO_THREADS_GOAL = 1.4
# The most bytes per operation.
BYTES_GOAL = 110
# How many times more an operation of the largest file may cost than one of the smallest.
GROWTH_GOAL = 1.3
GROWING = ["parse", "print", "verify", "clone", "walk", "bytes"]
# xDSL needs about a millisecond per operation.
SLOW = {"xDSL": 10_000}
PYTHON_KIND = "unregistered"
# Statements do not depend on the file: they are measured with the smallest.
USES_SIZE = 10_000


@dataclass
class Worker:
    library: str
    command: list[str]
    cases: list[str]
    # By file: the best seconds per operation of each case, or the bytes per operation.
    best: dict[str, dict[str, float]] = field(default_factory=dict)

    def run(self, file: Path, seconds: float) -> str | None:
        """Measures once and keeps what is better; returns an error message if the worker failed."""
        uses = USES if self.cases is PYTHON and file.stem == f"{PYTHON_KIND}-{USES_SIZE}" else ()
        command = [*self.command, str(file), str(seconds), *self.cases, *uses]
        done = subprocess.run(command, capture_output=True, text=True)
        best = self.best.setdefault(file.stem, {})
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            value = answer.get("seconds", answer.get("bytes")) / answer["ops"]
            best[answer["case"]] = min(value, best.get(answer["case"], value))
        if done.returncode == 0:
            return None
        message = done.stderr.strip().splitlines()
        return f"{self.library} on {file.stem}: {message[-1] if message else f'exit code {done.returncode}'}"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def cell(case: str, value: float | None) -> str:
    if value is None:
        return "-"
    shown = value if case == "bytes" else value * 1e9
    return f"{shown:.0f}" if shown >= 100 else f"{shown:.3g}"


def tables(workers: list[Worker], files: list[Path], cases: list[str]) -> list[str]:
    """Returns one table per file: rows are cases, columns libraries, then the ratios to ours."""
    lines: list[str] = []
    for file in files:
        shown = [worker for worker in workers if worker.best.get(file.stem)]
        ours = next((worker.best[file.stem] for worker in shown if worker.library == OURS), {})
        peers = [worker for worker in shown if worker.library != OURS]
        head = [file.stem, *(worker.library for worker in shown)]
        head += [f"{worker.library} ÷ {OURS}" for worker in peers if ours]
        rows = []
        for case in cases:
            values = [worker.best[file.stem].get(case) for worker in shown]
            if not any(value is not None for value in values):
                continue
            row = [case, *(cell(case, value) for value in values)]
            for worker in peers if ours else []:
                theirs = worker.best[file.stem].get(case)
                row.append(f"{theirs / ours[case]:.3g}" if theirs and ours.get(case) else "-")
            rows.append(row)
        if rows:
            lines += [*table(head, rows), ""]
    return lines


def goal(label: str, measured: float | None, limit: float, at_most: bool = False) -> list[str]:
    """Returns a row of the table of goals."""
    shown = f"{'at most ' if at_most else ''}{limit:g}"
    if measured is None:
        return [label, "-", shown, "not measured"]
    met = measured <= limit if at_most else measured >= limit
    return [label, f"{measured:.3g}", shown, "met" if met else "**missed**"]


def ratio(slow: float | None, fast: float | None) -> float | None:
    return slow / fast if slow and fast else None


def goals(workers: list[Worker], sizes: list[int]) -> list[str]:
    """Returns the table of goals, on the files with 100,000 operations."""
    rows = []
    best = {(worker.library, worker.cases is PYTHON): worker.best for worker in workers}

    def of(library: str, case: str, kind: str, size: int = 100_000) -> float | None:
        found = best.get((library, case in PYTHON), {})
        return found.get(f"{kind}-{size}", {}).get(case)

    for case, limit in GOALS.items():
        for kind in [PYTHON_KIND] if case in PYTHON else ["generic", "unregistered"]:
            rows.append(goal(f"{case}, {kind}", ratio(of(MLIR, case, kind), of(OURS, case, kind)), limit))
    for case, limit in CUSTOM_GOALS.items():
        label = f"{case}, custom"
        rows.append(goal(label, ratio(of(MLIR, case, "custom"), of(OURS, case, "custom")), limit))
    for kind in ("generic", "unregistered"):
        threads = ratio(of(OURS, "parse", kind), of(OURS, TWO_THREADS, kind))
        rows.append(goal(f"{TWO_THREADS}, than on one, {kind}", threads, TWO_THREADS_GOAL))
    for kind in ("generic", "unregistered"):
        rows.append(goal(f"bytes per operation, {kind}", of(OURS, "bytes", kind), BYTES_GOAL, at_most=True))
    for case in GROWING:
        kind = "unregistered"
        growth = ratio(of(OURS, case, kind, sizes[-1]), of(OURS, case, kind, sizes[0]))
        label = f"{case} per operation, {sizes[-1]:,} against {sizes[0]:,}, {kind}"
        rows.append(goal(label, growth, GROWTH_GOAL, at_most=True))
    ours, theirs = (best.get((one, True), {}).get(f"{PYTHON_KIND}-{USES_SIZE}", {}) for one in (OURS, MLIR))
    both = [name for name in USES if name in ours and name in theirs]
    if both:
        as_fast = sum(1 for name in both if ours[name] <= theirs[name])
        rows.append(goal("statements in Python that are not slower", as_fast, len(both)))
    return table(["100,000 operations, times faster", "measured", "goal", ""], rows)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares the compiler's IR with MLIR's.")
    option = parser.add_argument
    option("--native", action="append", default=[], metavar="LIBRARY=PROGRAM", help="a native worker")
    option("--python", action="append", default=[], metavar="LIBRARY=PYTHON:MODULE", help="a Python worker")
    option("--files", required=True, help="the folder of the generated files")
    option("--results", required=True, help="the file for the tables")
    option("--library", nargs=2, metavar=("WITH", "WITHOUT"), help="stripped, with and without the compiler")
    option("--quick", action="store_true", help="one short turn, without the files of a million operations")
    arguments = parser.parse_args()

    workers: list[Worker] = []
    for text in arguments.native:
        library, _, program = text.partition("=")
        workers.append(Worker(library, [program], NATIVE))
    script = str(Path(__file__).with_name("python_worker.py"))
    for text in arguments.python:
        library, _, rest = text.partition("=")
        python, _, module = rest.rpartition(":")
        workers.append(Worker(library, [python, script, module], PYTHON))

    sizes = generate.SIZES[:2] if arguments.quick else generate.SIZES
    turns, seconds = (1, 0.1) if arguments.quick else (5, 0.5)
    folder = Path(arguments.files)
    generate.write(folder, sizes)
    native_files = [generate.path_of(folder, kind, size) for size in sizes for kind in generate.BODIES]
    python_files = [generate.path_of(folder, PYTHON_KIND, size) for size in sizes[:2]]
    failures: list[str] = []
    for turn in range(turns):
        print(f"turn {turn + 1} of {turns}", flush=True)
        first = turn % max(len(workers), 1)
        for file in native_files + [file for file in python_files if file not in native_files]:
            for worker in workers[first:] + workers[:first]:
                wanted = python_files if worker.cases is PYTHON else native_files
                size = int(file.stem.rpartition("-")[2])
                if file not in wanted or size > SLOW.get(worker.library, size):
                    continue
                failure = worker.run(file, seconds)
                if failure and failure not in failures:
                    failures.append(failure)

    native = [worker for worker in workers if worker.cases is NATIVE]
    python_workers = [worker for worker in workers if worker.cases is PYTHON]
    lines = ["# The compiler's IR, side by side", ""]
    lines += [
        f"Nanoseconds (or bytes) per operation, the best of {turns} turns, one thread; docs/benchmarks.md has"
    ]
    lines += ["the details.", "", *goals(workers, sizes), "", "## Native", ""]
    lines += [*tables(native, native_files, NATIVE), "## From Python", ""]
    lines += tables(python_workers, python_files, PYTHON)
    lines += ["Statements, in nanoseconds:", ""]
    lines += tables(python_workers, [file for file in python_files if f"-{USES_SIZE}." in file.name], [*USES])
    pythons = {worker.library: (worker.command[0], worker.command[-1]) for worker in python_workers}
    rows, missing = weight.rows(pythons, arguments.library, 5 if arguments.quick else 21)
    lines += ["## What it adds", "", *table(["", "measured", "goal"], rows), ""]
    failures += missing
    lines += [f"- {failure}" for failure in failures]
    text = "\n".join(lines).rstrip() + "\n"
    print(text)
    Path(arguments.results).parent.mkdir(parents=True, exist_ok=True)
    Path(arguments.results).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
