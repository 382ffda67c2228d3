"""Runs random functions by Cranelift, by our LLVM IR, and by MLIR's lowering: equal to the bit.

    python compiler/tests/engine_fuzz.py                        # twice two modules of forty functions
    python compiler/tests/engine_fuzz.py --modules 100 --seed 7

One module is over memrefs, and one over tensors, with operations of linalg and tensor. They have many
functions, so that few programs are started. Each function is called with several lists of arguments; results
and arrays must be equal, where NaNs equal each other. The exit code is 1 if any differ.
"""

from __future__ import annotations

import argparse
import math
import random
import struct
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from engine_mlir import TENSOR_PASSES, by_mlir, outcome
from engine_random import FLOATS, SIZE, WIDTHS, Function, Memory, make_module
from engine_random_tensor import TensorFunction, make_tensor_module

import tvmlike

DTYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f32": np.float32,
    "f64": np.float64,
}
# How often a function is called.
CALLS = 4


def scalar(rng: random.Random, ty: str) -> Any:
    """An argument of a type, often at an edge."""
    if ty == "i1":
        return rng.random() < 0.5
    if ty in FLOATS:
        edges = [
            0.0,
            -0.0,
            1.0,
            -2.5,
            math.inf,
            -math.inf,
            math.nan,
            1e-42,
            3e38,
            rng.gauss(0, 1),
            rng.gauss(0, 1e6),
        ]
        value = rng.choice(edges)
        return struct.unpack("f", struct.pack("f", value))[0] if ty == "f32" else value
    low, high = -(1 << (WIDTHS[ty] - 1)), (1 << (WIDTHS[ty] - 1)) - 1
    return rng.choice([0, 1, -1, 5, low, high, rng.randint(low, high), rng.randint(-20, 20)])


def array(rng: random.Random, memory: Memory) -> Any:
    dtype = DTYPES[memory.element]
    shape = (SIZE,) * memory.rank
    made = np.array([scalar(rng, memory.element) for _ in range(SIZE**memory.rank)], dtype).reshape(shape)
    if memory.layout == "strided":
        wide = np.zeros(3 * SIZE, dtype)
        view = wide[::3] if rng.random() < 0.5 else wide[::-3]
        view[:] = made
        return view
    return made


def copy(array: Any) -> Any:
    """A copy with the same strides."""
    if array.flags.c_contiguous:
        return array.copy()
    made = np.empty(3 * SIZE, array.dtype)[:: array.strides[0] // array.itemsize][:SIZE]
    made[:] = array
    return made


def copies(arguments: list[Any]) -> list[Any]:
    return [copy(each) if isinstance(each, np.ndarray) else each for each in arguments]


def tensor_array(rng: random.Random, element: str, shape: tuple[int, ...]) -> Any:
    count = math.prod(shape)
    with np.errstate(over="ignore"):
        return np.array([scalar(rng, element) for _ in range(count)], DTYPES[element]).reshape(shape)


def compare(seed: int, functions: int) -> list[str]:
    """The differences of one module over memrefs."""
    made = make_module(seed, functions)
    text = "".join(function.text for function in made)
    signatures = {function.name: function.signature for function in made}

    def arguments(rng: random.Random, function: Function) -> list[Any]:
        given = [scalar(rng, ty) for ty in function.scalars]
        return given + [array(rng, memory) for memory in function.memories]

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
        reference = pool.submit(by_mlir, text, signatures, Path(folder))
        texts = {function.name: function.text for function in made}
        calls = [(function.name, partial(arguments, function=function)) for function in made]
        return differences(seed, text, calls, texts, reference)


def compare_tensors(seed: int, functions: int) -> list[str]:
    """The differences of one module over tensors."""
    made = make_tensor_module(seed, functions)
    text = "".join(function.text() for function in made)
    signatures = {function.name: function.signature for function in made}
    kept = "".join(function.text(" {bufferization.writable = false}") for function in made)

    def arguments(rng: random.Random, function: TensorFunction) -> list[Any]:
        given = [tensor_array(rng, function.element, shape) for shape in function.params]
        return [*given, scalar(rng, function.element)]

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
        reference = pool.submit(by_mlir, kept, signatures, Path(folder), TENSOR_PASSES)
        texts = {function.name: function.text() for function in made}
        calls = [(function.name, partial(arguments, function=function)) for function in made]
        return differences(seed, text, calls, texts, reference)


def differences(
    seed: int, text: str, calls: list[tuple[str, Any]], texts: dict[str, str], reference: Any
) -> list[str]:
    """What our engines give that the reference does not, for one call of each function at most."""
    libraries = {
        "cranelift": tvmlike.compile(text),
        "cranelift, not optimized": tvmlike.compile(text, optimize=False),
        "our LLVM IR": tvmlike.compile(text, engine="llvm", optimize=bool(seed % 2)),
    }
    theirs = reference.result()
    rng = random.Random(seed)
    found = []
    for name, make in calls:
        for _ in range(CALLS):
            arguments = make(rng)
            wanted = outcome(theirs[name], copies(arguments))
            got = {way: outcome(library[name], copies(arguments)) for way, library in libraries.items()}
            wrong = [way for way in got if got[way] != wanted]
            if wrong:
                both = f"  MLIR {wanted!r}\n  ours {got[wrong[0]]!r}\n"
                found.append(f"{texts[name]}\n{wrong[0]}: of {arguments}\n{both}")
                break
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--modules", type=int, default=2)
    parser.add_argument("--functions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="differences to print")
    options = parser.parse_args()
    found = []
    for seed in range(options.seed, options.seed + options.modules):
        for made in (compare, compare_tensors):
            found += [f"seed {seed}: {line}" for line in made(seed, options.functions)]
    for line in found[: options.show]:
        print(line)
    count = 2 * options.modules * options.functions
    print(f"{count} random functions, {CALLS} calls each: {len(found)} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
