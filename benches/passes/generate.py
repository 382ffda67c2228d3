"""Writes the modules that the benchmark of passes measures: `python generate.py FOLDER [OPS...]`.

Both programs read the same files. A file has about as many operations as its name says, in functions of a
hundred:

- `clean`: canonicalize and cse find nothing to do
- `foldable`: two operations in three are folded, are matched by a pattern, or are dead
- `duplicates`: every expression occurs four times, and so does every constant
- `views`: subviews of memrefs, of which half are read and written
- `tensors`: slices of tensors that are read, changed and inserted again
- `tiles`: loops over tiles, whose last one is smaller
- `records`: structures on the stack, read and written by fields
- `nests`: nests of affine loops that read and write memrefs
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


def views(function: int) -> Iterator[str]:
    """Subviews at known and unknown places, each with reads and writes."""
    view = "memref<4x8xf32, strided<[64, 1], offset: ?>>"
    yield f"func.func @f{function}(%m: memref<64x64xf32>, %i: index, %j: index) {{"
    for one in range((LENGTH - 1) // 4):
        place = f"%i, {one % 32}"
        yield f"  %v{one} = memref.subview %m[{place}][4, 8][1, 1] : memref<64x64xf32> to {view}"
        yield f"  %x{one} = memref.load %v{one}[%j, %i] : {view}"
        yield f"  %y{one} = arith.addf %x{one}, %x{one} : f32"
        yield f"  memref.store %y{one}, %v{one}[%i, %j] : {view}"
    yield "  return\n}"


def tensors(function: int) -> Iterator[str]:
    """A chain of slices that are filled and inserted again."""
    ty, part = "tensor<64xf32>", "tensor<8xf32>"
    yield f"func.func @f{function}(%t: {ty}, %p: f32) -> {ty} {{"
    yield f"  %r0 = linalg.fill ins(%p : f32) outs(%t : {ty}) -> {ty}"
    count = (LENGTH - 2) // 3
    for one in range(count):
        place = one % 56
        yield f"  %x{one} = tensor.extract_slice %r{one}[{place}][8][1] : {ty} to {part}"
        yield f"  %y{one} = linalg.fill ins(%p : f32) outs(%x{one} : {part}) -> {part}"
        yield f"  %r{one + 1} = tensor.insert_slice %y{one} into %r{one}[{place}][8][1] : {part} into {ty}"
    yield f"  return %r{count} : {ty}\n}}"


def tiles(function: int) -> Iterator[str]:
    """Loops by steps of 4 to a bound that is no multiple, with the size of each tile."""
    yield f"func.func @f{function}(%m: memref<?xindex>, %n: index) {{"
    yield "  %c0 = arith.constant 0 : index\n  %c4 = arith.constant 4 : index"
    for one in range((LENGTH - 3) // 5):
        yield f"  scf.for %i{one} = %c0 to %n step %c4 {{"
        yield f"    %s{one} = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i{one})[%n]"
        yield f"    %d{one} = arith.addi %s{one}, %n : index"
        yield f"    memref.store %d{one}, %m[%i{one}] : memref<?xindex>"
        yield "  }"
    yield "  return\n}"


def records(function: int) -> Iterator[str]:
    """Structures of which two of three fields are used."""
    ty = "!llvm.struct<(i32, i64, f32)>"
    yield f"llvm.func @f{function}(%a: i32, %b: i64) {{"
    yield "  %one = llvm.mlir.constant(1 : i32) : i32"
    for one in range((LENGTH - 2) // 6):
        yield f"  %m{one} = llvm.alloca %one x {ty} : (i32) -> !llvm.ptr"
        yield f"  %p{one} = llvm.getelementptr %m{one}[0, 1] : (!llvm.ptr) -> !llvm.ptr, {ty}"
        yield f"  llvm.store %b, %p{one} : i64, !llvm.ptr"
        yield f"  llvm.store %a, %m{one} : i32, !llvm.ptr"
        yield f"  %x{one} = llvm.load %m{one} : !llvm.ptr -> i32"
        yield f"  %y{one} = llvm.load %p{one} : !llvm.ptr -> i64"
    yield "  llvm.return\n}"


def nests(function: int) -> Iterator[str]:
    """Two loops in each other, of known numbers of iterations, with three accesses."""
    ty = "memref<64x64xf32>"
    yield f"func.func @f{function}(%m: {ty}, %k: {ty}, %x: f32) {{"
    for one in range((LENGTH - 1) // 8):
        yield f"  affine.for %i{one} = 0 to 60 {{"
        yield f"    affine.for %j{one} = 0 to 32 {{"
        yield f"      %v{one} = affine.load %m[%i{one}, %j{one}] : {ty}"
        yield f"      affine.store %v{one}, %k[%i{one} + 1, %j{one}] : {ty}"
        yield f"      %w{one} = affine.load %k[%i{one} + 1, %j{one}] : {ty}"
        yield f"      affine.store %w{one}, %k[%i{one} + 2, %j{one}] : {ty}"
        yield "    }\n  }"
    yield "  return\n}"


KINDS: dict[str, Callable[[int], Iterator[str]]] = {
    "clean": clean,
    "foldable": foldable,
    "duplicates": duplicates,
}
# The files of one pass each, or of a few.
SPECIAL: dict[str, Callable[[int], Iterator[str]]] = {
    "views": views,
    "tensors": tensors,
    "tiles": tiles,
    "records": records,
    "nests": nests,
}
# Their sizes: MLIR's time for tensors grows with the square of their number.
SPECIAL_SIZES = {kind: 2_000 if kind == "tensors" else 100_000 for kind in SPECIAL}


def special_sizes(kind: str) -> tuple[int, int]:
    """The size of the file on which the results are compared, and of that which is measured."""
    return min(COMPARED, SPECIAL_SIZES[kind]), SPECIAL_SIZES[kind]


def path_of(folder: Path, kind: str, count: int) -> Path:
    return folder / f"{kind}-{count}.mlir"


def write(folder: Path, sizes: list[int]) -> None:
    """Writes the files that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, body in (KINDS | SPECIAL).items():
        for count in sizes if kind in KINDS else special_sizes(kind):
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
