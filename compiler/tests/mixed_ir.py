"""Random modules in which operations of all dialects use each other's results, in nested regions.

`python mixed_ir.py SEED [MISTAKES]` prints one, with mlir-opt 22 installed.

`statements` makes texts of operations from the records (`custom_forms.py`, `generic_forms.py`, `checks/`) and
keeps those that mlir-opt accepts in a function. A module has functions, loops and branches
(`control_flow_ir.py`), and statements whose operands are values of the types in scope. Where a statement has
regions that accept other operations, statements are nested in them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

import cases
import checks
import control_flow_ir
import custom_forms
import data_files
import differential
import generic_forms
from control_flow_ir import Scope
from data_files import DATA, Dialect, Record

SOURCE = re.compile(r' *%\w+(?::\d+)? = "app.source"\(\) : \(\) -> (.*)')
VALUE = re.compile(r"%([A-Za-z_0-9$.]+)(?:#(\d+))?")
RESULTS = re.compile(r" *((?:%[\w$.:]+(?:, )?)+) = ")
# Begins a region: the entry block can be named in the next line.
OPENS = re.compile(r"\{$")
END = '"app.end"() : () -> ()'
# Texts that a statement is made of, for one operation.
FORMS_OF_ONE = 20


@dataclass
class Statement:
    """An operation of a function: `%0`, `%1` … are its operands, other names begin with `%r` or `%n`."""

    operands: list[str]
    results: list[str]
    lines: list[str]
    # Whether other operations can be in its regions, and whether these see values from outside.
    nests: bool = False
    isolated: bool = False


def in_function(lines: list[str]) -> str:
    """A function that has the lines."""
    return "func.func @f() {\n" + "\n".join(lines) + "\n  return\n}\n"


def candidates(dialect: Dialect, record: Record) -> Iterator[str]:
    """Texts of an operation that may be valid."""
    made = [*custom_forms.Texts(dialect, record).all(), *generic_forms.Texts(dialect, record).all()]
    for text in [
        *made[:FORMS_OF_ONE],
        *(text for name, text in checks.texts(dialect.name) if name == record.name),
    ]:
        lines = text.splitlines()
        if lines[0] == '"app.region"() ({' and "^next" not in text:
            inner = [line for line in lines[1:-1] if line.strip() != END]
            yield in_function(inner)


def read(printed: str, types: list[str]) -> Statement | None:
    """The statement in a function that mlir-opt printed; the types of its results are known."""
    lines = printed.splitlines()
    start = next((at for at, line in enumerate(lines) if "func.func @f()" in line), None)
    if start is None or "    return" not in lines:
        return None
    body = lines[start + 1 : lines.index("    return")]
    operands: list[str] = []
    if body and (found := SOURCE.match(body[0])):
        listed = found[1]
        operands = checks.split(listed[1:-1]) if listed.startswith("(") else [listed]
        body = body[1:]
    if not body or any(line.startswith(("#", "!")) for line in lines):
        return None
    names: dict[str, str] = {}
    left = RESULTS.match(body[0])
    for name in left[1].split(", ") if left else []:
        names[name[1:].split(":")[0]] = f"r{len(names)}"

    def renamed(found: re.Match[str]) -> str:
        name, number = found[1], found[2]
        if name == "0" and operands:
            return f"%{number or 0}"
        name = names.setdefault(name, f"n{len(names)}_")
        return f"%{name}" + (f"#{number}" if number else "")

    made = [VALUE.sub(renamed, line.strip()) for line in body]
    return Statement(operands, types, made)


def results_of(text: str) -> list[str]:
    """The types of the results in the generic text of one operation, the last of a function."""
    line = text.splitlines()[-3]
    types = checks.split(line.rsplit(" : (", 1)[-1].split(") -> (", 1)[-1][:-1])
    return [ty[1:-1] if ty.startswith("((") else ty for ty in types]


def accepted(peer: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The texts that mlir-opt accepts, with what it prints."""
    for batch in differential.batches(list(texts)):
        for text, (result, _) in zip(batch, custom_forms.run((peer, ["--mlir-print-local-scope"]), batch)):
            if result.accepted:
                yield text, result.out


def with_nested(statement: Statement, nested: list[str]) -> list[str] | None:
    """The lines of a statement with others at the begin of its first region."""
    for at, line in enumerate(statement.lines):
        if OPENS.search(line):
            following = statement.lines[at + 1 : at + 2]
            at += 2 if following and following[0].startswith("^") else 1
            return [*statement.lines[:at], *nested, *statement.lines[at:]]
    return None


def statements(peer: str, records: list[tuple[Dialect, Record]]) -> list[Statement]:
    """Statements of the operations, which mlir-opt accepts."""
    texts: dict[str, Record] = {}
    for dialect, record in records:
        if "Terminator" not in record.traits and "Symbol" not in record.traits and not record.successors:
            texts |= dict.fromkeys(candidates(dialect, record), record)
    found: dict[str, Statement] = {}
    for text, printed in accepted(peer, texts):
        if statement := read(printed, results_of(text)):
            statement.isolated = "IsolatedFromAbove" in texts[text].traits
            found.setdefault("\n".join(statement.lines), statement)
    made = list(found.values())
    nesting = []
    for statement in made:
        probe = ["%probe = arith.constant 1 : i32", '%probed = "app.use"(%probe) : (i32) -> i32']
        if lines := with_nested(statement, probe):
            nesting.append((statement, in_function([*source(statement), *lines])))
    kept = {text for text, _ in accepted(peer, [text for _, text in nesting])}
    for statement, text in nesting:
        statement.nests = text in kept
    return made


def source(statement: Statement) -> list[str]:
    """The definition of the operands."""
    if not statement.operands:
        return []
    names = ", ".join(f"%{index}" for index in range(len(statement.operands)))
    return [f'{names} = "app.source"() : () -> ({", ".join(statement.operands)})']


class Generator(control_flow_ir.Generator):
    """Writes one module."""

    def __init__(self, seed: int, mistakes: float, known: list[Statement]) -> None:
        super().__init__(seed, mistakes)
        self.known = known

    def statement(self, scope: Scope, depth: int) -> None:
        if self.rng.random() < 0.3:
            super().statement(scope, depth)
            return
        self.size += 1
        # Of some, the one that uses most of the values that there are.
        several = self.rng.sample(self.known, min(len(self.known), 6))
        self.write(max(several, key=lambda one: sum(ty in scope.values for ty in one.operands)), scope, depth)

    def value(self, scope: Scope, ty: str) -> str:
        if ty not in scope.values and ty not in control_flow_ir.TYPES and not self.wrong():
            name = self.name()
            self.lines.append(f'{name} = "app.source"() : () -> {control_flow_ir.wrapped(ty)}')
            scope.add(name, ty)
            return name
        return super().value(scope, ty)

    def write(self, statement: Statement, scope: Scope, depth: int) -> None:
        """Writes a statement, and others in its regions."""
        operands = [self.value(scope, ty) for ty in statement.operands]
        names: dict[str, str] = {}

        def renamed(found: re.Match[str]) -> str:
            name, number = found[1], found[2]
            if name.isdigit():
                return operands[int(name)]
            if name not in names:
                names[name] = self.name()
            return names[name] + (f"#{number}" if number else "")

        lines = statement.lines
        if statement.nests and depth < 4 and self.size < 40:
            outer, self.lines = self.lines, []
            inner = Scope() if statement.isolated else Scope(scope)
            self.body(inner, depth + 1)
            # Names are final here, those of the statement are not.
            nested, self.lines = [line.replace("%", "%%") for line in self.lines], outer
            lines = with_nested(statement, nested) or lines
        self.lines += [
            line.replace("%%", "%") if "%%" in line else VALUE.sub(renamed, line) for line in lines
        ]
        shown = RESULTS.match(statement.lines[0])
        if shown is None:
            return
        results: list[str] = []
        for each in shown[1].split(", "):
            name, _, count = each[1:].partition(":")
            results += [f"{names[name]}#{at}" for at in range(int(count))] if count else [names[name]]
        self.define(scope, results, statement.results)


def sample(count: int, seed: int) -> list[tuple[Dialect, Record]]:
    """Some operations of all dialects; 0 is all of them."""
    dialects = [data_files.read(DATA / f"{name}.txt") for name in data_files.names()]
    known = [(dialect, record) for dialect in dialects for record in dialect.records]
    return Random(seed).sample(known, count) if count else known


def module(seed: int, mistakes: float, known: list[Statement]) -> str:
    """A module; the part of choices that are mistakes."""
    return Generator(seed, mistakes, known).module()


if __name__ == "__main__":
    mlir_opt = cases.mlir_opt() or sys.exit("mlir-opt of LLVM 22 is not installed")
    shown = statements(mlir_opt, sample(60, int(sys.argv[1])))
    print(module(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.0, shown), end="")
