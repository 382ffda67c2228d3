"""Makes the MLIR of the kernels that the tests call, and compiles it to the assembly that is checked in.

    python3 tests/kernels/generate.py            writes matrix.s, calls.s, bare.s, results.s and their .txt
    python3 tests/kernels/generate.py --check    fails where what MLIR makes differs from what is checked in

Needs mlir-opt, mlir-translate and clang of LLVM 22. Each `.s` has a `.txt` beside it: a line per function,
its name and its type, which the tests bind it with. In calls.txt a third column says which arguments come
back as results.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

PASSES = [
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
    "--convert-func-to-llvm{bare}",
    "--reconcile-unrealized-casts",
]
CLANG = [
    "-Wno-override-module",
    "-x",
    "ir",
    "-Os",
    "-fPIC",
    "-S",
    "-fno-asynchronous-unwind-tables",
    "-o",
    "-",
    "-",
]

DTYPES = [
    "i1", "i8", "i16", "i32", "i64", "si16", "ui8", "ui64", "index",
    "f16", "bf16", "f32", "f64", "complex<f32>", "complex<f64>",
]  # fmt: skip


def ident(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text).strip("_")


class Module:
    """Functions in MLIR, and what the tests need to know of each."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.manifest: list[str] = []

    def add(self, name: str, params: str, results: str, body: str, *more: str) -> None:
        arrow = f" -> {results}" if results != "()" else ""
        self.text.append(
            f"func.func @{name}({params}){arrow} attributes {{llvm.emit_c_interface}} {{\n{body}\n}}\n"
        )
        self.manifest.append("\t".join([name, f"({params}) -> {results}", *more]))

    def raw(self, text: str) -> None:
        self.text.append(text)


def shaped(dims: list[str], element: str, layout: str = "") -> str:
    return f"memref<{''.join(f'{dim}x' for dim in dims)}{element}{layout}>"


def loops(rank: int, body: str, of: str, ty: str) -> str:
    """A loop nest over an array's own sizes, with %i0, %i1, … in its body."""
    lines = ["  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index"]
    for axis in range(rank):
        lines.append(f"  %a{axis} = arith.constant {axis} : index")
        lines.append(f"  %d{axis} = memref.dim {of}, %a{axis} : {ty}")
    for axis in range(rank):
        lines.append(f"  scf.for %i{axis} = %c0 to %d{axis} step %c1 {{")
    lines.append(body)
    lines += ["  }"] * rank
    lines.append("  return")
    return "\n".join(lines)


def element_copy(index: str, source: str, into: str) -> str:
    load = f"    %e = memref.load %source[{index}] : {source}"
    return f"{load}\n    memref.store %e, %into[{index}] : {into}"


def copy(module: Module, name: str, source: str, rank: int, element: str) -> None:
    """Copies an array of some layout into one in C order, element by element."""
    into = shaped(["?"] * rank, element)
    index = ", ".join(f"%i{axis}" for axis in range(rank))
    body = loops(rank, element_copy(index, source, into), "%source", source)
    module.add(name, f"%source: {source}, %into: {into}", "()", body)
    # MLIR itself gets the type without these: they are for pointers, and a descriptor is more than one.
    params = f"%source: {source} {{llvm.readonly}}, %into: {into} {{llvm.noalias}}"
    module.manifest[-1] = f"{name}\t({params}) -> ()"


def layouts(rank: int) -> dict[str, tuple[list[str], str]]:
    """Sizes and layout, by a name."""
    sizes = ["2", "3", "4", "2"][:rank]
    dynamic = ["?"] * rank
    any_strides = ", ".join(["?"] * rank)
    # Strides that belong to none of the orders: the last dimension first, each with a gap.
    fixed, stride = [], 2
    for size in sizes:
        fixed.append(str(stride))
        stride = stride * int(size) + 1
    known = {
        "identity": (dynamic, ""),
        "static": (sizes, ""),
        "strided": (dynamic, f", strided<[{any_strides}], offset: ?>"),
        "fixed": (sizes, f", strided<[{', '.join(fixed)}], offset: 5>"),
    }
    if rank > 0:
        mixed = ", ".join(["?"] * (rank - 1) + ["1"])
        known["mixed"] = (["?"] * (rank - 1) + sizes[-1:], f", strided<[{mixed}], offset: ?>")
    return known


def matrix() -> Module:
    module = Module()
    for rank, element in itertools.product(range(5), DTYPES):
        for name, (dims, layout) in layouts(rank).items():
            # An element type is the same in every layout: one of them meets all, the others two at rank 2.
            if element == "f32" or (rank == 2 and name in ("identity", "strided")):
                copy(
                    module,
                    f"copy{rank}_{name}_{ident(element)}",
                    shaped(dims, element, layout),
                    rank,
                    element,
                )
    return module


SCALARS = [
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "complex<f32>",
    "complex<f64>",
]
ARRAYS = ["memref<f32>", "memref<?xi32>", "memref<?x?xf64>", "memref<3xi8>"]


def calls() -> Module:
    """Functions that return some of their arguments: every rule about registers, at both entries."""
    module = Module()
    draw = random.Random(7)
    count = itertools.count()

    def shape(params: list[str], results: list[int]) -> None:
        names = [f"%p{at}: {ty}" for at, ty in enumerate(params)]
        types = ", ".join(params[at] for at in results)
        result = types if len(results) == 1 else f"({types})"
        values = ", ".join(f"%p{at}" for at in results)
        back = f"  return {values} : {types}" if results else "  return"
        picked = " ".join(map(str, results))
        module.add(f"call{next(count)}", ", ".join(names), result, back, picked)

    for scalar in SCALARS:
        shape([scalar], [0])
    # Those that are known to differ from C at the bare entry.
    for types in (
        ["i64"] * 3, ["i32"] * 2, ["f32"] * 2, ["f32", "i32"], ["f64"] * 3, ["f64"] * 4, ["f32"] * 4,
        ["f64"] * 5, ["f16"] * 3, ["bf16"] * 3, ["f16"] * 4, ["i64"] * 4, ["f16", "f16", "f32"],
        ["f32", "f64", "f32", "f16"], ["i8", "i1", "i16"], ["i1", "i1"], ["complex<f32>", "i8"],
        ["complex<f64>"] * 2, ["complex<f64>"] * 3, ["i8", "complex<f32>", "i1", "complex<f64>", "f16"],
        ["index", "memref<?xi32>"], ["memref<f32>"],
    ):  # fmt: skip
        shape(types, list(range(len(types))))
    # More arguments than registers of either kind.
    shape(["i64"] * 9, [8, 0])
    shape(["f64"] * 11, [10, 0])
    shape(["f32", "i8"] * 12, [23, 22])
    shape(["bf16"] * 10, [9, 8])
    shape(["complex<f32>"] * 6, [5])
    shape(["memref<?x?xf64>"] * 3, [2])
    shape([], [])
    shape(["f32"], [])
    for _ in range(110):
        pool = SCALARS + ARRAYS if draw.random() < 0.5 else SCALARS
        params = [draw.choice(pool) for _ in range(draw.randint(1, 14))]
        shape(params, [draw.randrange(len(params)) for _ in range(draw.choice([1, 2, 2, 3, 3, 4, 5, 6]))])
    return module


def results() -> Module:
    module = Module()
    module.raw((HERE / "results.mlir").read_text())
    for line in module.text[0].splitlines():
        found = re.match(r"func\.func @(\w+)(\(.*\)(?: -> .*?)?) attributes", line)
        if found:
            name, ty = found.groups()
            module.manifest.append(f"{name}\t{ty if '->' in ty else ty + ' -> ()'}")
    return module


def bare() -> Module:
    module = Module()
    for rank, element in itertools.product(range(4), ["f32", "i16"]):
        for name in ("static", "fixed"):
            dims, layout = layouts(rank)[name]
            source, into = shaped(dims, element, layout), shaped(dims, element)
            index = ", ".join(f"%i{axis}" for axis in range(rank))
            body = loops(rank, element_copy(index, source, into), "%source", source)
            module.add(f"bare{rank}_{name}_{element}", f"%source: {source}, %into: {into}", "()", body)
    four = "memref<4xf32>"
    module.add("bare_same", f"%a: {four}", four, f"  return %a : {four}")
    module.add(
        "bare_new",
        "%x: f32",
        f"({four}, f32)",
        f"  %m = memref.alloc() : {four}\n  linalg.fill ins(%x : f32) outs(%m : {four})\n"
        f"  return %m, %x : {four}, f32",
    )
    return module


def compile_module(module: Module, bare_pointers: bool, suffix: str) -> str:
    option = "=use-bare-ptr-memref-call-conv=1" if bare_pointers else ""
    text = "\n".join(module.text)
    for command in (
        [f"mlir-opt{suffix}", *(step.format(bare=option) for step in PASSES)],
        [f"mlir-translate{suffix}", "--mlir-to-llvmir"],
        [f"clang{suffix}", *CLANG],
    ):
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        text = done.stdout
    return clean(text)


def clean(assembly: str) -> str:
    """Removes what has no effect from assembly: comments, alignment of code, sizes, the compiler's name."""
    lines = (re.sub(r"\s*(?<!\$)#.*", "", line).strip().replace("\t", " ") for line in assembly.splitlines())
    noise = re.compile(r"\.(file|ident|p2align|addrsig|addrsig_sym|size|Lfunc_end)\b|\.Lfunc_end\d+:|$")
    return "\n".join(line for line in lines if not noise.match(line)) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare with what is there, write nothing")
    parser.add_argument("--suffix", default="-22", help="what stands behind the tools' names")
    given = parser.parse_args()
    stale = []
    for name, module, bare_pointers in (
        ("matrix", matrix(), False),
        ("calls", calls(), False),
        ("results", results(), False),
        ("bare", bare(), True),
    ):
        made = {
            f"{name}.s": compile_module(module, bare_pointers, given.suffix),
            f"{name}.txt": "\n".join(module.manifest) + "\n",
        }
        for file, text in made.items():
            path = HERE / file
            if given.check:
                if not path.exists() or path.read_text() != text:
                    stale.append(file)
            else:
                path.write_text(text)
    if stale:
        sys.exit(f"{', '.join(stale)} differ from what MLIR makes; run {Path(__file__).name}")


if __name__ == "__main__":
    main()
