"""Random functions with loops of affine of which some make what others read, and some read the same."""

from __future__ import annotations

import random

# The sizes of a memref by its rank.
SIZES = {1: (64,), 2: (16, 24)}


class Block:
    """Writes loops that access a few memrefs."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.names = iter(range(10**6))
        # The names of memrefs with their ranks.
        self.memrefs: dict[str, int] = {}
        # Whether each iteration of the loops is of other elements than all others.
        self.is_plain = False

    def name(self) -> str:
        return f"%v{next(self.names)}"

    def allocate(self) -> None:
        for number in range(self.rng.randint(1, 3)):
            rank = self.rng.choice([1, 2, 2])
            self.memrefs[f"%m{number}"] = rank
            self.lines.append(f"%m{number} = memref.alloc() : {memref(rank)}")
        self.memrefs["%a"] = 2
        self.memrefs["%b"] = 1

    def index(self, variable: str, size: int) -> str:
        if self.is_plain:
            return variable
        kind = self.rng.randrange(14)
        if kind == 0:
            return f"{variable} + {self.rng.randint(1, 3)}"
        if kind == 1:
            return f"{variable} * 2"
        if kind == 2:
            return str(self.rng.choice([0, 3]))
        if kind == 3:
            return f"{variable} floordiv 2"
        if kind == 4:
            return "%n"
        if kind == 5:
            return f"-{variable} + {size - 1}"
        return variable

    def access(self, variables: list[str], name: str) -> str:
        sizes = SIZES[self.memrefs[name]]
        chosen = list(variables)
        if len(chosen) > 1 and self.rng.random() < 0.2 and not self.is_plain:
            self.rng.shuffle(chosen)
        chosen = (chosen or ["0"]) * 2
        if len(sizes) == 1 and len(variables) > 1 and not self.is_plain and self.rng.random() < 0.5:
            return f"{name}[{variables[0]} * 4 + {variables[1]}] : {memref(1)}"
        indices = (self.index(variable, size) for variable, size in zip(chosen, sizes))
        return f"{name}[{', '.join(indices)}] : {memref(len(sizes))}"

    def body(self, variables: list[str]) -> None:
        """Reads and writes; often there is a write of what was read."""
        rng = self.rng
        values = ["%x"]
        memrefs = [name for name, rank in self.memrefs.items() if rank == 2 or not self.is_plain]
        for _ in range(rng.randint(0, 2)):
            name = self.name()
            self.lines.append(f"{name} = affine.load {self.access(variables, rng.choice(memrefs))}")
            values.append(name)
        if rng.random() < 0.4:
            name = self.name()
            self.lines.append(f"{name} = arith.addf {values[-1]}, {values[0]} : f32")
            values.append(name)
        if rng.random() < 0.85:
            for _ in range(rng.choice([1, 1, 1, 2])):
                place = self.access(variables, rng.choice(memrefs))
                self.lines.append(f"affine.store {values[-1]}, {place}")

    def bounds(self, size: int, outer: list[str]) -> str:
        rng = self.rng
        kind = rng.randrange(16)
        if kind == 0:
            return f"2 to {size}"
        if kind == 1:
            return f"0 to {size} step 2"
        if kind == 2:
            return f"0 to {max(size // 2, 1)}"
        if kind == 3:
            return "0 to %n"
        if kind == 4 and outer:
            # MLIR exchanges loops that depend on each other, so no iteration may depend on another one.
            self.is_plain = True
            return f"0 to affine_map<(d0) -> (d0 + 1)>({outer[-1]})"
        if kind == 5:
            return "0 to 1"
        if kind == 6 and outer:
            self.is_plain = True
            return f"affine_map<(d0) -> (d0)>({outer[-1]}) to affine_map<(d0) -> (d0 + 4)>({outer[-1]})"
        return f"0 to {size}"

    def loops(self, is_nested: bool) -> None:
        rng = self.rng
        depth = rng.choice([1, 2, 2, 2])
        sizes = (16, 24) if depth == 2 else (rng.choice([16, 64]),)
        variables: list[str] = []
        self.is_plain = False
        for size in sizes:
            variable = self.name()
            # In another loop, MLIR exchanges loops that depend on each other more often.
            outer = [] if is_nested else variables
            self.lines.append(f"affine.for {variable} = {self.bounds(size, outer)} {{")
            variables.append(variable)
            if rng.random() < 0.08 and not self.is_plain:
                self.body(variables)
        self.body(variables)
        self.lines.extend("}" for _ in sizes)

    def between(self) -> None:
        """An operation between loops."""
        rng = self.rng
        name = rng.choice(list(self.memrefs))
        rank = self.memrefs[name]
        kind = rng.randrange(4)
        if kind == 0:
            self.lines.append(f"affine.store %x, {name}[{', '.join(['0'] * rank)}] : {memref(rank)}")
        elif kind == 1:
            value = self.name()
            self.lines.append(f"{value} = affine.load {name}[{', '.join(['0'] * rank)}] : {memref(rank)}")
        elif kind == 2:
            self.lines.append(f'"test.use"({name}) : ({memref(rank)}) -> ()')
        else:
            self.lines.append("func.call @other(%x) : (f32) -> ()")


def memref(rank: int) -> str:
    return f"memref<{'x'.join(map(str, SIZES[rank]))}xf32>"


def fused_loops(seed: int) -> str:
    """Two to five loop nests, sometimes in another loop, or with something between them."""
    rng = random.Random(seed)
    block = Block(rng)
    block.allocate()
    is_nested = rng.random() < 0.1
    if is_nested:
        block.lines.append("affine.for %o = 0 to 8 {")
    for _ in range(rng.randint(2, 4)):
        block.loops(is_nested)
        if rng.random() < 0.1:
            block.between()
    if is_nested:
        block.lines.append("}")
    if rng.random() < 0.3:
        name = rng.choice([name for name in block.memrefs if name.startswith("%m")])
        block.lines.append(f'"test.use"({name}) : ({memref(block.memrefs[name])}) -> ()')
    body = "\n".join(f"  {line}" for line in block.lines)
    arguments = f"%x: f32, %n: index, %a: {memref(2)}, %b: {memref(1)}"
    return f"func.func private @other(f32)\nfunc.func @f({arguments}) {{\n{body}\n  return\n}}\n"
