"""Random minima and maxima of values of which something is known."""

from __future__ import annotations

import random

KINDS = ["min"] * 3 + ["max"] * 2 + ["arith"] * 2
KINDS += ["apply", "size", "loop", "forall", "split", "join", "clamp"]


def extremes(seed: int) -> str:
    """Minima, maxima and applied maps of sums, products, variables of loops, sizes and each other."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines: list[str] = []
    numbers = [0, 1, 2, 3, 4, 8, 9, 16, -1, -4]

    def term(dims: int) -> str:
        one = f"d{rng.randrange(dims)}" if rng.random() < 0.85 else str(rng.choice(numbers))
        form = rng.random()
        if form < 0.4:
            return one
        if form < 0.65:
            return f"{one} + {rng.choice(numbers)}"
        if form < 0.75:
            return f"{one} {rng.choice(['floordiv', 'ceildiv', 'mod'])} {rng.choice([2, 4, 8])}"
        if form < 0.8:
            return f"(d{rng.randrange(dims)} + {rng.choice([1, 3, 7])}) floordiv {rng.choice([2, 4, 8])}"
        return f"{one} * {rng.choice([2, -1, 4])} + d{rng.randrange(dims)}"

    def applied(values: list[str], kind: str) -> str:
        used = [rng.choice(values[-6:] + values) for _ in range(rng.randint(1, 3))]
        results = [term(len(used)) for _ in range(1 if kind == "apply" else rng.randint(1, 5))]
        heads = ", ".join(f"d{dim}" for dim in range(len(used)))
        return f"affine.{kind} affine_map<({heads}) -> ({', '.join(results)})>({', '.join(used)})"

    def block(values: list[str], depth: int) -> None:
        values = [*values]
        for _ in range(rng.randint(2, 7)):
            name = f"%v{next(names)}"
            kind = rng.choice(KINDS)
            pick = [rng.choice(values) for _ in range(3)]
            if kind in ("min", "max", "apply"):
                lines.append(f"{name} = {applied(values, kind)}")
                lines.append(f'"test.use"({name}) : (index) -> ()')
            elif kind == "clamp":
                lines.append(
                    f"{name} = affine.max affine_map<(d0) -> (d0, {rng.choice([0, 1, 4])})>({pick[0]})"
                )
            elif kind == "arith":
                op = rng.choice(["addi", "subi", "muli", "floordivsi", "ceildivsi", "minsi", "remsi"])
                lines.append(f"{name} = arith.{op} {pick[0]}, {rng.choice(['%k2', '%k8', pick[1]])} : index")
            elif kind == "size":
                memory = rng.choice(["%m", "%t", "%o", "%e"])
                ty = "tensor<?x4xf32>" if memory in ("%t", "%e") else "memref<?x4xf32>"
                lines.append(f"{name} = {ty[:6]}.dim {memory}, {rng.choice(['%k0', '%k1'])} : {ty}")
            elif kind == "split":
                basis = rng.choice(["4, 8", "8", "%k2, 8", "4, 4, 2"])
                count = 3 if basis in ("4, 4, 2",) else 2
                lines.append(
                    f"{name}:{count} = affine.delinearize_index {pick[0]} into ({basis}) : "
                    + ", ".join(["index"] * count)
                )
                name = f"{name}#{rng.randrange(count)}"
            elif kind == "join":
                disjoint = rng.choice(["", "disjoint "])
                basis = rng.choice(["4, 8", "8", "%k2, 8"])
                lines.append(
                    f"{name} = affine.linearize_index {disjoint}[{pick[0]}, {pick[1]}] by ({basis}) : index"
                )
            elif depth == 0:
                continue
            elif kind == "loop":
                lower = rng.choice(["%k0", "%k1", pick[0]])
                upper = rng.choice(["%k8", "%k9", pick[1]])
                lines.append(
                    f"scf.for {name} = {lower} to {upper} step {rng.choice(['%k1', '%k2', pick[2]])} {{"
                )
                block([*values, name], depth - 1)
                lines.append("}")
                continue
            else:
                upper = rng.choice(["%k8", "9", pick[1]])
                lines.append(f"scf.forall ({name}) = (0) to ({upper}) step ({rng.choice(['1', '4'])}) {{")
                block([*values, name], depth - 1)
                lines.append("}")
                continue
            values.append(name)

    block(["%a", "%b"], 2)
    body = "\n".join(lines)
    constants = "\n".join(f"%k{number} = arith.constant {number} : index" for number in (0, 1, 2, 8, 9))
    made = "%o = memref.alloc(%a) : memref<?x4xf32>\n%e = tensor.empty(%b) : tensor<?x4xf32>"
    signature = "%a: index, %b: index, %m: memref<?x4xf32>, %t: tensor<?x4xf32>"
    return f"func.func @f({signature}) {{\n{constants}\n{made}\n{body}\nreturn\n}}\n"
