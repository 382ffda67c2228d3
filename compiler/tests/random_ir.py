"""Random modules of unregistered operations, and mutations of texts.

`python random_ir.py SEED` prints a module. It is valid: each use is dominated by its definition or lies in a
region with one block, where order is free.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from random import Random

import random_types as texts

Value = tuple[str, str]
"""The text of a use, such as `%a#1`, and its type."""


@dataclass
class Writer:
    rng: Random
    lines: list[str] = field(default_factory=list)
    names: int = 0
    budget: int = 40
    # Definitions before and after the operations; the names of locations can be used before they are defined.
    aliases: list[str] = field(default_factory=list)
    late_aliases: list[str] = field(default_factory=list)
    # Values that operations use before they are defined, in the innermost region; None if its order counts.
    forward: list[Value] | None = field(default_factory=list)

    def fresh(self) -> str:
        """A name that the module does not have yet."""
        self.names += 1
        return self.rng.choice(["", "v", "arg", "name_", "x."]) + str(self.names)

    def location(self) -> str:
        if self.rng.random() > 0.4:
            return ""
        text = f"loc({texts.location(self.rng)})"
        return " " + (f"loc({self.alias('#', text, True)})" if self.rng.random() < 0.15 else text)

    def alias(self, sigil: str, text: str, can_be_late: bool = False) -> str:
        """Defines an alias and returns its name."""
        self.names += 1
        name = f"{sigil}{self.rng.choice(['a', 'map', 'loc', 'x_'])}{self.names}"
        late = can_be_late and self.rng.random() < 0.5
        (self.late_aliases if late else self.aliases).append(f"{name} = {text}")
        return name

    def type(self) -> str:
        text = texts.type_text(self.rng)
        return self.alias("!", text) if self.rng.random() < 0.05 else text

    def dictionary(self, depth: int) -> str:
        text = texts.dictionary(self.rng, depth)
        if self.rng.random() < 0.1:
            text = text[:-1] + (", " if len(text) > 2 else "") + "an_alias = "
            text += self.alias("#", texts.attribute(self.rng)) + "}"
        return text

    def operands(self, visible: list[Value]) -> list[Value]:
        rng = self.rng
        found = [rng.choice(visible) for _ in range(rng.randrange(4))] if visible else []
        if self.forward is not None and rng.random() < 0.1:
            self.forward.append((f"%{self.fresh()}", self.type()))
            found.append(self.forward[-1])
        return found

    def define_forward(self, indent: str) -> None:
        """Defines the values of the innermost region that were used before."""
        for use, kind in self.forward or []:
            self.lines.append(f'{indent}{use} = "app.late"() : () -> ({kind})')

    def operation(self, visible: list[Value], indent: str, depth: int, successors: list[str]) -> list[Value]:
        """Writes an operation and returns its results."""
        rng = self.rng
        self.budget -= 1
        operands = self.operands(visible)
        results = [self.type() for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 3]))]
        values, prefix = self.bind(results)
        name = rng.choice(["app.op", "app.other", "d_1.x.y", "plain", "app.with-dash"])
        text = f'{indent}{prefix}"{name}"({", ".join(use for use, _ in operands)})'
        if successors:
            text += f"[{', '.join(successors)}]"
        if rng.random() < 0.2:
            text += f" <{self.dictionary(1)}>"
        if depth and self.budget > 0 and rng.random() < 0.25:
            self.lines.append(text + " ({")
            for number in range(rng.choice([1, 1, 2])):
                if number:
                    self.lines.append(indent + "}, {")
                outer = self.forward
                self.region(list(visible), indent, depth - 1)
                self.forward = outer
            text = indent + "})"
        if rng.random() < 0.5:
            text += f" {self.dictionary(2)}"
        types = ", ".join(kind for _, kind in operands)
        text += f" : ({types}) -> ({', '.join(results)}){self.location()}"
        self.lines.append(text)
        return values

    def bind(self, results: list[str]) -> tuple[list[Value], str]:
        """The results as values, and the text that names them."""
        if not results or self.rng.random() < 0.1:
            return [], ""
        if len(results) > 1 and self.rng.random() < 0.5:
            name = self.fresh()
            values = [(f"%{name}#{index}", kind) for index, kind in enumerate(results)]
            return values, f"%{name}:{len(results)} = "
        names = [self.fresh() for _ in results]
        values = [(f"%{name}", kind) for name, kind in zip(names, results)]
        return values, ", ".join(use for use, _ in values) + " = "

    def region(self, visible: list[Value], indent: str, depth: int) -> None:
        rng = self.rng
        blocks = rng.choice([0, 1, 1, 1, 2, 4])
        self.forward = [] if blocks == 1 else None
        labels = [f"^{rng.choice(['bb', 'block', 'x'])}{self.names}_{index}" for index in range(blocks)]
        entry: list[Value] = []
        for index, label in enumerate(labels):
            arguments = [(f"%{self.fresh()}", self.type()) for _ in range(rng.choice([0, 0, 1, 2]))]
            if index or arguments or rng.random() < 0.3:
                listed = ", ".join(f"{use}: {kind}{self.location()}" for use, kind in arguments)
                self.lines.append(f"{indent}{label}{f'({listed})' if listed else ''}:")
            local = visible + entry + arguments
            for _ in range(rng.randrange(4)):
                local += self.operation(local, indent + "  ", depth, [])
            if depth and rng.random() < 0.05:
                self.inner_module(indent + "  ", depth - 1)
            self.define_forward(indent + "  ")
            last = self.targets(labels, index)
            if blocks > 1 or last:
                local += self.operation(local, indent + "  ", 0, last)
            if index == 0:
                entry = local[len(visible) :]

    def targets(self, labels: list[str], index: int) -> list[str]:
        """Successors of a block: any but the entry."""
        if len(labels) < 2 or self.rng.random() < 0.2:
            return []
        return [self.rng.choice(labels[1:]) for _ in range(self.rng.randrange(1, 4))]

    def inner_module(self, indent: str, depth: int) -> None:
        self.lines.append(f"{indent}module {module_header(self.rng, self.names)}{{")
        self.names += 1
        outer = self.forward
        self.module(indent + "  ", depth)
        self.forward = outer
        self.lines.append(f"{indent}}}{self.location()}")

    def module(self, indent: str, depth: int) -> None:
        """Writes the body of a module, whose single block is a region without order."""
        rng = self.rng
        local: list[Value] = []
        self.forward = []
        for _ in range(rng.randrange(1, 6)):
            if depth and rng.random() < 0.1:
                self.inner_module(indent, depth - 1)
            else:
                local += self.operation(local, indent, depth, [])
        self.define_forward(indent)


def module_header(rng: Random, number: int) -> str:
    name = rng.choice(["", f"@m{number} ", f'@"m {number}" '])
    attributes = rng.choice(["", "", f"attributes {{app.x = {texts.attribute(rng)}, d.y}} "])
    return name + attributes


def module(seed: int) -> str:
    """A random module."""
    rng = Random(seed)
    writer = Writer(rng)
    if rng.random() < 0.3:
        writer.inner_module("", 3)
    else:
        writer.module("", 3)
    sections = [*writer.aliases, *writer.lines, *writer.late_aliases]
    if rng.random() < 0.2:
        sections.append(texts.metadata(rng))
    return "\n".join(sections) + "\n"


# What a mutation inserts: tokens, parts of tokens, and bytes that begin none.
TOKENS = [
    *(
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        ",",
        ":",
        "::",
        "=",
        "->",
        "-",
        "#",
        "!",
        "%",
        "@",
        "^",
        '"',
        "?",
        "*",
        "+",
    ),
    *(
        "%0",
        "%a",
        "^bb0",
        "@s",
        "#a",
        "!t",
        "i32",
        "f32",
        "x",
        "0",
        "-1",
        "0x",
        "1.0",
        "true",
        "unit",
        "loc",
        "module",
    ),
    *(
        "dense",
        "affine_map",
        "tensor",
        "vector",
        "\\",
        "//",
        "\n",
        " ",
        ";",
        "&",
        "ä",
        "\t",
        "99999999999999999999",
        "{-#",
        "#-}",
    ),
]


def mutate(text: str, seed: int) -> str:
    """The text with a few deletions, insertions, replacements, doublings or swaps of short parts."""
    rng = Random(seed)
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("//"))
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if not text.strip():
            break
        at = rng.randrange(len(text))
        length = rng.choice([1, 1, 2, 5, 20])
        action = rng.randrange(5)
        if action == 0:
            text = text[:at] + text[at + length :]
        elif action == 1:
            text = text[:at] + rng.choice(TOKENS) + text[at:]
        elif action == 2:
            text = text[:at] + rng.choice(TOKENS) + text[at + 1 :]
        elif action == 3:
            text = text[:at] + text[at : at + length] + text[at:]
        else:
            other = rng.randrange(len(text))
            part = text[other : other + length]
            text = text[:at] + part + text[at + length :]
    return text.replace("// -----", "").strip("\n") + "\n"


if __name__ == "__main__":
    print(module(int(sys.argv[1])), end="")
