"""Compiles kernels.mlir with MLIR to the assembly that is checked in, for x86-64 Linux.

    python3 examples/mlir_kernels/regenerate.py            writes kernels.s
    python3 examples/mlir_kernels/regenerate.py --check    fails where MLIR makes something else

Needs mlir-opt, mlir-translate and clang of LLVM 22; --suffix says what stands behind their names (-22). The
assembly carries the types of its functions in a section of its own, from which `native.open` binds them.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "kernels.mlir"
ASSEMBLY = HERE / "kernels.s"
NAMESPACE = "mlir_kernels"

PIPELINE = [
    "--convert-linalg-to-loops",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-complex-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
]
CODE = [
    "-Wno-override-module",
    "-O2",
    "-fPIC",
    "-fno-asynchronous-unwind-tables",
    "-x",
    "ir",
    "-S",
    "-o",
    "-",
    "-",
]

# What the functions only read. MLIR's attribute for it is for pointers, so a memref cannot carry it through
# the pipeline; in the signature it says that read-only arrays will do.
READ_ONLY = {
    "axpy": ("x",),
    "matmul": ("a", "b"),
    "extremes": ("x",),
    "sum_bf16": ("x",),
    "transpose_into": ("a",),
}


def signatures(source: str) -> dict[str, object]:
    """What the library says of itself: the heads of its functions, and the comments in front of them."""
    functions = []
    heads = re.compile(r"((?://[^\n]*\n)+)func\.func @(\w+)(\(.*\)(?: -> .*?)?) attributes", re.MULTILINE)
    for comment, name, ty in heads.findall(source):
        doc = " ".join(line.removeprefix("//").strip() for line in comment.splitlines())
        ty = ty if ") -> " in ty else f"{ty} -> ()"
        for read in READ_ONLY.get(name, ()):
            ty = re.sub(rf"(%{read}: memref<[^%]*>)(?=,|\))", r"\1 {llvm.readonly}", ty, count=1)
        functions.append({"name": name, "symbol": name, "signature": ty, "doc": doc})
    return {"namespace": NAMESPACE, "functions": functions}


def run(command: list[str], text: str) -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def clean(assembly: str) -> str:
    """The assembly without what says nothing: comments and the compiler's name."""
    lines = (re.sub(r"\s*(?<!\$)#.*", "", line).rstrip().expandtabs(8) for line in assembly.splitlines())
    noise = re.compile(r"\s*\.(file|ident|addrsig|addrsig_sym)\b|$")
    return "\n".join(line for line in lines if not noise.match(line)) + "\n"


def section(data: dict[str, object]) -> str:
    """A section that holds text; it is not loaded with the code."""
    lines = json.dumps(data, indent=1).splitlines()
    quoted = (json.dumps(f"{line}\n") for line in lines)
    body = "".join(f"        .ascii {text}\n" for text in quoted)
    return f'        .section .tvmlike.signatures,"",@progbits\n{body}'


def generate(suffix: str) -> str:
    source = SOURCE.read_text()
    lowered = run([f"mlir-opt{suffix}", *PIPELINE], source)
    ir = run([f"mlir-translate{suffix}", "--mlir-to-llvmir"], lowered)
    assembly = clean(run([f"clang{suffix}", *CODE], ir))
    steps = " \\\n#       ".join(PIPELINE)
    head = (
        "# Made of kernels.mlir by regenerate.py:\n"
        f"#   mlir-opt kernels.mlir \\\n#       {steps} |\n"
        f"#   mlir-translate --mlir-to-llvmir |\n#   clang {' '.join(CODE)}\n"
    )
    return head + assembly + section(signatures(source))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare with what is there, write nothing")
    parser.add_argument("--suffix", default="-22", help="what stands behind the tools' names")
    given = parser.parse_args()
    made = generate(given.suffix)
    if not given.check:
        ASSEMBLY.write_text(made)
    elif not ASSEMBLY.exists() or ASSEMBLY.read_text() != made:
        sys.exit(f"{ASSEMBLY.name} is not what MLIR makes of {SOURCE.name}; run {Path(__file__).name}")


if __name__ == "__main__":
    main()
