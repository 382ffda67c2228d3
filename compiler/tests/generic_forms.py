"""Compares the verification of operations in generic form with mlir-opt 22.

    python compiler/tests/generic_forms.py PROGRAM                     # all dialects of the data files
    python compiler/tests/generic_forms.py PROGRAM --dialect arith     # one dialect; can be repeated

For each operation it makes texts that are valid as far as its record says, with each optional part alone and
with all, and texts that violate one thing each: a type, a number, an attribute, the sizes of groups, the
blocks that it branches to. `checks/` adds
texts for what MLIR verifies by hand-written code. Per dialect, one line
counts: `agree` (both accept and print the same, or both refuse), `by hand` (mlir-opt refuses by a check that
is not in the data), `differ` (other text), `refused` (only the program refuses), `accepted` (only mlir-opt
refuses), `crashed` (the program crashes), and the part of the texts refused by both whose first message is
the same.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache

import cases
import checks
import dialect_table
import differential
from cases import Result
from data_files import DATA, Dialect, Record, names, read
from dialect_table import Row
from record_values import attributes_for, types_for

COVERAGE = cases.HERE.parent.parent / "docs" / "dialect-coverage.md"
COLUMNS = ("agree", "by hand", "differ", "refused", "accepted", "crashed")
# mlir-opt's verifier adds an attribute to operations of this dialect, which only the generic form shows.
PRINTED_CUSTOM = {"linalg"}


class Texts:
    """Makes the texts for one operation."""

    def __init__(self, dialect: Dialect, record: Record) -> None:
        self.dialect = dialect
        self.record = record

    def types(
        self, values: list[tuple[str, str]], choice: int, sizes: dict[str, int]
    ) -> tuple[list[str], list[int]]:
        texts: list[str] = []
        counts: list[int] = []
        for mark, constraint in values:
            known = types_for(self.dialect.constraints[constraint]) or ["i32"]
            count = sizes[mark] if mark else 1
            texts += [known[choice % len(known)]] * count
            counts.append(count)
        return texts, counts

    def attributes(self, with_optional: bool, choice: int, only: str = "") -> dict[str, str]:
        chosen = {}
        for mark, name, constraint, has_default in self.record.attributes:
            if (mark == "?" or has_default) and not with_optional and name != only:
                continue
            if known := attributes_for(self.dialect, constraint):
                chosen[name] = known[choice % len(known)]
        return chosen

    def all(self) -> Iterator[str]:
        """The texts, valid ones first."""
        record = self.record
        for choice in (0, 1, 7, 21, 34):
            for sizes in ({"?": 0, "*": 0}, {"?": 1, "*": 2}):
                operands, counts = self.types(record.operands, choice, sizes)
                results, result_counts = self.types(record.results, choice, sizes)
                yield self.text(
                    operands, results, self.attributes(sizes["?"] == 1, choice), counts, result_counts
                )
        yield from self.single()
        sizes = {"?": 0, "*": 1}
        operands, counts = self.types(record.operands, 0, sizes)
        results, result_counts = self.types(record.results, 0, sizes)
        attributes = self.attributes(False, 0)

        def changed(
            operands: list[str] = operands,
            results: list[str] = results,
            attributes: dict[str, str] = attributes,
        ) -> str:
            return self.text(operands, results, attributes, counts, result_counts)

        yield changed(operands=[*operands, "i32"])
        yield changed(operands=operands[1:])
        yield changed(results=[*results, "i32"])
        yield changed(results=results[1:])
        for wrong in ("none", "f32", "i64", "tensor<2xf32>"):
            for index in range(len(operands)):
                yield changed(operands=[*operands[:index], wrong, *operands[index + 1 :]])
            for index in range(len(results)):
                yield changed(results=[*results[:index], wrong, *results[index + 1 :]])
        for _, name, _, _ in record.attributes:
            yield changed(attributes={key: value for key, value in attributes.items() if key != name})
            for wrong in ("1 : i17", '"text"', "unit"):
                yield changed(attributes={**attributes, name: wrong})
        for wrong_counts in ([*counts, 1], counts[1:], [count + 1 for count in counts], [-1 for _ in counts]):
            if "AttrSizedOperandSegments" in record.traits:
                yield self.text(operands, results, attributes, wrong_counts, result_counts)
        yield changed(attributes={**attributes, "unknown_property": "unit"})
        if record.regions:
            yield self.text(
                operands, results, attributes, counts, result_counts, regions=len(record.regions) + 1
            )
            yield self.text(operands, results, attributes, counts, result_counts, filled=False)
        for successors in (0, 1, record.successors + 1):
            if successors != record.successors:
                yield self.text(operands, results, attributes, counts, result_counts, successors=successors)

    def single(self) -> Iterator[str]:
        """Texts with one optional part each."""
        record = self.record
        for several in (0, 1):
            sizes = {"?": 0, "*": several}
            operands, counts = self.types(record.operands, 0, sizes)
            results, result_counts = self.types(record.results, 0, sizes)
            for mark, name, _, has_default in record.attributes:
                for choice in (0, 1) if mark == "?" or has_default else ():
                    attributes = self.attributes(False, choice, name)
                    yield self.text(operands, results, attributes, counts, result_counts)
            for index, (mark, constraint) in enumerate(record.operands):
                if mark:
                    count = 1 if mark == "?" else several + 1
                    more, _ = self.types([("*", constraint)], 0, {"*": count})
                    at, changed = sum(counts[:index]), list(counts)
                    changed[index] = count
                    wider = [*operands[:at], *more, *operands[at + counts[index] :]]
                    yield self.text(wider, results, self.attributes(False, 0), changed, result_counts)

    def text(
        self,
        operands: list[str],
        results: list[str],
        attributes: dict[str, str],
        counts: list[int],
        result_counts: list[int],
        regions: int | None = None,
        filled: bool = True,
        successors: int | None = None,
    ) -> str:
        """The text of an operation with what it needs around it."""
        record = self.record
        successors = record.successors if successors is None else successors
        properties = dict(attributes)
        for trait, name, sizes in (
            ("AttrSizedOperandSegments", "operandSegmentSizes", counts),
            ("AttrSizedResultSegments", "resultSegmentSizes", result_counts),
        ):
            if trait in record.traits:
                properties[name] = f"array<i32: {', '.join(map(str, sizes))}>"
        body = '"app.end"() : () -> ()'
        for trait in record.traits:
            if found := re.match(r"SingleBlockImplicitTerminator\(([\w.]+)\)", trait):
                body = f'"{found[1]}"() : () -> ()'
        count = len(record.regions) if regions is None else regions
        inner = ", ".join([f"{{ {body} }}" if filled else "{ }"] * count)
        text = f'"{record.name}"({", ".join(f"%a#{index}" for index in range(len(operands)))})'
        if successors:
            text += f"[{', '.join(['^next'] * successors)}]"
        if properties:
            text += " <{" + ", ".join(f"{name} = {value}" for name, value in properties.items()) + "}>"
        if count:
            text += f" ({inner})"
        text += (
            f" : ({', '.join(operands)}) -> ({', '.join(f'({ty})' if '->' in ty else ty for ty in results)})"
        )
        if results:
            text = f"%r:{len(results)} = {text}"
        lines = []
        if operands:
            lines.append(f'  %a:{len(operands)} = "app.source"() : () -> ({", ".join(operands)})')
        lines.append(f"  {text}")
        if successors:
            lines += ["^next:", '  "app.end"() : () -> ()']
        return '"app.region"() ({\n' + "\n".join(lines) + "\n}) : () -> ()\n"


@dataclass
class Counts(differential.Counts):
    """The outcomes of one dialect."""

    by_hand: int = 0
    # The operations of which both accept a text.
    valid: set[str] = field(default_factory=set)

    def add_form(self, record: Record, text: str, wanted: Result, got: Result) -> None:
        """Counts one comparison. What mlir-opt may have refused by a check that the data lack is apart."""
        refused = not wanted.accepted and not wanted.crashed
        if refused and got.accepted and record.name in partly_verified():
            self.by_hand += 1
        else:
            self.add(record.name, text, wanted, got)
        if wanted.accepted and got.accepted:
            self.valid.add(record.name)


@cache
def partly_verified() -> set[str]:
    """The operations for which MLIR verifies more than the data says."""
    lines = COVERAGE.read_text(encoding="utf-8").splitlines()
    return {line.split()[1] for line in lines if line.startswith("| ") and "| record |" in line}


def run_both(commands: list[tuple[str, list[str]]], texts: list[str]) -> list[tuple[Result, Result]]:
    """Runs two programs over several texts. If one crashes, both read each half alone."""
    with ThreadPoolExecutor(2) as pool:
        left, right = pool.map(lambda command: differential.run_batch(*command, texts), commands)
    if left is not None and right is not None:
        return list(zip(left, right))
    if len(texts) == 1:
        first, second = (cases.run(program, options, texts[0]) for program, options in commands)
        return [(first, second)]
    half = len(texts) // 2
    return run_both(commands, texts[:half]) + run_both(commands, texts[half:])


def compare(program: str, peer: str, dialect: Dialect, every: int) -> Counts:
    """Compares all texts of a dialect, or every n-th."""
    counts = Counts()
    texts = [
        (record, text) for record in dialect.records for text in dict.fromkeys(Texts(dialect, record).all())
    ][::every]
    by_name = {record.name: record for record in dialect.records}
    texts += [
        (by_name.get(name, dialect.records[0]), text) for name, text in checks.texts(dialect.name)[::every]
    ]
    generic = [] if dialect.name in PRINTED_CUSTOM else ["--mlir-print-op-generic"]
    commands = [(peer, generic), (program, generic)]
    for batch in differential.batches(texts):
        results = run_both(commands, [text for _, text in batch])
        for (record, text), (wanted, got) in zip(batch, results):
            counts.add_form(record, text, wanted, got)
    return counts


def main() -> int:
    parser = dialect_table.parser(__doc__, show=2)
    dialect_table.every(parser)
    arguments = parser.parse_args()

    def row(peer: str, name: str) -> Row:
        counts = compare(arguments.program, peer, read(DATA / f"{name}.txt"), arguments.every)
        return Row.of(counts, COLUMNS)

    return dialect_table.run(arguments, COLUMNS, names(), row)


if __name__ == "__main__":
    sys.exit(main())
