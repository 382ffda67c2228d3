"""Random nests of affine loops whose memory can be copied to a faster one."""

from __future__ import annotations

import random

SIZES = {"%A": [40], "%B": [24, 40], "%C": [9, 24, 16], "%D": ["?"]}


def copied_memory(seed: int) -> str:
    """Loops in each other with reads, and writes of what is read as well.

    A memref that is written is read before: MLIR 22 copies memory back that nothing wrote. No index is a
    constant: loops of one iteration become constants, in an order that differs from run to run of MLIR.
    """
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines: list[str] = []
    written = rng.choice(["%A", "%B", "%C"])

    def memory(name: str) -> str:
        return f"memref<{'x'.join(map(str, SIZES[name]))}xf32>"

    def index(variables: list[str]) -> str:
        one = rng.choice(variables)
        form = rng.random()
        if form < 0.5:
            return one
        if form < 0.7:
            return f"{one} + {rng.choice([1, 2, 5])}"
        if form < 0.8:
            return f"{one} * 2"
        if form < 0.9:
            return f"{one} + {rng.choice(variables)}"
        return f"{one} mod 2"

    def access(variables: list[str]) -> None:
        name = rng.choice(list(SIZES))
        place = ", ".join(index(variables) for _ in SIZES[name])
        value = f"%v{next(names)}"
        lines.append(f"{value} = affine.load {name}[{place}] : {memory(name)}")
        if name == written:
            other = ", ".join(index(variables) for _ in SIZES[name])
            lines.append(f"affine.store {value}, {name}[{other}] : {memory(name)}")
        else:
            lines.append(f'"test.use"({value}) : (f32) -> ()')

    def nest(variables: list[str], depth: int) -> None:
        name = f"%i{next(names)}"
        lower, upper, step = rng.choice([0, 0, 0, 2]), rng.choice([4, 8, 8, 9]), rng.choice([1, 1, 1, 2, 4])
        low, high = str(lower), str(upper)
        if variables and rng.random() < 0.3:
            outer = rng.choice(variables)
            low = f"affine_map<(d0) -> (d0)>({outer})"
            high = f"affine_map<(d0) -> (d0 + {rng.choice([2, 4])})>({outer})"
        elif rng.random() < 0.1:
            high = "%n"
        lines.append(f"affine.for {name} = {low} to {high} step {step} {{")
        inner = [*variables, name]
        if depth and rng.random() < 0.8:
            nest(inner, depth - 1)
        else:
            for _ in range(rng.randint(1, 3)):
                access(inner)
        lines.append("}")

    for _ in range(rng.randint(1, 2)):
        nest([], 2)
    signature = ", ".join(f"{name}: {memory(name)}" for name in SIZES)
    body = "\n".join(lines)
    return f"func.func @f({signature}, %n: index) {{\n{body}\nreturn\n}}\n"
