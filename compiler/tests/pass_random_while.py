"""Random loops of `scf.while` whose condition tells something, and scopes of allocations."""

from __future__ import annotations

import random

PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
INVERSE = dict(zip(PREDICATES, ("ne", "eq", "sge", "sgt", "sle", "slt", "uge", "ugt", "ule", "ult")))


def whiles(seed: int) -> str:
    """Loops with a choice by their condition at the end of the first region.

    A choice yields no value from outside of it that is of the first region, and none of its results is passed
    on twice: what MLIR 22 makes of these is not valid, or something else.
    """
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines: list[str] = []

    def new(text: str) -> str:
        name = f"%v{next(names)}"
        lines.append(f"{name} = {text}")
        return name

    def work(known: list[str], bits: list[str]) -> None:
        for _ in range(rng.randint(0, 3)):
            kind = rng.random()
            if kind < 0.4:
                known.append(new(f'"test.op"({rng.choice(known)}) : (i32) -> i32'))
            elif kind < 0.6:
                one, other = rng.choice(known), rng.choice(known)
                bits.append(new(f"arith.cmpi {rng.choice(PREDICATES)}, {one}, {other} : i32"))
            elif kind < 0.75 and bits:
                lines.append(f'"test.bit"({rng.choice(bits)}) : (i1) -> ()')
            elif kind < 0.9:
                known.append(new(f"arith.addi {rng.choice(known)}, {rng.choice(known)} : i32"))
            else:
                lines.append(f'"test.use"({rng.choice(known)}) : (i32) -> ()')

    def choice(known: list[str], condition: str) -> list[str]:
        count = rng.randint(0, 2)
        results = [f"%v{next(names)}" for _ in range(count)]
        types = f" -> ({', '.join(['i32'] * count)})" if count else ""
        head = f"{', '.join(results)} = " if count else ""
        lines.append(f"{head}scf.if {condition}{types} {{")
        inner = [*known]
        work(inner, [condition])
        own = inner[len(known) :]
        if rng.random() < 0.3:
            lines.append(f'scf.if %c {{\n"test.use"({rng.choice(inner)}) : (i32) -> ()\n}}')
        yielded = [rng.choice([*own, "%a", "%k"]) for _ in range(count)]
        lines.append(f"scf.yield {', '.join(yielded)} : {', '.join(['i32'] * count)}" if count else "")
        if count:
            lines.append("} else {")
            if rng.random() < 0.1:
                work([*known], [])
            others = [rng.choice(known) for _ in range(count)]
            lines.append(f"scf.yield {', '.join(others)} : {', '.join(['i32'] * count)}")
        lines.append("}")
        return results

    def loop(known: list[str], depth: int) -> str:
        count = rng.randint(1, 3)
        arguments = [f"%v{next(names)}" for _ in range(count)]
        passed_count = rng.randint(1, 4)
        with_bit = rng.random() < 0.4
        types = ["i32"] * passed_count + ["i1"] * with_bit
        inits = ", ".join(f"{one} = {rng.choice(known)}" for one in arguments)
        name = f"%v{next(names)}"
        listed = f"({', '.join(['i32'] * count)}) -> ({', '.join(types)})"
        lines.append(f"{name}:{len(types)} = scf.while ({inits}) : {listed} {{")
        inside, bits = [*known, *arguments], ["%c"]
        work(inside, bits)
        if rng.random() < 0.6:
            left, right = rng.choice(inside), rng.choice(inside)
            predicate = rng.choice(PREDICATES)
            condition = new(f"arith.cmpi {predicate}, {left}, {right} : i32")
        else:
            left, right, predicate = rng.choice(inside), "%a", "eq"
            condition = rng.choice([*bits, new(f'"test.cond"({left}) : (i32) -> i1')])
        results = choice(inside, condition) if rng.random() < 0.6 else []
        rng.shuffle(results)
        passed = [rng.choice([left, *inside]) for _ in range(passed_count)]
        for index, result in zip(rng.sample(range(passed_count), passed_count), results):
            passed[index] = result
        operands = passed + [condition] * with_bit
        lines.append(f"scf.condition({condition}) {', '.join(operands)} : {', '.join(types)}")
        after = [f"%v{next(names)}" for _ in types]
        arguments = ", ".join(f"{one}: {ty}" for one, ty in zip(after, types))
        lines.append(f"}} do {{\n^bb0({arguments}):")
        values, bits = [*known, *after[:passed_count]], after[passed_count:]
        if rng.random() < 0.7 and right in known:
            again = rng.choice([predicate, INVERSE[predicate], rng.choice(PREDICATES)])
            pair = [rng.choice(after[:passed_count]), right]
            bits.append(new(f"arith.cmpi {again}, {pair[0]}, {pair[1]} : i32"))
            lines.append(f'"test.bit"({bits[-1]}) : (i1) -> ()')
        work(values, bits)
        if depth and rng.random() < 0.4:
            values.append(loop(values, depth - 1))
        yielded = ", ".join(rng.choice(values) for _ in range(count))
        lines.append(f"scf.yield {yielded} : {', '.join(['i32'] * count)}")
        lines.append("}")
        return f"{name}#{rng.randrange(passed_count)}"

    known = ["%a", "%b", "%k"]
    for _ in range(rng.randint(1, 2)):
        known.append(loop(known, 1))
    body = "\n".join(lines)
    signature = "%a: i32, %b: i32, %c: i1"
    body = f"%k = arith.constant 3 : i32\n{body}\nreturn {known[-1]} : i32"
    return f"func.func @f({signature}) -> i32 {{\n{body}\n}}\n"


def scopes(seed: int) -> str:
    """Scopes of allocations in each other and in other operations, last in these or not."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines: list[str] = []

    def block(sizes: list[str], depth: int) -> None:
        sizes = [*sizes]
        for _ in range(rng.randint(0, 3)):
            kinds = "scope scope value if for alloca alloca use size call"
            kind = rng.choice(kinds.split())
            name = f"%v{next(names)}"
            if kind == "alloca":
                if rng.random() < 0.5:
                    lines.append(f"{name} = memref.alloca({rng.choice(sizes)}) : memref<?xi32>")
                    lines.append(f'"test.use"({name}) : (memref<?xi32>) -> ()')
                else:
                    lines.append(f"{name} = memref.alloca() : memref<4xi32>")
                    lines.append(f"memref.store %a, {name}[%n] : memref<4xi32>")
                    lines.append(f"{name}l = memref.load {name}[%n] : memref<4xi32>")
                    lines.append(f"memref.store {name}l, %m[%n] : memref<4xi32>")
            elif kind == "size":
                lines.append(f"{name} = arith.addi {rng.choice(sizes)}, {rng.choice(sizes)} : index")
                lines.append(f"memref.store %a, %m[{name}] : memref<4xi32>")
                sizes.append(name)
            elif kind == "use":
                lines.append(f"memref.store %a, %m[{rng.choice(sizes)}] : memref<4xi32>")
            elif kind == "call":
                lines.append(f'"test.op"({rng.choice(sizes)}) : (index) -> ()')
            elif depth == 0:
                continue
            elif kind == "value":
                lines.append(f"{name} = memref.alloca_scope -> (index) {{")
                block(sizes, depth - 1)
                lines.append(f"memref.alloca_scope.return {rng.choice(sizes)} : index\n}}")
                sizes.append(name)
            else:
                heads = {
                    "scope": "memref.alloca_scope {",
                    "if": "scf.if %c {",
                    "for": f"scf.for {name} = %n to {rng.choice(sizes)} step %n {{",
                }
                lines.append(heads[kind])
                block([*sizes, name] if kind == "for" else sizes, depth - 1)
                lines.append("}")

    block(["%n", "%s"], 4)
    body = "\n".join(lines)
    signature = "%a: i32, %n: index, %s: index, %c: i1, %m: memref<4xi32>"
    return f"func.func @f({signature}) {{\n{body}\nreturn\n}}\n"
