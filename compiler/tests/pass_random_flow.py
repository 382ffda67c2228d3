"""Random functions of `cf` and `index` for passes."""

from __future__ import annotations

import random

INDEX_BINARY = [
    "add",
    "sub",
    "mul",
    "and",
    "or",
    "xor",
    "divs",
    "divu",
    "ceildivs",
    "ceildivu",
    "floordivs",
    "rems",
    "remu",
    "shl",
    "shrs",
    "shru",
    "maxs",
    "maxu",
    "mins",
    "minu",
]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
# Numbers at which indices of 32 and of 64 bits differ.
INDICES = (
    0,
    1,
    -1,
    2,
    3,
    7,
    31,
    32,
    63,
    64,
    1 << 31,
    -(1 << 31),
    (1 << 32) - 1,
    1 << 32,
    5 << 30,
    -(1 << 63),
)


def indices(seed: int) -> str:
    """Operations of `index` on arguments and constants."""
    rng = random.Random(seed)
    values, bits, lines = ["%a", "%b"], [], []
    for number in range(rng.randint(2, 14)):
        name = f"%{number}"
        kind = rng.random()
        if kind < 0.3:
            lines.append(f"{name} = index.constant {rng.choice(INDICES)}")
        elif kind < 0.8:
            operands = f"{rng.choice(values[-5:])}, {rng.choice(values[-5:])}"
            lines.append(f"{name} = index.{rng.choice(INDEX_BINARY)} {operands}")
        elif kind < 0.9:
            operands = f"{rng.choice(values[-5:])}, {rng.choice(values[-5:])}"
            lines.append(f"{name} = index.cmp {rng.choice(PREDICATES)}({operands})")
            bits.append(name)
            continue
        else:
            ty = rng.choice(["i1", "i8", "i32", "i40", "i64", "i128"])
            cast = rng.choice(["casts", "castu"])
            lines.append(f"%x{number} = index.{cast} {rng.choice(values[-5:])} : index to {ty}")
            lines.append(f"{name} = index.{cast} %x{number} : {ty} to index")
        values.append(name)
    results = rng.sample(values, min(3, len(values)))
    types = ["index"] * len(results) + ["i1"] * len(bits[-2:])
    lines.append(f"return {', '.join(results + bits[-2:])} : {', '.join(types)}")
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f(%a: index, %b: index) -> ({', '.join(types)}) {{\n{body}\n}}\n"


def branches(seed: int) -> str:
    """Blocks that end with branches of all kinds; many of them do nothing else."""
    rng = random.Random(seed)
    count = rng.randint(2, 7)
    arguments = {block: rng.randint(0, 2) for block in range(1, count)}
    lines = ["%true = arith.constant true", "%false = arith.constant false", "%two = arith.constant 2 : i32"]

    def target(known: list[str]) -> str:
        block = rng.randint(1, count - 1)
        passed = [rng.choice(known) for _ in range(arguments[block])]
        types = ", ".join(["i32"] * len(passed))
        return f"^bb{block}({', '.join(passed)} : {types})" if passed else f"^bb{block}"

    for block in range(count):
        known = ["%a", "%b", "%two"]
        if block:
            names = [f"%x{block}_{index}" for index in range(arguments[block])]
            known += names * 2
            header = ", ".join(f"{name}: i32" for name in names)
            lines.append(f"^bb{block}({header}):" if names else f"^bb{block}:")
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            used = rng.choice([(rng.choice(known), "i32"), ("%c", "i1")])
            lines.append(f'"test.use"({used[0]}) : ({used[1]}) -> ()')
        if rng.random() < 0.1:
            lines.append(f'cf.assert {rng.choice(["%true", "%c", "%d"])}, "message"')
        lines.append(terminator(rng, known, target))
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f(%a: i32, %b: i32, %c: i1, %d: i1) -> i32 {{\n{body}\n}}\n"


def terminator(rng: random.Random, known: list[str], target) -> str:
    """The end of a block."""
    kind = rng.random()
    if kind < 0.12:
        return f"return {rng.choice(known)} : i32"
    if kind < 0.15:
        return "ub.unreachable"
    if kind < 0.4:
        return f"cf.br {target(known)}"
    if kind < 0.75:
        condition = rng.choice(["%c", "%c", "%c", "%d", "%true", "%false"])
        weights = rng.choice(["", "", " weights([3, 5])"])
        return f"cf.cond_br {condition}{weights}, {target(known)}, {target(known)}"
    flag = rng.choice(["%a", "%a", "%a", "%b", "%two"])
    cases = [f"default: {target(known)}"]
    cases += [f"{value}: {target(known)}" for value in rng.sample(range(4), rng.randint(0, 3))]
    return f"cf.switch {flag} : i32, [{', '.join(cases)}]"


def structured(seed: int) -> str:
    """Nested choices and loops of `scf`."""
    rng = random.Random(seed)
    lines = ["%true = arith.constant true", "%false = arith.constant false"]
    lines += [f"%i{number} = arith.constant {number} : index" for number in range(4)]
    names = iter(range(10000))

    def body(known: list[str], depth: int, indent: str) -> list[str]:
        """Operations; adds their results to the known values."""
        made = []
        for _ in range(rng.randint(0, 3)):
            kind = rng.random()
            if depth == 3 or kind < 0.3:
                name = f"%v{next(names)}"
                made.append(f'{indent}{name} = "test.op"({rng.choice(known)}) : (i32) -> i32')
                known.append(name)
            elif kind < 0.35:
                made.append(f'{indent}"test.bit"({rng.choice(["%c", "%d"])}) : (i1) -> ()')
            else:
                made += (choice if kind < 0.75 else loop)(known, depth, indent)
        return made

    def end(known: list[str], count: int, indent: str) -> str:
        values = [rng.choice([known[0], known[-1], rng.choice(known)]) for _ in range(count)]
        types = ", ".join(["i32"] * count)
        return f"{indent}  scf.yield {', '.join(values)} : {types}" if count else f"{indent}  scf.yield"

    def result(count: int, known: list[str]) -> tuple[str, str]:
        name = f"%v{next(names)}"
        known.extend(f"{name}#{index}" for index in range(count))
        return (f"{name}:{count} = ", f" -> ({', '.join(['i32'] * count)})") if count else ("", "")

    def choice(known: list[str], depth: int, indent: str) -> list[str]:
        condition = rng.choice(["%c", "%c", "%d", "%n", "%true", "%false"])
        count = rng.choice([0, 0, 1, 2])
        yes, no = list(known), list(known)
        made = [*body(yes, depth + 1, indent + "  "), end(yes, count, indent)]
        if count or rng.random() < 0.5:
            made += [f"{indent}}} else {{", *body(no, depth + 1, indent + "  "), end(no, count, indent)]
        prefix, types = result(count, known)
        return [f"{indent}{prefix}scf.if {condition}{types} {{", *made, f"{indent}}}"]

    def loop(known: list[str], depth: int, indent: str) -> list[str]:
        count = rng.choice([0, 1, 2, 3])
        bounds = [rng.choice(["%i0", "%i1", "%i2", "%i3", "%x", "%y"]) for _ in range(3)]
        bounds[2] = rng.choice(["%i1", "%i2", "%x"])
        number = next(names)
        arguments = [f"%a{number}_{index}" for index in range(count)]
        inits = [rng.choice(known[:2] + known[-1:]) for _ in arguments]
        inside = [*known, *arguments]
        made = [*body(inside, depth + 1, indent + "  "), end(inside, count, indent)]
        prefix, types = result(count, known)
        pairs = ", ".join(f"{argument} = {init}" for argument, init in zip(arguments, inits))
        passed = f" iter_args({pairs}){types}" if count else ""
        head = f"{prefix}scf.for %k{number} = {bounds[0]} to {bounds[1]} step {bounds[2]}{passed} {{"
        return [indent + head, *made, f"{indent}}}"]

    lines.append("%n = arith.xori %c, %true : i1")
    known = ["%a", "%b"]
    for _ in range(rng.randint(1, 3)):
        lines += body(known, 0, "  ")
    results = [rng.choice(known) for _ in range(2)]
    lines.append(f"return {results[0]}, {results[1]} : i32, i32")
    text = "\n".join(f"  {line.strip()}" for line in lines)
    parameters = "%a: i32, %b: i32, %c: i1, %d: i1, %x: index, %y: index"
    return f"func.func @f({parameters}) -> (i32, i32) {{\n{text}\n}}\n"
