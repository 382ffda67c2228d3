"""Runs random functions by Cranelift, by our LLVM IR, and by MLIR's lowering: equal to the bit.

    python compiler/tests/engine_fuzz.py                        # two modules of forty functions
    python compiler/tests/engine_fuzz.py --modules 100 --seed 7

A module has many functions, so that few programs are started. Each function is called with several lists of
arguments; results and arrays must be equal, where NaNs equal each other. The exit code is 1 if any differ.
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from engine_random import FLOATS, SIZE, WIDTHS, Function, Memory, make_module

import tvmlike
from tvmlike import native

PASSES = [
    "convert-scf-to-cf",
    "memref-expand",
    "expand-strided-metadata",
    "lower-affine",
    "arith-expand",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "finalize-memref-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
]
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


def tool(name: str) -> str:
    found = shutil.which(f"{name}-22")
    if found is None:
        sys.exit(f"{name} of LLVM 22 is not installed")
    return found


def by_mlir(text: str, signatures: dict[str, str], folder: Path) -> Any:
    """The functions as mlir-opt, mlir-translate and clang make them."""
    lowered = subprocess.run(
        [tool("mlir-opt"), *(f"--{name}" for name in PASSES)],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    ir = subprocess.run(
        [tool("mlir-translate"), "--mlir-to-llvmir"], input=lowered.stdout, capture_output=True, check=True
    )
    path = folder / "libmlir.so"
    flags = ["-O1", "-ffp-contract=off", "-Wno-override-module", "-shared", "-fPIC", "-x", "ir", "-", "-lm"]
    subprocess.run([tool("clang"), *flags, "-o", path], input=ir.stdout, capture_output=True, check=True)
    return native.open(path, signatures=signatures)


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
    if array.ndim > 1:
        return array.copy()
    made = np.empty(3 * SIZE, array.dtype)[:: array.strides[0] // array.itemsize][:SIZE]
    made[:] = array
    return made


def copies(arguments: list[Any]) -> list[Any]:
    return [copy(each) if isinstance(each, np.ndarray) else each for each in arguments]


def outcome(function: Any, arguments: list[Any]) -> bytes:
    """The results and the arrays after a call, as bytes; NaNs are equal."""
    given = copies(arguments)
    result = function(*given)
    values = list(result) if hasattr(result, "__iter__") else [result]
    parts = []
    for value in [*values, *(each for each in given if isinstance(each, np.ndarray))]:
        if isinstance(value, np.ndarray):
            plain = np.ascontiguousarray(value)
            if plain.dtype.kind == "f":
                plain = np.where(np.isnan(plain), np.array(np.nan, plain.dtype), plain)
            parts.append(plain.tobytes())
        elif isinstance(value, float):
            parts.append(b"nan" if math.isnan(value) else struct.pack("d", value))
        else:
            parts.append(str(int(value)).encode())
    return b"|".join(parts)


def compare(seed: int, functions: int) -> list[str]:
    """The differences of one module."""
    made = make_module(seed, functions)
    text = "".join(function.text for function in made)
    signatures = {function.name: function.signature for function in made}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        reference = pool.submit(by_mlir, text, signatures, Path(folder))
        other = pool.submit(tvmlike.compile, text, engine="llvm", optimize=bool(seed % 2))
        libraries = {
            "cranelift": tvmlike.compile(text),
            "cranelift, not optimized": tvmlike.compile(text, optimize=False),
            "our LLVM IR": other.result(),
        }
        theirs = reference.result()
        rng = random.Random(seed)
        return [line for function in made for line in differences(rng, function, theirs, libraries)]


def differences(rng: random.Random, function: Function, theirs: Any, libraries: dict[str, Any]) -> list[str]:
    for _ in range(CALLS):
        arguments = [scalar(rng, ty) for ty in function.scalars]
        arguments += [array(rng, memory) for memory in function.memories]
        wanted = outcome(theirs[function.name], arguments)
        for name, library in libraries.items():
            got = outcome(library[function.name], arguments)
            if got != wanted:
                return [f"{function.text}\n{name}: of {arguments}\n  MLIR {wanted!r}\n  ours {got!r}\n"]
    return []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--modules", type=int, default=2)
    parser.add_argument("--functions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="differences to print")
    options = parser.parse_args()
    found = []
    for seed in range(options.seed, options.seed + options.modules):
        found += [f"seed {seed}: {line}" for line in compare(seed, options.functions)]
    for line in found[: options.show]:
        print(line)
    count = options.modules * options.functions
    print(f"{count} random functions, {CALLS} calls each: {len(found)} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
