"""Reads the records of operations in compiler/dialects/data, as far as tests need them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "dialects" / "data"
# mlir-opt does not have it.
ABSENT = {"vcix"}


@dataclass
class Record:
    """An operation of a data file."""

    name: str
    operands: list[tuple[str, str]] = field(default_factory=list)
    results: list[tuple[str, str]] = field(default_factory=list)
    attributes: list[tuple[str, str, str, bool]] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    successors: int = 0
    traits: list[str] = field(default_factory=list)


@dataclass
class Dialect:
    """A data file."""

    name: str
    constraints: dict[str, str] = field(default_factory=dict)
    # The cases of each enum, and the enums of constraints.
    enums: dict[str, list[str]] = field(default_factory=dict)
    enum_of: dict[str, str] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)


def read(path: Path) -> Dialect:
    """Reads what this program needs of a data file."""
    dialect = Dialect(path.stem)
    enum = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        keyword, mark = words[0].rstrip("?*"), words[0][-1]
        mark = mark if mark in "?*" else ""
        if not line.startswith(" "):
            if keyword == "enum":
                enum = words[1]
            elif keyword == "constraint":
                rest = re.sub(r'"(\\.|[^"\\])*"', "", line.split(" ", 2)[2], count=1)
                dialect.constraints[words[1]] = rest.split()[0]
                if found := re.search(r" enum=([\w.]+)", line):
                    dialect.enum_of[words[1]] = found[1]
            elif keyword == "operation":
                dialect.records.append(Record(f"{dialect.name}.{words[1]}"))
            continue
        if keyword == "case":
            dialect.enums.setdefault(enum, []).append(words[1].strip('"'))
        if not dialect.records:
            continue
        record = dialect.records[-1]
        if keyword in ("operand", "result"):
            values = record.operands if keyword == "operand" else record.results
            values.append((mark, words[2]))
        elif keyword == "attribute":
            record.attributes.append((mark, words[1], words[2], " default=" in line))
        elif keyword == "region":
            record.regions.append(mark)
        elif keyword == "successor":
            record.successors += 1
        elif keyword == "trait":
            record.traits.append(words[1])
    return dialect


def names() -> list[str]:
    """The dialects of the data files."""
    return [path.stem for path in sorted(DATA.glob("*.txt")) if path.stem not in ABSENT]


@cache
def parameterless_types() -> list[str]:
    """The names of the types that have no parameters, and are written `!dialect.name`."""
    found = []
    for path in sorted(DATA.glob("*.txt")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        for line, after in zip(lines, lines[1:]):
            if line.startswith("type ") and not after.startswith("  parameter") and " by-hand" not in line:
                found.append(f"{path.stem}.{line.split()[1]}")
    return found


@cache
def split_tree(text: str) -> tuple[str, str, list[str]]:
    """The name of a predicate, the bracket behind it, and what is in the brackets."""
    found = re.match(r"[\w.]+", text)
    name = found[0] if found else ""
    rest = text[len(name) :]
    if not rest:
        return name, "", []
    parts, depth, part = [], 0, ""
    for char in rest[1:-1]:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return name, rest[0], [*parts, part]
