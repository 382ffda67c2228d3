"""What mlir-opt 22 prints for the corpus, in `expected/`, one file per topic.

    python compiler/tests/expected.py            # compares the files with the installed mlir-opt
    python compiler/tests/expected.py --write    # writes them

A file has one section per case and distinct output. Its heading names the case, the options that print it,
and `refused` if the program fails; the section of a refused case has the messages without excerpts of the
source. So the corpus can be tested where mlir-opt is not installed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cases
from cases import Result

EXPECTED = cases.HERE / "expected"
MARK = "@@ "
# Two are enough for a program that is fast to end, and leave processors to other steps.
JOBS = 2


def path_of(topic: str) -> Path:
    return EXPECTED / f"{topic}.txt"


def record(program: str, topic: str, file: Path) -> str:
    """The text of a topic's file."""
    options = cases.options_of(topic)
    texts = cases.cases(file)
    jobs = [(text, flags) for text in texts for flags in options.values()]
    with ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(lambda job: cases.run(program, job[1], job[0]), jobs))
    lines = []
    for number in range(len(texts)):
        first = number * len(options)
        shared: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, result in zip(options, results[first : first + len(options)]):
            shared[section(result)].append(name)
        for (verdict, body), names in shared.items():
            joined = "all" if len(names) == len(options) else " ".join(names)
            lines.append(f"{MARK}{number}{verdict}: {joined}\n{body}")
    return "".join(lines)


def section(result: Result) -> tuple[str, str]:
    """The verdict and the body of a section."""
    if result.crashed:
        return " crashed", ""
    if result.accepted:
        return "", result.out
    return " refused", "".join(message + "\n" for message in result.messages())


def read(topic: str) -> dict[tuple[int, str], Result]:
    """The recorded results by case and name of the options. A refused case has its messages only."""
    options = cases.options_of(topic)
    results = {}
    for part in re.split(f"^{MARK}", path_of(topic).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        place, _, names = heading.partition(": ")
        number, _, verdict = place.partition(" ")
        status = {"": 0, "refused": 1, "crashed": -1}[verdict]
        result = Result(status, "", body) if status else Result(status, body, "")
        for name in options if names == "all" else names.split():
            results[int(number), name] = result
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the files instead of comparing them")
    parser.add_argument("topics", nargs="*", help="only these topics")
    arguments = parser.parse_args()
    program = cases.mlir_opt()
    if program is None:
        print("mlir-opt of LLVM 22 is not installed", file=sys.stderr)
        return 2
    stale = []
    for topic, file in cases.topics():
        if arguments.topics and topic not in arguments.topics:
            continue
        text, path = record(program, topic, file), path_of(topic)
        if arguments.write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(topic)
    if stale:
        print(f"expected/ differs from {program} in {', '.join(stale)}; run with --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
