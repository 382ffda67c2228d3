"""Records what mlir-opt 22 makes of kernels.mlir: `python record.py`, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
PIPELINE = [
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-complex-to-llvm",
    "--convert-math-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
]


def main() -> None:
    """Writes the file."""
    program = shutil.which("mlir-opt-22") or shutil.which("mlir-opt")
    if program is None:
        raise SystemExit("mlir-opt 22 is not installed")
    done = subprocess.run(
        [program, *PIPELINE, str(HERE / "kernels.mlir")], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    (HERE / "kernels.llvm.mlir").write_text(done.stdout, encoding="utf-8")


if __name__ == "__main__":
    main()
