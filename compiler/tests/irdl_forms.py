"""Compares dialects that IRDL defines with mlir-opt 22: definitions, and uses of what they define.

    python compiler/tests/irdl_forms.py PROGRAM                    # 100 random dialects
    python compiler/tests/irdl_forms.py PROGRAM --count 1000 --seed 7

Each random dialect has types, attributes and operations with constraints that refer to each other. Some are
wrong: a name is used twice or badly, a reference means nothing or itself, a list lacks a name. Of those that
both programs load, operations in generic form are read, most of which satisfy the constraints.

A line counts: `agree`, `differ` (other text), `refused` (only the program refuses), `accepted` (only mlir-opt
refuses), `crashed`, and the part of the texts refused by both whose first message is the same.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from dataclasses import dataclass, field
from random import Random

import cases
import differential
import generic_forms

# Types and attributes for `irdl.is` and for uses, with the kind that `irdl.base` names.
TYPES = {
    "i1": "integer",
    "i32": "integer",
    "i64": "integer",
    "index": "index",
    "f32": "f32",
    "f64": "f64",
    "none": "none",
    "complex<f32>": "complex",
    "tuple<i32, f32>": "tuple",
    "vector<4xf32>": "vector",
    "tensor<?xi32>": "tensor",
    "memref<2xf32>": "memref",
    "(i32) -> f32": "function",
}
ATTRIBUTES = {
    "1 : i32": "integer",
    "-7 : i64": "integer",
    "true": "integer",
    "1.5 : f32": "float",
    '"text"': "string",
    "unit": "unit",
    "[1 : i32, unit]": "array",
    "{a = unit}": "dictionary",
    "@symbol": "symbol_ref",
    "array<i32: 1, 2>": "dense_array",
}
NAMES = ["a", "b", "c", "lhs", "rhs", "value", "body", "entry", "x1", "y2", "z3", "long_name"]
# MLIR accepts a definition that refers to itself with a wrong number of parameters, which nothing satisfies.
DELIBERATE = re.compile(r"'irdl.parametric' op has \d+ constraints, but 'rand\.\w+' has \d+ parameters")
BAD_NAMES = ["", "Big", "_a", "a__b", "a-b", "1a", "operands"]


@dataclass
class Constraint:
    """One constraint of a definition: its text, and what it refers to."""

    kind: str
    text: str
    of: list[int] = field(default_factory=list)
    symbol: str = ""


@dataclass
class Definition:
    """A type, an attribute or an operation."""

    kind: str
    name: str
    constraints: list[Constraint] = field(default_factory=list)
    # Names, constraints and variadicities.
    lists: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)
    # Names, constraints of the arguments, numbers of blocks.
    regions: list[tuple[str, list[int] | None, int | None]] = field(default_factory=list)


class Maker:
    """Makes one random dialect, and uses of it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.symbols: list[Definition] = []
        self.operations: list[Definition] = []
        # Whether something is wrong with the definitions.
        self.wrong = self.random.random() < 0.3

    def slip(self, share: float = 0.15) -> bool:
        """Whether to do something wrong now."""
        return self.wrong and self.random.random() < share

    def name(self, used: list[str]) -> str:
        if self.slip():
            return self.random.choice([*BAD_NAMES, *used])
        return self.random.choice([name for name in NAMES if name not in used])

    def constraints(self, definition: Definition, wanted: int) -> None:
        for _ in range(wanted):
            definition.constraints.append(self.constraint(definition))

    def references(self, definition: Definition, least: int) -> list[int]:
        count = len(definition.constraints)
        most = self.random.randint(least, 3)
        if self.slip(0.1):
            # A later constraint, or the same one.
            count += 2
        return [self.random.randrange(count) for _ in range(most)] if count else []

    def constraint(self, definition: Definition) -> Constraint:
        random = self.random
        kind = random.choice(["any", "is", "is", "base", "any_of", "all_of", "parametric", "is_attribute"])
        if kind in ("any_of", "all_of"):
            of = self.references(definition, 0 if self.wrong else 1)
            if of or self.wrong:
                return Constraint(kind, f"irdl.{kind}({', '.join(f'%{index}' for index in of)})", of)
            kind = "any"
        symbols = list(self.symbols)
        if definition.kind != "operation" and random.random() < 0.2:
            # A definition can refer to itself.
            symbols.append(definition)
        if kind == "parametric" and symbols:
            symbol = random.choice(symbols)
            known = symbol.lists.get("parameters")
            parameters = random.randint(0, 2) if known is None else len(known)
            if self.slip():
                parameters += 1
            if definition.constraints or not parameters:
                last = len(definition.constraints)
                of = [random.randrange(last) for _ in range(parameters)] if last else []
                name = self.reference(symbol)
                text = f"irdl.parametric {name}<{', '.join(f'%{index}' for index in of)}>"
                return Constraint(kind, text, of, symbol.name)
            kind = "any"
        if kind == "base":
            if symbols and random.random() < 0.4:
                symbol = random.choice(symbols)
                return Constraint("base_of", f"irdl.base {self.reference(symbol)}", symbol=symbol.name)
            base = random.choice([*("!builtin." + name for name in sorted(set(TYPES.values())))])
            if self.slip():
                base = random.choice(["!builtin.nothing", "integer", "#builtin.nothing", "!", ""])
            return Constraint("base", f'irdl.base "{base}"', symbol=base)
        if kind == "is":
            value = random.choice(list(TYPES))
            return Constraint("is", f"irdl.is {value}", symbol=value)
        if kind == "is_attribute":
            value = random.choice(list(ATTRIBUTES))
            return Constraint("is", f"irdl.is {value}", symbol=value)
        return Constraint("any", "irdl.any")

    def reference(self, symbol: Definition) -> str:
        if self.slip(0.1):
            return self.random.choice(["@missing::@t", "@rand::@missing", "@rand", "@rand::@op0"])
        return f"@rand::@{symbol.name}"

    def entries(self, definition: Definition, most: int, with_arity: bool) -> list[tuple[str, int, str]]:
        entries: list[tuple[str, int, str]] = []
        for _ in range(self.random.randint(0, most)):
            used = [name for each in definition.lists.values() for name, _, _ in each]
            name = self.name([*used, *(entry[0] for entry in entries)])
            arity = self.random.choice(["", "", "", "optional ", "variadic "]) if with_arity else ""
            entries.append((name, self.random.randrange(len(definition.constraints)), arity))
        return entries

    def define(self) -> str:
        random = self.random
        for index in range(random.randint(0, 3)):
            kind = random.choice(["type", "attribute"])
            symbol = Definition(kind, f"{kind[0]}{index}")
            self.constraints(symbol, random.randint(1, 4))
            symbol.lists["parameters"] = self.entries(symbol, 2, with_arity=False)
            self.symbols.append(symbol)
        for index in range(random.randint(1, 3)):
            operation = Definition("operation", f"op{index}" if not self.slip(0.05) else "op0")
            self.constraints(operation, random.randint(1, 6))
            operation.lists["operands"] = self.entries(operation, 3, with_arity=True)
            operation.lists["results"] = self.entries(operation, 2, with_arity=True)
            operation.lists["attributes"] = self.entries(operation, 2, with_arity=False)
            self.add_regions(operation)
            self.operations.append(operation)
        order = [*self.symbols, *self.operations]
        if random.random() < 0.3:
            random.shuffle(order)
        body = "\n".join(self.definition(each) for each in order)
        return f"irdl.dialect @rand {{\n{body}\n}}\n"

    def add_regions(self, operation: Definition) -> None:
        random = self.random
        for _ in range(random.choice([0, 0, 0, 1, 2])):
            used = [name for each in operation.lists.values() for name, _, _ in each]
            name = self.name([*used, *(region[0] for region in operation.regions)])
            count = len(operation.constraints)
            arguments = [random.randrange(count) for _ in range(random.randint(0, 2))]
            blocks = random.choice([None, 1, 2]) if not self.slip() else 0
            operation.regions.append((name, random.choice([None, arguments]), blocks))

    def definition(self, each: Definition) -> str:
        lines = [f"    %{index} = {constraint.text}" for index, constraint in enumerate(each.constraints)]
        for list_name, entries in each.lists.items():
            if list_name == "attributes" and entries:
                inside = ", ".join(f'"{name}" = %{index}' for name, index, _ in entries)
                lines.append(f"    irdl.attributes {{ {inside} }}")
            elif entries:
                inside = ", ".join(f"{name}: {arity}%{index}" for name, index, arity in entries)
                lines.append(f"    irdl.{list_name}({inside})")
                if self.slip(0.05):
                    lines.append(lines[-1])
        for number, (_, arguments, blocks) in enumerate(each.regions):
            inside = "" if arguments is None else f"({', '.join(f'%{index}' for index in arguments)})"
            size = "" if blocks is None else f" with size {blocks}"
            lines.append(f"    %r{number} = irdl.region{inside}{size}")
        if each.regions:
            inside = ", ".join(f"{name}: %r{number}" for number, (name, _, _) in enumerate(each.regions))
            lines.append(f"    irdl.regions({inside})")
        return f"  irdl.{each.kind} @{each.name} {{\n" + "\n".join(lines) + "\n  }"

    def value(
        self, definition: Definition, index: int, known: dict[int, str], is_type: bool, depth: int = 0
    ) -> str:
        """A type or an attribute that probably satisfies a constraint; the same one each time."""
        random = self.random
        pool = list(TYPES) if is_type else [*TYPES, *ATTRIBUTES]
        if index in known and random.random() < 0.9:
            return known[index]
        if index >= len(definition.constraints) or depth > 4 or random.random() < 0.08:
            return random.choice(pool)
        constraint = definition.constraints[index]
        made = random.choice(pool)
        if constraint.kind == "is":
            made = constraint.symbol
        elif constraint.kind in ("any_of", "all_of") and constraint.of:
            made = self.value(definition, random.choice(constraint.of), known, is_type, depth + 1)
        elif constraint.kind == "base" and constraint.symbol.startswith("!builtin."):
            fitting = [ty for ty, base in TYPES.items() if base == constraint.symbol[len("!builtin.") :]]
            made = random.choice(fitting or pool)
        elif constraint.kind in ("parametric", "base_of"):
            made = self.symbol(definition, constraint, known, depth)
        known[index] = made
        return made

    def symbol(
        self, definition: Definition, constraint: Constraint, known: dict[int, str], depth: int
    ) -> str:
        """A type or an attribute of the dialect."""
        symbol = next(each for each in self.symbols if each.name == constraint.symbol)
        inside: dict[int, str] = {}
        parameters = []
        for number, (_, index, _) in enumerate(symbol.lists["parameters"]):
            if number < len(constraint.of):
                parameters.append(self.value(definition, constraint.of[number], known, False, depth + 1))
            else:
                parameters.append(self.value(symbol, index, inside, False, depth + 1))
        sigil = "!" if symbol.kind == "type" else "#"
        return f"{sigil}rand.{symbol.name}" + (f"<{', '.join(parameters)}>" if parameters else "")

    def use(self) -> str:
        """An operation in generic form."""
        random = self.random
        operation = random.choice(self.operations)
        known: dict[int, str] = {}
        sides: dict[str, list[str]] = {}
        attributes = []
        for name, index, _ in operation.lists["attributes"]:
            if random.random() > 0.05:
                attributes.append(f"{name} = {self.value(operation, index, known, False)}")
        for side in ("operands", "results"):
            entries = operation.lists[side]
            sizes = [
                {"": 1, "optional ": random.randint(0, 1)}.get(arity, random.randint(0, 3))
                for *_, arity in entries
            ]
            if random.random() < 0.05 and sizes:
                sizes[random.randrange(len(sizes))] += 1
            sides[side] = [
                self.value(operation, index, known, True)
                for (_, index, _), size in zip(entries, sizes)
                for _ in range(size)
            ]
            if sum(bool(arity) for *_, arity in entries) > 1 and random.random() > 0.05:
                inside = ", ".join(str(size) for size in sizes)
                attributes.append(f"{side[:-1]}SegmentSizes = array<i32{': ' if inside else ''}{inside}>")
        regions = [
            self.region(operation, arguments, blocks, known) for _, arguments, blocks in operation.regions
        ]
        if random.random() < 0.05:
            regions.append("{ }")
        operands = sides["operands"]
        text = ""
        if operands:
            text = f'%0:{len(operands)} = "app.source"() : () -> ({", ".join(operands)})\n'
        uses = ", ".join(f"%0#{number}" for number in range(len(operands)))
        inside = f" ({', '.join(regions)})" if regions else ""
        dictionary = f" {{{', '.join(attributes)}}}" if attributes else ""
        types = f"({', '.join(operands)}) -> ({', '.join(sides['results'])})"
        return f'{text}"rand.{operation.name}"({uses}){inside}{dictionary} : {types}\n'

    def region(
        self, operation: Definition, arguments: list[int] | None, blocks: int | None, known: dict[int, str]
    ) -> str:
        random = self.random
        types = [self.value(operation, index, known, True) for index in arguments or []]
        if random.random() < 0.1:
            types.append("i32")
        count = blocks if blocks is not None and random.random() < 0.9 else random.randint(0, 2)
        text = ""
        for number in range(count):
            inside = ", ".join(f"%a{index}: {ty}" for index, ty in enumerate(types)) if not number else ""
            text += f"\n^bb{number}({inside}):\n" if inside else f"\n^bb{number}:\n"
            text += '  "app.end"() : () -> ()\n'
        return f"{{{text}}}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", help="the program to test, such as target/release/tvmlike-opt")
    parser.add_argument("--count", type=int, default=100, metavar="N", help="how many dialects")
    parser.add_argument(
        "--uses", type=int, default=20, metavar="N", help="how many operations of each dialect"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="print up to N differences")
    parser.add_argument("--messages", action="store_true", help="show different messages, too")
    arguments = parser.parse_args()
    peer = cases.mlir_opt()
    if peer is None:
        print("skipped: mlir-opt of LLVM 22 is not installed")
        return 0
    definitions, uses = differential.Counts(), differential.Counts()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "dialect.irdl.mlir")
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            maker = Maker(seed)
            text = maker.define()
            with open(file, "w", encoding="utf-8") as out:
                out.write(text)
            options = [f"--irdl-file={file}", "--mlir-print-op-generic"]
            commands = [(peer, options), (arguments.program, options)]
            wanted, got = (cases.run(program, given, "") for program, given in commands)
            if wanted.accepted and DELIBERATE.search(got.err):
                continue
            definitions.add(f"seed {seed}", text, wanted, got)
            if not wanted.accepted or not got.accepted:
                continue
            texts = [maker.use() for _ in range(arguments.uses)]
            for use, (wanted, got) in zip(texts, generic_forms.run_both(commands, texts)):
                uses.add(f"seed {seed}", text + "\n" + use, wanted, got)
    columns = ("agree", "differ", "refused", "accepted", "crashed")
    print(f"{'':16}{''.join(f'{column:>9}' for column in columns)}  messages")
    for name, counts in (("definitions", definitions), ("uses", uses)):
        numbers = "".join(f"{getattr(counts, column):9}" for column in columns)
        print(f"{name:16}{numbers}  {counts.same_message}/{counts.both_refuse}")
        examples = [text for text in counts.examples if arguments.messages or not text.startswith("message ")]
        for example in examples[: arguments.show]:
            print("\n" + example)
    return 1 if definitions.failed(messages=False) or uses.failed(messages=False) else 0


if __name__ == "__main__":
    sys.exit(main())
