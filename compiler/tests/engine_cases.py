"""Functions with calls of them, from the texts `engine/*_operations.txt`, for the comparison of engines.

A block of a text, which ends at an empty line, begins with the element types and the calls:

    f32 i64 | 3x4 =2 ; 0x4 =0
    func.func @f(%a: memref<?x?xT>, %i: index) -> T {

makes a function for each type, of which `T` is replaced; `@f` is called. For each argument, a call has the
sizes of an array (`3x4`; `()` of rank 0), or the value of a number (`=2`; `?` for any). Behind sizes, `<4`
makes the elements 0 to 3, and `!` makes them positive. Behind the calls can be why MLIR does not compile the
function: then it is compared by our engines only. A line of the section `[named]`,

    matmul | f32 i32 | 3x4xT, 4x5xT -> 3x5xT

makes a function over memrefs of unknown sizes for each type, and one over tensors for the first. Text behind
`...` stands behind the operands.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).resolve().parent / "engine"
DTYPES: dict[str, Any] = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}


@dataclass(frozen=True)
class Case:
    """A function `name`, with what it needs beside it, and its calls."""

    name: str
    text: str
    params: list[str]
    results: list[str]
    calls: list[list[str]]
    # Whether it is of the first type of its block.
    is_first: bool
    # Why MLIR does not compile it.
    not_by_mlir: str = ""

    @property
    def has_tensors(self) -> bool:
        return "tensor<" in self.text

    @property
    def signature(self) -> str:
        """Its type when tensors have become memory."""
        params = [f"%a{number}: {ty}" for number, ty in enumerate(self.params)]
        return f"({', '.join(params)}) -> ({', '.join(self.results)})".replace("tensor<", "memref<")

    @property
    def for_mlir(self) -> str:
        """The text for mlir-opt: the function has an entry for C, and does not write into tensors."""
        lines = self.text.split("\n")
        for at, line in enumerate(lines):
            if line.startswith(f"func.func @{self.name}("):
                named = re.sub(
                    r"(%\w+: tensor<[^>]*(?:<[^>]*>)?[^>]*>)(?=[,)])",
                    r"\1 {bufferization.writable = false}",
                    line,
                )
                lines[at] = named.removesuffix("{") + "attributes {llvm.emit_c_interface} {"
        return "\n".join(lines)


def _parts(text: str) -> list[str]:
    """What commas divide that are in no brackets."""
    parts, depth = [""], 0
    for letter in text.replace("->", "\0"):
        depth += (letter in "<([{") - (letter in ">)]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip().replace("\0", "->") for part in parts if part.strip()]


def _heading(text: str, name: str) -> tuple[list[str], list[str]]:
    """The types of the parameters and results of a function, whose heading is one line."""
    found = re.search(rf"func\.func @{name}\((.*)\)(?: -> (.*))? {{$", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"no heading of @{name} in one line:\n{text}")
    inside, results = found.groups()
    if ") -> " in inside and results is None:
        inside, results = inside.rsplit(") -> ", 1)
    params = [re.sub(r"^%\w+: ", "", re.sub(r" {.*}$", "", part)) for part in _parts(inside)]
    return params, _parts((results or "").removeprefix("(").removesuffix(")"))


def _block(text: str, name: str) -> list[Case]:
    head, _, body = text.partition("\n")
    types, calls, *reason = head.split(" | ")
    made = []
    for ty in types.split():
        one = f"{name}_{re.sub(r'[^a-z0-9]', '', ty)}"
        typed = re.sub(r"\bT\b|(?<=x)T\b", ty, body)
        typed = re.sub(r"@(\w+)", lambda found, one=one: f"@{one}_{found[1]}", typed)
        params, results = _heading(typed, f"{one}_f")
        listed = [call.split() for call in calls.split(" ; ")]
        wrong = [call for call in listed if len(call) != len(params)]
        if wrong:
            raise ValueError(f"{one}: {len(params)} parameters, but {wrong}")
        made.append(Case(f"{one}_f", typed, params, results, listed, not made, *reason))
    return made


def _shaped(ty: str, kind: str) -> tuple[str, str]:
    """The type of a shape as `3x4xT`, with unknown sizes, and the sizes."""
    if ty.startswith("="):
        return ty[1:], "?"
    ty, mark = (ty[:-1], "!") if ty.endswith("!") else (ty, "")
    *sizes, element = ty.split("x") if not ty.endswith(">") else [*ty[: ty.index("c")].split("x")[:-1], ty]
    return f"{kind}<{'?x' * len(sizes)}{element}>", ("x".join(sizes) or "()") + mark


def _named(line: str, name: str, kind: str) -> str:
    """The block for a line of the section `[named]`."""
    op, types, calls = line.split(" | ")
    op, _, behind = op.partition(" ... ")
    shapes = [[part.split(", ") for part in call.strip().split(" -> ")] for call in calls.split(" ; ")]
    ins, outs = ([_shaped(ty, kind)[0] for ty in part] for part in shapes[0])
    names = [f"%a{number}" for number in range(len(ins))]
    params = [*(f"{name}: {ty}" for name, ty in zip(names, ins)), f"%o: {outs[0]}"]
    sizes = [" ".join(_shaped(ty, kind)[1] for part in call for ty in part) for call in shapes]
    tensor = kind == "tensor"
    arrow = f" -> {outs[0]}" if tensor and not behind and not op.startswith("map") else ""
    text = f"linalg.{op} ins({', '.join(names)} : {', '.join(ins)}) outs(%o : {outs[0]}) {behind}"
    lines = [
        f"{types.split()[0] if tensor else types} | {' ; '.join(sizes)}",
        f"func.func @f({', '.join(params)}){f' -> {outs[0]}' if tensor else ''} {{",
        f"  {'%r = ' if tensor else ''}{text}{arrow}",
        f"  return {f'%r : {outs[0]}' if tensor else ''}",
        "}",
    ]
    return "\n".join(lines)


def read(dialect: str) -> list[Case]:
    """The cases of the text of a dialect."""
    text = (FOLDER / f"{dialect}_operations.txt").read_text()
    text = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    rest, _, named = text.partition("[named]\n")
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", rest) if block.strip()]
    for line in filter(None, named.split("\n")):
        blocks += [_named(line, dialect, kind) for kind in ("memref", "tensor")]
    return [case for number, block in enumerate(blocks) for case in _block(block, f"{dialect}{number}")]


def _number(rng: random.Random, element: str, edges: bool, positive: bool) -> Any:
    if element == "i1":
        return rng.random() < 0.5
    if element.startswith("complex"):
        part = element[8:11]
        return complex(_number(rng, part, edges, positive), _number(rng, part, edges, positive))
    if element[0] == "f":
        info = np.finfo(DTYPES[element])
        if edges and rng.random() < 0.3:
            some = [0.0, float("inf"), float("nan"), float(info.max), float(info.smallest_subnormal)]
            value = rng.choice([*some, *(-each for each in some)])
        else:
            value = rng.choice([rng.gauss(0, 2), rng.randrange(-8, 9) / 2])
        return abs(value) or 1.0 if positive else value
    info = np.iinfo(DTYPES[element])
    some = [info.min, info.max, 0, -1, 1, rng.randint(info.min, info.max)]
    value = rng.choice(some) if edges else rng.randrange(-20, 21)
    return max(1, abs(value) - 1) if positive else value


def _array(rng: random.Random, ty: str, spec: str, edges: bool) -> Any:
    found = re.match(r"^\w+<((?:[\d?]+x|\*x)*)(complex<f\d\d>|\w+)", ty)
    assert found, ty
    element, (sizes, below) = found[2], [*spec.rstrip("!").split("<"), ""][:2]
    shape = () if sizes == "()" else tuple(map(int, sizes.split("x")))
    count = int(np.prod(shape))
    if below:
        values = [rng.randrange(int(below)) for _ in range(count)]
    else:
        values = [_number(rng, element, edges, spec.endswith("!")) for _ in range(count)]
    with np.errstate(over="ignore"):
        made = np.array(values, DTYPES[element]).reshape(shape)
    if "strided" not in ty:
        return made
    wide = np.zeros([2 * size + 1 for size in shape], made.dtype)
    view = wide[tuple(slice(1, 2 * size + 1, 2) for size in shape)]
    view[...] = made
    return view


def arguments(case: Case, call: list[str], seed: int, edges: bool) -> list[Any]:
    """The arguments of a call, equal ones for a seed; `edges` lets elements be of the edges of a type."""
    rng = random.Random(f"{case.name} {call} {seed}")
    made: list[Any] = []
    for ty, spec in zip(case.params, call):
        if "<" in ty and not ty.startswith("complex"):
            made.append(_array(rng, ty, spec, edges))
        elif spec == "?":
            made.append(_number(rng, ty, edges, False))
        else:
            made.append(float(spec[1:]) if ty[0] == "f" else int(spec[1:]))
    return made
