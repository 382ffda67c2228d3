"""Random functions on tensors, in which values are read and written again, in loops and branches."""

from __future__ import annotations

import random
import re

SIZE = 8
TENSOR = f"tensor<{SIZE}xf32>"
SLICE = "tensor<4xf32>"


class Writer:
    """The lines of a function, and the tensors that can be used at the current place."""

    def __init__(self, rng: random.Random, more: bool = False) -> None:
        self.rng = rng
        self.more = more
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


def shaped(out: Writer) -> None:
    """An operation that makes a tensor or gives one another shape."""
    rng, two = out.rng, f"tensor<2x{SIZE // 2}xf32>"
    kind = rng.choice(["pad", "generate", "elements", "reshape", "alloc", "materialize", "cast", "dynamic"])
    if kind == "pad":
        low, high = rng.choice([("0", "%n"), ("%i", "4"), ("1", "%i"), ("%i", "%n")])
        part = out.add(f"tensor.extract_slice {out.tensor()}[%i] [4] [1] : {TENSOR} to {SLICE}")
        padded = out.add(
            f"tensor.pad {part} low[{low}] high[{high}] {{\n^bb0(%k: index):\n"
            f"tensor.yield {out.scalar()} : f32\n}} : {SLICE} to tensor<?xf32>"
        )
        out.tensors.append(out.add(f"tensor.cast {padded} : tensor<?xf32> to {TENSOR}"))
    elif kind == "generate":
        body = f"^bb0(%k: index):\ntensor.yield {out.scalar()} : f32\n"
        out.tensors.append(out.add(f"tensor.generate {{\n{body}}} : {TENSOR}"))
    elif kind == "elements":
        elements = ", ".join(out.scalar() for _ in range(SIZE))
        out.tensors.append(out.add(f"tensor.from_elements {elements} : {TENSOR}"))
    elif kind == "reshape":
        wide = out.add(
            f"tensor.expand_shape {out.tensor()} [[0, 1]] output_shape [2, 4] : {TENSOR} into {two}"
        )
        if rng.random() < 0.5:
            wide = out.add(f"linalg.fill ins({out.scalar()} : f32) outs({wide} : {two}) -> {two}")
        out.tensors.append(out.add(f"tensor.collapse_shape {wide} [[0, 1]] : {two} into {TENSOR}"))
    elif kind == "alloc":
        copy = f"copy({out.tensor()}) " if rng.random() < 0.5 else ""
        out.tensors.append(out.add(f"bufferization.alloc_tensor() {copy}: {TENSOR}"))
    elif kind == "materialize":
        line = f"{out.tensor()} in {out.tensor()} : ({TENSOR}, {TENSOR}) -> {TENSOR}"
        out.tensors.append(out.add(f"bufferization.materialize_in_destination {line}"))
    elif kind == "cast":
        wide = out.add(f"tensor.cast {out.tensor()} : {TENSOR} to tensor<?xf32>")
        if rng.random() < 0.5:
            wide = out.add(f"tensor.insert {out.scalar()} into {wide}[%i] : tensor<?xf32>")
        out.tensors.append(out.add(f"tensor.cast {wide} : tensor<?xf32> to {TENSOR}"))
    else:
        wide = out.add("tensor.empty(%n) : tensor<?xf32>")
        filled = out.add(
            f"linalg.fill ins({out.scalar()} : f32) outs({wide} : tensor<?xf32>) -> tensor<?xf32>"
        )
        part = out.add(f"tensor.extract_slice {filled}[%i] [{SIZE}] [1] : tensor<?xf32> to {TENSOR}")
        out.tensors.append(part)


def block(out: Writer, depth: int, count: int) -> None:
    for _ in range(count):
        more = ["shaped"] * 3 + ["while", "forall"] if out.more else []
        kind = out.rng.choice(["simple"] * 6 + ["for", "if"] + more)
        if kind == "shaped":
            shaped(out)
        elif kind == "simple" or depth == 0:
            simple(out)
        else:
            REGIONS[kind](out, depth - 1)


def loop(out: Writer, depth: int) -> None:
    name, argument, variable = out.name(), out.name(), out.name()
    before = len(out.tensors), len(out.scalars)
    out.lines.append(
        f"{name} = scf.for {variable} = %i to %n step %i "
        f"iter_args({argument} = {out.tensor()}) -> ({TENSOR}) {{"
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


def conditional(out: Writer, depth: int) -> None:
    name, before, after = out.name(), out.name(), out.name()
    known = len(out.tensors), len(out.scalars)
    out.lines.append(f"{name} = scf.while ({before} = {out.tensor()}) : ({TENSOR}) -> {TENSOR} {{")
    out.tensors.append(before)
    block(out, depth, out.rng.randint(0, 2))
    out.lines.append(f"scf.condition(%c) {before if out.rng.random() < 0.6 else out.tensor()} : {TENSOR}")
    del out.tensors[known[0] :], out.scalars[known[1] :]
    out.lines.append(f"}} do {{\n^bb0({after}: {TENSOR}):")
    out.tensors.append(after)
    block(out, depth, out.rng.randint(0, 2))
    out.lines.append(f"scf.yield {after if out.rng.random() < 0.6 else out.tensor()} : {TENSOR}\n}}")
    del out.tensors[known[0] :], out.scalars[known[1] :]
    out.tensors.append(name)


def threads(out: Writer, depth: int) -> None:
    name, shared, variable = out.name(), out.name(), out.name()
    known = len(out.tensors), len(out.scalars)
    bound = out.rng.choice(["1", "4", "%n"])
    out.lines.append(
        f"{name} = scf.forall ({variable}) in ({bound}) "
        f"shared_outs({shared} = {out.tensor()}) -> ({TENSOR}) {{"
    )
    out.tensors.append(shared)
    block(out, depth, out.rng.randint(0, 2))
    source = shared if out.rng.random() < 0.5 else out.tensor()
    part = out.add(f"tensor.extract_slice {source}[{variable}] [4] [1] : {TENSOR} to {SLICE}")
    if out.rng.random() < 0.7:
        part = out.add(f"linalg.fill ins({out.scalar()} : f32) outs({part} : {SLICE}) -> {SLICE}")
    line = f"{part} into {shared}[{variable}] [4] [1] : {SLICE} into {TENSOR}"
    out.lines.append(f"scf.forall.in_parallel {{\ntensor.parallel_insert_slice {line}\n}}\n}}")
    del out.tensors[known[0] :], out.scalars[known[1] :]
    out.tensors.append(name)


REGIONS = {"for": loop, "if": choice, "while": conditional, "forall": threads}


def function(out: Writer, name: str, arguments: str) -> str:
    results = [out.tensor(), out.tensor(), out.scalar()]
    types = f"{TENSOR}, {TENSOR}, f32"
    out.lines.append(f"return {', '.join(results)} : {types}")
    body = "\n".join(f"  {line}" for line in out.lines)
    return f"func.func @{name}({arguments}) -> ({types}) {{\n{body}\n}}\n"


def shapes(seed: int) -> str:
    """The same with more operations and loops."""
    return tensors(seed, True)


def tensors(seed: int, more: bool = False) -> str:
    """A function, and sometimes one that it calls."""
    rng = random.Random(seed)
    arguments = f"%a: {TENSOR}, %b: {TENSOR}, %v: f32, %i: index, %n: index, %c: i1"
    text, types = "", f"({TENSOR}, {TENSOR}, f32, index, index, i1) -> ({TENSOR}, {TENSOR}, f32)"
    if rng.random() < 0.3:
        out = Writer(rng, more)
        block(out, 1, rng.randint(1, 4))
        text = function(out, "callee", arguments)
    out = Writer(rng, more)
    block(out, 2, rng.randint(1, 6))
    if text:
        call = f"call @callee({out.tensor()}, {out.tensor()}, {out.scalar()}, %i, %n, %c) : {types}"
        out.lines.append(f"%call:3 = {call}")
        out.tensors += ["%call#0", "%call#1"]
        block(out, 1, rng.randint(0, 3))
    return text + function(out, "f", arguments)


def calls(seed: int) -> str:
    """Functions that call later ones and themselves, in branches or not.

    They have no constants, and do not call each other in turn: MLIR 22 takes such functions in an order of
    their places in memory.
    """
    rng = random.Random(seed)
    kinds = f"({TENSOR}, {TENSOR}, f32, index, index, i1) -> ({TENSOR}, {TENSOR}, f32)"
    arguments = f"%a: {TENSOR}, %b: {TENSOR}, %v: f32, %i: index, %n: index, %c: i1"
    functions = rng.sample(["f", "g", "h", "k"], rng.randint(1, 4))
    text = ""
    if rng.random() < 0.3:
        access = rng.choice(["", "read", "write", "read-write", "none"])
        attribute = f' {{bufferization.access = "{access}"}}' if access else ""
        inputs = f"{TENSOR}{attribute}, {TENSOR}, f32, index, index, i1"
        text = f"func.func private @outside({inputs}) -> f32\n"
    outside = ["outside"] if text else []
    for number, name in enumerate(functions):
        out = Writer(rng, rng.random() < 0.3)
        block(out, 1, rng.randint(1, 3))
        for _ in range(rng.randint(0, 2)):
            later = functions[number + 1 :] + outside
            called = rng.choice(later if later and rng.random() < 0.9 else [name])
            if called == name and rng.random() < 0.5:
                continue
            passed = f"{out.tensor()}, {out.tensor()}, {out.scalar()}, %i, %n, %c"
            result = out.name()
            if called == "outside":
                out.lines.append(f"{result} = func.call @outside({passed}) : {kinds.split(' -> ')[0]} -> f32")
                out.scalars.append(result)
                continue
            call = f"{result}:3 = func.call @{called}({passed}) : {kinds}"
            if rng.random() < 0.7:
                out.lines.append(call)
                out.tensors += [f"{result}#0", f"{result}#1"]
                out.scalars.append(f"{result}#2")
            else:
                choice = out.name()
                other = out.tensor()
                out.lines.append(f"{choice} = scf.if %c -> ({TENSOR}) {{\n{call}")
                out.lines.append(f"scf.yield {result}#{rng.randrange(2)} : {TENSOR}\n}} else {{")
                out.lines.append(f"scf.yield {other} : {TENSOR}\n}}")
                out.tensors.append(choice)
            block(out, 1, rng.randint(0, 2))
        text += function(out, name, arguments)
    return re.sub(r"arith.constant dense<\d.0>", "tensor.empty()", text)
