"""Running: compiled kernels beside those of clang, without vectors and with them."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any, Callable

import numpy as np
from clang import by_clang, lowered_by_mlir
from timing import LEAST, seconds

import tvmlike
from tvmlike import memref, native

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "compiler" / "tests" / "engine" / "kernels.mlir"
OURS, SCALAR, VECTOR = "tvmlike", "clang -O2, scalar", "clang -O2"
BY_LLVM, NATIVE, NUMPY = "engine llvm", "clang -O3 -march=native", "NumPy"
NO_VECTORS = ["-fno-vectorize", "-fno-slp-vectorize"]
# How many times the time of scalar clang a kernel may take.
GOAL, GOAL_OF_STATES = 1.2, 1.5
# The same of the engine llvm, of the time of clang with what the processor has.
GOAL_OF_LLVM = 1.05


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


def in_turns(
    libraries: dict[str, Any], function: str, arguments: list[Any], turns: int
) -> dict[str, list[float]]:
    """The seconds of a call in each turn, of the libraries that have the function."""
    having = {name: library[function] for name, library in libraries.items() if function in library}
    once = min(seconds(called, arguments, 3) for called in having.values())
    count = max(1, int(LEAST / max(once, 1e-9)))
    times: dict[str, list[float]] = {name: [] for name in having}
    for _ in range(turns):
        for name, called in having.items():
            times[name].append(seconds(called, arguments, count))
    return times


def table(libraries: dict[str, Any], mine: str, peer: str, goal: float | None, turns: int) -> list[str]:
    """A row for each kernel: the time of each library that has it, and the ratio of two.

    Without a goal, the kernel's own counts.
    """
    lines = [
        f"| µs per call | {' | '.join(libraries)} | {mine} ÷ {peer} | goal | |",
        f"|---|{'---:|' * len(libraries)}---:|---:|---|",
    ]
    for label, function, arguments, own_goal in cases():
        check({name: each for name, each in libraries.items() if function in each}, function, arguments)
        times = in_turns(libraries, function, arguments, turns)
        ratio = median(a / b for a, b in zip(times[mine], times[peer]))
        cells = (f"{median(times[name]) * 1e6:.2f}" if name in times else "" for name in libraries)
        limit = own_goal if goal is None else goal
        verdict = "" if ratio <= limit else "missed"
        lines.append(f"| {label} | {' | '.join(cells)} | {ratio:.2f} | {limit} | {verdict} |")
        print(lines[-1])
    return lines


def by_numpy() -> dict[str, Callable[..., Any]]:
    """The kernels in NumPy, as far as it has their operations. They write to the same arrays."""

    def saxpy(a: float, x: Any, y: Any) -> None:
        y += np.float32(a) * x

    def stencil(x: Any, out: Any) -> None:
        inner = x[1:-1, 1:-1] + x[:-2, 1:-1] + (x[2:, 1:-1] + x[1:-1, :-2]) + x[1:-1, 2:]
        np.multiply(inner, np.float32(0.2), out=out[1:-1, 1:-1])

    def matmul(a: Any, b: Any, c: Any) -> None:
        c += a @ b

    def softmax(x: Any, y: Any) -> None:
        np.exp(x - x.max(), out=y)
        y /= y.sum()

    return {
        "saxpy": saxpy,
        "saxpy_strided": saxpy,
        "stencil": stencil,
        "matmul": matmul,
        "matmul_ikj": matmul,
        "sum": np.sum,
        "sum_i64": np.sum,
        "softmax": softmax,
    }


def run_kernels(turns: int, folder: Path) -> list[str]:
    text = lowered_by_mlir(KERNELS)
    pointer = memref.export(observe, "(index, memref<?xf32>) -> f32")
    tvmlike.register_func("observe", observe)

    def clang(*flags: str) -> Any:
        path = folder / f"lib{len(list(folder.iterdir()))}.so"
        by_clang(text, path, *flags)
        return native.open(path, imports={"_mlir_ciface_observe": pointer}, signatures=KERNELS)

    module = KERNELS.read_text()
    default = {OURS: tvmlike.compile(module), SCALAR: clang(*NO_VECTORS), VECTOR: clang(), NUMPY: by_numpy()}
    of_processor = {BY_LLVM: tvmlike.compile(module, engine="llvm"), NATIVE: clang("-O3", "-march=native")}
    return [
        *table(default, OURS, SCALAR, None, turns),
        "",
        *table(of_processor, BY_LLVM, NATIVE, GOAL_OF_LLVM, turns),
    ]
