"""Random modules of loops whose bounds tell something about minima and maxima in them."""

from __future__ import annotations

import random


def expression(rng: random.Random, dims: list[str], symbols: list[str]) -> str:
    """A result of a map, often a distance between two of its variables."""
    names = dims + symbols
    one, other = rng.choice(names), rng.choice(names)
    kind = rng.choice(["distance", "distance", "sum", "constant", "constant", "name", "quotient", "scaled"])
    number = rng.choice([1, 2, 3, 4, 5, 8, 16])
    return {
        "distance": f"{one} - {other}",
        "sum": f"{one} + {number}",
        "constant": str(rng.choice([number, number, -number])),
        "name": one,
        "quotient": f"({one} - {other}) {rng.choice(['floordiv', 'ceildiv', 'mod'])} {number}",
        "scaled": f"{one} * {number} - {other}",
    }[kind]


def tiles(seed: int) -> str:
    """Loops of scf in loops, with minima and maxima of their variables and bounds."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    numbers = [0, 1, 2, 3, 4, 7, 8, 16, 17, -4]
    lines = [f"%c{str(number).replace('-', 'm')} = arith.constant {number} : index" for number in numbers]
    constants = [line.split(" ", 1)[0] for line in lines]
    steps = [name for name, number in zip(constants, numbers) if number > 0]

    def extremum(known: list[str]) -> str:
        name = f"%v{next(names)}"
        dims = [f"d{index}" for index in range(rng.randint(0, 3))]
        symbols = [f"s{index}" for index in range(rng.randint(0 if dims else 1, 2))]
        results = [expression(rng, dims, symbols) for _ in range(rng.randint(1, 3))]
        inputs = f"({', '.join(dims)})" + (f"[{', '.join(symbols)}]" if symbols else "")
        operands = ", ".join(rng.choice(known) for _ in dims)
        values = ", ".join(rng.choice(["%n", "%m", *constants]) for _ in symbols)
        values = f"[{values}]" if symbols else ""
        kind = rng.choice(["min", "min", "max", "apply"])
        results = results[:1] if kind == "apply" else results
        lines.append(
            f"{name} = affine.{kind} affine_map<{inputs} -> ({', '.join(results)})>({operands}){values}"
        )
        return name

    def block(known: list[str], depth: int) -> None:
        known = list(known)
        for _ in range(rng.randint(1, 4)):
            if depth and rng.random() < 0.4:
                nest(known, depth - 1)
            elif rng.random() < 0.75:
                made = extremum(known)
                lines.append(f'"test.use"({made}) : (index) -> ()')
                known.append(made)
            else:
                lines.append(f'"test.use"({rng.choice(known)}) : (index) -> ()')

    def nest(known: list[str], depth: int) -> None:
        variable = f"%i{next(names)}"
        lower = rng.choice(["%c0", "%c0", rng.choice(known)])
        upper = rng.choice(["%n", rng.choice(constants), rng.choice(known)])
        step = rng.choice([rng.choice(steps), rng.choice(steps), rng.choice(steps), "%m"])
        kind = rng.choice(["for", "for", "iter", "parallel", "forall"])
        inner = [*known, variable, variable, upper]
        if kind == "for":
            lines.append(f"scf.for {variable} = {lower} to {upper} step {step} {{")
            block(inner, depth)
        elif kind == "iter":
            name = f"%v{next(names)}"
            start = f"{variable}x = {rng.choice(known)}"
            lines.append(
                f"{name} = scf.for {variable} = {lower} to {upper} step {step} iter_args({start}) -> index {{"
            )
            # Not in a minimum: MLIR takes any argument of a loop for its variable.
            lines.append(f'"test.use"({variable}x) : (index) -> ()')
            block(inner, depth)
            lines.append(f"scf.yield {rng.choice(inner)} : index")
        elif kind == "parallel":
            lines.append(f"scf.parallel ({variable}) = ({lower}) to ({upper}) step ({step}) {{")
            block(inner, depth)
        else:
            number = rng.choice([1, 4, 16, 17])
            bounds = rng.choice([f"({lower}) to ({upper})", f"(0) to ({number})", f"(0) to ({upper})"])
            lines.append(f"scf.forall ({variable}) = {bounds} step ({rng.choice([1, 2, 4])}) {{")
            block(inner, depth)
        lines.append("}")
        if kind == "iter":
            known.append(name)

    for _ in range(rng.randint(1, 2)):
        nest(["%n", "%m", *constants[:3]], 2)
    body = "\n".join(lines)
    return f"func.func @f(%n: index, %m: index) {{\n{body}\nreturn\n}}\n"


def nested_loops(seed: int) -> str:
    """Loops of scf, most of which are alone in each other and go on with what the outer one passes on."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    numbers = [0, 1, 2, 3, 5, 12, 17]
    lines = [f"%c{number} = arith.constant {number} : index" for number in numbers]

    def bounds(known: list[str]) -> str:
        # Loops between numbers have an iteration: of others MLIR makes what is not valid.
        lower = rng.choice(["%c0", "%c0", "%c0", "%c1", "%c2", "%n", *known[-1:]])
        upper = rng.choice(["%c3", "%c5", "%c12", "%n", "%m", *known[-2:]])
        step = rng.choice(["%c1", "%c1", "%c1", "%c2", "%c3", "%s"])
        return f"{lower} to {upper} step {step}"

    def nest(known: list[str], carried: list[str], depth: int) -> list[str]:
        variable = f"%v{next(names)}"
        own = [f"%v{next(names)}" for _ in carried]
        results = f"%v{next(names)}"
        inits = list(carried)
        if rng.random() < 0.1:
            rng.shuffle(inits)
        flag = "unsigned " if rng.random() < 0.1 else ""
        head = f"scf.for {flag}{variable} = {bounds(known)}"
        if own:
            pairs = ", ".join(f"{one} = {init}" for one, init in zip(own, inits))
            types = ", ".join(["f32"] * len(own))
            head = f"{results}:{len(own)} = {head} iter_args({pairs}) -> ({types})"
        lines.append(f"{head} {{")
        inside = [*known, variable]
        yielded = list(own)
        if rng.random() < 0.1:
            made = f"%v{next(names)}"
            lines.append(f"{made} = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>({variable})[%n]")
            lines.append(f'"test.use"({made}) : (index) -> ()')
        if depth:
            yielded = nest(inside, own, depth - 1)
        else:
            lines.append(f'"test.use"({", ".join(inside)}) : ({", ".join(["index"] * len(inside))}) -> ()')
            if own and rng.random() < 0.7:
                made = f"%v{next(names)}"
                lines.append(f"{made} = arith.addf {rng.choice(own)}, {rng.choice(own)} : f32")
                yielded[rng.randrange(len(own))] = made
        if rng.random() < 0.1:
            rng.shuffle(yielded)
        if own:
            lines.append(f"scf.yield {', '.join(yielded)} : {', '.join(['f32'] * len(own))}")
        lines.append("}")
        return [f"{results}#{index}" for index in range(len(own))]

    for _ in range(rng.randint(1, 2)):
        carried = rng.choice([[], [], ["%x"], ["%x", "%y"]])
        results = nest([], carried, rng.randint(0, 3))
        for result in results:
            lines.append(f'"test.use"({result}) : (f32) -> ()')
    body = "\n".join(lines)
    signature = "%n: index, %m: index, %s: index, %x: f32, %y: f32"
    return f"func.func @f({signature}) {{\n{body}\nreturn\n}}\n"
