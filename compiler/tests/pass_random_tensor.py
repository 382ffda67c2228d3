"""Random functions on tensors, in which values are read and written again, in loops and branches."""

from __future__ import annotations

import random

SIZE = 8
TENSOR = f"tensor<{SIZE}xf32>"
SLICE = "tensor<4xf32>"


class Writer:
    """The lines of a function, and the tensors that can be used at the current place."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.count = 0
        self.lines: list[str] = []
        self.tensors = ["%a", "%b"]
        self.scalars = ["%v"]

    def name(self) -> str:
        self.count += 1
        return f"%x{self.count}"

    def add(self, line: str) -> str:
        """A line that defines a value."""
        name = self.name()
        self.lines.append(f"{name} = {line}")
        return name

    def tensor(self) -> str:
        return self.rng.choice(self.tensors[-4:])

    def scalar(self) -> str:
        return self.rng.choice(self.scalars[-3:])


def simple(out: Writer) -> None:
    """An operation without regions."""
    rng = out.rng
    kind = rng.choice(["insert", "extract", "fill", "add", "slice", "empty", "select", "constant", "copy"])
    if kind == "insert":
        out.tensors.append(out.add(f"tensor.insert {out.scalar()} into {out.tensor()}[%i] : {TENSOR}"))
    elif kind == "extract":
        out.scalars.append(out.add(f"tensor.extract {out.tensor()}[%i] : {TENSOR}"))
    elif kind == "fill":
        out.tensors.append(
            out.add(f"linalg.fill ins({out.scalar()} : f32) outs({out.tensor()} : {TENSOR}) -> {TENSOR}")
        )
    elif kind == "add":
        ins = f"ins({out.tensor()}, {out.tensor()} : {TENSOR}, {TENSOR})"
        out.tensors.append(out.add(f"linalg.add {ins} outs({out.tensor()} : {TENSOR}) -> {TENSOR}"))
    elif kind == "slice":
        source, offset = out.tensor(), rng.choice(["0", "2", "%i"])
        taken = out.add(f"tensor.extract_slice {source}[{offset}] [4] [1] : {TENSOR} to {SLICE}")
        if rng.random() < 0.7:
            taken = out.add(f"linalg.fill ins({out.scalar()} : f32) outs({taken} : {SLICE}) -> {SLICE}")
        target = source if rng.random() < 0.7 else out.tensor()
        offset = offset if rng.random() < 0.7 else "1"
        out.tensors.append(
            out.add(f"tensor.insert_slice {taken} into {target}[{offset}] [4] [1] : {SLICE} into {TENSOR}")
        )
    elif kind == "empty":
        out.tensors.append(out.add(f"tensor.empty() : {TENSOR}"))
    elif kind == "select":
        out.tensors.append(out.add(f"arith.select %c, {out.tensor()}, {out.tensor()} : {TENSOR}"))
    elif kind == "constant":
        out.tensors.append(out.add(f"arith.constant dense<{rng.randint(0, 2)}.0> : {TENSOR}"))
    else:
        out.tensors.append(
            out.add(f"linalg.copy ins({out.tensor()} : {TENSOR}) outs({out.tensor()} : {TENSOR}) -> {TENSOR}")
        )


def block(out: Writer, depth: int, count: int) -> None:
    for _ in range(count):
        kind = out.rng.choice(["simple"] * 6 + ["for", "if"])
        if kind == "simple" or depth == 0:
            simple(out)
        elif kind == "for":
            loop(out, depth - 1)
        else:
            choice(out, depth - 1)


def loop(out: Writer, depth: int) -> None:
    name, argument, variable = out.name(), out.name(), out.name()
    before = len(out.tensors), len(out.scalars)
    out.lines.append(
        f"{name} = scf.for {variable} = %i to %n step %i iter_args({argument} = {out.tensor()}) -> ({TENSOR}) {{"
    )
    out.tensors.append(argument)
    block(out, depth, out.rng.randint(1, 3))
    yielded = argument if out.rng.random() < 0.4 else out.tensor()
    out.lines.append(f"scf.yield {yielded} : {TENSOR}\n}}")
    del out.tensors[before[0] :], out.scalars[before[1] :]
    out.tensors.append(name)


def choice(out: Writer, depth: int) -> None:
    name = out.name()
    out.lines.append(f"{name} = scf.if %c -> ({TENSOR}) {{")
    for end in ("} else {", "}"):
        before = len(out.tensors), len(out.scalars)
        block(out, depth, out.rng.randint(0, 2))
        out.lines.append(f"scf.yield {out.tensor()} : {TENSOR}\n{end}")
        del out.tensors[before[0] :], out.scalars[before[1] :]
    out.tensors.append(name)


def function(out: Writer, name: str, arguments: str) -> str:
    results = [out.tensor(), out.tensor(), out.scalar()]
    types = f"{TENSOR}, {TENSOR}, f32"
    out.lines.append(f"return {', '.join(results)} : {types}")
    body = "\n".join(f"  {line}" for line in out.lines)
    return f"func.func @{name}({arguments}) -> ({types}) {{\n{body}\n}}\n"


def tensors(seed: int) -> str:
    """A function, and sometimes one that it calls."""
    rng = random.Random(seed)
    arguments = f"%a: {TENSOR}, %b: {TENSOR}, %v: f32, %i: index, %n: index, %c: i1"
    text, types = "", f"({TENSOR}, {TENSOR}, f32, index, index, i1) -> ({TENSOR}, {TENSOR}, f32)"
    if rng.random() < 0.3:
        out = Writer(rng)
        block(out, 1, rng.randint(1, 4))
        text = function(out, "callee", arguments)
    out = Writer(rng)
    block(out, 2, rng.randint(1, 6))
    if text:
        call = f"call @callee({out.tensor()}, {out.tensor()}, {out.scalar()}, %i, %n, %c) : {types}"
        out.lines.append(f"%call:3 = {call}")
        out.tensors += ["%call#0", "%call#1"]
        block(out, 1, rng.randint(0, 3))
    return text + function(out, "f", arguments)
