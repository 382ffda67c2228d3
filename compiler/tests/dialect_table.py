"""The command line and the table of outcomes of the comparisons that go dialect by dialect."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import cases
import differential


@dataclass
class Row:
    """The outcomes of one dialect: one number per column, and what is printed below them."""

    counts: list[int]
    # How many texts both refuse; how many of them with the same first message; with one of `kept.MESSAGES`.
    both_refuse: int
    same_message: int
    other_message: int
    failed: bool
    examples: list[str]
    details: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, counts: differential.Counts, columns: Iterable[str]) -> Row:
        """The outcomes that are attributes of `counts`: "by hand" is `by_hand`."""
        numbers = [getattr(counts, column.replace(" ", "_")) for column in columns]
        failed = counts.failed(messages=False)
        messages = (counts.both_refuse, counts.same_message, counts.other_message)
        return cls(numbers, *messages, failed, counts.examples)


def parser(doc: str | None, show: int) -> argparse.ArgumentParser:
    """The options that all comparisons have; `show` is how many differences are printed by default."""
    made = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    made.add_argument("program", help="the program to test, such as target/release/tvmlike-opt")
    made.add_argument("--dialect", action="append", help="only this dialect; can be repeated")
    made.add_argument(
        "--show", type=int, default=show, metavar="N", help="print up to N differences per dialect"
    )
    return made


def every(made: argparse.ArgumentParser) -> None:
    """Adds the option that takes a sample."""
    made.add_argument("--every", type=int, default=1, metavar="N", help="compare only every N-th text")


def run(
    arguments: argparse.Namespace,
    columns: Iterable[str],
    names: Iterable[str],
    compare: Callable[[str, str], Row],
) -> int:
    """Prints a row per dialect and returns the exit code.

    `compare` gets the path of mlir-opt and the name of a dialect.
    """
    peer = cases.mlir_opt()
    if peer is None:
        print("skipped: mlir-opt of LLVM 22 is not installed")
        return 0
    print(f"{'dialect':16}{''.join(f'{column:>9}' for column in columns)}  messages")
    failed = False
    for name in arguments.dialect or names:
        row = compare(peer, name)
        numbers = "".join(f"{count:9}" for count in row.counts)
        other = f" + {row.other_message}" if row.other_message else ""
        print(f"{name:16}{numbers}  {row.same_message}{other}/{row.both_refuse}", flush=True)
        failed |= row.failed
        for line in row.details:
            print(f"    {line}")
        for example in row.examples[: arguments.show]:
            print("\n" + example)
    return 1 if failed else 0
