"""What the compiler's IR adds to the library and to an import.

An import is that of the IR's module, in a process that has imported tvmlike, or nothing for peers: the median
time of new processes, which take turns.
"""

from __future__ import annotations

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
__import__({module!r})
print(time.perf_counter() - start)
"""


def _import_ms(python: str, package: str, module: str) -> float:
    code = _CODE.format(package=package, module=module)
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
                milliseconds = _import_ms(python, OURS if library == OURS else "sys", module)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                failures[library] = f"import of {library}: {error}"
                continue
            if turn:
                taken[library].append(milliseconds)
    rows = [
        [
            f"import {pythons[library][1]}{', beyond import tvmlike' if library == OURS else ''}",
            f"{statistics.median(values):.3g} ms",
            f"at most {IMPORT_GOAL:g} ms" if library == OURS else "",
        ]
        for library, values in taken.items()
        if values
    ]
    return rows, list(failures.values())


def rows(
    pythons: dict[str, tuple[str, str]], libraries: list[str] | None, turns: int
) -> tuple[list[list[str]], list[str]]:
    """Returns the rows of the table, and what failed. `pythons` has interpreters and modules by library."""
    found, failures = _imports(pythons, turns)
    if libraries is not None:
        size = [Path(library).stat().st_size / 1e6 for library in libraries]
        shown = f"{size[0] - size[1]:.2f} MB ({size[1]:.2f} to {size[0]:.2f})"
        found.append(["libtvmlike, stripped: with the compiler", shown, f"at most {LIBRARY_GOAL:g} MB"])
    return found, failures
