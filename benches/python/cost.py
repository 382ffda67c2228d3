"""The cost of an import: time and memory of a new process, minus those of a process that imports nothing.

The environment contains only the measured packages, because a package that imports PyTorch or NumPy if they
are installed would be measured with them. The processes take turns.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from dataclasses import dataclass

# Resident pages after the import; on Linux only.
_RESIDENT = """
try:
    with open("/proc/self/statm") as file:
        print(int(file.read().split()[1]))
except OSError:
    print(0)
"""
_TVMLIKE = """
import sys, tvmlike
if ("tvmlike._native" in sys.modules) != {native}:
    sys.exit("this build of the package does not support the path in TVMLIKE_FFI")
"""


@dataclass(frozen=True)
class Subject:
    name: str
    title: str
    code: str
    path: str = ""


SUBJECTS = (
    Subject("bare", "bare Python", "import sys"),
    Subject("tvmlike", "tvmlike", _TVMLIKE.format(native=True), "native"),
    Subject("tvmlike-ctypes", "tvmlike ctypes", _TVMLIKE.format(native=False), "ctypes"),
    Subject("tvm-ffi", "tvm-ffi", "import sys, tvm_ffi"),
)


@dataclass(frozen=True)
class Cost:
    """The cost beyond bare Python; for bare Python, its own."""

    milliseconds: float
    kilobytes: float


def _start(python: str, subject: Subject) -> tuple[float, float]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TVMLIKE_", "PYTHON"))}
    start = time.perf_counter()
    done = subprocess.run(
        [python, "-c", subject.code + _RESIDENT],
        env={**environment, "TVMLIKE_FFI": subject.path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    taken = (time.perf_counter() - start) * 1e3
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1])
    return taken, int(done.stdout) * os.sysconf("SC_PAGE_SIZE") / 1024


def _medians(taken: list[tuple[float, float]]) -> tuple[float, float]:
    return statistics.median(ms for ms, _ in taken), statistics.median(kb for _, kb in taken)


def measure(python: str, turns: int) -> tuple[dict[str, Cost], dict[str, str]]:
    """Returns the medians by subject, and the reasons for subjects without one."""
    seen: dict[str, list[tuple[float, float]]] = {}
    skipped: dict[str, str] = {}
    for subject in SUBJECTS:
        try:
            # Not counted: the first run reads the files from disk and may compile them.
            _start(python, subject)
            seen[subject.name] = []
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
            skipped[subject.name] = str(error)
    for _ in range(turns):
        for subject in SUBJECTS:
            if subject.name in seen:
                seen[subject.name].append(_start(python, subject))
    if "bare" not in seen:
        return {}, skipped
    medians = {name: _medians(taken) for name, taken in seen.items()}
    bare = medians["bare"]
    costs = {name: Cost(ms - bare[0], kb - bare[1]) for name, (ms, kb) in medians.items() if name != "bare"}
    return {"bare": Cost(*bare), **costs}, skipped
