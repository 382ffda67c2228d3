"""What mlir-opt, mlir-translate and clang of LLVM 22 make of a module, as the reference for our engines.

A function is called by all of them with equal arguments; its results, and its arrays after the call, are
compared as bytes, where NaNs equal each other.
"""

from __future__ import annotations

import math
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from tvmlike import native

# From functions over memrefs with operations of scf, arith and memref.
PASSES = [
    "convert-scf-to-cf",
    "memref-expand",
    "expand-strided-metadata",
    "lower-affine",
    # First, as the comparisons that arith-expand makes of minimumf and maximumf do not tell zeros apart.
    "convert-arith-to-llvm",
    "arith-expand",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "finalize-memref-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
]
# From functions over memrefs with operations of any dialect that MLIR lowers.
MEMREF_PASSES = [
    "convert-bufferization-to-memref",
    "expand-realloc",
    "convert-linalg-to-loops",
    "scf-forall-to-for",
    "convert-vector-to-scf",
    "affine-expand-index-ops",
    "lower-affine",
    "convert-scf-to-cf",
    "memref-expand",
    "expand-strided-metadata",
    "lower-affine",
    "convert-complex-to-standard",
    "convert-vector-to-llvm",
    "finalize-memref-to-llvm",
    "convert-complex-to-llvm",
    "convert-math-to-llvm",
    "convert-ub-to-llvm",
    "convert-math-to-libm",
    "convert-arith-to-llvm",
    "arith-expand",
    "convert-arith-to-llvm",
    "finalize-memref-to-llvm",
    "convert-index-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
]
# From functions over tensors.
TENSOR_PASSES = [
    "convert-elementwise-to-linalg",
    "eliminate-empty-tensors",
    "empty-tensor-to-alloc-tensor",
    "one-shot-bufferize{bufferize-function-boundaries=true"
    " function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=true}",
    "buffer-deallocation-pipeline",
    *MEMREF_PASSES,
]
# MLIR has no passes for these, but operations of the dialect transform.
DECOMPOSE = """
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
  %s = transform.structured.match ops{["linalg.softmax"]} in %m : (!transform.any_op) -> !transform.any_op
  %d = transform.structured.decompose_interface %s : (!transform.any_op) -> !transform.any_op
  %p = transform.structured.match ops{["linalg.pack"]} in %m
    : (!transform.any_op) -> !transform.op<"linalg.pack">
  transform.structured.lower_pack %p : (!transform.op<"linalg.pack">)
    -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
  %u = transform.structured.match ops{["linalg.unpack"]} in %m
    : (!transform.any_op) -> !transform.op<"linalg.unpack">
  transform.structured.lower_unpack %u : (!transform.op<"linalg.unpack">)
    -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">,
        !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
  transform.yield
}
"""
FLAGS = ["-ffp-contract=off", "-Wno-override-module", "-shared", "-fPIC", "-x", "ir", "-", "-lm"]


def find_tool(name: str) -> str:
    """The path of a program of LLVM 22.

    Raises:
        FileNotFoundError: it is not installed.
    """
    found = shutil.which(f"{name}-22")
    if found is None:
        raise FileNotFoundError(f"{name} of LLVM 22 is not installed")
    return found


def run_tool(name: str, arguments: list[Any], text: bytes) -> bytes:
    done = subprocess.run([find_tool(name), *arguments], input=text, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"{name}-22 failed:\n{done.stderr.decode(errors='replace')[:4000]}")
    return done.stdout


def by_mlir(
    text: str, signatures: dict[str, str], folder: Path, passes: list[str] = PASSES, level: str = "-O1"
) -> Any:
    """The functions of a module, compiled by MLIR's passes and by clang."""
    pipeline = f"--pass-pipeline=builtin.module({','.join(passes)})"
    lowered = run_tool("mlir-opt", [pipeline], text.encode())
    ir = run_tool("mlir-translate", ["--mlir-to-llvmir"], lowered)
    path = folder / "libmlir.so"
    run_tool("clang", [level, *FLAGS, "-o", path], ir)
    return native.open(path, signatures=signatures)


def by_mlir_of_tensors(text: str, signatures: dict[str, str], folder: Path, level: str = "-O1") -> Any:
    """The same for functions over tensors, with operations that only the dialect transform decomposes."""
    passes = ["transform-interpreter", "test-transform-dialect-erase-schedule", *TENSOR_PASSES]
    module = f"module attributes {{transform.with_named_sequence}} {{\n{text}\n{DECOMPOSE}}}"
    return by_mlir(module, signatures, folder, passes, level)


def _bytes_of(value: Any) -> bytes:
    if hasattr(value, "__dlpack__") or isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value if isinstance(value, np.ndarray) else np.from_dlpack(value))
        if array.dtype.kind == "f":
            array = np.where(np.isnan(array), np.array(np.nan, array.dtype), array)
        elif array.dtype.kind == "c":
            return _bytes_of(array.real) + _bytes_of(array.imag)
        return str(array.shape).encode() + array.tobytes()
    if isinstance(value, complex):
        return _bytes_of(value.real) + _bytes_of(value.imag)
    if isinstance(value, float):
        return b"nan" if math.isnan(value) else struct.pack("d", value)
    return str(int(value)).encode()


def outcome(function: Any, arguments: list[Any]) -> bytes:
    """The results and the arrays after a call, as bytes; the call may write into the arrays."""
    result = function(*arguments)
    if result is None:
        values = []
    elif hasattr(result, "__dlpack__") or not hasattr(result, "__iter__"):
        values = [result]
    else:
        values = list(result)
    arrays = [each for each in arguments if isinstance(each, np.ndarray)]
    return b"|".join(_bytes_of(value) for value in [*values, *arrays])
