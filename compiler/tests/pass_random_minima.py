"""Random least and greatest results of maps, accesses and parallel loops, for canonicalization."""

from __future__ import annotations

import random


def affine_maps(seed: int) -> str:
    """Maps of values that other maps compute, some of which are constants, with results that are repeated.

    No value has bounds that are known: MLIR 22 uses these for `mod` and divisions, such as of a remainder.
    """
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines: list[str] = []
    memory = rng.choice(["%m", "%k", "%w"])
    ty = "memref<8xindex>" if memory == "%m" else "memref<?xindex>"

    def term(dims: int, symbols: int) -> str:
        inputs = [*(f"d{dim}" for dim in range(dims)), *(f"s{symbol}" for symbol in range(symbols))]
        one = rng.choice(inputs) if inputs and rng.random() < 0.8 else str(rng.choice([0, 1, 3, -2, 200]))
        form = rng.random()
        if form < 0.35:
            return one
        if form < 0.5:
            return f"{one} {rng.choice(['floordiv', 'ceildiv'])} {rng.choice([2, 3])}"
        factor = rng.choice([1, -1, 2, 4])
        other = rng.choice(inputs) if inputs and rng.random() < 0.6 else str(rng.choice([0, 1, 7]))
        return f"{one} * {factor} + {other}"

    def applied(dims: list[str], symbols: list[str], count: int) -> tuple[str, str]:
        used = [rng.choice(dims + symbols) for _ in range(rng.randint(0, 2))]
        known = [rng.choice(symbols) for _ in range(rng.randint(0, 2))]
        results = [term(len(used), len(known)) for _ in range(count)]
        if count > 1 and rng.random() < 0.3:
            results[-1] = results[0]
        heads = ", ".join(f"d{dim}" for dim in range(len(used)))
        tails = ", ".join(f"s{symbol}" for symbol in range(len(known)))
        text = f"affine_map<({heads})[{tails}] -> ({', '.join(results)})>"
        return text, f"({', '.join(used)})[{', '.join(known)}]"

    def block(dims: list[str], symbols: list[str], depth: int) -> None:
        dims, symbols = [*dims], [*symbols]
        for _ in range(rng.randint(2, 6)):
            name = f"%v{next(names)}"
            kinds = "min min max max apply load store prefetch parallel constant"
            kind = rng.choice(kinds.split())
            if kind in ("min", "max", "apply"):
                inputs = symbols if rng.random() < 0.3 else dims
                text, operands = applied(inputs, symbols, 1 if kind == "apply" else rng.randint(1, 4))
                lines.append(f"{name} = affine.{kind} {text}{operands}")
                if inputs is symbols:
                    symbols.append(name)
                else:
                    dims.append(name)
                if rng.random() < 0.7:
                    lines.append(f'"test.use"({name}) : (index) -> ()')
            elif kind == "constant":
                lines.append(f"{name} = arith.constant {rng.choice([0, 1, 5, -3])} : index")
                symbols.append(name)
            elif kind == "parallel":
                if depth == 0:
                    continue
                lower = "0"
                if rng.random() < 0.5:
                    lower = f"max({rng.choice(dims + symbols)}, {rng.choice(symbols)} + 1)"
                upper = f"{rng.choice(dims + symbols)} + symbol({rng.choice(symbols)})"
                step = rng.choice([1, 3])
                lines.append(f"affine.parallel ({name}) = ({lower}) to ({upper}) step ({step}) {{")
                block([*dims, name], symbols, depth - 1)
                lines.append("}")
            else:
                place = f"{rng.choice(dims + symbols)} + symbol({rng.choice(symbols)}) * {rng.choice([1, 2])}"
                end = rng.choice(["", " {test.a}"])
                texts = {
                    "load": f"{name} = affine.load {memory}[{place}]{end} : {ty}",
                    "store": f"affine.store %a, {memory}[{place}]{end} : {ty}",
                    "prefetch": f"affine.prefetch {memory}[{place}], read, locality<3>, data{end} : {ty}",
                }
                lines.append(texts[kind])
                if kind == "load":
                    lines.append(f'"test.use"({name}) : (index) -> ()')

    block(["%a", "%b"], ["%a", "%b"], 2)
    body = "\n".join(lines)
    cast = "%w = memref.cast %m : memref<8xindex> to memref<?xindex>"
    signature = "%a: index, %b: index, %m: memref<8xindex>, %k: memref<?xindex>"
    return f"func.func @f({signature}) {{\n{cast}\n{body}\nreturn\n}}\n"
