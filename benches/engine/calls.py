"""Calling: what a call costs, and what checks at run time cost."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any, Callable

import numpy as np
from clang import by_clang, lowered_by_mlir
from timing import LEAST, ratio_of, seconds

import tvmlike
from tvmlike import native

# How many times the time of the same call into a library of clang's, which has no guards, a call may take.
GOAL_OF_CALLS = 1.1
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
