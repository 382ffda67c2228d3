"""What the compiler's IR adds to the library and to an import, and what its dialects cost until used.

An import is that of the IR's module, in a process that has imported tvmlike, or nothing for peers: the
median time of new processes, which take turns. tvmlike makes classes when they are used, so its time
includes making the class Context.
"""

from __future__ import annotations

import json
import statistics
import subprocess
from pathlib import Path

LIBRARY_GOAL = 3.0
IMPORT_GOAL = 10.0
OURS = "tvmlike"
_CODE = """
import sys, time
__import__({package!r})
start = time.perf_counter()
exec({statement!r})
print(time.perf_counter() - start)
"""


def _statement(library: str, module: str) -> str:
    """The import that is measured."""
    return f"from {module} import Context" if library == OURS else f"import {module}"


def _import_ms(python: str, package: str, statement: str) -> float:
    code = _CODE.format(package=package, statement=statement)
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1])
    return float(done.stdout) * 1e3


def _imports(pythons: dict[str, tuple[str, str]], turns: int) -> tuple[list[list[str]], list[str]]:
    taken: dict[str, list[float]] = {library: [] for library in pythons}
    failures: dict[str, str] = {}
    # The first run reads the files from disk and may compile them.
    for turn in range(turns + 1):
        for library, (python, module) in pythons.items():
            if library in failures:
                continue
            try:
                package = OURS if library == OURS else "sys"
                milliseconds = _import_ms(python, package, _statement(library, module))
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                failures[library] = f"import of {library}: {error}"
                continue
            if turn:
                taken[library].append(milliseconds)
    beyond = {OURS: ", beyond import tvmlike"}
    rows = [
        [
            f"{_statement(library, pythons[library][1])}{beyond.get(library, '')}",
            f"{statistics.median(values):.3g} ms",
            f"at most {IMPORT_GOAL:g} ms" if library == OURS else "",
        ]
        for library, values in taken.items()
        if values
    ]
    return rows, list(failures.values())


# A line of JSON with milliseconds of the processor and megabytes, for each goal of the dialects.
_DIALECTS = """
import json, time, tvmlike
from tvmlike import ir
from tvmlike.ir import Context

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1e3

def taken(run):
    start = time.process_time()
    run()
    return (time.process_time() - start) * 1e3

def views(operation):
    lines = [f'%{i + 1} = "{operation}"(%{i}) : (i1) -> i1' for i in range(5000)]
    module = ir.Module.parse("\\n".join(["%0 = arith.constant true", *lines]))
    return min(taken(lambda: [None for _ in module.body]) for _ in range(50))

before, contexts = resident(), []
milliseconds = taken(lambda: contexts.append(Context()))
found = {"all dialects": milliseconds, "memory": resident() - before}
found["descriptor"] = taken(lambda: contexts[0].get_dialect_descriptor("builtin"))
found["arith"] = taken(lambda: contexts[0].get_dialect_descriptor("arith"))
text = 'dialect bench\\nconstraint I "integer" integer\\noperation same\\n  operand x I\\n  result y I'
tvmlike.register_func("ir.dialect.bench", lambda: text)
with ir.Context(), ir.Location.unknown():
    found["views"] = views("bench.same") / views("builtin.unrealized_conversion_cast")
print(json.dumps(found))
"""
# What is measured, the unit, and the goal.
_DIALECT_GOALS = {
    "all dialects": ("a first context, which knows all dialects", "ms", 2),
    "memory": ("the memory of that, until a dialect is used", "MB", 2),
    "descriptor": ("the first descriptor of a dialect, whose class is made then", "ms", None),
    "arith": ("load arith, 49 operations, for the first time", "ms", 1),
    "views": ("iterate operations: of a dialect without a Python module, than with one", "times", 1),
}


def _dialects(python: str, turns: int) -> tuple[list[list[str]], list[str]]:
    taken: list[dict[str, float]] = []
    for _ in range(turns):
        command = [python, "-c", _DIALECTS]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
            return [], [f"the cost of dialects: {last}"]
        taken.append(json.loads(done.stdout))
    return [
        [
            label,
            f"{statistics.median(each[name] for each in taken):.3g} {unit}",
            f"at most {goal} {unit}" if goal is not None else "",
        ]
        for name, (label, unit, goal) in _DIALECT_GOALS.items()
    ], []


def rows(
    pythons: dict[str, tuple[str, str]], libraries: list[str] | None, turns: int
) -> tuple[list[list[str]], list[str]]:
    """Returns the rows of the table, and what failed. `pythons` has interpreters and modules by library."""
    found, failures = _imports(pythons, turns)
    if libraries is not None:
        size = [Path(library).stat().st_size / 1e6 for library in libraries]
        shown = f"{size[0] - size[1]:.2f} MB ({size[1]:.2f} to {size[0]:.2f})"
        found.append(["libtvmlike, stripped: with the compiler", shown, f"at most {LIBRARY_GOAL:g} MB"])
    if OURS in pythons:
        shown, failed = _dialects(pythons[OURS][0], turns)
        found += shown
        failures += failed
    return found, failures
