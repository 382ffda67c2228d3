"""Random modules of integers: equal operations, and blocks that branch to each other."""

from __future__ import annotations

import random

WIDTHS = (1, 8, 32, 64, 65, 128)
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
# Values at which integers of all widths change their behaviour.
EDGES = (0, 1, -1, 2, 3, 7)


def constant(rng: random.Random, width: int) -> str:
    """An integer constant of a width."""
    edges = [*EDGES, -(1 << (width - 1)), (1 << (width - 1)) - 1]
    value = rng.choice(edges)
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    value = max(low, min(high, value))
    if width == 1:
        return "true" if value else "false"
    return f"{value} : i{width}"


def integers(seed: int) -> str:
    """Additions, products, comparisons and selections of few values, so that many are the same."""
    rng = random.Random(seed)
    width = rng.choice(WIDTHS)
    ty = f"i{width}"
    values, bits, lines = ["%a", "%b"], ["%c"], []
    for number in range(rng.randint(2, 14)):
        name = f"%{number}"
        kind = rng.choice(["constant", "addi", "muli", "cmpi", "select", "addi", "constant"])
        if kind == "constant":
            lines.append(f"{name} = arith.constant {constant(rng, width)}")
            values.append(name)
        elif kind in ("addi", "muli"):
            flags = rng.choice(["", "", " overflow<nsw>", " overflow<nsw, nuw>", " overflow<nuw>"])
            lines.append(f"{name} = arith.{kind} {rng.choice(values)}, {rng.choice(values)}{flags} : {ty}")
            values.append(name)
        elif kind == "cmpi":
            predicate = rng.choice(PREDICATES)
            lines.append(
                f"{name} = arith.cmpi {predicate}, {rng.choice(values)}, {rng.choice(values)} : {ty}"
            )
            bits.append(name)
        else:
            chosen = f"{rng.choice(bits)}, {rng.choice(values)}, {rng.choice(values)}"
            lines.append(f"{name} = arith.select {chosen} : {ty}")
            values.append(name)
    results = rng.sample(values, min(2, len(values)))
    lines.append(f"return {', '.join([*results, bits[-1]])} : {', '.join([ty] * len(results) + ['i1'])}")
    body = "\n".join(f"  {line}" for line in lines)
    result_types = ", ".join([ty] * len(results) + ["i1"])
    return f"func.func @f(%a: {ty}, %b: {ty}, %c: i1) -> ({result_types}) {{\n{body}\n}}\n"


def blocks(seed: int) -> str:
    """A function of several blocks with arguments, some of which are dead or not reached."""
    rng = random.Random(seed)
    count = rng.randint(2, 6)
    arguments = {block: rng.randint(0, 2) for block in range(1, count)}
    lines = []

    def target(known: list[str]) -> str:
        block = rng.randint(1, count - 1)
        passed = [rng.choice(known) for _ in range(arguments[block])]
        types = ", ".join(["i32"] * len(passed))
        return f"^bb{block}({', '.join(passed)} : {types})" if passed else f"^bb{block}"

    outer = ["%a", "%b"]
    for block in range(count):
        known = list(outer)
        if block:
            names = [f"%x{block}_{index}" for index in range(arguments[block])]
            known += names
            header = ", ".join(f"{name}: i32" for name in names)
            lines.append(f"^bb{block}({header}):" if names else f"^bb{block}:")
        for number in range(rng.randint(0, 4)):
            name = f"%v{block}_{number}"
            operation = rng.choice(["test.use", "index", "load"])
            if operation == "test.use":
                lines.append(f'"test.use"({rng.choice(known)}) : (i32) -> ()')
                continue
            if operation == "index":
                lines.append(f"{name} = arith.xori {rng.choice(known)}, {rng.choice(known)} : i32")
            else:
                lines.append(f"{name} = memref.load %m[] : memref<i32>")
            known.append(name)
            if rng.random() < 0.3:
                lines.append(f"memref.store {rng.choice(known)}, %m[] : memref<i32>")
        end = rng.random()
        if end < 0.25:
            lines.append(f"return {rng.choice(known)} : i32")
        elif end < 0.6:
            lines.append(f"cf.br {target(known)}")
        else:
            lines.append(f"cf.cond_br %c, {target(known)}, {target(known)}")
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f(%a: i32, %b: i32, %c: i1, %m: memref<i32>) -> i32 {{\n{body}\n}}\n"
