"""Random functions that allocate memory and pass it on: to loops, choices, blocks and functions."""

from __future__ import annotations

import random

MEMREF = "memref<4xf32>"
PART = "memref<2xf32, strided<[1], offset: 1>>"


class Writer:
    """The lines of a function, and the memrefs that can be used at the current place."""

    def __init__(self, rng: random.Random, prefix: str = "x") -> None:
        self.rng = rng
        self.prefix = prefix
        self.count = 0
        self.lines: list[str] = []
        self.memrefs = ["%a", "%b"]
        self.in_parallel = False
        self.has_while = False

    def name(self) -> str:
        self.count += 1
        return f"%{self.prefix}{self.count}"

    def add(self, line: str) -> str:
        """A line that defines a value."""
        name = self.name()
        self.lines.append(f"{name} = {line}")
        return name

    def memref(self) -> str:
        return self.rng.choice(self.memrefs[-4:])


def simple(out: Writer, calls: bool) -> None:
    """An operation without regions."""
    rng = out.rng
    kinds = ["alloc", "alloc", "copy", "store", "cast", "part", "select", "alloca", "dynamic", "clone"]
    kind = rng.choice(kinds + ["call", "call"] * calls)
    if kind == "alloc":
        out.memrefs.append(out.add(f"memref.alloc() : {MEMREF}"))
    elif kind == "alloca":
        out.memrefs.append(out.add(f"memref.alloca() : {MEMREF}"))
    elif kind == "copy":
        out.lines.append(f"memref.copy {out.memref()}, {out.memref()} : {MEMREF} to {MEMREF}")
    elif kind == "store":
        out.lines.append(f"memref.store %v, {out.memref()}[%i] : {MEMREF}")
    elif kind == "clone":
        out.memrefs.append(out.add(f"bufferization.clone {out.memref()} : {MEMREF} to {MEMREF}"))
    elif kind == "cast":
        wide = out.add(f"memref.cast {out.memref()} : {MEMREF} to memref<?xf32>")
        out.memrefs.append(out.add(f"memref.cast {wide} : memref<?xf32> to {MEMREF}"))
    elif kind == "part":
        part = out.add(f"memref.subview {out.memref()}[1] [2] [1] : {MEMREF} to {PART}")
        out.lines.append(f"memref.store %v, {part}[%i] : {PART}")
    elif kind == "select":
        out.memrefs.append(out.add(f"arith.select %c, {out.memref()}, {out.memref()} : {MEMREF}"))
    elif kind == "dynamic":
        wide = out.add("memref.alloc(%n) : memref<?xf32>")
        out.memrefs.append(out.add(f"memref.cast {wide} : memref<?xf32> to {MEMREF}"))
    else:
        function = rng.choice(["@own", "@other", "@outside"])
        out.memrefs.append(out.add(f"func.call {function}({out.memref()}) : ({MEMREF}) -> {MEMREF}"))


def block(out: Writer, depth: int, calls: bool) -> None:
    """Some operations."""
    for _ in range(out.rng.randint(0, 4)):
        if depth and out.rng.random() < 0.4:
            nested(out, depth - 1, calls)
        else:
            simple(out, calls)


def nested(out: Writer, depth: int, calls: bool) -> None:
    """An operation with regions."""
    rng = out.rng
    # Nested parallel loops become one, and MLIR's analysis of aliases crashes on `scf.index_switch`.
    kinds = ["if", "if", "for", "for", "forall", "plain"] + ["while"] * out.has_while
    kind = rng.choice(kinds if out.in_parallel else [*kinds, "parallel"])
    known = list(out.memrefs)

    def body(*arguments: str) -> str:
        """The operations of a region; a memref to return."""
        out.memrefs = [*known, *arguments]
        block(out, depth, calls)
        return out.memref()

    init, result = out.memref(), out.name()
    if kind == "if":
        out.lines.append(f"{result} = scf.if %c -> ({MEMREF}) {{")
        out.lines.append(f"scf.yield {body()} : {MEMREF}\n}} else {{")
        out.lines.append(f"scf.yield {body()} : {MEMREF}\n}}")
    elif kind == "for":
        passed, variable = out.name(), out.name()
        out.lines.append(
            f"{result} = scf.for {variable} = %i to %n step %i iter_args({passed} = {init}) -> ({MEMREF}) {{"
        )
        out.lines.append(f"scf.yield {body(passed)} : {MEMREF}\n}}")
    elif kind == "while":
        before, after = out.name(), out.name()
        out.lines.append(f"{result} = scf.while ({before} = {init}) : ({MEMREF}) -> {MEMREF} {{")
        out.lines.append(f"scf.condition(%c) {body(before)} : {MEMREF}\n}} do {{\n^bb0({after}: {MEMREF}):")
        out.lines.append(f"scf.yield {body(after)} : {MEMREF}\n}}")
    else:
        variable = out.name()
        start = {
            "forall": f"scf.forall ({variable}) in (%n) {{",
            "parallel": f"scf.parallel ({variable}) = (%i) to (%n) step (%i) {{",
            "plain": "scf.if %c {",
        }[kind]
        out.lines.append(start)
        out.in_parallel |= kind == "parallel"
        body()
        out.in_parallel &= kind != "parallel"
        out.lines.append("}")
    out.memrefs = known
    if kind in ("if", "for", "while"):
        out.memrefs.append(result)


FUNCTIONS = f"""\
func.func private @outside({MEMREF}) -> {MEMREF}
func.func private @own(%a: {MEMREF}) -> {MEMREF} {{
  return %a : {MEMREF}
}}
func.func @other(%a: {MEMREF}) -> {MEMREF} {{
  %0 = memref.alloc() : {MEMREF}
  memref.copy %a, %0 : {MEMREF} to {MEMREF}
  return %0 : {MEMREF}
}}
"""
ARGUMENTS = f"%a: {MEMREF}, %b: {MEMREF}, %c: i1, %v: f32, %i: index, %n: index"


def loops(seed: int) -> str:
    """As `structured`, also with `scf.while`, which is not canonicalized in all ways yet."""
    return structured(seed, has_while=True)


def structured(seed: int, has_while: bool = False) -> str:
    """A function with structured control flow."""
    out = Writer(random.Random(seed))
    out.has_while = has_while
    calls = seed % 3 == 0
    for _ in range(2):
        block(out, 2, calls)
    results = [out.memref() for _ in range(out.rng.randint(0, 2))]
    types = ", ".join([MEMREF] * len(results))
    end = f"return {', '.join(results)} : {types}" if results else "return"
    body = "\n".join([*out.lines, end])
    visibility = "private " if seed % 5 == 0 else ""
    before = FUNCTIONS if calls else ""
    return f"{before}func.func {visibility}@f({ARGUMENTS}) -> ({types}) {{\n{body}\n}}\n"


def branches(seed: int) -> str:
    """A function of several blocks, each of which branches to the next one.

    Results of loops and choices stay in their block: MLIR does not find what replaced them in others.
    """
    rng = random.Random(seed)
    count = rng.randint(2, 5)
    arguments = [rng.randint(0, 2) for _ in range(count)]
    lines: list[str] = []
    entry: list[str] = []
    for number in range(count):
        out = Writer(rng, f"b{number}x")
        own = [f"%b{number}a{index}" for index in range(arguments[number])] if number else ["%a", "%b"]
        if number:
            header = ", ".join(f"{name}: {MEMREF}" for name in own)
            lines.append(f"^bb{number}({header}):" if own else f"^bb{number}:")
        out.memrefs = [*entry, *own]
        for _ in range(rng.randint(0, 4)):
            simple(out, calls=False)
        if not number:
            entry = list(out.memrefs)
        if rng.random() < 0.3:
            nested(out, 1, calls=False)
        lines += out.lines

        def target(known: list[str], block: int) -> str:
            passed = [rng.choice(known) for _ in range(arguments[block])]
            types = ", ".join([MEMREF] * len(passed))
            return f"^bb{block}({', '.join(passed)} : {types})" if passed else f"^bb{block}"

        if number == count - 1:
            lines.append(f"return {out.memref()} : {MEMREF}")
        elif number < count - 2 and rng.random() < 0.6:
            targets = [number + 1, rng.randint(number + 1, count - 1)]
            rng.shuffle(targets)
            first, second = (target(out.memrefs, block) for block in targets)
            lines.append(f"cf.cond_br %c, {first}, {second}")
        else:
            lines.append(f"cf.br {target(out.memrefs, number + 1)}")
    body = "\n".join(lines)
    return f"func.func @f({ARGUMENTS}) -> {MEMREF} {{\n{body}\n}}\n"


def deallocations(seed: int) -> str:
    """Operations that free memory, some of it the same, and the owners of what they retain."""
    out = Writer(random.Random(seed))
    rng = out.rng
    conditions = ["%c", "%true", "%false"]
    out.lines += ["%true = arith.constant true", "%false = arith.constant false"]
    block(out, 1, calls=False)
    known = list(out.memrefs)
    owners = []
    for _ in range(rng.randint(1, 3)):
        freed = [rng.choice(known) for _ in range(rng.randint(0, 4))]
        if freed and rng.random() < 0.5:
            base, described = out.name(), freed[-1]
            parts = f"{base}, %o{base[1:]}, %s{base[1:]}, %t{base[1:]}"
            out.lines.append(
                f"{parts} = memref.extract_strided_metadata {described} : "
                f"{MEMREF} -> memref<f32>, index, index, index"
            )
            freed[-1] = base
        types = [MEMREF if name in known else "memref<f32>" for name in freed]
        retained = [rng.choice(known) for _ in range(rng.randint(0, 3))]
        line = "bufferization.dealloc"
        if freed:
            chosen = ", ".join(rng.choice(conditions) for _ in freed)
            line += f" ({', '.join(freed)} : {', '.join(types)}) if ({chosen})"
        if retained:
            line += f" retain ({', '.join(retained)} : {', '.join([MEMREF] * len(retained))})"
            result = out.name()
            out.lines.append(f"{result}:{len(retained)} = {line}")
            owners += [f"{result}#{index}" for index in range(len(retained))]
        else:
            out.lines.append(line)
    end = f"return {', '.join(owners)} : {', '.join(['i1'] * len(owners))}" if owners else "return"
    body = "\n".join([*out.lines, end])
    return f"func.func @f({ARGUMENTS}) -> ({', '.join(['i1'] * len(owners))}) {{\n{body}\n}}\n"
