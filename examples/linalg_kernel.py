"""From a function of linalg to a picture of its timings, beside NumPy's.

    python examples/linalg_kernel.py [FIGURE.svg]

Needs NumPy. The figure is written as text: no library draws it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import tvmlike

# A layer of a network: c = max(a b + bias, 0).
LAYER = """
#row = affine_map<(i, j) -> (j)>
#all = affine_map<(i, j) -> (i, j)>

func.func @layer(%a: memref<?x?xf32> {llvm.readonly}, %b: memref<?x?xf32> {llvm.readonly},
                 %bias: memref<?xf32> {llvm.readonly}, %c: memref<?x?xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?xf32>)
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
    ins(%bias : memref<?xf32>) outs(%c : memref<?x?xf32>) {
  ^bb0(%shift: f32, %sum: f32):
    %0 = arith.addf %sum, %shift : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  }
  return
}

func.func @transpose(%a: memref<?x?xf32> {llvm.readonly}, %b: memref<?x?xf32> {llvm.noalias}) {
  linalg.transpose ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32>) permutation = [1, 0]
  return
}
"""
SIZES = (8, 16, 32, 64, 128)
COLORS = ("#c2410c", "#0369a1", "#15803d", "#7c3aed")
# The figure, and the area of the curves in it.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 70, 490, 30, 310


def best_time(function: Callable[[], object]) -> float:
    """The shortest of some calls, in seconds."""
    times = []
    end = time.perf_counter() + 0.05
    while len(times) < 5 or time.perf_counter() < end:
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(kernels: tvmlike.engine.Library) -> dict[str, list[float]]:
    """The times of each function for all sizes, after its results were compared with NumPy's."""
    times: dict[str, list[float]] = {}
    rng = np.random.default_rng(0)
    for size in SIZES:
        a, b = rng.random((2, size, size), np.float32) - np.float32(0.5)
        bias, c = rng.random(size, np.float32), np.empty((size, size), np.float32)
        kernels.layer(a, b, bias, c)
        np.testing.assert_allclose(c, np.maximum(a @ b + bias, 0), atol=1e-4)
        out = np.empty_like(a)
        kernels.transpose(a, out)
        np.testing.assert_array_equal(out, a.T)
        calls: dict[str, Callable[[], object]] = {
            "layer, compiled": lambda a=a, b=b, bias=bias, c=c: kernels.layer(a, b, bias, c),
            "layer, NumPy": lambda a=a, b=b, bias=bias: np.maximum(a @ b + bias, 0),
            "transpose, compiled": lambda a=a, out=out: kernels.transpose(a, out),
            "transpose, NumPy": lambda a=a, out=out: np.copyto(out, a.T),
        }
        for name, call in calls.items():
            times.setdefault(name, []).append(best_time(call))
    return times


def draw(times: dict[str, list[float]]) -> str:
    """An SVG figure with both axes logarithmic."""
    powers = np.log10([value for curve in times.values() for value in curve])
    lowest, highest = int(np.floor(powers.min())), int(np.ceil(powers.max()))

    def x_of(index: int) -> float:
        return LEFT + (RIGHT - LEFT) * index / (len(SIZES) - 1)

    def y_of(power: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (power - lowest) / (highest - lowest)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="18">Time of a call by the size of square arrays of f32</text>',
    ]
    units = {
        -9: "1 ns",
        -8: "10 ns",
        -7: "100 ns",
        -6: "1 µs",
        -5: "10 µs",
        -4: "100 µs",
        -3: "1 ms",
        -2: "10 ms",
    }
    for power in range(lowest, highest + 1):
        y, label = y_of(power), units.get(power, f"1e{power} s")
        parts.append(f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for index, size in enumerate(SIZES):
        parts.append(f'<text x="{x_of(index):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{size}</text>')
    for number, ((name, curve), color) in enumerate(zip(times.items(), COLORS)):
        points = " ".join(f"{x_of(at):.1f},{y_of(np.log10(value)):.1f}" for at, value in enumerate(curve))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        y = TOP + 10 + 20 * number
        parts.append(f'<text x="{RIGHT + 15}" y="{y}" fill="{color}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    start = time.perf_counter()
    kernels = tvmlike.compile(LAYER)
    print(f"compiled in {(time.perf_counter() - start) * 1e3:.1f} ms: {', '.join(kernels)}")
    times = measure(kernels)
    print(f"{'µs per call':20}", *(f"{size:>9}" for size in SIZES))
    for name, curve in times.items():
        print(f"{name:20}", *(f"{value * 1e6:9.2f}" for value in curve))
    if len(sys.argv) > 1:
        figure = Path(sys.argv[1])
    else:
        figure = Path(tempfile.mkdtemp(prefix="tvmlike-")) / "timings.svg"
    figure.write_text(draw(times), encoding="utf-8")
    print("figure:", figure)


if __name__ == "__main__":
    main()
