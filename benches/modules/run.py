"""Measures compile time and code size per function, compared with PyO3, on generated crates.

Each crate is built in two sizes, and the difference excludes the fixed cost of a library. Compile time is the
least CPU time of several builds in which only the crate itself has changed. Size is that of the stripped
library, minus that of a crate with only the function bodies.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import generate

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "target" / "bench" / "modules"
SIZES = {"small": (5, 1), "large": (1000, 100)}
DEPENDENCIES = {
    "plain": "",
    "tvmlike": f'tvmlike = {{ path = "{ROOT}", default-features = false }}',
    "pyo3": 'pyo3 = "=0.30.1"',
}
GOALS = {"milliseconds": 8.0, "bytes": 500.0}


def environment() -> dict[str, str]:
    """Returns cargo's environment. The workspace sets PYO3_NO_PYTHON, so a file describes the interpreter."""
    config = FOLDER / "python.config"
    major, minor = sys.version_info[:2]
    config.write_text(f"implementation=CPython\nversion={major}.{minor}\nshared=true\n")
    return os.environ | {
        "CARGO_TARGET_DIR": str(FOLDER / "target"),
        "PYO3_CONFIG_FILE": str(config),
        "PYO3_BUILD_EXTENSION_MODULE": "1",
    }


def build(peer: str, size: str, turns: int) -> tuple[float, int]:
    """Returns the seconds of CPU time and the size in bytes of one crate."""
    crate, name = FOLDER / peer / size, f"{peer}_{size}"
    source = getattr(generate, peer)(*SIZES[size])
    generate.write(crate, name, DEPENDENCIES[peer], source)
    command, env = ["cargo", "build", "--release", "--quiet"], environment()
    subprocess.run(command, cwd=crate, env=env, check=True)
    least = float("inf")
    for _ in range(turns):
        os.utime(crate / "src" / "lib.rs")
        before = os.times()
        subprocess.run(command, cwd=crate, env=env, check=True)
        after = os.times()
        used = after.children_user - before.children_user + after.children_system - before.children_system
        least = min(least, used)
    stripped = FOLDER / f"{name}.stripped"
    shutil.copy(FOLDER / "target" / "release" / f"lib{name}.so", stripped)
    subprocess.run(["strip", stripped], check=True)
    return least, stripped.stat().st_size


def main() -> None:
    """Builds all crates and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--peer", action="append", choices=[*DEPENDENCIES])
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    (small_functions, small_classes), (functions, classes) = SIZES["small"], SIZES["large"]
    count = functions - small_functions + (classes - small_classes) * generate.MEMBERS
    each: dict[str, tuple[float, float]] = {}
    for peer in ["plain", *(options.peer or ["tvmlike", "pyo3"])]:
        try:
            small, large = (build(peer, size, options.turns) for size in SIZES)
        except subprocess.CalledProcessError as error:
            print(f"{peer} is omitted: {error}")
            continue
        each[peer] = ((large[0] - small[0]) * 1e3 / count, (large[1] - small[1]) / count)
    print(f"\nPer function or member, of {functions} functions and {classes} classes")
    print("| peer | ms of rustc | bytes beyond the body |\n|---|---:|---:|")
    bodies = each.pop("plain")[1]
    for peer, (milliseconds, size) in each.items():
        print(f"| {peer} | {milliseconds:.1f} | {size - bodies:.0f} |")
    print(f"| goal | {GOALS['milliseconds']:.1f} | {GOALS['bytes']:.0f} |")


if __name__ == "__main__":
    main()
