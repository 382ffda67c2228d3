"""Random patterns of the pdl dialect, with operations that they can match."""

from __future__ import annotations

import random

TYPES = ("i32", "i64", "f32")


def _operations(rng: random.Random) -> list[str]:
    """Operations of a function whose arguments are `%a` to `%c`."""
    known = [("%a", "i32"), ("%b", "i64"), ("%c", "f32"), ("%a", "i32")]
    lines = []
    for number in range(rng.randint(4, 12)):
        operands = rng.choices(known[-6:], k=rng.choice((0, 1, 1, 2, 2, 3)))
        results = rng.choices(TYPES, k=rng.choice((0, 1, 1, 1, 2)))
        attributes = [f"x = {rng.randint(0, 1)} : {rng.choice(TYPES[:2])}"] if rng.random() < 0.5 else []
        head = f"%{number}:{len(results)} = " if results else ""
        values = ", ".join(value for value, _ in operands)
        signature = f"({', '.join(ty for _, ty in operands)}) -> ({', '.join(results)})"
        lines.append(f'{head}"t.{rng.choice("ab")}"({values}) {{{", ".join(attributes)}}} : {signature}')
        known += [(f"%{number}#{index}", ty) for index, ty in enumerate(results)]
    uses = known[4:]
    values, types = ", ".join(value for value, _ in uses), ", ".join(ty for _, ty in uses)
    return [*lines, f'"t.use"({values}) : ({types}) -> ()']


class _Pattern:
    """A pattern in the making."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.types: list[str] = []
        self.values: list[tuple[str, bool]] = []
        self.attributes: list[str] = []

    def define(self, text: str) -> str:
        name = f"%p{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def ty(self) -> str:
        if self.types and self.rng.random() < 0.4:
            return self.rng.choice(self.types)
        constant = f" : {self.rng.choice(TYPES)}" if self.rng.random() < 0.3 else ""
        self.types.append(self.define(f"pdl.type{constant}"))
        return self.types[-1]

    def operand(self, depth: int) -> tuple[str, bool]:
        kind = self.rng.random()
        if self.values and kind < 0.2:
            return self.rng.choice(self.values)
        if depth > 0 and kind < 0.5:
            parent, results = self.operation(depth - 1, self.rng.choice((1, 1, 2)))
            if kind < 0.4:
                return self.define(f"pdl.result {self.rng.randrange(results)} of {parent}"), False
            return self.define(f"pdl.results of {parent}"), True
        if kind < 0.65:
            value = (self.define("pdl.operands"), True)
        else:
            typed = f" : {self.ty()}" if self.rng.random() < 0.5 else ""
            value = (self.define(f"pdl.operand{typed}"), False)
        self.values.append(value)
        return value

    def operation(self, depth: int, results: int, is_root: bool = False) -> tuple[str, int]:
        operands = [self.operand(depth) for _ in range(self.rng.choice((0, 1, 1, 2)))]
        if not any(is_range for _, is_range in operands) and self.rng.random() < 0.2:
            operands.append((self.define("pdl.operands"), True))
        attributes = ""
        if self.rng.random() < 0.4:
            value = f" = {self.rng.randint(0, 1)} : i32" if self.rng.random() < 0.3 else ""
            # mlir-opt crashes on some attributes with a type that are absent; the recorded cases have one.
            self.attributes.append(self.define(f"pdl.attribute{value}"))
            attributes = f' {{"x" = {self.attributes[-1]}}}'
        types = [self.ty() for _ in range(results)]
        name = f' "t.{self.rng.choice("ab")}"' if is_root or self.rng.random() < 0.9 else ""
        of = ", ".join("!pdl.range<value>" if is_range else "!pdl.value" for _, is_range in operands)
        values = f"({', '.join(value for value, _ in operands)} : {of})" if operands else ""
        kinds = ", ".join(["!pdl.type"] * results)
        arrow = f" -> ({', '.join(types)} : {kinds})" if results else ""
        return self.define(f"pdl.operation{name}{values}{attributes}{arrow}"), results

    def text(self, benefit: int) -> str:
        results = self.rng.choice((0, 1, 1, 2))
        root, _ = self.operation(2, results, is_root=True)
        rewrite = []
        attributes = f' {{"y" = {self.attributes[0]}}}' if self.attributes else ""
        operands = ", ".join(value for value, _ in self.values)
        of = ", ".join("!pdl.range<value>" if is_range else "!pdl.value" for _, is_range in self.values)
        operands = f"({operands} : {of})" if self.values else ""
        rewrite.append(f'%new = pdl.operation "t.new{benefit}"{operands}{attributes}')
        rewrite.append(f"pdl.replace {root} with %new" if results else f"pdl.erase {root}")
        body = "\n".join([*self.lines, f"pdl.rewrite {root} {{", *rewrite, "}"])
        return f"pdl.pattern : benefit({benefit}) {{\n{body}\n}}"


def patterns(seed: int) -> str:
    """Patterns with different benefits, and a function that they rewrite."""
    rng = random.Random(seed)
    texts = [_Pattern(rng).text(benefit) for benefit in range(1, rng.randint(2, 4))]
    body = "\n".join(_operations(rng))
    function = f"func.func @f(%a: i32, %b: i64, %c: f32) {{\n{body}\nreturn\n}}"
    return "module @patterns {\n" + "\n".join(texts) + "\n}\nmodule @ir {\n" + function + "\n}\n"
