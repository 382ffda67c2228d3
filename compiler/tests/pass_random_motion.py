"""Random modules for passes that move, copy and erase operations."""

from __future__ import annotations

import random


def constant_blocks(text: str, seed: int) -> str:
    """A module of blocks with constants and sums instead of what it has."""
    text = text.replace("arith.xori", "arith.addi" if seed % 2 else "arith.muli")
    head, _, body = text.partition("\n")
    condition = ("", "%true = arith.constant true\n")[seed % 3 == 0]
    if condition:
        body = body.replace("cond_br %c", "cond_br %true", 1)
    name = "%a" if seed % 5 else "%z"
    return (
        f"{head.replace(name + ':', '%unused:')}\n{condition}{name} = arith.constant {seed % 3} : i32\n{body}"
    )


def loops(seed: int) -> str:
    """Loops and branches within each other, with operations that could stand further out or further in."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines: list[str] = []

    def value(known: list[str]) -> str:
        return rng.choice(known)

    def block(known: list[str], depth: int) -> None:
        known = list(known)
        for _ in range(rng.randint(1, 5)):
            name = f"%v{next(names)}"
            kind = rng.choice(["addi", "divsi", "muli", "load", "store", "use", "nest", "nest"])
            if kind in ("addi", "divsi", "muli"):
                lines.append(f"{name} = arith.{kind} {value(known)}, {value(known)} : i32")
                known.append(name)
            elif kind == "load":
                lines.append(f"{name} = memref.load %m[] : memref<i32>")
                known.append(name)
            elif kind == "store":
                lines.append(f"memref.store {value(known)}, %m[] : memref<i32>")
            elif kind == "use" or depth == 0:
                lines.append(f'"test.use"({value(known)}) : (i32) -> ()')
            else:
                nest(known, depth - 1)

    def nest(known: list[str], depth: int) -> None:
        name = f"%v{next(names)}"
        inner = f"%i{next(names)}"
        kind = rng.choice(["for", "iter", "if", "else", "while", "parallel", "forall", "switch"])
        if kind == "for":
            bounds = f"{rng.choice(INDICES)} to {rng.choice(INDICES)} step {rng.choice(INDICES)}"
            lines.append(f"scf.for {inner} = {bounds} {{")
            block(known, depth)
            lines.append("}")
        elif kind == "iter":
            bounds = f"{rng.choice(INDICES)} to {rng.choice(INDICES)} step {rng.choice(INDICES)}"
            start = value(known)
            lines.append(f"{name} = scf.for {inner} = {bounds} iter_args({inner}x = {start}) -> i32 {{")
            block([*known, f"{inner}x"], depth)
            lines.append(f"scf.yield {rng.choice([*known, f'{inner}x'])} : i32")
            lines.append("}")
            known.append(name)
        elif kind in ("if", "switch"):
            heads = {
                "if": [f"{name} = scf.if {rng.choice(BITS)} -> i32 {{", "} else {"],
                "switch": [
                    f"{name} = scf.index_switch {rng.choice(INDICES)} -> i32 case 1 {{",
                    "} default {",
                ],
            }
            for head in heads[kind]:
                lines.append(head)
                block(known, depth)
                lines.append(f"scf.yield {value(known)} : i32")
            lines.append("}")
            known.append(name)
        elif kind == "else":
            lines.append(f"scf.if {rng.choice(BITS)} {{")
            block(known, depth)
            lines.append("}")
        elif kind == "while":
            lines.append(f"{name} = scf.while ({inner} = {value(known)}) : (i32) -> i32 {{")
            block([*known, inner], depth)
            lines.append(f"scf.condition({rng.choice(BITS)}) {rng.choice([*known, inner])} : i32")
            lines.append(f"}} do {{\n^bb0({inner}: i32):")
            block([*known, inner], depth)
            lines.append(f"scf.yield {rng.choice([*known, inner])} : i32")
            lines.append("}")
            known.append(name)
        else:
            lower, upper, step = (rng.choice(INDICES) for _ in range(3))
            loop = f"({inner}) = ({lower}) to ({upper}) step ({step})"
            lines.append(
                f"scf.parallel {loop} {{" if kind == "parallel" else f"scf.forall ({inner}) in ({upper}) {{"
            )
            block(known, depth)
            lines.append("}")

    block(["%a", "%b", "%k"], 3)
    body = "\n".join(lines)
    constants = (
        "%zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n"
        "%k = arith.constant 3 : i32\n%true = arith.constant true\n"
    )
    signature = "%a: i32, %b: i32, %m: memref<i32>, %n: index, %c: i1"
    return f"func.func @f({signature}) {{\n{constants}{body}\nreturn\n}}\n"


INDICES = ("%zero", "%one", "%one", "%n")
BITS = ("%c", "%c", "%true")


def calls(seed: int) -> str:
    """Functions that call each other, some of them private, with constants as arguments."""
    rng = random.Random(seed)
    count = rng.randint(2, 6)
    functions = []
    for function in range(count):
        visibility = rng.choice(["private ", "private ", ""])
        known, lines = ["%a", "%b"], []
        for number in range(rng.randint(1, 5)):
            name = f"%{number}"
            kind = rng.choice(["constant", "addi", "call", "call", "take"])
            if kind == "constant":
                lines.append(f"{name} = arith.constant {rng.randint(0, 2)} : i32")
            elif kind == "addi":
                lines.append(f"{name} = arith.addi {rng.choice(known)}, {rng.choice(known)} : i32")
            elif kind == "take" and function % 2 == 7:
                lines.append(f"%g{number} = func.constant @f{rng.randrange(count)} : (i32, i32) -> i32")
                lines.append(f'"test.use"(%g{number}) : ((i32, i32) -> i32) -> ()')
                continue
            else:
                callee = rng.randrange(count) if rng.random() < 0.2 else rng.randint(function, count - 1)
                passed = f"{rng.choice(known)}, {rng.choice(known)}"
                lines.append(f"{name} = call @f{callee}({passed}) : (i32, i32) -> i32")
            known.append(name)
        if rng.random() < 0.3:
            lines.append("%c = arith.cmpi slt, %a, %b : i32")
            lines.append(f"cf.cond_br %c, ^x, ^y\n^x:\nreturn {rng.choice(known)} : i32\n^y:")
        lines.append(f"return {known[-1]} : i32")
        body = "\n".join(lines)
        functions.append(f"func.func {visibility}@f{function}(%a: i32, %b: i32) -> i32 {{\n{body}\n}}\n")
    return "".join(functions)


def graphs(seed: int) -> str:
    """Operations of a module in any order, some in circles."""
    rng = random.Random(seed)
    count = rng.randint(1, 12)
    lines = []
    for number in range(count):
        operands = [f"%{rng.randrange(count)}" for _ in range(rng.randint(0, 2))]
        types = ", ".join(["i32"] * len(operands))
        passed = ", ".join(operands)
        if rng.random() < 0.2:
            lines.append(f'%{number} = "test.r"() ({{ "test.u"({passed}) : ({types}) -> () }}) : () -> i32')
        else:
            lines.append(f'%{number} = "test.o"({passed}) : ({types}) -> i32')
    return "\n".join(lines) + "\n"


def slots(seed: int) -> str:
    """Functions whose blocks read and write local memory, and branch anywhere."""
    rng = random.Random(seed)
    count = rng.randint(1, 5)
    names = [f"%m{number}" for number in range(rng.randint(1, 3))]
    lines = [f"{name} = memref.alloca() : memref<i32>" for name in names]
    for block in range(count):
        if block:
            lines.append(f"^b{block}:")
        known = ["%a", "%b"]
        for number in range(rng.randint(0, 5)):
            slot = rng.choice(names)
            kind = rng.randrange(7)
            if kind < 3:
                lines.append(f"%v{block}_{number} = memref.load {slot}[] : memref<i32>")
                known.append(f"%v{block}_{number}")
            elif kind < 6:
                lines.append(f"memref.store {rng.choice(known)}, {slot}[] : memref<i32>")
            elif rng.randrange(4) == 0:
                inner = f"memref.store {rng.choice(known)}, {slot}[] : memref<i32>"
                lines.append(f"scf.if %c {{ {inner} }}")
            else:
                lines.append(f"%v{block}_{number} = arith.addi {rng.choice(known)}, %a : i32")
                known.append(f"%v{block}_{number}")
        end = rng.randrange(4) if count > 1 else 0
        target = [f"^b{rng.randint(1, max(count - 1, 1))}" for _ in range(2)]
        if end == 0:
            lines.append(f"return {rng.choice(known)} : i32")
        elif end == 1:
            lines.append(f"cf.br {target[0]}")
        elif end == 2:
            lines.append(f"cf.switch %a : i32, [default: {target[0]}, 1: {target[1]}, 2: {target[0]}]")
        else:
            lines.append(f"cf.cond_br %c, {target[0]}, {target[1]}")
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f(%a: i32, %b: i32, %c: i1) -> i32 {{\n{body}\n}}\n"


def needed_calls(seed: int) -> str:
    """The same, with each private function called and each argument of a public one used: mlir-opt removes
    what is not without checks."""
    lines = []
    for line in calls(seed).splitlines():
        lines.append(line)
        if line.startswith("func.func @"):
            lines.append('"test.use"(%a, %b) : (i32, i32) -> ()')
    private = [line.split("@")[1].split("(")[0] for line in lines if line.startswith("func.func private @")]
    lines.append("func.func @all(%a: i32) {")
    lines += [f"%{index} = call @{name}(%a, %a) : (i32, i32) -> i32" for index, name in enumerate(private)]
    return "\n".join([*lines, "return", "}", ""])


def minima(seed: int) -> str:
    """Nested loops of scf whose bounds are minima of constants and values."""
    rng = random.Random(seed)
    lines = ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"]
    bounds = ["%n", "%c1"]
    for number in range(rng.randint(1, 4)):
        kind = rng.choice(["min", "min", "min", "max"])
        results = rng.sample(["d0", "d0 - 4", "s0 + 1", "7", "16", "-3", "d0 floordiv 2"], rng.randint(1, 3))
        lines.append(f"%u{number} = affine.{kind} affine_map<(d0)[s0] -> ({', '.join(results)})>(%n)[%m]")
        bounds += [f"%u{number}"] * 3
    open_loops = []
    for number in range(rng.randint(1, 4)):
        dims = rng.choice([0, 0, 1, 2])
        if dims:
            variables = ", ".join(f"%i{number}_{dim}" for dim in range(dims))
            lower, steps = (", ".join([name] * dims) for name in ("%c0", "%c1"))
            upper = ", ".join(rng.choice(bounds) for _ in range(dims))
            lines.append(f"scf.parallel ({variables}) = ({lower}) to ({upper}) step ({steps}) {{")
        else:
            unsigned = rng.choice(["", "unsigned "])
            upper = rng.choice(bounds)
            lines.append(f"scf.for {unsigned}%i{number} = %c0 to {upper} step %c1 {{")
        lines.append(f'"test.use"({rng.choice(bounds)}) : (index) -> ()')
        open_loops.append(number)
        while open_loops and rng.random() < 0.4:
            open_loops.pop()
            lines.append("}")
    body = "\n".join([*lines, *["}"] * len(open_loops), "return"])
    return f"func.func @f(%n: index, %m: index) {{\n{body}\n}}\n"


def parallel_loops(seed: int) -> str:
    """Parallel loops behind each other, most with the same bounds, that read and write the same memory."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines = []
    for name in ("%m", "%n"):
        lines.append(f"{name} = memref.alloc() : memref<8x8xf32>")
    results: list[str] = []
    for _ in range(rng.randint(2, 4)):
        body: list[str] = []
        indices = ["%i", "%j"]
        values = ["%f"]
        for _ in range(rng.randint(0, 4)):
            name = f"%v{next(names)}"
            kind = rng.random()
            at = ", ".join(indices[:2] if rng.random() < 0.7 else rng.choices([*indices, "%c1"], k=2))
            memory = rng.choice(("%A", "%m", "%m", "%n"))
            if kind < 0.4:
                body.append(f"{name} = memref.load {memory}[{at}] : memref<8x8xf32>")
                values.append(name)
            elif kind < 0.75:
                body.append(f"memref.store {rng.choice(values)}, {memory}[{at}] : memref<8x8xf32>")
            else:
                other = rng.choice(("%c1", "%k", "%j"))
                body.append(f"{name} = arith.addi %i, {other} : index")
                indices.append(name)
        upper = "%c4" if rng.random() < 0.9 else "%k"
        bounds = f"(%i, %j) = (%c0, %c0) to (%c4, {upper}) step (%c1, %c1)"
        if rng.random() < 0.3:
            name = f"%r{next(names)}"
            reduce = [
                f"scf.reduce({values[-1]} : f32) {{",
                "^bb0(%l: f32, %r: f32):",
                "%s = arith.addf %l, %r : f32",
                "scf.reduce.return %s : f32",
                "}",
            ]
            lines += [f"{name} = scf.parallel {bounds} init (%f) -> f32 {{", *body, *reduce, "}"]
            results.append(name)
        else:
            lines += [f"scf.parallel {bounds} {{", *body, "scf.reduce", "}"]
        if rng.random() < 0.2:
            used = rng.choice(["%f", *results])
            name = f"%b{next(names)}"
            kinds = (f"{name} = arith.addf {used}, %f : f32", f'"test.use"({used}) : (f32) -> ()')
            lines.append(rng.choice(kinds))
    used = ", ".join(["%f", *results])
    lines.append(f'"test.use"({used}) : ({", ".join(["f32"] * (1 + len(results)))}) -> ()')
    constants = "\n".join(f"%c{number} = arith.constant {number} : index" for number in (0, 1, 4))
    body = "\n".join(lines)
    return f"func.func @f(%A: memref<8x8xf32>, %f: f32, %k: index) {{\n{constants}\n{body}\nreturn\n}}\n"
