"""The peer: what mlir-opt, mlir-translate and clang of LLVM 22 make of a module."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PIPELINE = [
    "convert-linalg-to-loops",
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
