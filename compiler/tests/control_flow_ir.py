"""Random modules of scf, cf, func, arith, index, memref and ub in custom form, and mutations of their texts.

`python control_flow_ir.py SEED [MISTAKES]` prints one. With mistakes, an operand now and then has a wrong
type, a list a wrong length, or a region a wrong end.
"""

from __future__ import annotations

import re
import sys
from random import Random

SCALARS = ["index", "i1", "i32", "i64", "f32"]
TYPES = [*SCALARS, "memref<4xf32>", "tensor<4xf32>", "vector<4xi32>", "(i32) -> f32"]
INTEGERS = ["i32", "i64"]
TOKEN = re.compile(r"\"[^\"]*\"|[%^@#!][\w$.]+|[\w.]+|->|\S")


class Scope:
    """The values that can be used at a place, by type."""

    def __init__(self, outer: Scope | None = None) -> None:
        self.values: dict[str, list[str]] = (
            {ty: list(names) for ty, names in outer.values.items()} if outer else {}
        )

    def add(self, name: str, ty: str) -> None:
        self.values.setdefault(ty, []).append(name)


class Generator:
    """Writes one module."""

    def __init__(self, seed: int, mistakes: float) -> None:
        self.rng = Random(seed)
        self.mistakes = mistakes
        self.count = 0
        self.functions: list[tuple[str, list[str], list[str]]] = []
        self.lines: list[str] = []
        self.size = 0

    def wrong(self) -> bool:
        return self.rng.random() < self.mistakes

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def type(self) -> str:
        return self.rng.choice(TYPES if self.rng.random() < 0.3 else SCALARS)

    def types(self, most: int = 3) -> list[str]:
        """Types of results, often none."""
        count = self.rng.randrange(most + 1) if self.rng.random() < 0.6 else 0
        return [self.type() for _ in range(count + self.wrong())]

    def value(self, scope: Scope, ty: str) -> str:
        """A value of a type; it is made if there is none."""
        if self.wrong():
            ty = self.type()
        names = scope.values.get(ty)
        if names and self.rng.random() < 0.85:
            return self.rng.choice(names)
        name = self.name()
        if ty in ("index", "i32", "i64"):
            number = self.rng.choice([0, 1, 2, -1, 7, 100])
            self.lines.append(f"{name} = arith.constant {number} : {ty}")
        elif ty == "i1":
            self.lines.append(f"{name} = arith.constant {self.rng.choice(['true', 'false'])}")
        elif ty == "f32":
            self.lines.append(
                f"{name} = arith.constant {self.rng.choice(['1.0', '0x7F800000', '-2.5e3'])} : f32"
            )
        elif ty == "memref<4xf32>":
            self.lines.append(f"{name} = memref.alloc() : memref<4xf32>")
        else:
            self.lines.append(f"{name} = ub.poison : {ty}")
        scope.add(name, ty)
        return name

    def values(self, scope: Scope, types: list[str]) -> list[str]:
        names = [self.value(scope, ty) for ty in types]
        if self.wrong():
            names = names[:-1] if names and self.rng.random() < 0.5 else [*names, self.value(scope, "i32")]
        return names

    def dictionary(self, keyword: str = "") -> str:
        if self.rng.random() < 0.85:
            return ""
        entry = self.rng.choice(["a", "a.b = 1 : i64", 'tag = "x"', "z = [], b = {c}", "f = @g"])
        return f" {keyword}{{{entry}}}"

    def results(self, types: list[str]) -> tuple[list[str], str]:
        """Names for results, and what stands before the operation."""
        if not types:
            return [], ""
        if len(types) > 1 and self.rng.random() < 0.5:
            name = self.name()
            return [f"{name}#{index}" for index in range(len(types))], f"{name}:{len(types)} = "
        names = [self.name() for _ in types]
        return names, ", ".join(names) + " = "

    def define(self, scope: Scope, names: list[str], types: list[str]) -> None:
        for name, ty in zip(names, types):
            scope.add(name, ty)

    def yields(self, scope: Scope, types: list[str], op: str = "scf.yield") -> None:
        values = self.values(scope, types)
        if self.wrong():
            types, op = types[:-1], self.rng.choice([op, "func.return", "scf.condition"])
        if not values and op == "scf.yield" and self.rng.random() < 0.7:
            return
        shown = f" {', '.join(values)} : {', '.join(types)}" if values else ""
        tag = self.dictionary()
        self.lines.append(f"{op}{tag}{shown}")

    def body(self, scope: Scope, depth: int, most: int = 3) -> None:
        for _ in range(self.rng.randrange(most)):
            self.statement(scope, depth)

    def statement(self, scope: Scope, depth: int) -> None:
        self.size += 1
        nested = [
            self.for_loop,
            self.if_else,
            self.while_loop,
            self.parallel,
            self.forall,
            self.index_switch,
            self.execute_region,
        ]
        flat = [
            self.arithmetic,
            self.arithmetic,
            self.index,
            self.memory,
            self.call,
            self.cast,
            self.assertion,
        ]
        choices = flat if depth > 3 or self.size > 40 else [*flat, *nested, *nested]
        self.rng.choice(choices)(scope, depth)

    def arithmetic(self, scope: Scope, _: int) -> None:
        name, ty = self.name(), self.rng.choice(INTEGERS)
        first, second = self.value(scope, ty), self.value(scope, ty)
        choice = self.rng.randrange(4)
        if choice == 0:
            flags = self.rng.choice(["", "", " overflow<nsw>"])
            self.lines.append(f"{name} = arith.addi {first}, {second}{flags}{self.dictionary()} : {ty}")
            scope.add(name, ty)
        elif choice == 1:
            predicate = self.rng.choice(["eq", "slt", "uge"])
            self.lines.append(f"{name} = arith.cmpi {predicate}, {first}, {second} : {ty}")
            scope.add(name, "i1")
        elif choice == 2:
            condition = self.value(scope, "i1")
            self.lines.append(f"{name} = arith.select {condition}, {first}, {second} : {ty}")
            scope.add(name, ty)
        else:
            first, second = self.value(scope, "f32"), self.value(scope, "f32")
            self.lines.append(f"{name} = arith.mulf {first}, {second} : f32")
            scope.add(name, "f32")

    def index(self, scope: Scope, _: int) -> None:
        name, first, second = self.name(), self.value(scope, "index"), self.value(scope, "index")
        text, ty = self.rng.choice(
            [
                (f"index.add {first}, {second}", "index"),
                (f"index.cmp sle({first}, {second})", "i1"),
                (f"index.constant {self.rng.randrange(-3, 9)}", "index"),
                (f"index.bool.constant {self.rng.choice(['true', 'false'])}", "i1"),
                (f"index.casts {first} : index to i32", "i32"),
                ("index.sizeof", "index"),
                (f"index.maxu {first}, {second}{self.dictionary()}", "index"),
            ]
        )
        self.lines.append(f"{name} = {text}")
        scope.add(name, ty)

    def cast(self, scope: Scope, _: int) -> None:
        sources, results = self.types(), self.types() or ["i32"]
        values = [self.value(scope, ty) for ty in sources]
        names, before = self.results(results)
        shown = f" {', '.join(values)} : {', '.join(sources)}" if values else ""
        self.lines.append(f"{before}builtin.unrealized_conversion_cast{shown} to {', '.join(results)}")
        self.define(scope, names, results)

    def memory(self, scope: Scope, _: int) -> None:
        buffer, at = self.value(scope, "memref<4xf32>"), self.value(scope, "index")
        if self.rng.random() < 0.5:
            name = self.name()
            self.lines.append(f"{name} = memref.load {buffer}[{at}] : memref<4xf32>")
            scope.add(name, "f32")
        else:
            self.lines.append(f"memref.store {self.value(scope, 'f32')}, {buffer}[{at}] : memref<4xf32>")

    def assertion(self, scope: Scope, _: int) -> None:
        self.lines.append(f'cf.assert {self.value(scope, "i1")}, "text"{self.dictionary()}')

    def call(self, scope: Scope, _: int) -> None:
        if not self.functions:
            return
        function, inputs, outputs = self.rng.choice(self.functions)
        if self.wrong():
            function = self.rng.choice(["@nothing", self.rng.choice(self.functions)[0]])
        signature = f"({', '.join(map(wrapped, inputs))}) -> ({', '.join(map(wrapped, outputs))})"
        callee = function
        op = self.rng.choice(["func.call", "call"])
        if self.rng.random() < 0.3:
            callee, op = self.name(), "func.call_indirect"
            self.lines.append(f"{callee} = func.constant {function} : {signature}")
        elif op == "call":
            # The short name works only directly in a function, which is not known here.
            op = "func.call"
        values = self.values(scope, inputs)
        names, before = self.results(outputs)
        self.lines.append(f"{before}{op} {callee}({', '.join(values)}){self.dictionary()} : {signature}")
        self.define(scope, names, outputs)

    def for_loop(self, scope: Scope, depth: int) -> None:
        ty = self.rng.choice(["index", "index", "i32", "i64"])
        bounds = [self.value(scope, ty) for _ in range(3)]
        types = self.types()
        initial = self.values(scope, types)
        names, before = self.results(types)
        inner, variable = Scope(scope), self.name()
        carried = [self.name() for _ in initial]
        inner.add(variable, ty)
        self.define(inner, carried, types)
        text = self.rng.choice(["scf.for ", "scf.for ", "scf.for unsigned "])
        text += f"{variable} = {bounds[0]} to {bounds[1]} step {bounds[2]}"
        if types or self.wrong():
            pairs = ", ".join(f"{name} = {value}" for name, value in zip(carried, initial))
            shown = (
                wrapped(types[0]) if len(types) == 1 and self.rng.random() < 0.3 else f"({', '.join(types)})"
            )
            text += f" iter_args({pairs}) -> {shown}"
        if ty != "index" or self.rng.random() < 0.1:
            text += f" : {ty}"
        self.lines.append(f"{before}{text} {{")
        self.body(inner, depth + 1)
        self.yields(inner, types)
        self.lines.append(f"}}{self.dictionary()}")
        self.define(scope, names, types)

    def if_else(self, scope: Scope, depth: int) -> None:
        condition, types = self.value(scope, "i1"), self.types()
        names, before = self.results(types)
        shown = f" -> ({', '.join(types)})" if types or self.rng.random() < 0.1 else ""
        if len(types) == 1 and self.rng.random() < 0.3:
            shown = f" -> {wrapped(types[0])}"
        self.lines.append(f"{before}scf.if {condition}{shown} {{")
        inner = Scope(scope)
        self.body(inner, depth + 1)
        self.yields(inner, types)
        if (types and not self.wrong()) or self.rng.random() < 0.4:
            self.lines.append("} else {")
            inner = Scope(scope)
            self.body(inner, depth + 1)
            self.yields(inner, types)
        self.lines.append(f"}}{self.dictionary()}")
        self.define(scope, names, types)

    def while_loop(self, scope: Scope, depth: int) -> None:
        inputs, outputs = self.types(), self.types()
        initial = self.values(scope, inputs)
        names, before = self.results(outputs)
        carried = [self.name() for _ in initial]
        pairs = ", ".join(f"{name} = {value}" for name, value in zip(carried, initial))
        shown = f" ({pairs})" if pairs else self.rng.choice(["", " ()"])
        signature = f"({', '.join(inputs)}) -> ({', '.join(outputs)})"
        self.lines.append(f"{before}scf.while{shown} : {signature} {{")
        inner = Scope(scope)
        self.define(inner, carried, inputs)
        self.body(inner, depth + 1)
        condition, values = self.value(inner, "i1"), self.values(inner, outputs)
        passed = f" {', '.join(values)} : {', '.join(outputs)}" if values else ""
        self.lines.append(f"scf.condition({condition}){self.dictionary()}{passed}")
        self.lines.append("} do {")
        inner = Scope(scope)
        arguments = [self.name() for _ in outputs]
        self.define(inner, arguments, outputs)
        if outputs or self.wrong():
            listed = ", ".join(f"{name}: {ty}" for name, ty in zip(arguments, outputs))
            self.lines.append(f"^bb0({listed}):")
        self.body(inner, depth + 1)
        values = self.values(inner, inputs)
        shown = f" {', '.join(values)} : {', '.join(inputs)}" if values else ""
        self.lines.append(f"scf.yield{shown}")
        self.lines.append(f"}}{self.dictionary('attributes ')}")
        self.define(scope, names, outputs)

    def parallel(self, scope: Scope, depth: int) -> None:
        rank = self.rng.randrange(1, 4)
        lists = [", ".join(self.values(scope, ["index"] * rank)) for _ in range(2)]
        # Steps that are constants have to be positive.
        steps = [self.name() for _ in range(rank)]
        for name in steps:
            number = 0 if self.wrong() else self.rng.randrange(1, 5)
            self.lines.append(f"{name} = arith.constant {number} : index")
        types = self.types()
        initial = self.values(scope, types)
        names, before = self.results(types)
        variables = [self.name() for _ in range(rank)]
        inner = Scope(scope)
        self.define(inner, variables, ["index"] * rank)
        text = (
            f"scf.parallel ({', '.join(variables)}) = ({lists[0]}) to ({lists[1]}) step ({', '.join(steps)})"
        )
        if types:
            shown = wrapped(types[0]) if len(types) == 1 else f"({', '.join(types)})"
            text += f" init ({', '.join(initial)}) -> {shown}"
        self.lines.append(f"{before}{text} {{")
        self.body(inner, depth + 1)
        if types or self.rng.random() < 0.3:
            values = self.values(inner, types)
            shown = f"({', '.join(values)} : {', '.join(types)})" if types else ""
            regions = []
            outer, self.lines = self.lines, []
            for ty in types:
                left, right, innermost = self.name(), self.name(), Scope(inner)
                self.define(innermost, [left, right], [ty, ty])
                self.lines = []
                self.body(innermost, depth + 2, 2)
                value = self.value(innermost, ty)
                self.lines.append(f"scf.reduce.return {value} : {ty}")
                regions.append(f"{{\n^bb0({left}: {ty}, {right}: {ty}):\n" + "\n".join(self.lines) + "\n}")
            self.lines = outer
            self.lines.append(f"scf.reduce{shown} {', '.join(regions)}{self.dictionary()}")
        self.lines.append(f"}}{self.dictionary()}")
        self.define(scope, names, types)

    def bounds(self, scope: Scope, rank: int) -> str:
        choose = self.rng.choice
        items = [
            self.value(scope, "index") if self.rng.random() < 0.5 else str(choose([0, 1, 1, 4, -2, 64]))
            for _ in range(rank + self.wrong())
        ]
        return f"({', '.join(items)})"

    def forall(self, scope: Scope, depth: int) -> None:
        rank = self.rng.randrange(1, 4)
        if self.rng.random() < 0.5:
            text = f" in {self.bounds(scope, rank)}"
        elif self.rng.random() < 0.3:
            zeros, ones = (", ".join([number] * rank) for number in "01")
            text = f" = ({zeros}) to {self.bounds(scope, rank)} step ({ones})"
        else:
            text = (
                f" = {self.bounds(scope, rank)} to {self.bounds(scope, rank)} step {self.bounds(scope, rank)}"
            )
        types = ["tensor<4xf32>"] * self.rng.choice([0, 0, 1, 2])
        if self.wrong():
            types = [*types, self.type()]
        outputs = [self.value(scope, ty) for ty in types]
        names, before = self.results(types)
        variables, arguments = [self.name() for _ in range(rank)], [self.name() for _ in types]
        inner = Scope(scope)
        self.define(inner, variables, ["index"] * rank)
        self.define(inner, arguments, types)
        if types:
            pairs = ", ".join(f"{name} = {value}" for name, value in zip(arguments, outputs))
            text += f" shared_outs({pairs}) -> ({', '.join(types)})"
        self.lines.append(f"{before}scf.forall ({', '.join(variables)}){text} {{")
        self.body(inner, depth + 1)
        if self.rng.random() < 0.3:
            self.lines.append(f"scf.forall.in_parallel {{\n}}{self.dictionary()}")
        self.lines.append(f"}}{self.dictionary()}")
        self.define(scope, names, types)

    def index_switch(self, scope: Scope, depth: int) -> None:
        value, types = self.value(scope, "index"), self.types()
        names, before = self.results(types)
        shown = f" -> {', '.join(map(wrapped, types))}" if types else ""
        self.lines.append(f"{before}scf.index_switch {value}{self.dictionary()}{shown}")
        cases = self.rng.sample([-1, 0, 1, 2, 9, 1 << 40], self.rng.randrange(4))
        if self.wrong():
            cases = [*cases, 1, 1]
        for case in [*cases, None]:
            self.lines.append("default {" if case is None else f"case {case} {{")
            inner = Scope(scope)
            self.body(inner, depth + 1)
            self.yields(inner, types)
            if case is not None and not self.lines[-1].startswith("scf.yield"):
                self.lines.append("scf.yield")
            self.lines.append("}")
        self.define(scope, names, types)

    def execute_region(self, scope: Scope, depth: int) -> None:
        types = self.types()
        names, before = self.results(types)
        shown = ""
        if types:
            shown = " -> " + (wrapped(types[0]) if len(types) == 1 else f"({', '.join(types)})")
        flag = self.rng.choice(["", "", " no_inline"])
        self.lines.append(f"{before}scf.execute_region{shown}{flag} {{")
        self.blocks(scope, depth, types, "scf.yield")
        self.lines.append(f"}}{self.dictionary()}")
        self.define(scope, names, types)

    def blocks(self, scope: Scope, depth: int, types: list[str], end: str) -> None:
        """Blocks that branch to each other; the last returns values of the types."""
        labels = [
            (f"^b{self.count}x{index}", self.types(2)) for index in range(self.rng.choice([0, 0, 1, 2, 3]))
        ]
        # Values of the entry block can be used everywhere; others only in their block.
        inner = Scope(scope)
        for index, (label, arguments) in enumerate([("", []), *labels]):
            here = Scope(inner) if label else inner
            if label:
                passed = [self.name() for _ in arguments]
                listed = ", ".join(f"{name}: {ty}" for name, ty in zip(passed, arguments))
                self.lines.append(f"{label}({listed}):" if arguments else f"{label}:")
                self.define(here, passed, arguments)
            self.body(here, depth + 1)
            if index == len(labels) or not labels:
                values = self.values(here, types)
                shown = f" {', '.join(values)} : {', '.join(types)}" if values else ""
                if self.rng.random() < 0.05:
                    end, shown = "ub.unreachable", ""
                self.lines.append(f"{end}{shown}")
            else:
                self.branch(here, labels)

    def target(self, scope: Scope, labels: list[tuple[str, list[str]]]) -> str:
        label, types = self.rng.choice(labels)
        values = self.values(scope, types)
        return f"{label}({', '.join(values)} : {', '.join(types)})" if values and types else label

    def branch(self, scope: Scope, labels: list[tuple[str, list[str]]]) -> None:
        choice = self.rng.randrange(3)
        if choice == 0:
            self.lines.append(f"cf.br {self.target(scope, labels)}{self.dictionary()}")
        elif choice == 1:
            condition = self.value(scope, "i1")
            weights = self.rng.choice(["", "", " weights([1, 2])", " weights([0, 5])"])
            if self.wrong():
                weights = self.rng.choice([" weights([1])", " weights([0, 0])"])
            targets = f"{self.target(scope, labels)}, {self.target(scope, labels)}"
            self.lines.append(f"cf.cond_br {condition}{weights}, {targets}{self.dictionary()}")
        else:
            ty = self.rng.choice(["i1", *INTEGERS])
            flag = self.value(scope, ty)
            cases = self.rng.sample([0, 1, 5, -3, 70000], self.rng.randrange(4))
            listed = [f"default: {self.target(scope, labels)}"]
            listed += [f"{case}: {self.target(scope, labels)}" for case in cases]
            self.lines.append(f"cf.switch {flag} : {ty}, [\n{', '.join(listed)}\n]{self.dictionary()}")

    def module(self) -> str:
        count = self.rng.randrange(1, 4)
        for index in range(count):
            inputs, outputs = self.types(), self.types()
            self.functions.append((f"@f{index}", inputs, outputs))
        for name, inputs, outputs in self.functions:
            self.function(name, inputs, outputs)
        return "\n".join(self.lines) + "\n"

    def function(self, name: str, inputs: list[str], outputs: list[str]) -> None:
        tags = [self.rng.choice(["", "", "", " {a.b = 1 : i64}"]) for _ in [*inputs, *outputs]]
        results = ""
        if outputs:
            listed = [f"{ty}{tag}" for ty, tag in zip(outputs, tags[len(inputs) :])]
            results = f" -> ({', '.join(listed)})"
            if len(outputs) == 1 and listed[0] == outputs[0] and self.rng.random() < 0.5:
                results = f" -> {wrapped(outputs[0])}"
        if self.rng.random() < 0.15:
            listed = [f"{ty}{tag}" for ty, tag in zip(inputs, tags)]
            private = "" if self.wrong() else "private "
            self.lines.append(
                f"func.func {private}{name}({', '.join(listed)}){results}{self.dictionary('attributes ')}"
            )
            return
        scope, arguments = Scope(), [self.name() for _ in inputs]
        self.define(scope, arguments, inputs)
        listed = [f"{argument}: {ty}{tag}" for argument, ty, tag in zip(arguments, inputs, tags)]
        visibility = self.rng.choice(["", "", "private ", "public "])
        self.lines.append(
            f"func.func {visibility}{name}({', '.join(listed)}){results}{self.dictionary('attributes ')} {{"
        )
        self.size = 0
        self.blocks(scope, 0, outputs, self.rng.choice(["return", "func.return"]))
        self.lines.append("}")


def wrapped(ty: str) -> str:
    """A type where a function type needs parentheses."""
    return f"({ty})" if "->" in ty else ty


def module(seed: int, mistakes: float = 0.0) -> str:
    """A module; the part of choices that are mistakes."""
    return Generator(seed, mistakes).module()


EXTRA = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "->",
    "=",
    "%a",
    "i32",
    "1",
    "-",
    "to",
    "step",
    "do",
    "else",
    "case",
]


def mutate(text: str, seed: int) -> str:
    """A text with one or two tokens dropped, doubled, replaced or exchanged."""
    rng = Random(seed)
    for _ in range(rng.choice([1, 1, 2])):
        found = list(TOKEN.finditer(text))
        at = rng.randrange(len(found))
        token = found[at]
        other = rng.choice(found).group() if rng.random() < 0.5 else rng.choice(EXTRA)
        new = rng.choice(["", f"{token.group()} {token.group()}", other, other, f"{other} {token.group()}"])
        text = text[: token.start()] + f" {new} " + text[token.end() :]
    return text


if __name__ == "__main__":
    print(module(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.0), end="")
