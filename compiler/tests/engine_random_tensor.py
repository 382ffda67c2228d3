"""Random functions over tensors: chains of operations of linalg, tensor and arith on values of known sizes.

Each has operands %p0, %p1 and %p2 and a number %v of one type of elements, and returns its last values. Sizes
are known, so that all operations fit each other; among them are 0, 1, and multiples of no vector.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

ELEMENTS = ["f32", "f64", "i32", "i64", "i8"]
SIZES = [0, 1, 2, 3, 4, 5, 8, 9, 17]


def tensor(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


@dataclass
class TensorFunction:
    """A function with its types."""

    name: str
    element: str
    params: list[tuple[int, ...]]
    results: list[tuple[int, ...]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def signature(self) -> str:
        """Its type when tensors have become memory."""
        params = [f"%p{at}: {tensor(shape, self.element)}" for at, shape in enumerate(self.params)]
        results = [tensor(shape, self.element) for shape in self.results]
        text = f"({', '.join(params)}, %v: {self.element}) -> ({', '.join(results)})"
        return text.replace("tensor<", "memref<")

    def text(self, attributes: str = "") -> str:
        """The function; `attributes` are those of the parameters that are tensors."""
        params = [
            f"%p{at}: {tensor(shape, self.element)}{attributes}" for at, shape in enumerate(self.params)
        ]
        types = ", ".join(tensor(shape, self.element) for shape in self.results)
        head = f"func.func @{self.name}({', '.join(params)}, %v: {self.element}) -> ({types})"
        return f"{head} attributes {{llvm.emit_c_interface}} {{\n" + "\n".join(self.lines) + "\n}\n"


class Writer:
    """Writes the body of one function."""

    def __init__(self, rng: random.Random, function: TensorFunction) -> None:
        self.rng = rng
        self.function = function
        self.element = function.element
        self.kind = "f" if function.element[0] == "f" else "i"
        self.values = [(f"%p{at}", shape) for at, shape in enumerate(function.params)]
        self.count = 0

    def line(self, text: str) -> None:
        self.function.lines.append("  " + text)

    def type(self, shape: tuple[int, ...]) -> str:
        return tensor(shape, self.element)

    def define(self, shape: tuple[int, ...], text: str) -> str:
        self.count += 1
        self.line(f"%t{self.count} = {text}")
        self.values.append((f"%t{self.count}", shape))
        return f"%t{self.count}"

    def pick(self, rank: int | None = None) -> tuple[str, tuple[int, ...]]:
        found = [value for value in self.values if rank is None or len(value[1]) == rank]
        return self.rng.choice(found[-4:] if self.rng.random() < 0.6 else found)

    def pick_like(self, shape: tuple[int, ...]) -> str:
        return self.rng.choice([name for name, other in self.values if other == shape])

    def made(self, shape: tuple[int, ...]) -> str:
        """A tensor of a shape: one that there is, often still needed, or a new one."""
        if self.rng.random() < 0.4 and any(other == shape for _, other in self.values):
            return self.pick_like(shape)
        self.count += 1
        name, ty = f"%t{self.count}", self.type(shape)
        self.line(f"{name}e = tensor.empty() : {ty}")
        self.line(f"{name} = linalg.fill ins(%v : {self.element}) outs({name}e : {ty}) -> {ty}")
        self.values.append((name, shape))
        return name

    def elementwise(self) -> None:
        a, shape = self.pick()
        b, ty = self.pick_like(shape), self.type(shape)
        name = self.rng.choice(["add", "sub", "mul", "max", "min"])
        if self.rng.random() < 0.5:
            self.define(
                shape, f"linalg.{name} ins({a}, {b} : {ty}, {ty}) outs({self.made(shape)} : {ty}) -> {ty}"
            )
            return
        longer = {
            "max": "maximum" if self.kind == "f" else "maxs",
            "min": "minimum" if self.kind == "f" else "mins",
        }
        self.define(shape, f"arith.{longer.get(name, name)}{self.kind} {a}, {b} : {ty}")

    def generic(self) -> None:
        """Of two tensors, of which one is transposed or added up."""
        a, shape = self.pick(2)
        m, n = shape
        reduces = self.rng.random() < 0.5
        out = (self.rng.choice([m]),) if reduces else (n, m)
        target = self.made(out)
        maps = "affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (" + ("i)>" if reduces else "j, i)>")
        second = "reduction" if reduces else "parallel"
        x = self.rng.choice([f"arith.add{self.kind}", f"arith.mul{self.kind}", f"arith.sub{self.kind}"])
        ty, to, e = self.type(shape), self.type(out), self.element
        self.define(
            out,
            f'linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "{second}"]}}'
            f" ins({a} : {ty}) outs({target} : {to}) {{\n  ^bb0(%x: {e}, %y: {e}):\n"
            f"    %r = {x} %y, %x : {e}\n    linalg.yield %r : {e}\n  }} -> {to}",
        )

    def matmul(self) -> None:
        a, (m, k) = self.pick(2)
        fitting = [value for value in self.values if len(value[1]) == 2 and value[1][0] == k]
        b, (_, n) = self.rng.choice(fitting) if fitting else (self.made((k, 3)), (k, 3))
        target = self.made((m, n))
        ins = f"ins({a}, {b} : {self.type((m, k))}, {self.type((k, n))})"
        to = self.type((m, n))
        self.define((m, n), f"linalg.matmul {ins} outs({target} : {to}) -> {to}")

    def transpose(self) -> None:
        a, (m, n) = self.pick(2)
        outs = f"outs({self.made((n, m))} : {self.type((n, m))})"
        self.define((n, m), f"linalg.transpose ins({a} : {self.type((m, n))}) {outs} permutation = [1, 0]")

    def broadcast(self) -> None:
        a, (n,) = self.pick(1)
        size = self.rng.choice(SIZES)
        outs = f"outs({self.made((size, n))} : {self.type((size, n))})"
        self.define((size, n), f"linalg.broadcast ins({a} : {self.type((n,))}) {outs} dimensions = [0]")

    def reduce(self) -> None:
        a, (m, n) = self.pick(2)
        outs = f"outs({self.made((n,))} : {self.type((n,))})"
        op = self.rng.choice(["add", "mul", "maximum" if self.kind == "f" else "maxs"]) + self.kind
        ins = f"ins({a} : {self.type((m, n))})"
        self.define((n,), f"linalg.reduce {{ arith.{op} }} {ins} {outs} dimensions = [0]")

    def slice(self) -> None:
        a, shape = self.pick(2)
        if not all(shape):
            # No offset is inside.
            return
        sizes = tuple(self.rng.randint(0, size) for size in shape)
        offsets = [self.rng.randint(0, size - max(1, part)) for size, part in zip(shape, sizes)]
        place = f"[{offsets[0]}, {offsets[1]}] [{sizes[0]}, {sizes[1]}] [1, 1]"
        part, whole = self.type(sizes), self.type(shape)
        if self.rng.random() < 0.5:
            self.define(sizes, f"tensor.extract_slice {a}{place} : {whole} to {part}")
        else:
            b = self.made(sizes)
            self.define(shape, f"tensor.insert_slice {b} into {a}{place} : {part} into {whole}")

    def pad(self) -> None:
        a, shape = self.pick(2)
        if not all(shape):
            # As for concatenations.
            return
        low = [self.rng.randint(0, 2) for _ in shape]
        high = [self.rng.randint(0, 2) for _ in shape]
        to = tuple(map(sum, zip(shape, low, high)))
        self.define(
            to,
            f"tensor.pad {a} low{low} high{high} {{\n  ^bb0(%i: index, %j: index):\n"
            f"    tensor.yield %v : {self.element}\n  }} : {self.type(shape)} to {self.type(to)}",
        )

    def concat(self) -> None:
        a, shape = self.pick()
        if not all(shape):
            # What MLIR makes of it is invalid.
            return
        b = self.pick_like(shape)
        dim = self.rng.randrange(len(shape))
        to = tuple(size * (2 if at == dim else 1) for at, size in enumerate(shape))
        ty = self.type(shape)
        self.define(to, f"tensor.concat dim({dim}) {a}, {b} : ({ty}, {ty}) -> {self.type(to)}")

    def reshape(self) -> None:
        a, (m, n) = self.pick(2)
        self.define(
            (m * n,), f"tensor.collapse_shape {a} [[0, 1]] : {self.type((m, n))} into {self.type((m * n,))}"
        )

    def element_at(self) -> None:
        """Sets an element to another one, plus a number."""
        found = [value for value in self.values if all(value[1])]
        if not found:
            return
        a, shape = self.rng.choice(found)
        self.count += 1
        name, ty = f"%t{self.count}", self.type(shape)
        places = []
        for at in range(2 * len(shape)):
            size = shape[at % len(shape)]
            self.line(f"{name}i{at} = arith.constant {self.rng.randrange(size)} : index")
            places.append(f"{name}i{at}")
        one, two = ", ".join(places[: len(shape)]), ", ".join(places[len(shape) :])
        self.line(f"{name}x = tensor.extract {a}[{one}] : {ty}")
        self.line(f"{name}y = arith.add{self.kind} {name}x, %v : {self.element}")
        self.define(shape, f"tensor.insert {name}y into {a}[{two}] : {ty}")

    def loop(self) -> None:
        """A tensor that a loop changes."""
        a, shape = self.pick()
        b, ty = self.pick_like(shape), self.type(shape)
        self.count += 1
        name = f"%t{self.count}"
        for word, number in (("lo", 0), ("hi", self.rng.randint(0, 3)), ("st", 1)):
            self.line(f"{name}{word} = arith.constant {number} : index")
        self.define(
            shape,
            f"scf.for %i = {name}lo to {name}hi step {name}st iter_args(%c = {a}) -> ({ty}) {{\n"
            f"    %n = linalg.add ins(%c, {b} : {ty}, {ty}) outs(%c : {ty}) -> {ty}\n"
            f"    scf.yield %n : {ty}\n  }}",
        )

    def write(self) -> None:
        for _ in range(self.rng.randint(3, 9)):
            kinds = [self.elementwise] * 4 + [self.generic, self.matmul, self.transpose, self.broadcast]
            kinds += [self.reduce, self.slice, self.slice, self.pad, self.concat, self.reshape]
            self.rng.choice([*kinds, self.element_at, self.element_at, self.loop])()
        last = self.values[-3:]
        self.function.results = [shape for _, shape in last]
        types = ", ".join(self.type(shape) for _, shape in last)
        self.line(f"return {', '.join(name for name, _ in last)} : {types}")


def make_tensor_module(seed: int, functions: int) -> list[TensorFunction]:
    """The functions of a random module."""
    rng = random.Random(f"tensors {seed}")
    made = []
    for number in range(functions):
        shape = (rng.choice(SIZES), rng.choice(SIZES))
        params = [shape, rng.choice([shape, shape[::-1]]), (shape[1],)]
        function = TensorFunction(f"t{number}", rng.choice(ELEMENTS), params)
        Writer(rng, function).write()
        made.append(function)
    return made
