"""Compares a program that has mlir-opt's interface with mlir-opt 22: acceptance, output and messages.

    python compiler/tests/differential.py PROGRAM                    # the corpus, against expected/
    python compiler/tests/differential.py PROGRAM --random 500       # and random modules, against mlir-opt
    python compiler/tests/differential.py PROGRAM --forms 500        # and forms at their limits
    python compiler/tests/differential.py PROGRAM --mutations 500    # and mutated texts, against mlir-opt

Per topic, one line counts: `agree` (both accept and print the same, or both refuse), `differ` (other text),
`refused` (only the program refuses), `accepted` (only mlir-opt refuses), `crashed` (the program ends by a
signal), and `messages`, the part of the texts refused by both whose first message is the same, place and
wording. The exit code is 1 if any count but `agree` is not zero; messages count only with --messages.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import cases
import expected
import kept
import random_forms
import random_ir
from cases import Result

# Texts that tvmlike deliberately treats differently from mlir-opt, and the reason.
DELIBERATE = {
    "-1.0 : f8E8M0FNU": "the type has no sign",
    "-0.0 : f8E8M0FNU": "the type has no sign",
    "dense<1> : tensor<9223372036854775807x4xi32>": "more elements than 64 bits count",
    "dense<[(1, 2)]> : tensor<1xi32>": "two numbers for one element",
    "0.1 : f128": "decimals are rounded once, as later versions of MLIR do; 22 rounds to f64 first",
    '@""': "MLIR prints `@<<INVALID EMPTY SYMBOL>>`, which nothing reads",
    'sym_name = ""': "the same",
    "!app<a<b><c>>": "MLIR prints `!app.a<b><c>`, which nothing reads",
}
# The same for texts of many spellings.
DELIBERATE_PATTERNS = {
    r"(dense|sparse)<.*complex<[su]?i1>": "MLIR 22 reads the values of other elements",
    r"affine_(map|set)<.*-\s*9223372036854775808": "MLIR prints the least integer, but does not read it",
    r"[!#][\w$]+\.[\w$.-]*-(?![\w$.<-])": "MLIR prints `!app.a-` as `!app<a->`, which nothing reads",
}
# Random texts of one run of a program.
BATCH = 200

T = TypeVar("T")


def is_deliberate(text: str) -> bool:
    """Whether tvmlike treats a text differently on purpose."""
    return any(part in text for part in DELIBERATE) or any(re.search(p, text) for p in DELIBERATE_PATTERNS)


@dataclass
class Counts:
    """The outcomes of one topic."""

    agree: int = 0
    differ: int = 0
    refused: int = 0
    accepted: int = 0
    crashed: int = 0
    both_refuse: int = 0
    same_message: int = 0
    # Differences of `kept.py`, and other first messages of it.
    kept: int = 0
    other_message: int = 0
    examples: list[str] = field(default_factory=list)

    def failed(self, messages: bool) -> bool:
        wrong_messages = messages and self.same_message + self.other_message < self.both_refuse
        return bool(self.differ or self.refused or self.accepted or self.crashed or wrong_messages)

    def add(self, name: str, text: str, wanted: Result, got: Result) -> None:
        """Counts one comparison and keeps an example of a difference."""
        if got.crashed:
            self.crashed += 1
            self.example(name, text, "crashed:\n" + got.err[-500:])
        elif wanted.crashed:
            # There is nothing to compare with.
            self.agree += 1
        elif kept.is_kept(text, wanted, got):
            self.kept += 1
        elif wanted.accepted != got.accepted:
            if wanted.accepted:
                self.refused += 1
                self.example(
                    name,
                    text,
                    "refused, but MLIR accepts it:\n" + "\n".join(got.messages()[:2] or [got.err[:300]]),
                )
            else:
                self.accepted += 1
                self.example(
                    name, text, "accepted, but MLIR refuses it:\n" + "\n".join(wanted.messages()[:2])
                )
        elif not wanted.accepted:
            self.agree += 1
            self.both_refuse += 1
            if wanted.messages()[:1] == got.messages()[:1]:
                self.same_message += 1
            elif kept.has_other_message(text, wanted, got):
                self.other_message += 1
            else:
                first = [
                    result.messages()[0] if result.messages() else "no message" for result in (wanted, got)
                ]
                self.example(name, text, f"message:\n- {first[0]}\n+ {first[1]}", of_message=True)
        elif wanted.out == got.out:
            self.agree += 1
        else:
            self.differ += 1
            lines = difflib.unified_diff(
                wanted.out.splitlines(), got.out.splitlines(), "MLIR", "this program", lineterm="", n=1
            )
            self.example(name, text, "\n".join(line[:400] for line in list(lines)[:12]))

    def example(self, name: str, text: str, what: str, of_message: bool = False) -> None:
        short = text if len(text) < 600 else text[:600] + "…\n"
        self.examples.append(f"{'message ' if of_message else ''}{name}\n{short.rstrip()}\n{what}\n")


def of_corpus(program: str, topic: str, file: Path) -> Counts:
    """Compares the program with the recorded results."""
    options = cases.options_of(topic)
    recorded = expected.read(topic)
    counts = Counts()
    jobs = [
        (number, text, name)
        for number, text in enumerate(cases.cases(file))
        for name in options
        if not is_deliberate(text)
    ]
    with ThreadPoolExecutor(expected.JOBS) as pool:
        results = pool.map(lambda job: cases.run(program, options[job[2]], job[1]), jobs)
        for (number, text, name), got in zip(jobs, results):
            counts.add(f"{topic} case {number}, {name}", text, recorded[number, name], got)
    return counts


def batches(texts: list[T]) -> Iterator[list[T]]:
    for start in range(0, len(texts), BATCH):
        yield texts[start : start + BATCH]


def run_batch(program: str, options: list[str], texts: list[str]) -> list[Result] | None:
    """Runs a program once over several texts. Returns None if that crashes."""
    whole = cases.run(program, [*options, "--split-input-file"], (cases.SEPARATOR + "\n").join(texts))
    outputs = whole.out.split(cases.SEPARATOR + "\n")
    if whole.crashed or len(outputs) != len(texts):
        return None
    # A message belongs to the text that contains its line; the end of a text is at the separator behind it.
    ends, line = [], 0
    for text in texts:
        line += text.count("\n") + 1
        ends.append(line)
    messages: list[list[str]] = [[] for _ in texts]
    for message in whole.messages():
        place = re.match(r"<stdin>:(\d+):", message)
        if place:
            index = next((index for index, end in enumerate(ends) if int(place[1]) <= end), len(texts) - 1)
            messages[index].append(message)
    return [Result(0 if out.strip() else 1, out, "\n".join(found)) for out, found in zip(outputs, messages)]


def of_texts(
    program: str, peer: str, texts: Iterable[tuple[str, str]], options: dict[str, list[str]]
) -> Counts:
    """Compares the program with mlir-opt on named texts."""
    counts = Counts()
    named = list(texts)
    for batch in batches([text for _, text in named]):
        for name, flags in options.items():
            with ThreadPoolExecutor(2) as pool:
                both = list(pool.map(run_batch, (peer, program), (flags, flags), (batch, batch)))
            if None in both:
                # Messages name lines, so both read each text alone.
                both = [[cases.run(one, flags, text) for text in batch] for one in (peer, program)]
            names = {text: label for label, text in named}
            for text, left, right in zip(batch, *both):
                counts.add(f"{names[text]}, {name}", text, left, right)
    return counts


def random_modules(seed: int, count: int) -> Iterator[tuple[str, str]]:
    for number in range(seed, seed + count):
        yield f"random module {number}", random_ir.module(number)


def forms(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Texts about one form each."""
    for number in range(seed, seed + count):
        name, text = random_forms.form(number)
        if not is_deliberate(text):
            yield f"form {number}, {name}", text


def mutations(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Mutated cases of the corpus and mutated random modules."""
    corpus = [
        text
        for topic, file in cases.topics()
        for text in cases.cases(file)
        if topic != cases.CRASHING and not is_deliberate(text)
    ]
    for number in range(seed, seed + count):
        text = random_ir.module(number) if number % 4 == 0 else corpus[number * 7919 % len(corpus)]
        mutated = random_ir.mutate(text, number)
        if not is_deliberate(mutated):
            yield f"mutation {number}", mutated


def report(rows: list[tuple[str, Counts]], show: int, messages: bool) -> bool:
    """Prints the table and the first differences; returns whether all agree."""
    print(f"{'topic':24}{'agree':>8}{'differ':>8}{'refused':>8}{'accepted':>9}{'crashed':>8}  messages")
    for topic, counts in rows:
        columns = f"{counts.agree:8}{counts.differ:8}{counts.refused:8}{counts.accepted:9}{counts.crashed:8}"
        same = f"{counts.same_message}/{counts.both_refuse}" if counts.both_refuse else ""
        print(f"{topic:24}{columns}  {same}")
    failed = [(topic, counts) for topic, counts in rows if counts.failed(messages)]
    for _, counts in failed:
        wanted = [text for text in counts.examples if messages or not text.startswith("message ")]
        for text in wanted[:show]:
            print("\n" + text, end="")
    return not failed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", help="the program to test, such as target/release/tvmlike-opt")
    parser.add_argument("--topic", action="append", help="only this topic of the corpus; can be repeated")
    parser.add_argument(
        "--random",
        type=int,
        default=0,
        metavar="N",
        help="also compare N random modules with every print option",
    )
    parser.add_argument(
        "--forms", type=int, default=0, metavar="N", help="also compare N forms with every print option"
    )
    parser.add_argument("--mutations", type=int, default=0, metavar="N", help="also compare N mutated texts")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first random text")
    parser.add_argument(
        "--show", type=int, default=3, metavar="N", help="print up to N differences per topic"
    )
    parser.add_argument("--messages", action="store_true", help="other messages are failures, too")
    arguments = parser.parse_args()
    topics = [
        (topic, file) for topic, file in cases.topics() if not arguments.topic or topic in arguments.topic
    ]
    rows = [(topic, of_corpus(arguments.program, topic, file)) for topic, file in topics]
    live: list[tuple[str, Callable[[], Iterator[tuple[str, str]]], dict[str, list[str]]]] = []
    if arguments.random:
        live.append(("random", lambda: random_modules(arguments.seed, arguments.random), cases.OPTIONS))
    if arguments.forms:
        live.append(("forms", lambda: forms(arguments.seed, arguments.forms), cases.OPTIONS))
    if arguments.mutations:
        only = {"default": cases.OPTIONS["default"]}
        live.append(("mutations", lambda: mutations(arguments.seed, arguments.mutations), only))
    peer = cases.mlir_opt() if live else None
    for name, texts, options in live:
        if peer is None:
            print(f"{name}: skipped, mlir-opt of LLVM 22 is not installed")
            continue
        rows.append((name, of_texts(arguments.program, peer, texts(), options)))
    return 0 if report(rows, arguments.show, arguments.messages) else 1


if __name__ == "__main__":
    sys.exit(main())
