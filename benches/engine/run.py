"""Compares compiled kernels with those of clang: run, call and compile. `cargo xtask bench engine` runs it.

The kernels of compiler/tests/engine are lowered and compiled by `tvmlike.compile`, and by mlir-opt,
mlir-translate and clang of LLVM 22, once without vectors and once as clang does by default. All are called
with the same arrays as packed functions, in turns. A cell is the median of the turns, a ratio the median of
the ratios of the turns. Before that, their results must be equal. A missed goal is not a failure.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Callable

import numpy as np

import tvmlike
from tvmlike import memref, native

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "compiler" / "tests" / "engine" / "kernels.mlir"
PIPELINE = [
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    "convert-complex-to-llvm",
    "convert-math-to-llvm",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-vector-to-llvm",
    "finalize-memref-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
]
# Kernels that do next to nothing: a call of one costs what calling costs.
CALLED = """
func.func @touch(%x: memref<?xf64> {llvm.readonly}, %y: memref<?xf64>) attributes {llvm.emit_c_interface} {
  return
}
func.func @scale(%a: f64, %x: memref<?xf64>, %y: memref<?xf64>) attributes {llvm.emit_c_interface} {
  return
}
func.func @fresh(%n: index) -> memref<?xf64> attributes {llvm.emit_c_interface} {
  %0 = memref.alloc(%n) : memref<?xf64>
  return %0 : memref<?xf64>
}
"""
SIGNATURES = {
    "touch": "(%x: memref<?xf64> {llvm.readonly}, %y: memref<?xf64>) -> ()",
    "scale": "(%a: f64, %x: memref<?xf64>, %y: memref<?xf64>) -> ()",
    "fresh": "(%n: index) -> memref<?xf64>",
}
SAXPY = """
func.func @saxpy(%a: f32, %x: memref<?xf32> {llvm.readonly}, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = memref.load %y[%i] : memref<?xf32>
    %2 = arith.mulf %a, %0 : f32
    %3 = arith.addf %2, %1 : f32
    memref.store %3, %y[%i] : memref<?xf32>
  }
  return
}
"""
# Prints the milliseconds from the text to the first result.
FIRST = """
x, y = np.ones(16, np.float32), np.ones(16, np.float32)
start = time.perf_counter()
tvmlike.compile(text).saxpy(2.0, x, y)
print((time.perf_counter() - start) * 1e3)
"""
OURS, SCALAR, VECTOR = "tvmlike", "clang -O2, scalar", "clang -O2"
NO_VECTORS = ["-fno-vectorize", "-fno-slp-vectorize"]
# How many times the time of scalar clang a kernel may take.
GOAL, GOAL_OF_STATES = 1.2, 1.5
# How many times the time of the same call into a library of clang's, which has no guards, a call may take.
GOAL_OF_CALLS = 1.1
# The least time of a measurement, in seconds.
LEAST = 0.02


def tool(name: str) -> str:
    found = shutil.which(f"{name}-22")
    if found is None:
        sys.exit(f"{name} of LLVM 22 is not installed")
    return found


def lowered_by_mlir(file: Path) -> bytes:
    opt, translate = tool("mlir-opt"), tool("mlir-translate")
    done = subprocess.run([opt, *(f"--{name}" for name in PIPELINE), file], capture_output=True, check=True)
    text = subprocess.run([translate, "--mlir-to-llvmir"], input=done.stdout, capture_output=True, check=True)
    return text.stdout


def by_clang(text: bytes, path: Path, *flags: str) -> None:
    common = ["-O2", "-ffp-contract=off", "-Wno-override-module", "-shared", "-fPIC", "-x", "ir", "-"]
    subprocess.run([tool("clang"), *common, "-lm", *flags, "-o", path], input=text, check=True)


def observe(i: int, x: Any) -> float:
    return float(x.numpy()[i])


def cases() -> list[tuple[str, str, list[Any], float]]:
    """Label, function, arguments, goal."""
    rng = np.random.default_rng(0)

    def floats(*shape: int) -> Any:
        return rng.random(shape, np.float32)

    wide = floats(4096, 2)
    return [
        ("saxpy, 4,096", "saxpy", [0.5, floats(4096), floats(4096)], GOAL),
        ("saxpy, dynamic strides", "saxpy_strided", [0.5, wide[:, 0], floats(4096, 2)[:, 1]], GOAL),
        ("stencil of 5 points, 256 by 256", "stencil", [floats(256, 256), floats(256, 256)], GOAL),
        ("matmul ijk, 96", "matmul", [floats(96, 96), floats(96, 96), floats(96, 96)], GOAL),
        ("matmul ikj, 96", "matmul_ikj", [floats(96, 96), floats(96, 96), floats(96, 96)], GOAL),
        ("sum of f32, 4,096", "sum", [floats(4096)], GOAL),
        ("sum of i64, 4,096", "sum_i64", [rng.integers(0, 1000, 4096)], GOAL),
        ("softmax, 4,096", "softmax", [floats(4096), floats(4096)], GOAL),
        ("Collatz steps of 837,799", "collatz", [837799], GOAL_OF_STATES),
    ]


def seconds(function: Callable[..., Any], arguments: list[Any], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        function(*arguments)
    return (time.perf_counter() - start) / count


def copies(arguments: list[Any]) -> list[Any]:
    return [each.copy() if isinstance(each, np.ndarray) and each.base is None else each for each in arguments]


def check(libraries: dict[str, Any], function: str, arguments: list[Any]) -> None:
    """Fails unless all make the same of the same arrays."""
    outcomes = []
    for library in libraries.values():
        given = copies(arguments)
        result = library[function](*given)
        outcomes.append([result, *given])
    for other in outcomes[1:]:
        for mine, theirs in zip(outcomes[0], other):
            if mine is not None:
                np.testing.assert_allclose(mine, theirs, rtol=1e-4)


def run_kernels(turns: int, folder: Path) -> list[str]:
    text = lowered_by_mlir(KERNELS)
    pointer = memref.export(observe, "(index, memref<?xf32>) -> f32")
    tvmlike.register_func("observe", observe)
    libraries: dict[str, Any] = {OURS: tvmlike.compile(KERNELS.read_text())}
    for label, flags in ((SCALAR, NO_VECTORS), (VECTOR, [])):
        path = folder / f"lib{len(libraries)}.so"
        by_clang(text, path, *flags)
        imports = {"_mlir_ciface_observe": pointer}
        libraries[label] = native.open(path, imports=imports, signatures=KERNELS)
    lines = [
        f"| µs per call | {' | '.join(libraries)} | {OURS} ÷ scalar | goal | |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    for label, function, arguments, goal in cases():
        check(libraries, function, arguments)
        once = min(seconds(library[function], arguments, 3) for library in libraries.values())
        count = max(1, int(LEAST / max(once, 1e-9)))
        times: dict[str, list[float]] = {name: [] for name in libraries}
        for _ in range(turns):
            for name, library in libraries.items():
                times[name].append(seconds(library[function], arguments, count))
        ratio = median(a / b for a, b in zip(times[OURS], times[SCALAR]))
        cells = " | ".join(f"{median(each) * 1e6:.2f}" for each in times.values())
        verdict = "" if ratio <= goal else "missed"
        lines.append(f"| {label} | {cells} | {ratio:.2f} | {goal} | {verdict} |")
        print(lines[-1])
    return lines


def failing(function: Callable[..., Any], x: Any, wrong: Any) -> None:
    try:
        function(x, wrong)
    except TypeError:
        return
    raise AssertionError("the array has the wrong type")


def run_calls(turns: int, folder: Path) -> list[str]:
    """Calling: compiled functions with guards, and the same functions in a library that clang made."""
    file = folder / "called.mlir"
    file.write_text(CALLED)
    by_clang(lowered_by_mlir(file), folder / "libcalled.so")
    ours = tvmlike.compile(CALLED, signatures=SIGNATURES)
    theirs = native.open(folder / "libcalled.so", signatures=SIGNATURES)
    x, y, wrong = np.ones(16), np.ones(16), np.ones(16, np.float32)

    def rows(library: Any) -> dict[str, tuple[Callable[..., Any], list[Any]]]:
        touch = library.touch
        return {
            "two arrays": (touch, [x, y]),
            "a number and two arrays": (library.scale, [2.0, x, y]),
            # Both sides pay for the lambda.
            "two arrays by keyword": (lambda: touch(x=x, y=y), []),
            "an array of the wrong type": (failing, [touch, x, wrong]),
            "a returned array": (library.fresh, [16]),
        }

    mine, other = rows(ours), rows(theirs)
    lines = [
        "| ns per call | tvmlike, guarded | a library of clang's | ÷ | goal | |",
        "|---|---:|---:|---:|---:|---|",
    ]
    for label, (function, arguments) in mine.items():
        peer, given_to_peer = other[label]
        count = max(1, int(LEAST / seconds(function, arguments, 100)))
        a, b = [], []
        for turn in range(2 * turns):
            # In turns, so that no side is always the first.
            sides = [(a, function, arguments), (b, peer, given_to_peer)]
            for times, called, given in sides if turn % 2 else reversed(sides):
                times.append(seconds(called, given, count))
        ratio = median(one / two for one, two in zip(a, b))
        verdict = "" if ratio <= GOAL_OF_CALLS else "missed"
        cells = f"{median(a) * 1e9:.0f} | {median(b) * 1e9:.0f} | {ratio:.2f}"
        lines.append(f"| {label} | {cells} | {GOAL_OF_CALLS} | {verdict} |")
        print(lines[-1])
    return lines


def run_compilation(turns: int, folder: Path) -> list[str]:
    """Compiling: from text to the first result, of small kernels and of a hundred functions."""
    one = "func.func @f(%a: f64, %b: f64) -> f64 {\n  %0 = arith.addf %a, %b : f64\n  return %0 : f64\n}\n"
    body = "".join(f"  %{i + 1} = arith.addf %{i}, %b : f64\n" for i in range(100))
    many = "".join(
        f"func.func @f{i}(%a: f64, %b: f64) -> f64 {{\n  %0 = arith.mulf %a, %b : f64\n{body}"
        "  return %100 : f64\n}\n"
        for i in range(100)
    )
    vectors = [np.ones(16, np.float32), np.ones(16, np.float32)]
    lines = ["| ms | tvmlike | mlir-opt, mlir-translate, clang -O2 | ÷ |", "|---|---:|---:|---:|"]
    for label, text, name, arguments in (
        ("one function of one operation", one, "f", [1.0, 2.0]),
        ("saxpy", SAXPY, "saxpy", [2.0, *vectors]),
        ("100 functions of 100", many, "f7", [1.0, 2.0]),
    ):
        file = folder / "text.mlir"
        file.write_text(text)
        ours, theirs = [], []
        for _ in range(max(3, turns // 2)):
            start = time.perf_counter()
            tvmlike.compile(text)[name](*arguments)
            ours.append(time.perf_counter() - start)
            start = time.perf_counter()
            by_clang(lowered_by_mlir(file), folder / "libtext.so")
            theirs.append(time.perf_counter() - start)
        a, b = median(ours) * 1e3, median(theirs) * 1e3
        lines.append(f"| {label} | {a:.2f} | {b:.1f} | {a / b:.3f} |")
        print(lines[-1])
    program = f"import time\nimport numpy as np, tvmlike\ntext = {SAXPY!r}\n" + FIRST
    first = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
        for _ in range(max(3, turns // 2))
    ]
    lines.append(f"| saxpy, the first in a process that has imported tvmlike | {median(first):.2f} | | |")
    print(lines[-1])
    return lines


CHECKED = """
func.func @sum(%x: memref<?xf64> {llvm.readonly}, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    scf.yield %1 : f64
  }
  return %sum : f64
}
func.func @positive(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %holds = arith.cmpi sgt, %n, %c0 : i64
  cf.assert %holds, "n must be positive"
  return %n : i64
}
"""


def ratio_of(turns: int, one: Callable[[], Any], two: Callable[[], Any]) -> tuple[float, float, float]:
    """The medians of two sides that are measured in turns, in seconds, and of the ratios."""
    counts = [max(1, int(LEAST / seconds(each, [], 3))) for each in (one, two)]
    a, b = [], []
    for turn in range(turns):
        sides = [(a, one, counts[0]), (b, two, counts[1])]
        for times, called, count in sides if turn % 2 else reversed(sides):
            times.append(seconds(called, [], count))
    return median(a), median(b), median(x / y for x, y in zip(a, b))


def raising(function: Callable[..., Any], *arguments: Any) -> None:
    try:
        function(*arguments)
    except RuntimeError:
        return
    raise AssertionError("the assertion holds")


def run_checks(turns: int) -> list[str]:
    """Checks at run time: what they cost, and what a failed one costs, by both engines."""
    plain, checked = tvmlike.compile(CHECKED), tvmlike.compile(CHECKED, bounds_checks=True)
    clang = tvmlike.compile(CHECKED, engine="llvm")
    x = np.ones(4096)
    lines = ["| µs | with | without | ÷ |", "|---|---:|---:|---:|"]
    rows = [
        ("sum of 4,096, bounds_checks", lambda: checked.sum(x, 4096), lambda: plain.sum(x, 4096)),
        ("a failed assertion", lambda: raising(plain.positive, 0), lambda: plain.positive(1)),
        ("the same, engine llvm", lambda: raising(clang.positive, 0), lambda: clang.positive(1)),
        ("an assertion that holds, llvm ÷ cranelift", lambda: clang.positive(1), lambda: plain.positive(1)),
    ]
    for label, one, two in rows:
        a, b, ratio = ratio_of(turns, one, two)
        lines.append(f"| {label} | {a * 1e6:.3f} | {b * 1e6:.3f} | {ratio:.2f} |")
        print(lines[-1])
    return lines


PARALLEL = """
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
func.func @scale(%a: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
    %0 = memref.load %a[%i, %j] : memref<?x?xf32>
    %1 = arith.mulf %0, %two : f32
    memref.store %1, %a[%i, %j] : memref<?x?xf32>
  }
  return
}
"""


def run_threads(turns: int) -> list[str]:
    """Parallel loops on two threads and on one."""
    one, two = tvmlike.compile(PARALLEL), tvmlike.compile(PARALLEL, threads=2)
    lines = ["| µs | 2 threads | 1 thread | ÷ |", "|---|---:|---:|---:|"]
    for size in (8, 64, 256):
        matrices = [np.zeros((size, size), np.float32) for _ in range(3)]
        for name, arguments in (("matmul", matrices), ("scale", matrices[:1])):
            sides = [partial(lib[name], *arguments) for lib in (two, one)]
            x, y, ratio = ratio_of(turns, *sides)
            lines.append(f"| {name}, {size} rows | {x * 1e6:.1f} | {y * 1e6:.1f} | {ratio:.2f} |")
            print(lines[-1])
    return lines


def run_cache(turns: int, folder: Path) -> list[str]:
    """The cache: the same module again, from memory and from disk, beside compiling it."""
    lines = ["| ms | from the cache | compiled | ÷ |", "|---|---:|---:|---:|"]

    def from_disk(**options: Any) -> None:
        tvmlike.engine.clear_cache()
        assert tvmlike.compile(SAXPY, cache=folder, **options).cached == "disk"

    for name in ("cranelift", "llvm"):
        for label, one in (
            ("memory", lambda name=name: tvmlike.compile(SAXPY, cache=folder, engine=name)),
            ("disk", lambda name=name: from_disk(engine=name)),
        ):
            tvmlike.compile(SAXPY, cache=folder, engine=name)
            a, b, ratio = ratio_of(turns, one, lambda name=name: tvmlike.compile(SAXPY, engine=name))
            lines.append(f"| saxpy, {name}, from {label} | {a * 1e3:.3f} | {b * 1e3:.3f} | {ratio:.3f} |")
            print(lines[-1])

    def some(count: int) -> None:
        for _ in range(count):
            tvmlike.compile(SAXPY)

    def in_threads(count: int) -> None:
        work = [threading.Thread(target=some, args=(40 // count,)) for _ in range(count)]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()

    a, b, ratio = ratio_of(turns, lambda: in_threads(2), lambda: in_threads(1))
    lines += ["", "| ms | 2 threads | 1 thread | ÷ |", "|---|---:|---:|---:|"]
    lines.append(f"| saxpy, 40 times | {a * 1e3:.1f} | {b * 1e3:.1f} | {ratio:.2f} |")
    print(lines[-1])
    return lines


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    parser.add_argument("--results", type=Path, help="the file for the tables")
    options = parser.parse_args()
    turns = 3 if options.quick else 9
    with tempfile.TemporaryDirectory() as name:
        lines = ["# Compiled kernels", "", *run_kernels(turns, Path(name)), ""]
        lines += ["## Calling", "", *run_calls(turns, Path(name)), ""]
        lines += ["## Compiling", "", *run_compilation(turns, Path(name)), ""]
        lines += ["## Checks", "", *run_checks(turns), ""]
        lines += ["## Threads", "", *run_threads(turns), ""]
        lines += ["## Cache", "", *run_cache(turns, Path(name) / "cache"), ""]
    if options.results:
        options.results.parent.mkdir(parents=True, exist_ok=True)
        options.results.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
