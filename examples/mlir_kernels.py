"""Kernels that MLIR compiled, called with NumPy and PyTorch arrays: no wrapper, no copy.

    python examples/mlir_kernels.py

Needs NumPy and a C compiler, on x86-64 Linux: mlir_kernels/kernels.s is what MLIR makes of kernels.mlir
beside it. PyTorch takes part where it is installed.
"""

from __future__ import annotations

import importlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import tvmlike

FOLDER = Path(__file__).resolve().parent / "mlir_kernels"


def main() -> None:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        print("the assembly is for x86-64 Linux: nothing to show here")
        return
    compiler = os.environ.get("CC") or shutil.which("cc")
    if compiler is None:
        print("there is no C compiler to assemble the kernels: nothing to show here")
        return
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "libkernels.so"
        subprocess.run([compiler, "-shared", "-o", library, FOLDER / "kernels.s"], check=True)
        # The compiled code calls `callback`, which the host supplies.
        callback = tvmlike.memref.export(scaled_by_position, "(%x: f64, %i: index) -> f64")
        kernels = tvmlike.native.open(library, imports={"_mlir_ciface_callback": callback})
    # The library says itself what its functions take: they are in the registry now, like all others.
    mlir = tvmlike.mlir_kernels
    print("the library brings:", ", ".join(kernels))
    in_place(mlir)
    results(mlir)
    views(mlir)
    other_types(mlir)
    callbacks(mlir)
    mistakes(mlir)
    torch = installed("torch")
    if torch:
        pytorch(mlir, torch)


def in_place(mlir: Any) -> None:
    x = np.arange(5, dtype=np.float32)
    x.flags.writeable = False
    y = np.ones(5, np.float32)
    mlir.axpy(2.0, x, y)
    print("axpy wrote into y:", y)
    assert y.tolist() == [1.0, 3.0, 5.0, 7.0, 9.0]
    mlir.axpy(a=-2.0, x=x, y=y)
    assert y.tolist() == [1.0] * 5


def results(mlir: Any) -> None:
    a = np.arange(6.0).reshape(2, 3)
    # A transposed matrix is the same memory with other strides, which the kernel's type allows.
    product = np.asarray(mlir.matmul(a, a.T))
    print("matmul made:", product.tolist())
    assert (product == a @ a.T).all()
    low, at, high, to = mlir.extremes(np.array([3, -1, 4, 1, 5, -9], np.float32))
    print(f"extremes: {low} at {at}, {high} at {to}")
    assert (low, at, high, to) == (-9.0, 5, 5.0, 4)


def views(mlir: Any) -> None:
    table = np.arange(12, dtype=np.int32).reshape(4, 3)
    rows = np.asarray(mlir.every_other(table))
    assert rows.tolist() == [[0, 1, 2], [6, 7, 8]]
    rows[0, 0] = 100
    print("a view that the kernel returned is the argument's memory:", table[0, 0] == 100)
    assert table[0, 0] == 100
    into = np.zeros((3, 4), np.float32)
    mlir.transpose_into(table.astype(np.float32), into)
    assert (into == table.T).all()


def other_types(mlir: Any) -> None:
    ml_dtypes = installed("ml_dtypes")
    if ml_dtypes:
        numbers = np.full(10, 0.1, ml_dtypes.bfloat16)
        print("ten tenths in bfloat16:", mlir.sum_bf16(numbers))
    assert mlir.square(1 + 2j) == (1 + 2j) ** 2


def scaled_by_position(x: float, i: int) -> float:
    return x * i


def callbacks(mlir: Any) -> None:
    numbers = np.ones(4)
    mlir.map_in_place(numbers)
    print("compiled code called Python:", numbers)
    assert numbers.tolist() == [0.0, 1.0, 2.0, 3.0]


def mistakes(mlir: Any) -> None:
    x = np.ones(6, np.float32)
    for what, wrong in (("type", x.astype(float)), ("rank", x.reshape(2, 3)), ("layout", x[::2])):
        try:
            mlir.extremes(wrong)
        except (TypeError, ValueError) as error:
            print(f"another {what}: {error}")
        else:
            raise AssertionError(what)


def pytorch(mlir: Any, torch: Any) -> None:
    x, y = torch.arange(4, dtype=torch.float32), torch.ones(4)
    mlir.axpy(10.0, x, y)
    print("axpy wrote into a PyTorch tensor:", y)
    assert y.tolist() == [1.0, 11.0, 21.0, 31.0]


def installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


if __name__ == "__main__":
    main()
