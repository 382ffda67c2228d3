"""Writes docs/dialect-comparison.md: how tvmlike-opt compares with mlir-opt 22, dialect by dialect.

    python compiler/tests/dialect_report.py PROGRAM                      # all: half an hour on two processors
    python compiler/tests/dialect_report.py PROGRAM --dialect arith      # the rows of one dialect

The rows of other dialects stay as they are in the page. As many tables of dialects are compared at a time as
there are processors, the largest first.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

import cases
import control_flow
import custom_forms
import data_files
import dialect_table
import differential
import generic_forms
import kept
import mixed_ir
import mixed_modules
import symbol_forms

PAGE = cases.HERE.parent.parent / "docs" / "dialect-comparison.md"
INTRODUCTION = """\
# Comparison of MLIR's dialects with mlir-opt

Written by `compiler/tests/dialect_report.py`, which runs `tvmlike-opt` and `mlir-opt` 22 over texts made from
the records of all dialects; do not edit. To compare again:

```sh
python compiler/tests/dialect_report.py target/release/tvmlike-opt
```

The columns:

- **agreed**: both accept a text and print the same, or both refuse it.
- **differ**: both accept it and print other text.
- **refused**: only `tvmlike-opt` refuses it. **accepted**: only `mlir-opt` refuses it.
- **not there**: `mlir-opt` refuses by a check that is missing here, or `tvmlike-opt` says that it does not
  support a form; [dialect-coverage.md](dialect-coverage.md) lists them by operation.
- **on purpose**: differences that are [listed below](#differences-on-purpose).
- **messages**: of the texts that both refuse, those whose first message is the same: place and wording.
  **others**: those with [another first message on purpose](#messages-on-purpose).

CI compares samples of the same texts.
"""


@dataclass(frozen=True)
class Section:
    """A table: what it compares, and its row for a dialect."""

    title: str
    text: str
    columns: tuple[str, ...]
    row: Callable[[str, str, str], list[object]]


COLUMNS = ("agreed", "differ", "refused", "accepted", "not there", "on purpose", "messages", "others")


def numbers(counts: differential.Counts, missing: int) -> list[object]:
    """The outcomes as in `COLUMNS`; crashes are differences."""
    same = f"{counts.same_message} of {counts.both_refuse}"
    differ = counts.differ + counts.crashed
    outcomes = [counts.agree, differ, counts.refused, counts.accepted, missing, counts.kept]
    return [*outcomes, same, counts.other_message]


def generic(program: str, peer: str, name: str) -> list[object]:
    dialect = data_files.read(data_files.DATA / f"{name}.txt")
    counts = generic_forms.compare(program, peer, dialect, 1)
    return [len(dialect.records), len(counts.valid), *numbers(counts, counts.by_hand)]


def custom(program: str, peer: str, name: str) -> list[object]:
    dialect = data_files.read(data_files.DATA / f"{name}.txt")
    counts = custom_forms.compare(program, peer, dialect, 1)
    return numbers(counts, counts.by_name)


def mistakes(program: str, peer: str, name: str) -> list[object]:
    dialect = data_files.read(data_files.DATA / f"{name}.txt")
    counts = custom_forms.compare_mutations(program, peer, dialect, 1, MUTATIONS)
    return numbers(counts, counts.by_name)


def symbols(program: str, peer: str, name: str) -> list[object]:
    texts = symbol_forms.texts(symbol_forms.Dialects(), name, SYMBOL_TEXTS)
    row = symbol_forms.compare(program, peer, texts)
    agree, differ, refused, accepted, crashed = row.counts
    same = f"{row.same_message} of {row.both_refuse}"
    return [agree, differ + crashed, refused, accepted, 0, 0, same, row.other_message]


def random_modules(program: str, peer: str) -> dict[str, list[object]]:
    """The rows of random modules."""
    named = list(mixed_modules.texts(0, MODULES, mixed_ir.statements(peer, mixed_ir.sample(OPERATIONS, 0))))
    rows = {
        f"all dialects, {kind}": counts
        for kind, counts in mixed_modules.compare(program, peer, named).items()
    }
    texts = list(control_flow.random_texts(0, MODULES))
    for kind in dict.fromkeys(name.rpartition(" ")[0] for name, _ in texts):
        these = [(name, text) for name, text in texts if name.rpartition(" ")[0] == kind]
        name = f"scf, cf, func, {kind.replace('module', 'modules')}"
        rows[name] = control_flow.compare(program, peer, these, [])
    return {name: numbers(counts, 0) for name, counts in rows.items()}


# Mutations of each text, texts of each type or attribute, random modules, and operations in them.
MUTATIONS = 2
SYMBOL_TEXTS = 20
MODULES = 1500
OPERATIONS = 500
SYMBOLS = "Types and attributes"
RANDOM = "Random modules"
RANDOM_TEXT = f"""\
Modules with nested regions in which operations use each other's results. `compiler/tests/mixed_modules.py`
takes {OPERATIONS} operations, and uses those that `mlir-opt` accepts in a function; `control_flow.py` uses
functions, loops, branches and calls. A third is valid but for what operations refuse where they are, a third
has mistakes, a third is mutated."""
SECTIONS = [
    Section(
        "Verification",
        """\
Operations in generic form: with each optional part alone and with all, with several types, and with one
mistake each. `compiler/tests/checks` has texts for what MLIR verifies by code. **valid**: operations of which
both accept a text.""",
        ("operations", "valid", *COLUMNS),
        generic,
    ),
    Section(
        "Custom forms",
        """\
What `mlir-opt` prints of operations with each optional part alone and with all, and what is in
`compiler/tests/corpus/dialects`: read and printed in custom and in generic form without verification, and in
custom form with it.""",
        COLUMNS,
        custom,
    ),
    Section(
        "Custom forms with a mistake",
        f"""\
Each of these texts with {MUTATIONS} mistakes, one at a time: a token, an entry of a list, a clause or the end
of a line is missing, doubled or another one.""",
        COLUMNS,
        mistakes,
    ),
    Section(
        SYMBOLS,
        "Texts of each type and attribute, with optional parts and without, and each with a mistake.",
        COLUMNS,
        symbols,
    ),
]


def read_rows(page: str) -> dict[tuple[str, str], str]:
    """The rows of a page by the titles of their tables and their dialects."""
    rows, title = {}, ""
    for line in page.splitlines():
        if line.startswith("## "):
            title = line[3:]
        elif (found := re.match(r"\| ([\w, ]+) \|", line)) and found[1] != "dialect":
            rows[title, found[1]] = line
    return rows


def totals(rows: list[str]) -> str:
    """The sums of rows."""
    cells = [[cell.strip() for cell in row.split("|")[2:-1]] for row in rows]
    sums = []
    for column in zip(*cells):
        parts = [[int(number) for number in cell.split(" of ")] for cell in column]
        sums.append(" of ".join(str(sum(part)) for part in zip(*parts)))
    return f"| **all** | {' | '.join(f'**{each}**' for each in sums)} |"


# Dialects that have attributes alone.
WITHOUT_OPERATIONS = {"dlti"}


def page(rows: dict[tuple[str, str], str], names: list[str]) -> str:
    """The whole page."""
    lines = [INTRODUCTION]
    for title, text, columns in [
        *((each.title, each.text, each.columns) for each in SECTIONS),
        (RANDOM, RANDOM_TEXT, COLUMNS),
    ]:
        # Random modules are not of a dialect.
        listed = [name for of, name in rows if of == title] if title == RANDOM else names
        here = [rows[title, name] for name in listed if (title, name) in rows]
        lines += [f"## {title}", "", text, ""]
        lines += [f"| dialect | {' | '.join(columns)} |", f"|---{'|---:' * len(columns)}|"]
        lines += [*here, *([totals(here)] if here else []), ""]
        absent = [name for name in names if (title, name) not in rows and name not in WITHOUT_OPERATIONS]
        if absent and title not in (RANDOM, SYMBOLS):
            lines += [f"Not compared whole yet: {', '.join(absent)}.", ""]
    for title, listed in (("Differences on purpose", kept.KEPT), ("Messages on purpose", kept.MESSAGES)):
        lines += [f"## {title}", "", *(f"- {each.what}: {each.reason}." for each in listed), ""]
    return "\n".join(lines)


def jobs(
    program: str, peer: str, dialects: list[str], titles: list[str]
) -> Iterator[tuple[Callable[..., dict[str, list[object]]], str, tuple[str, ...]]]:
    """What is compared at a time: a function, the title of its table, and the function's arguments."""
    if RANDOM in titles:
        yield random_modules, RANDOM, (program, peer)
    size = {name: (data_files.DATA / f"{name}.txt").stat().st_size for name in dialects}
    for name in sorted(dialects, key=lambda name: -size[name]):
        for section in SECTIONS:
            if section.title in titles:
                yield row, section.title, (section.title, program, peer, name)


def row(title: str, program: str, peer: str, name: str) -> dict[str, list[object]]:
    """The row of a dialect in a table; none for a dialect without types and attributes."""
    section = next(each for each in SECTIONS if each.title == title)
    cells = section.row(program, peer, name)
    return {name: cells} if any(number != 0 for number in cells[:6]) else {}


def main() -> int:
    parser = dialect_table.parser(__doc__, show=0)
    parser.add_argument("--section", action="append", help="only the table of this title; can be repeated")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tables that are compared at a time")
    arguments = parser.parse_args()
    peer = cases.mlir_opt()
    if peer is None:
        print("skipped: mlir-opt of LLVM 22 is not installed")
        return 0
    names = data_files.names()
    rows = read_rows(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    every = [section.title for section in SECTIONS]
    titles = arguments.section or (every if arguments.dialect else [RANDOM, *every])
    with ProcessPoolExecutor(arguments.jobs) as pool:
        running = {
            pool.submit(function, *given): title
            for function, title, given in jobs(arguments.program, peer, arguments.dialect or names, titles)
        }
        for done in as_completed(running):
            for name, cells in done.result().items():
                title = running[done]
                rows[title, name] = f"| {name} | {' | '.join(map(str, cells))} |"
                print(f"{title}: {rows[title, name]}", flush=True)
                PAGE.write_text(page(rows, names), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
