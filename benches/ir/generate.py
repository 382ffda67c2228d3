"""Writes the modules that the benchmark measures: `python generate.py FOLDER [OPS...]`.

Every worker reads the same files. A file has about as many operations as its name says, in the generic form
but for `custom`:

- `custom`: functions of arith, func, memref and scf operations, in their custom forms
- `generic`: functions of arith and func operations, which MLIR knows
- `unregistered`: unknown operations with the same two attributes each
- `plain`: unknown operations without attributes
- `distinct`: unknown operations, each with attributes that no other has
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

SIZES = [10_000, 100_000, 1_000_000]
# The operations of one function.
LENGTH = 100


def generic(count: int) -> Iterator[str]:
    """Functions of constants, comparisons, selections and products."""
    flags = "<{overflowFlags = #arith.overflow<none>}>"
    for function in range(count // LENGTH):
        yield '  "func.func"() <{function_type = (i32, i32) -> i32, '
        yield f'sym_name = "f{function}"}}> ({{\n  ^bb0(%a: i32, %b: i32):\n'
        yield f'    %0 = "arith.addi"(%a, %b) {flags} : (i32, i32) -> i32\n'
        for one in range(1, LENGTH - 4, 4):
            last, two, three, four = one - 1, one + 1, one + 2, one + 3
            yield f'    %{one} = "arith.constant"() <{{value = {one % 50} : i32}}> : () -> i32\n'
            yield f'    %{two} = "arith.cmpi"(%{last}, %{one}) <{{predicate = 2}}> : (i32, i32) -> i1\n'
            yield f'    %{three} = "arith.select"(%{two}, %{last}, %{one}) : (i1, i32, i32) -> i32\n'
            yield f'    %{four} = "arith.muli"(%{three}, %b) {flags} : (i32, i32) -> i32\n'
        yield f'    "func.return"(%{four}) : (i32) -> ()\n  }}) : () -> ()\n'


def custom(count: int) -> Iterator[str]:
    """Functions of loops that load, compute and store."""
    loops = 9
    for function in range(count // LENGTH):
        yield f"  func.func @f{function}(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) -> f32 {{\n"
        yield "    %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n"
        yield "    %s0 = arith.constant 0.000000e+00 : f32\n"
        for one in range(loops):
            start, end = f"%s{one}", f"%s{one + 1}"
            yield f"    {end} = scf.for %i = %c0 to %n step %c1 iter_args(%sum = {start}) -> (f32) {{\n"
            yield "      %x = memref.load %a[%i] : memref<?xf32>\n"
            yield "      %y = memref.load %b[%i] : memref<?xf32>\n"
            yield "      %p = arith.mulf %x, %y : f32\n      %q = arith.addf %sum, %p fastmath<fast> : f32\n"
            yield f"      %k = arith.index_cast %i : index to i{32 + one}\n"
            yield "      %g = arith.cmpf ogt, %q, %x : f32\n      %r = arith.select %g, %q, %x : f32\n"
            yield "      memref.store %r, %a[%i] : memref<?xf32>\n      scf.yield %r : f32\n    }\n"
        yield f"    return %s{loops} : f32\n  }}\n"


def chains(count: int, attributes: str) -> Iterator[str]:
    """Unknown operations in regions; each uses the two before it. `{}` in the attributes is its number."""
    for first in range(0, count, LENGTH):
        yield '  "my.function"() ({\n'
        for index in range(LENGTH - 1):
            dictionary = attributes.replace("{}", str(first + index))
            operands, types = f"%{index - 1}, %{index - 2}", "i64, i64"
            if index < 2:
                operands = types = ""
            yield f'    %{index} = "my.op"({operands}){dictionary} : ({types}) -> i64\n'
        yield f"  }}){attributes.replace('{}', str(first + LENGTH - 1))} : () -> ()\n"


BODIES = {
    "custom": custom,
    "generic": generic,
    "unregistered": lambda count: chains(count, ' {axis = 1 : i32, mode = "fast"}'),
    "plain": lambda count: chains(count, ""),
    "distinct": lambda count: chains(count, ' {id = {} : i64, name = "op{}"}'),
}


def path_of(folder: Path, kind: str, count: int) -> Path:
    return folder / f"{kind}-{count}.mlir"


def write(folder: Path, sizes: list[int]) -> None:
    """Writes the files that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, body in BODIES.items():
        for count in sizes:
            path = path_of(folder, kind, count)
            if path.exists():
                continue
            unfinished = path.with_suffix(".part")
            with unfinished.open("w", encoding="utf-8") as file:
                is_custom = kind == "custom"
                file.write("module {\n" if is_custom else '"builtin.module"() ({\n')
                file.writelines(body(count))
                file.write("}\n" if is_custom else "}) : () -> ()\n")
            unfinished.replace(path)


if __name__ == "__main__":
    write(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]] or SIZES)
