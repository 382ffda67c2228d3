"""Random quotients, remainders and bounds of the variables of affine loops."""

from __future__ import annotations

import random


def divided_variables(seed: int) -> str:
    """Loops in each other, mostly with constant bounds, and maps of their variables."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines: list[str] = []

    def expression(inputs: list[str], depth: int) -> str:
        form = rng.random()
        if not depth or form < 0.15:
            return rng.choice([*inputs, *inputs, str(rng.randint(-5, 40))])
        inner = expression(inputs, depth - 1)
        if form < 0.4:
            return f"({inner} + {expression(inputs, depth - 1)})"
        if form < 0.6:
            return f"({inner} * {rng.choice([-1, 2, 4, 8, 12])})"
        return f"({inner} {rng.choice(['mod', 'floordiv', 'ceildiv'])} {rng.choice([2, 3, 4, 8, 16, 64])})"

    def applied(variables: list[str], count: int) -> str:
        """A map of variables and a symbol with so many results, and its operands."""
        dims = [f"d{number}" for number in range(len(variables))]
        inputs = [*dims, "s0"] if rng.random() < 0.4 else dims
        results = ", ".join(expression(inputs or ["s0"], 3) for _ in range(count))
        return f"affine_map<({', '.join(dims)})[s0] -> ({results})>({', '.join(variables)})[%n]"

    def bound(variables: list[str], is_upper: bool) -> str:
        if rng.random() < 0.7:
            return str(rng.choice([8, 16, 17, 64]) if is_upper else rng.choice([0, 0, 0, 4, 5, -3]))
        count = rng.choice([1, 2, 3])
        least = ("min " if is_upper else "max ") if count > 1 else ""
        return least + applied(variables, count)

    def nest(variables: list[str], depth: int) -> None:
        name = f"%i{next(names)}"
        low, high = bound(variables, False), bound(variables, True)
        lines.append(f"affine.for {name} = {low} to {high} step {rng.choice([1, 1, 2, 4, 5])} {{")
        inner = [*variables, name]
        for _ in range(rng.randint(1, 3)):
            value = f"%v{next(names)}"
            kind, count = rng.choice([("apply", 1), ("apply", 1), ("min", 2), ("max", 2)])
            lines.append(f"{value} = affine.{kind} {applied(inner, count)}")
            lines.append(f'"test.use"({value}) : (index) -> ()')
        if depth:
            nest(inner, depth - 1)
        lines.append("}")

    nest([], rng.randint(0, 2))
    body = "\n".join(lines)
    return f"func.func @f(%n: index) {{\n{body}\nreturn\n}}\n"
