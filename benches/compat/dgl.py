"""Measures DGL's front end on our libdgl and on the library of its wheel: nanoseconds per call, in turns.

    dgl.py --wheel FOLDER --library FOLDER [--pairs N] [--repeats N] [--front-end cython|ctypes]
           [--output FILE]

--wheel is the folder of an unpacked wheel of dgl for this Python; --library contains our libdgl and
libtvmlike. The called functions (dgl_functions.c) are compiled against each library. Each library is loaded
in a separate process, because both have the same name; the processes are measured in turns. The memory layout
makes a whole process some per cent faster or slower, so there are several pairs of processes, and the result
is the median of all turns. `÷` is the time on our libdgl divided by that on the original; the goal is ≤ 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: The largest ratio that passes: two runs of the same library differ by this much.
NOISE = 1.03


class Worker:
    """A process with the front end on one library."""

    def __init__(self, wheel: Path, library: Path, front_end: str, build: Path) -> None:
        name = "libdgl.dylib" if sys.platform == "darwin" else "libdgl.so"
        if not (library / name).exists():
            sys.exit(f"dgl.py: no {name} in {library}")
        compiled = build / f"functions{len(list(build.iterdir()))}.so"
        compiler = shutil.which(os.environ.get("CC", "cc")) or sys.exit("dgl.py: no C compiler is installed")
        source = HERE / "dgl_functions.c"
        command = [compiler, "-O2", "-shared", "-fPIC", "-o", compiled, source, library / name]
        subprocess.run([os.fspath(part) for part in command], check=True)
        env = {**os.environ, "DGL_FFI": front_end, "DGL_LIBRARY_PATH": os.fspath(library)}
        self.process = subprocess.Popen(
            [sys.executable, HERE / "dgl_worker.py", wheel, compiled],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.rows = []
        while line := self._read():
            self.rows.append(line)

    def _read(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit("dgl.py: a worker ended")
        return line.rstrip("\n")

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def measure(self, row: str) -> float:
        assert self.process.stdin is not None
        print(row, file=self.process.stdin, flush=True)
        return float(self._read())


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--front-end", choices=["cython", "ctypes"], default="cython")
    parser.add_argument("--pairs", type=int, default=11)
    parser.add_argument("--repeats", type=int, default=41, help="the number of turns per pair of processes")
    parser.add_argument("--output", type=Path)
    asked = parser.parse_args()
    samples: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder)
        for pair in range(asked.pairs):
            ours = Worker(asked.wheel, asked.library, asked.front_end, build)
            theirs = Worker(asked.wheel, asked.wheel / "dgl", asked.front_end, build)
            for row in ours.rows:
                taken = samples.setdefault(row, [])
                for turn in range(asked.repeats):
                    # The two take turns in being first.
                    if (pair + turn) % 2:
                        taken.append((ours.measure(row), theirs.measure(row)))
                    else:
                        second = theirs.measure(row)
                        taken.append((ours.measure(row), second))
            ours.end()
            theirs.end()
            print(f"pair {pair + 1} of {asked.pairs}", file=sys.stderr, flush=True)
    lines = [
        f"| ns per call ({asked.front_end}) | libdgl | DGL's own | ÷ |",
        "| --- | ---: | ---: | ---: |",
    ]
    slower = []
    for row, taken in samples.items():
        own, peer = (statistics.median(column) for column in zip(*taken, strict=True))
        ratio = statistics.median(own / peer for own, peer in taken)
        lines.append(f"| {row} | {own:.0f} | {peer:.0f} | {ratio:.2f} |")
        if ratio > NOISE:
            slower.append(row)
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if asked.output:
        asked.output.write_text(text, encoding="utf-8")
    if slower:
        print(f"dgl.py: slower than DGL's own: {', '.join(slower)}", file=sys.stderr)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
