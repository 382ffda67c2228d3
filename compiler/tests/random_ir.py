"""Random modules of unregistered operations, and mutations of texts.

A module is valid: each use is dominated by its definition or lies in a region with one block, where order
is free.
"""

from __future__ import annotations

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

    def fresh(self) -> str:
        """A name that the module does not have yet."""
        self.names += 1
        return self.rng.choice(["", "v", "arg", "name_", "x."]) + str(self.names)

    def location(self) -> str:
        return f" loc({texts.location(self.rng)})" if self.rng.random() < 0.4 else ""

    def operation(self, visible: list[Value], indent: str, depth: int, successors: list[str]) -> list[Value]:
        """Writes an operation and returns its results."""
        rng = self.rng
        self.budget -= 1
        operands = [rng.choice(visible) for _ in range(rng.randrange(4))] if visible else []
        results = [texts.type_text(rng) for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 3]))]
        values, prefix = self.bind(results)
        name = rng.choice(["app.op", "app.other", "d_1.x.y", "plain", "app.with-dash"])
        text = f'{indent}{prefix}"{name}"({", ".join(use for use, _ in operands)})'
        if successors:
            text += f"[{', '.join(successors)}]"
        if rng.random() < 0.2:
            text += f" <{texts.dictionary(rng, 1)}>"
        if depth and self.budget > 0 and rng.random() < 0.25:
            self.lines.append(text + " ({")
            for number in range(rng.choice([1, 1, 2])):
                if number:
                    self.lines.append(indent + "}, {")
                self.region(list(visible), indent, depth - 1)
            text = indent + "})"
        if rng.random() < 0.5:
            text += f" {texts.dictionary(rng, 2)}"
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
        labels = [f"^{rng.choice(['bb', 'block', 'x'])}{self.names}_{index}" for index in range(blocks)]
        entry: list[Value] = []
        for index, label in enumerate(labels):
            arguments = [(f"%{self.fresh()}", texts.type_text(rng)) for _ in range(rng.choice([0, 0, 1, 2]))]
            if index or arguments or rng.random() < 0.3:
                listed = ", ".join(f"{use}: {kind}{self.location()}" for use, kind in arguments)
                self.lines.append(f"{indent}{label}{f'({listed})' if listed else ''}:")
            local = visible + entry + arguments
            for _ in range(rng.randrange(4)):
                local += self.operation(local, indent + "  ", depth, [])
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

    def module(self, indent: str, depth: int, visible: list[Value]) -> None:
        """Writes the body of a module, whose single block is a region without order."""
        rng = self.rng
        local = list(visible)
        for _ in range(rng.randrange(1, 6)):
            if depth and rng.random() < 0.1:
                self.lines.append(f"{indent}module {module_header(rng, self.names)}{{")
                self.names += 1
                self.module(indent + "  ", depth - 1, [])
                self.lines.append(f"{indent}}}{self.location()}")
            else:
                local += self.operation(local, indent, depth, [])


def module_header(rng: Random, number: int) -> str:
    name = rng.choice(["", f"@m{number} ", f'@"m {number}" '])
    attributes = rng.choice(["", "", f"attributes {{app.x = {texts.attribute(rng)}, d.y}} "])
    return name + attributes


def module(seed: int) -> str:
    """A random module."""
    rng = Random(seed)
    writer = Writer(rng)
    if rng.random() < 0.3:
        writer.lines.append(f"module {module_header(rng, 0)}{{")
        writer.module("  ", 3, [])
        writer.lines.append(f"}}{writer.location()}")
    else:
        writer.module("", 3, [])
    return "\n".join(writer.lines) + "\n"


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
