"""Random functions with loads that nothing needs, scopes of memory, and blocks that are not reached."""

from __future__ import annotations

import random

ARGUMENTS = "%x: i32, %y: i32, %m: memref<4xi32>, %i: index, %c: i1"
SCOPES = {
    "scf.if %c -> (i32) {": "scf.yield",
    "memref.alloca_scope -> (i32) {": "memref.alloca_scope.return",
    "scf.execute_region -> i32 {": "scf.yield",
}


class Body:
    """The lines of a function. A list of values has those that a place can use, of type i32."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.count = 0

    def add(self, text: str) -> str:
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"{name} = {text}")
        return name

    def memory(self) -> str:
        if self.rng.random() < 0.4:
            return "%m"
        return self.add(f"memref.{self.rng.choice(('alloc', 'alloca'))}() : memref<4xi32>")

    def operation(self, values: list[str], depth: int) -> None:
        a, b = self.rng.choice(values), self.rng.choice(values)
        kind = self.rng.random()
        if kind < 0.2:
            self.lines.append(f"memref.store {a}, {self.memory()}[%i] : memref<4xi32>")
        elif kind < 0.45:
            values.append(self.add(f"memref.load {self.memory()}[%i] : memref<4xi32>"))
        elif kind < 0.7 or depth == 2:
            values.append(self.add(f"arith.{self.rng.choice(('addi', 'muli'))} {a}, {b} : i32"))
        else:
            text, end = self.rng.choice(list(SCOPES.items()))
            scope = self.add(text)
            self.region(values, depth, end)
            if "scf.if" in text:
                self.lines.append("} else {")
                self.region(values, depth, end)
            self.lines.append("}")
            values.append(scope)

    def region(self, values: list[str], depth: int, end: str) -> None:
        inner = self.several(values, depth + 1)
        self.lines.append(f"{end} {self.rng.choice(inner)} : i32")

    def several(self, values: list[str], depth: int) -> list[str]:
        inner = list(values)
        for _ in range(self.rng.randint(0, 4)):
            self.operation(inner, depth)
        return inner


def dead_loads(seed: int) -> str:
    """A function whose result needs little of what it computes."""
    rng = random.Random(seed)
    body = Body(rng)
    values = body.several(["%x", "%y"], 0)
    body.lines.append(f"return {rng.choice(values)} : i32")
    if rng.random() < 0.4:
        # mlir-opt makes invalid IR of an unreached branch unless its condition is not needed either.
        body.lines.append("^bb1(%a: i32):")
        inner = body.several(["%x", "%y", "%a"], 2)
        body.lines.append(f"%k = arith.cmpi eq, {rng.choice(inner)}, %a : i32")
        body.lines.append(f"cf.cond_br %k, ^bb1({rng.choice(inner)} : i32), ^bb1(%a : i32)")
    lines = "\n".join(f"  {line}" for line in body.lines)
    return f"func.func @f({ARGUMENTS}) -> i32 {{\n{lines}\n}}\n"
