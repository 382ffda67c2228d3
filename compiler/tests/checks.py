"""Texts of operations for checks that MLIR writes by hand, which no record tells.

`checks/NAME.txt` has one text per line, for operations of the dialect NAME:

    OPERATION [<{PROPERTIES}>] (OPERAND TYPES) -> (RESULT TYPES) [REGIONS]

Operands are results of an unregistered operation. `$N` in the regions is operand N. A line that begins with
`:` is a whole text. `#` begins a comment.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "checks"
CLOSING = {"(": ")", "<": ">", "{": "}", "[": "]"}


def bracketed(text: str) -> tuple[str, str]:
    """The text in the brackets that a text begins with, and what follows them."""
    stack: list[str] = []
    for index, char in enumerate(text):
        if char in CLOSING:
            stack.append(CLOSING[char])
        elif char in CLOSING.values() and not (char == ">" and text[index - 1] == "-"):
            if stack.pop() != char:
                raise ValueError(f"brackets do not match: {text}")
            if not stack:
                return text[1:index], text[index + 1 :].strip()
    raise ValueError(f"brackets do not match: {text}")


def split(types: str) -> list[str]:
    """Types at their commas."""
    parts, depth, part = [], 0, ""
    for index, char in enumerate(types):
        depth += (char in CLOSING) - (char in CLOSING.values() and types[index - 1 : index + 1] != "->")
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    return [each for each in [*parts, part.strip()] if each]


def text_of(line: str) -> str:
    """The text that a line stands for."""
    if line.startswith(":"):
        return line[1:].strip() + "\n"
    name, rest = line.split(" ", 1)
    properties = ""
    if rest.startswith("<{"):
        inner, rest = bracketed(rest)
        properties = f" <{inner}>"
    operands, rest = bracketed(rest)
    results, regions = bracketed(rest.removeprefix("->").strip())
    types = split(operands)
    for index in range(len(types)):
        regions = regions.replace(f"${index}", f"%a#{index}")
    lines = []
    if types:
        lines.append(f'  %a:{len(types)} = "app.source"() : () -> ({operands})')
    values = ", ".join(f"%a#{index}" for index in range(len(types)))
    left = f"%r:{len(split(results))} = " if results else ""
    lines.append(f'  {left}"{name}"({values}){properties} {regions} : ({operands}) -> ({results})')
    lines.append('  "app.end"() : () -> ()')
    return '"app.region"() ({\n' + "\n".join(lines) + "\n}) : () -> ()\n"


@cache
def texts(dialect: str) -> list[tuple[str, str]]:
    """The operations and texts for a dialect."""
    path = FOLDER / f"{dialect}.txt"
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    return [(line.split()[0], text_of(line)) for line in lines]
