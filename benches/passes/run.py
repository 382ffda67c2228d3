"""Compares passes with those of mlir-opt 22 and of its Python bindings. `cargo xtask bench passes` runs it.

Both programs report the time of each pass with `--mlir-timing`, so reading and printing are not counted;
neither verifies the result, which only MLIR's figures would contain. They take turns on the same files. A
cell is the median of the turns, a ratio the median of the ratios of the turns. Before that, both must make
the same of a small file. Python workers (python_worker.py) take turns in the same way. A missed goal is not a
failure.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import generate
from python_worker import CASES as PYTHON_CASES

OURS, MLIR = "tvmlike", "MLIR"
# A pass with the name in the report of the time.
PASSES = {"canonicalize": "Canonicalizer", "cse": "CSE"}
# Passes that are measured on one kind of file: how both are called, and the name in the report of the time.
SPECIAL = {
    "views": ("fold-memref-alias-ops", "FoldMemRefAliasOpsPass"),
    "tensors": ("one-shot-bufferize{bufferize-function-boundaries=true}", "OneShotBufferizePass"),
    "tiles": ("scf-for-loop-peeling", "SCFForLoopPeeling"),
    "records": ("sroa", "SROA"),
    "nests": ("func.func(affine-loop-unroll)", "AffineLoopUnroll"),
}
# Further passes on the nests of affine loops.
NESTS = {
    "func.func(affine-loop-tile{tile-size=8})": "AffineLoopTiling",
    "func.func(affine-parallelize)": "AffineParallelize",
    "func.func(affine-scalrep)": "AffineScalarReplacement",
    "func.func(affine-loop-invariant-code-motion)": "AffineLoopInvariantCodeMotion",
}
# How many times faster than mlir-opt a pass shall be.
GOAL = 4.0
# The same of passes on functions, on two threads than on one.
THREADS_GOAL = 1.7
# The files for that.
THREADED = ("foldable", "duplicates")
# The most seconds of an empty pass in Python for each operation, and how many times faster a pattern in
# Python shall be than with MLIR's bindings.
EMPTY_GOAL, EMPTY = 1e-6, "empty pass, nested"
PATTERN_GOAL, PATTERN = 3.0, "pattern"
COMMON = ["--mlir-timing", "--mlir-timing-display=list", "--verify-each=false", "-o", "/dev/null"]
ONE_THREAD = "--mlir-disable-threading"
# With several threads, the times of all together come first.
ROW = re.compile(r"^.* ([0-9.]+) \( *[0-9.]+%\) +(\S.*)$")


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        message = done.stderr.strip().splitlines()
        raise RuntimeError(f"{' '.join(command)}: {message[-1] if message else done.returncode}")
    return done


def pass_seconds(program: str, name: str, file: Path) -> float:
    """The time of a pass on one thread, as the program reports it."""
    report = run([program, f"--{name}", ONE_THREAD, *COMMON, str(file)]).stderr
    for line in report.splitlines():
        row = ROW.match(line)
        if row and row[2] == PASSES[name]:
            return float(row[1])
    raise RuntimeError(f"{program} reports no time of {PASSES[name]}")


def special_seconds(program: str, pipeline: str, shown: str, file: Path) -> float:
    """The time of one pass of a pipeline on one thread, as the program reports it."""
    report = run(
        [program, f"--pass-pipeline=builtin.module({pipeline})", ONE_THREAD, *COMMON, str(file)]
    ).stderr
    rows = [row for row in map(ROW.match, report.splitlines()) if row and row[2] == shown]
    if not rows:
        raise RuntimeError(f"{program} reports no time of {shown}")
    return float(rows[0][1])


def pipeline_seconds(program: str, name: str, file: Path, options: list[str]) -> float:
    """The time of a pass on functions, from the start of the first one to the end of the last one."""
    pipeline = f"--pass-pipeline=builtin.module(func.func({name}))"
    report = run([program, pipeline, *options, *COMMON, str(file)]).stderr
    seconds = {row[2]: float(row[1]) for row in map(ROW.match, report.splitlines()) if row}
    # The total of mlir-opt is that of the program; tvmlike-opt's that of the pipeline.
    other = ["Parser", "Output", "Rest"] if "Parser" in seconds else []
    return seconds["Total"] - sum(seconds[name] for name in other)


@dataclass
class Row:
    """One line of the tables: what is measured of each library, per operation or per call."""

    label: str
    measures: dict[str, Callable[[], float]]
    count: int
    goal: float | None = None
    values: dict[str, list[float]] = field(default_factory=dict)

    def measure(self, order: list[str]) -> None:
        """One turn."""
        for library in order:
            if library in self.measures:
                self.values.setdefault(library, []).append(self.measures[library]() / self.count)

    def ratio(self, slow: str, fast: str) -> float | None:
        pairs = zip(self.values.get(slow, []), self.values.get(fast, []))
        ratios = [one / other for one, other in pairs if other > 0]
        return median(ratios) if ratios else None

    def cell(self, library: str) -> str:
        values = self.values.get(library)
        if not values:
            return "-"
        shown = median(values) * 1e9
        return f"{shown:.0f}" if shown >= 100 else f"{shown:.3g}"


def verdict(measured: float | None, goal: float | None) -> list[str]:
    shown = "-" if measured is None else f"{measured:.3g}"
    if goal is None:
        return [shown, "", ""]
    if measured is None:
        return [shown, f"{goal:g}", "not measured"]
    return [shown, f"{goal:g}", "met" if measured >= goal else "**missed**"]


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def check_same(programs: dict[str, str], folder: Path) -> None:
    """Fails if the programs make different modules of the same one."""
    for kind in generate.KINDS:
        file = generate.path_of(folder, kind, generate.COMPARED)
        for name in PASSES:
            texts = {run([program, f"--{name}", str(file)]).stdout for program in programs.values()}
            if len(texts) > 1:
                raise RuntimeError(f"{name} of {file.name}: the programs print different modules")
    for kind, pipeline, _ in special_passes():
        file = generate.path_of(folder, kind, generate.special_sizes(kind)[0])
        command = f"--pass-pipeline=builtin.module({pipeline})"
        texts = {run([program, command, str(file)]).stdout for program in programs.values()}
        if len(texts) > 1:
            raise RuntimeError(f"{pipeline} of {file.name}: the programs print different modules")


def special_passes() -> list[tuple[str, str, str]]:
    """A kind of file, a pipeline, and the name of the pass in the report of the time."""
    own = [(kind, pipeline, shown) for kind, (pipeline, shown) in SPECIAL.items()]
    return own + [("nests", pipeline, shown) for pipeline, shown in NESTS.items()]


def special_rows(programs: dict[str, str], folder: Path) -> list[Row]:
    rows = []
    for kind, pipeline, shown in special_passes():
        size = generate.SPECIAL_SIZES[kind]
        file = generate.path_of(folder, kind, size)
        measures = {
            library: lambda program=program, pipeline=pipeline, shown=shown, file=file: special_seconds(
                program, pipeline, shown, file
            )
            for library, program in programs.items()
        }
        name = pipeline.removeprefix("func.func(").removesuffix(")").partition("{")[0]
        rows.append(Row(f"{name}, {kind}, {size:,}", measures, size))
    return rows


def native_rows(programs: dict[str, str], folder: Path, sizes: list[int]) -> list[Row]:
    rows = []
    for name in PASSES:
        for size in sizes:
            for kind in generate.KINDS:
                file = generate.path_of(folder, kind, size)
                measures = {
                    library: lambda program=program, name=name, file=file: pass_seconds(program, name, file)
                    for library, program in programs.items()
                }
                rows.append(Row(f"{name}, {kind}, {size:,}", measures, size, GOAL))
    return rows


def both_seconds(program: str, name: str, file: Path) -> float:
    """Half of the time of a pass on one thread, in the slower of two processes: each has half of the work."""
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(pipeline_seconds, program, name, file, [ONE_THREAD]) for _ in range(2)]
        return max(run.result() for run in runs) / 2


# The columns of the rows about threads.
ONE, TWO, BOTH = "1 thread", "2 threads", "2 processes, half each"


def threaded_rows(programs: dict[str, str], folder: Path, size: int) -> list[Row]:
    rows = []
    for library, program in programs.items():
        for name in PASSES:
            for kind in THREADED:
                file = generate.path_of(folder, kind, size)
                measures = {
                    threads: lambda program=program, name=name, file=file, options=options: pipeline_seconds(
                        program, name, file, options
                    )
                    for threads, options in ((ONE, [ONE_THREAD]), (TWO, []))
                }
                measures[BOTH] = lambda program=program, name=name, file=file: both_seconds(
                    program, name, file
                )
                goal = THREADS_GOAL if library == OURS else None
                rows.append(Row(f"{library}: {name}, {kind}, {size:,}", measures, size, goal))
    return rows


def python_measure(command: list[str], case: str, seconds: float) -> float:
    answer = json.loads(run([*command, str(seconds), case]).stdout)
    return answer["seconds"] / answer["count"]


def python_rows(pythons: dict[str, list[str]], seconds: float) -> list[Row]:
    rows = []
    for case, needed in PYTHON_CASES.items():
        measures = {
            library: lambda command=command, case=case: python_measure(command, case, seconds)
            for library, command in pythons.items()
            if needed is None or needed == library
        }
        rows.append(Row(case, measures, 1, PATTERN_GOAL if case == PATTERN else None))
    return rows


def take_turns(rows: list[Row], libraries: list[str], turns: int, failures: list[str]) -> None:
    for turn in range(turns):
        print(f"turn {turn + 1} of {turns}", flush=True)
        order = libraries if turn % 2 == 0 else libraries[::-1]
        for row in rows:
            try:
                row.measure(order)
            except RuntimeError as error:
                row.measures.clear()
                failures.append(str(error))


def empty_goal(rows: list[Row]) -> list[str]:
    """The row of the table about the empty pass, whose goal is a time."""
    values = next((row.values.get(OURS) for row in rows if row.label == EMPTY), None)
    if not values:
        return []
    measured = median(values)
    met = "met" if measured <= EMPTY_GOAL else "**missed**"
    return [f"Goal of `{EMPTY}`: at most {EMPTY_GOAL * 1e9:.0f} ns; {met}.", ""]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares passes with MLIR's.")
    option = parser.add_argument
    option("--ours", required=True, metavar="PROGRAM", help="tvmlike-opt")
    option("--mlir", metavar="PROGRAM", help="mlir-opt")
    option("--python", action="append", default=[], metavar="LIBRARY=PYTHON:PACKAGE", help="a Python worker")
    option("--files", required=True, help="the folder of the generated files")
    option("--results", required=True, help="the file for the tables")
    option("--quick", action="store_true", help="few turns, without the files of a million operations")
    option("--turns", type=int, help="the number of turns: 9, or 3 with --quick")
    arguments = parser.parse_args()

    programs = {OURS: arguments.ours}
    if arguments.mlir:
        programs[MLIR] = arguments.mlir
    script = str(Path(__file__).with_name("python_worker.py"))
    pythons = {}
    for text in arguments.python:
        library, _, rest = text.partition("=")
        python, _, package = rest.rpartition(":")
        pythons[library] = [python, script, package]
    sizes = generate.SIZES[:1] if arguments.quick else generate.SIZES
    turns, seconds = (3, 0.2) if arguments.quick else (9, 0.5)
    turns = arguments.turns or turns
    folder = Path(arguments.files)
    generate.write(folder, [generate.COMPARED, *sizes])
    check_same(programs, folder)

    failures: list[str] = []
    native = native_rows(programs, folder, sizes) + special_rows(programs, folder)
    threaded = threaded_rows(programs, folder, sizes[-1])
    python = python_rows(pythons, seconds)
    take_turns(native, [*programs], turns, failures)
    take_turns(threaded, [ONE, TWO, BOTH], turns, failures)
    take_turns(python, [*pythons], turns, failures)

    lines = ["# Passes, side by side", ""]
    lines += [f"Medians of {turns} turns; docs/benchmarks.md has the details.", ""]
    lines += ["## One thread", "", "Nanoseconds per operation.", ""]
    head = ["", *programs, f"{MLIR} ÷ {OURS}", "goal", ""]
    cells = [
        [row.label, *map(row.cell, programs), *verdict(row.ratio(MLIR, OURS), row.goal)] for row in native
    ]
    lines += [*table(head, cells), "", "## Two threads", ""]
    lines += [
        "A pass on functions, nanoseconds per operation. Two processes gain what threads can.",
        "",
    ]
    cells = [
        [
            row.label,
            *map(row.cell, (ONE, TWO, BOTH)),
            verdict(row.ratio(ONE, BOTH), None)[0],
            *verdict(row.ratio(ONE, TWO), row.goal),
        ]
        for row in threaded
    ]
    head = ["", ONE, TWO, BOTH, f"{ONE} ÷ {BOTH}", f"{ONE} ÷ {TWO}", "goal", ""]
    lines += [*table(head, cells), "", "## From Python", ""]
    lines += ["Nanoseconds per operation that the pass or the pattern gets.", ""]
    cells = [
        [row.label, *map(row.cell, pythons), *verdict(row.ratio(MLIR, OURS), row.goal)] for row in python
    ]
    lines += [*table(["", *pythons, f"{MLIR} ÷ {OURS}", "goal", ""], cells), "", *empty_goal(python)]
    lines += [f"- {failure}" for failure in failures]
    text = "\n".join(lines).rstrip() + "\n"
    print(text)
    Path(arguments.results).parent.mkdir(parents=True, exist_ok=True)
    Path(arguments.results).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
