"""Compares the custom forms of operations with those of mlir-opt 22.

    python compiler/tests/custom_forms.py PROGRAM                        # all dialects of the data files
    python compiler/tests/custom_forms.py PROGRAM --dialect memref       # one dialect; can be repeated
    python compiler/tests/custom_forms.py PROGRAM --mutations 3          # three mutations of each text
    python compiler/tests/custom_forms.py PROGRAM --write FOLDER         # without mlir-opt: write the texts

For each operation it makes texts in generic form, with each optional part alone and with all of them, and
lets mlir-opt print their custom form. Both programs read that, and print it in custom and in generic form
without verification, so that operations need not be valid; and with verification. What is written in
corpus/dialects/NAME.mlir is read, too. A mutation drops, doubles or replaces a token, an entry of a list,
what brackets contain or the rest of a line.

Per dialect, one line counts: `agree`, `differ` (other text), `refused` (only the program refuses), `accepted`
(only mlir-opt refuses), `crashed`, `by name` (the program says that it does not support the form), and the
part of the texts refused by both whose first message is the same. `--operations` lists what each operation
with differences has, and why forms are refused by name.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import cases
import data_files
import dialect_table
import differential
import generic_forms
from cases import Result
from data_files import DATA, Dialect
from dialect_table import Row
from record_values import attributes_for

WRITTEN = cases.CORPUS / "dialects"
UNVERIFIED = ["--mlir-very-unsafe-disable-verifier-on-parsing", "--mlir-print-assume-verified"]
GENERIC = "--mlir-print-op-generic"
COLUMNS = ("agree", "differ", "refused", "accepted", "crashed", "by name")
UNSUPPORTED = re.compile(r"the custom form of '([\w.]+)' is not supported(?: \((.*)\))?;")
# What a mutation puts in the place of a token, or before it.
TOKENS = ["i32", "f32", "index", "%0", "%undefined", "word", "@name", "1", "-1", '"text"', "unit"]
TOKENS += [
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    ",",
    ":",
    "=",
    "->",
    "to",
    "tensor<4xi32>",
    "memref<?xf32>",
]
# mlir-opt does not end if operands contradict properties, or elements are no indices; corpus/dialects has
# texts of these operations.
ENDLESS = {"llvm.getelementptr", "shape.const_shape"}
NAME = re.compile(r"\b\w+\.[\w.]+")
TOKEN = re.compile(r'%[\w#]+|\^\w+|[@!#]?[A-Za-z_][\w.$]*|-?\d[\w.+-]*|"[^"]*"|->|\S')


class Texts(generic_forms.Texts):
    """Makes texts in generic form that have every optional part."""

    def all(self) -> Iterator[str]:
        record = self.record
        optional = [name for mark, name, _, has_default in record.attributes if mark == "?" or has_default]
        marked = {mark for mark, _ in record.operands + record.results if mark}
        for choice in (0, 1, 7):
            yield self.form(0, 0, choice, [])
            yield self.form(1, 1, choice, optional)
            yield self.form(1, 2, choice, optional)
        for name in optional:
            for choice in (0, 1, 2):
                yield self.form(0, 0, choice, [name])
                yield self.form(1, 1, choice, [name])
        if "?" in marked:
            yield self.form(1, 0, 0, [])
        if "*" in marked:
            yield self.form(0, 1, 0, [])
            yield self.form(0, 2, 0, [])
            yield self.form(0, 3, 0, [])
        # Each entry of a variable length alone.
        for index, (mark, _) in enumerate(record.operands):
            if mark and "AttrSizedOperandSegments" in record.traits:
                yield self.form(0, 0, 0, [], only=index)
        if record.regions:
            yield self.form(0, 0, 0, [], filled=False)

    def form(
        self,
        maybe: int,
        several: int,
        choice: int,
        with_attributes: list[str],
        only: int | None = None,
        filled: bool = True,
    ) -> str:
        """A text with numbers of optional and of variadic values, and with some optional attributes."""
        record = self.record
        sizes = {"?": maybe, "*": several}
        operands: list[str] = []
        counts: list[int] = []
        for index, (mark, constraint) in enumerate(record.operands):
            here = {"?": 1, "*": 2} if only == index else sizes
            texts, (count,) = self.types([(mark, constraint)], choice, here)
            operands += texts
            counts.append(count)
        results, result_counts = self.types(record.results, choice, sizes)
        attributes = {}
        for mark, name, constraint, has_default in record.attributes:
            if (mark == "?" or has_default) and name not in with_attributes:
                continue
            if known := attributes_for(self.dialect, constraint):
                attributes[name] = known[choice % len(known)]
        return self.text(operands, results, attributes, counts, result_counts, filled=filled)


def mutate(text: str, name: str, seed: int) -> str:
    """The text with one mistake in an operation's custom form, in its first line or in its regions."""
    rng = Random(f"{seed} {text}")
    found = re.search(rf"\b{re.escape(name)}(?![\w.])", text)
    if found is None:
        return text
    start, end = found.start(), text.find("\n", found.start())
    if seed % 3 == 2:
        end = max(end, text.rfind("\n  })"))
    start += len(name)
    places = [(found.start(), found.end()) for found in TOKEN.finditer(text, start, end)]
    if not places:
        return text
    first, last = rng.choice(places)
    other = rng.choice(places)
    token = rng.choice(TOKENS)
    kind = rng.randrange(7)
    if kind == 4:
        # An entry of a list, or a clause.
        last = rng.choice([to for at, to in places if at >= first][:4])
        return text[:first] + text[last:]
    if kind == 5 and (close := closing(text, first, end)):
        inner = rng.choice(["", text[first], text[first] + text[close]])
        return text[:first] + inner + text[close + 1 :]
    if kind == 6:
        return text[:first] + text[text.find("\n", first) :]
    replacement = ["", token, f"{token} {text[first:last]}", text[other[0] : other[1]]][kind % 4]
    return text[:first] + replacement + text[last:]


def closing(text: str, start: int, end: int) -> int | None:
    """The place of the bracket that closes the one at a place."""
    depth = 0
    for at in range(start, end):
        depth += (text[at] in "([{<") - (text[at] in ")]}" or (text[at] == ">" and text[at - 1] != "-"))
        if depth == 0:
            return at if at > start else None
    return None


@dataclass
class Counts(differential.Counts):
    """The outcomes of one dialect."""

    by_name: int = 0
    # Differences by operation, and operations by the reason why their form is refused.
    operations: dict[str, Counter[str]] = field(default_factory=dict)
    reasons: dict[str, set[str]] = field(default_factory=dict)

    def add_form(self, name: str, text: str, wanted: Result, got: Result) -> None:
        """Counts one comparison; forms that the program refuses by name are apart."""
        if not got.accepted and (found := UNSUPPORTED.search(got.err)):
            self.by_name += 1
            self.reasons.setdefault(found[2] or "no form", set()).add(found[1])
            return
        before = (self.differ, self.refused, self.accepted, self.crashed)
        self.add(name, text, wanted, got)
        after = (self.differ, self.refused, self.accepted, self.crashed)
        for kind, old, new in zip(("differ", "refused", "accepted", "crashed"), before, after):
            if new > old:
                self.operations.setdefault(name, Counter())[kind] += 1

    def compare(self, program: str, peer: str, texts: list[tuple[str, str]], options: list[str]) -> None:
        """Compares named texts. What is verified can be refused by a check that the data lack."""
        for batch in differential.batches(texts):
            commands = [(peer, options), (program, options)]
            results = generic_forms.run_both(commands, [text for _, text in batch])
            for (name, text), (wanted, got) in zip(batch, results):
                if not options and not wanted.accepted and got.accepted and partly_verified(text):
                    continue
                self.add_form(name, text, wanted, got)

    def listed(self) -> list[str]:
        """A line for each operation with differences, and for each reason why forms are refused."""
        lines = []
        for operation, kinds in sorted(self.operations.items()):
            lines.append(f"{operation}: {', '.join(f'{kind} {count}' for kind, count in kinds.items())}")
        for reason, operations in sorted(self.reasons.items()):
            lines.append(f"{reason}: {' '.join(sorted(operations))}")
        return lines


def partly_verified(text: str) -> bool:
    """Whether a text has an operation of which MLIR verifies more than the data says."""
    return not generic_forms.partly_verified().isdisjoint(NAME.findall(text))


def custom_texts(program: str, dialect: Dialect, every: int) -> list[tuple[str, str]]:
    """What a program prints in custom form, with the name of the operation."""
    texts = [
        (record, text)
        for record in dialect.records
        for text in dict.fromkeys(Texts(dialect, record).all())
        if record.name not in ENDLESS
    ][::every]
    found: dict[str, str] = {}
    for batch in differential.batches(texts):
        command = (program, UNVERIFIED)
        for (record, _), (printed, _) in zip(batch, run(command, [text for _, text in batch])):
            if printed.accepted and f'"{record.name}"(' not in printed.out:
                found.setdefault(printed.out, record.name)
    return [(name, text) for text, name in found.items()]


def run(command: tuple[str, list[str]], texts: list[str]) -> list[tuple[Result, Result]]:
    """Runs one program over several texts; each result twice, as from two programs."""
    results = differential.run_batch(*command, texts)
    if results is None and len(texts) > 1:
        half = len(texts) // 2
        return run(command, texts[:half]) + run(command, texts[half:])
    if results is None:
        results = [cases.run(*command, texts[0])]
    return [(result, result) for result in results]


def written_texts(dialect: Dialect) -> list[tuple[str, str]]:
    """The texts in the corpus."""
    file = WRITTEN / f"{dialect.name}.mlir"
    texts = cases.cases(file) if file.exists() else []
    return [(f"{dialect.name}.mlir case {number}", text) for number, text in enumerate(texts, 1)]


def compare(program: str, peer: str, dialect: Dialect, every: int) -> Counts:
    """Compares all texts of a dialect, or every n-th."""
    texts = [*custom_texts(peer, dialect, every), *written_texts(dialect)]
    counts = Counts()
    for options in (UNVERIFIED, [*UNVERIFIED, GENERIC], []):
        counts.compare(program, peer, texts, options)
    return counts


def compare_mutations(program: str, peer: str, dialect: Dialect, every: int, mutations: int) -> Counts:
    """Compares mutations of all texts of a dialect, or of every n-th."""
    changed = {
        mutate(text, name, seed): name
        for name, text in custom_texts(peer, dialect, every)
        for seed in range(mutations)
    }
    counts = Counts()
    counts.compare(program, peer, [(name, text) for text, name in changed.items()], UNVERIFIED)
    return counts


def write(program: str, names: list[str], every: int, folder: Path) -> None:
    """Writes the texts of dialects, those in the corpus included, to files such as arith.mlir."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        dialect = data_files.read(DATA / f"{name}.txt")
        texts = [*custom_texts(program, dialect, every), *written_texts(dialect)]
        file = folder / f"{name}.mlir"
        file.write_text(f"{cases.SEPARATOR}\n".join(text for _, text in texts), encoding="utf-8")


def main() -> int:
    parser = dialect_table.parser(__doc__, show=2)
    dialect_table.every(parser)
    parser.add_argument("--mutations", type=int, default=0, metavar="N", help="N mutations of each text")
    parser.add_argument("--messages", action="store_true", help="show different messages, too")
    parser.add_argument("--operations", action="store_true", help="list operations with differences")
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="only write the texts, as PROGRAM prints them, to FOLDER"
    )
    arguments = parser.parse_args()

    def row(peer: str, name: str) -> Row:
        dialect = data_files.read(DATA / f"{name}.txt")
        if arguments.mutations:
            counts = compare_mutations(arguments.program, peer, dialect, arguments.every, arguments.mutations)
        else:
            counts = compare(arguments.program, peer, dialect, arguments.every)
        row = Row.of(counts, COLUMNS)
        if not arguments.messages:
            row.examples = [text for text in row.examples if not text.startswith("message ")]
        if arguments.operations:
            row.details = counts.listed()
        return row

    if arguments.write:
        write(arguments.program, arguments.dialect or data_files.names(), arguments.every, arguments.write)
        return 0
    return dialect_table.run(arguments, COLUMNS, data_files.names(), row)


if __name__ == "__main__":
    sys.exit(main())
