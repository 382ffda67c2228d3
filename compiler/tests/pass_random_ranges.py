"""Random modules for the passes that use integer ranges: numbers with bounds that operations show."""

from __future__ import annotations

import random

WIDTHS = (1, 8, 16, 32, 64, 65, 128)
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
BINARY = (
    *("addi", "subi", "muli", "divui", "divsi", "ceildivui", "ceildivsi", "floordivsi", "remui", "remsi"),
    *("andi", "ori", "xori", "shli", "shrui", "shrsi", "maxsi", "maxui", "minsi", "minui"),
)
INDEX_BINARY = (
    *("add", "sub", "mul", "divs", "divu", "ceildivs", "ceildivu", "floordivs", "rems", "remu"),
    *("maxs", "maxu", "mins", "minu", "shl", "shrs", "shru", "and", "or", "xor"),
)
WITH_OVERFLOW = ("addi", "subi", "muli", "shli")
PIPELINES = (
    "builtin.module(int-range-optimizations)",
    "builtin.module(arith-unsigned-when-equivalent)",
    "builtin.module(arith-int-range-narrowing{int-bitwidths-supported=1,8,16,24,32})",
)


class Body:
    """The lines of a function, and its values by type."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {"index": ["%n"], "i1": ["%c"]}
        self.count = 0

    def add(self, ty: str, text: str) -> str:
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"{name} = {text}")
        self.values.setdefault(ty, []).append(name)
        return name

    def value(self, ty: str) -> str:
        return self.rng.choice(self.values[ty])

    def constant(self, ty: str) -> str:
        width = 64 if ty == "index" else int(ty[1:])
        low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
        edges = (0, 1, 2, 3, 5, 7, 10, 100, 127, 255, -1, -2, -7, low, high, 1 << 31, 5000000000)
        value = max(low, min(high, self.rng.choice(edges)))
        if ty == "i1":
            return self.add(ty, f"arith.constant {'true' if value else 'false'}")
        return self.add(ty, f"arith.constant {value} : {ty}")

    def bounded(self, ty: str) -> str:
        """A value with bounds: a remainder, an extreme, few bits."""
        kind = self.rng.choice(("remui", "remsi", "minui", "maxsi", "andi", "shrui", "minsi"))
        return self.add(ty, f"arith.{kind} {self.value(ty)}, {self.constant(ty)} : {ty}")

    def step(self, ty: str, depth: int) -> None:
        rng = self.rng
        kind = rng.choice(("bounded", "binary", "binary", "binary", "cmpi", "select", "cast", "nest"))
        if kind == "bounded":
            self.bounded(ty)
        elif kind == "binary":
            name = rng.choice(BINARY)
            flags = rng.choice(("", " overflow<nsw>", " overflow<nuw>")) if name in WITH_OVERFLOW else ""
            self.add(ty, f"arith.{name} {self.value(ty)}, {self.value(ty)}{flags} : {ty}")
        elif kind == "cmpi":
            self.add("i1", f"arith.cmpi {rng.choice(PREDICATES)}, {self.value(ty)}, {self.value(ty)} : {ty}")
        elif kind == "select":
            self.add(ty, f"arith.select {self.value('i1')}, {self.value(ty)}, {self.value(ty)} : {ty}")
        elif kind == "cast":
            self.cast(ty)
        elif depth:
            self.nest(ty, depth)

    def cast(self, ty: str) -> None:
        rng = self.rng
        if ty == "index":
            to = f"i{rng.choice(WIDTHS[1:])}"
            self.add(
                to, f"arith.{rng.choice(('index_cast', 'index_castui'))} {self.value(ty)} : {ty} to {to}"
            )
            return
        width, other = int(ty[1:]), rng.choice(WIDTHS)
        if other == width:
            cast = rng.choice(("index_cast", "index_castui"))
            self.add("index", f"arith.{cast} {self.value(ty)} : {ty} to index")
            return
        name = "trunci" if other < width else rng.choice(("extsi", "extui"))
        self.add(f"i{other}", f"arith.{name} {self.value(ty)} : {ty} to i{other}")

    def nest(self, ty: str, depth: int) -> None:
        """A loop or a choice that gives a value."""
        rng = self.rng
        kept = {key: list(names) for key, names in self.values.items()}
        self.count += 1
        name = f"%n{self.count}"
        if rng.random() < 0.5:
            head, ends = f"{name} = scf.if {self.value('i1')} -> {ty} {{", ("} else {", "}")
        else:
            bounds = f"{self.value('index')} to {self.value('index')} step {self.value('index')}"
            start = f"{name}x = {self.value(ty)}"
            head = f"{name} = scf.for {name}i = {bounds} iter_args({start}) -> {ty} {{"
            ends = ("}",)
        self.lines.append(head)
        for end in ends:
            self.values = {key: list(names) for key, names in kept.items()}
            if len(ends) == 1:
                self.values["index"].append(f"{name}i")
                self.values[ty].append(f"{name}x")
            for _ in range(rng.randint(1, 3)):
                self.step(rng.choice((ty, ty, "index")), depth - 1)
            self.lines.append(f"scf.yield {self.value(ty)} : {ty}")
            self.lines.append(end)
        self.values = kept
        self.values[ty].append(name)


def ranges(seed: int) -> str:
    """Arithmetic with bounds, in loops and choices."""
    body = Body(seed)
    rng = body.rng
    ty = rng.choice(("index", *(f"i{width}" for width in WIDTHS[1:])))
    body.values.setdefault(ty, []).append("%a")
    for _ in range(rng.randint(1, 3)):
        body.bounded(ty)
        body.bounded("index")
    for _ in range(rng.randint(3, 10)):
        body.step(rng.choice((ty, ty, ty, "index")), 2)
    return finish(body, ty)


def index_ranges(seed: int) -> str:
    """Operations of index, whose bounds hold for two widths."""
    body = Body(seed)
    body.values["index"].append("%a")
    for _ in range(2):
        body.bounded("index")
    for _ in range(body.rng.randint(2, 8)):
        left, right = body.value("index"), body.value("index")
        body.add("index", f"index.{body.rng.choice(INDEX_BINARY)} {left}, {right}")
        if body.rng.random() < 0.3:
            body.add("i1", f"index.cmp {body.rng.choice(PREDICATES)}({left}, {right})")
    return finish(body, "index")


def finish(body: Body, ty: str) -> str:
    """The function: some values are used."""
    used = [
        (name, kind)
        for kind, names in body.values.items()
        for name in names
        if name[1:2] in "vn" and name != "%n"
    ]
    used = body.rng.sample(used, min(5, len(used)))
    names, types = ", ".join(name for name, _ in used), ", ".join(kind for _, kind in used)
    body.lines.append(f'"test.use"({names}) : ({types}) -> ()')
    lines = "\n".join(f"  {line}" for line in (*body.lines, "return"))
    return f"func.func @f(%a: {ty}, %n: index, %c: i1) {{\n{lines}\n}}\n"
