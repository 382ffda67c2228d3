"""Writes the modules that the benchmark of passes measures: `python generate.py FOLDER [OPS...]`.

Both programs read the same files. A file has about as many operations as its name says, in functions of a
hundred:

- `clean`: canonicalize and cse find nothing to do
- `foldable`: two operations in three are folded, are matched by a pattern, or are dead
- `duplicates`: every expression occurs four times, and so does every constant
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

# A small file, on which the results of both programs are compared, and those that are measured.
COMPARED = 10_000
SIZES = [100_000, 1_000_000]
# The operations of one function.
LENGTH = 100


def clean(function: int) -> Iterator[str]:
    """Distinct expressions, each of which uses the one before."""
    yield f"func.func @f{function}(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) -> i32 {{"
    for number in range(4):
        yield f"  %c{number} = arith.constant {number + 3} : i32"
    yield "  %v0 = arith.addi %a, %b : i32"
    count = (LENGTH - 6) // 6
    for one in range(count):
        yield f"  %p{one} = arith.muli %v{one}, %c{one % 4} : i32"
        yield f"  %q{one} = arith.cmpi slt, %p{one}, %b : i32"
        yield f"  %l{one} = memref.load %m[%i] : memref<?xi32>"
        yield f"  %s{one} = arith.select %q{one}, %l{one}, %p{one} : i32"
        yield f"  memref.store %s{one}, %m[%i] : memref<?xi32>"
        yield f"  %v{one + 1} = arith.addi %s{one}, %a : i32"
    yield f"  return %v{count} : i32\n}}"


def foldable(function: int) -> Iterator[str]:
    """Sums of constants, casts there and back, choices that are known, and dead operations.

    Each function has constants that no other has.
    """
    yield f"func.func @f{function}(%a: i32, %b: i32) -> i32 {{"
    yield "  %v0 = arith.muli %a, %b : i32"
    count = (LENGTH - 2) // 12
    for one in range(count):
        yield f"  %zero{one} = arith.constant 0 : i32"
        yield f"  %x{one} = arith.constant {one + 5} : i32"
        yield f"  %y{one} = arith.constant {one + 100 * function + 100} : i32"
        yield f"  %sum{one} = arith.addi %x{one}, %y{one} : i32"
        yield f"  %s{one} = arith.addi %v{one}, %x{one} : i32"
        yield f"  %t{one} = arith.addi %s{one}, %sum{one} : i32"
        yield f"  %wide{one} = arith.extsi %t{one} : i32 to i64"
        yield f"  %back{one} = arith.trunci %wide{one} : i64 to i32"
        yield f"  %known{one} = arith.cmpi sle, %zero{one}, %y{one} : i32"
        yield f"  %chosen{one} = arith.select %known{one}, %back{one}, %a : i32"
        yield f"  %dead{one} = arith.muli %chosen{one}, %b : i32"
        yield f"  %v{one + 1} = arith.subi %b, %chosen{one} : i32"
    yield f"  return %v{count} : i32\n}}"


def duplicates(function: int) -> Iterator[str]:
    """Each expression of a tree four times."""
    yield f"func.func @f{function}(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) {{"
    count = (LENGTH - 1) // 24
    for one in range(count):
        for copy in range(4):
            end = f"{one}_{copy}"
            before = f"%z{one - 1}_{copy}" if one else "%a"
            yield f"  %c{end} = arith.constant {one + 7} : i32"
            yield f"  %p{end} = arith.muli {before}, %c{end} : i32"
            yield f"  %q{end} = arith.cmpi ult, %p{end}, %b : i32"
            yield f"  %w{end} = arith.xori %p{end}, %b : i32"
            yield f"  %z{end} = arith.select %q{end}, %w{end}, %p{end} : i32"
            yield f"  memref.store %z{end}, %m[%i] : memref<?xi32>"
    yield "  return\n}"


KINDS: dict[str, Callable[[int], Iterator[str]]] = {
    "clean": clean,
    "foldable": foldable,
    "duplicates": duplicates,
}


def path_of(folder: Path, kind: str, count: int) -> Path:
    return folder / f"{kind}-{count}.mlir"


def write(folder: Path, sizes: list[int]) -> None:
    """Writes the files that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, body in KINDS.items():
        for count in sizes:
            path = path_of(folder, kind, count)
            if path.exists():
                continue
            unfinished = path.with_suffix(".part")
            with unfinished.open("w", encoding="utf-8") as file:
                for function in range(count // LENGTH):
                    file.writelines(f"{line}\n" for line in body(function))
            unfinished.replace(path)


if __name__ == "__main__":
    write(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]] or [COMPARED, *SIZES])
