"""DGL's front end on libdgl, and on the library of its own wheel: nanoseconds a call, measured in turns.

    dgl.py --wheel FOLDER --library FOLDER [--pairs N] [--repeats N] [--front-end cython|ctypes]
           [--output FILE]

The first folder is that of an unpacked wheel of dgl, for this Python; the second has libdgl beside
libtvmlike. What is called is compiled here (dgl_functions.c), the same source against each library. Each
library has a process of its own, since the loader knows both by one name; they are asked in turns. How its
memory happens to lie makes a process some per cent faster or slower for as long as it lives, so there are
several pairs of processes; what counts is the median of all turns. `÷` is the time on libdgl divided by that
on the original: the goal is at most 1.
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
#: A row passes up to here: what two runs of the same differ by.
NOISE = 1.03


class Worker:
    """A process with the front end on one library."""

    def __init__(self, wheel: Path, library: Path, front_end: str, build: Path) -> None:
        name = "libdgl.dylib" if sys.platform == "darwin" else "libdgl.so"
        if not (library / name).exists():
            sys.exit(f"dgl.py: there is no {name} in {library}")
        compiled = build / f"functions{len(list(build.iterdir()))}.so"
        compiler = shutil.which(os.environ.get("CC", "cc")) or sys.exit("dgl.py: there is no C compiler")
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
    parser.add_argument("--repeats", type=int, default=41, help="how many turns a pair of processes takes")
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
                    # In turns, and each first as often as the other.
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
