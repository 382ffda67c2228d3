"""Compares what passes make of modules with mlir-opt 22: the text of the result, or that both fail.

    python compiler/tests/passes.py PROGRAM                 # the cases of passes/, against passes/expected/
    python compiler/tests/passes.py PROGRAM --live          # the same against mlir-opt
    python compiler/tests/passes.py PROGRAM --random 500    # and random modules, against mlir-opt
    python compiler/tests/passes.py --record                # writes passes/expected/ with mlir-opt
    python compiler/tests/passes.py PROGRAM --topic cse --show 5

A file `passes/TOPIC.mlir` begins with lines `// pipeline: …`; each of its cases, separated by `// -----`,
runs through each of them. A generator in `pass_random.py` makes the same of random numbers. Both programs
number values alike, so results are compared as they are. The exit code is 1 if a result differs (for some
generators: if more do than may), or mlir-opt reads less than half of the random modules of a generator.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import cases
import pass_random
from cases import SEPARATOR, Result

TOPICS = cases.HERE / "passes"
EXPECTED = TOPICS / "expected"
PIPELINE = "// pipeline: "
# A line of a recorded file that no module can contain.
MARK = "@@ "
# Modules in one run of a program.
BATCH = 100
CRASHED = "crashed: "
# Runs of mlir-opt on a module before a difference counts.
REPEATS = 8


@dataclass(frozen=True)
class Job:
    """Modules that run through a pipeline together."""

    pipeline: str
    texts: tuple[str, ...]


@dataclass
class Counts:
    """The outcomes of one topic."""

    may_differ: float = 0.0
    agree: int = 0
    differ: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, job: Job, text: str, wanted: str, got: str) -> None:
        if wanted == got:
            self.agree += 1
            return
        self.differ += 1
        lines = difflib.unified_diff(
            wanted.splitlines(), got.splitlines(), "mlir-opt", "program", lineterm=""
        )
        self.examples.append("\n".join([f"{job.pipeline}", text, *lines]))


def topic_files(names: list[str]) -> list[Path]:
    files = sorted(TOPICS.glob("*.mlir"))
    return [file for file in files if not names or file.stem in names]


def jobs_of(file: Path) -> list[Job]:
    """The runs of a topic."""
    text = file.read_text(encoding="utf-8")
    pipelines = [line.removeprefix(PIPELINE) for line in text.splitlines() if line.startswith(PIPELINE)]
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(PIPELINE))
    parts = tuple(part.strip("\n") + "\n" for part in body.split(SEPARATOR + "\n"))
    return [Job(pipeline, parts) for pipeline in pipelines]


def outcomes(program: str, job: Job) -> list[str]:
    """The result of each module: its text, or the messages of a failure."""
    # `generate-runtime-verification` makes texts with lines of the source.
    if any(word in job.pipeline for word in ("print-", "view-op-graph", "runtime-verification")):
        return [printed(program, job.pipeline, text) for text in job.texts]
    joined = f"{SEPARATOR}\n".join(job.texts)
    result = cases.run(program, ["--split-input-file", f"--pass-pipeline={job.pipeline}"], joined)
    if result.accepted:
        # Both print a marker between the parts.
        parts = result.out.split(f"{SEPARATOR}\n")
        if len(parts) == len(job.texts):
            return [part.strip("\n") + "\n" for part in parts]
    return [single(program, job.pipeline, text) for text in job.texts]


def single(program: str, pipeline: str, text: str) -> str:
    result = cases.run(program, [f"--pass-pipeline={pipeline}"], text)
    return verdict(result)


def printed(program: str, pipeline: str, text: str) -> str:
    """The result of a pipeline with passes that print, and what they print."""
    result = cases.run(program, [f"--pass-pipeline={pipeline}"], text)
    return verdict(result) + result.err if result.accepted else verdict(result)


def verdict(result: Result) -> str:
    if result.crashed:
        return f"{CRASHED}{result.err[-400:]}\n"
    if result.accepted:
        return result.out.strip("\n") + "\n"
    return "failed\n" + "".join(message + "\n" for message in result.messages())


def read_expected(file: Path) -> dict[tuple[str, int], str]:
    """The recorded results by pipeline and number of the case."""
    path = EXPECTED / f"{file.stem}.txt"
    results = {}
    for part in re.split(f"^{MARK}", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        number, _, pipeline = heading.partition(" ")
        results[pipeline, int(number)] = body
    return results


def write_expected(program: str, file: Path) -> None:
    sections = [
        f"{MARK}{number} {job.pipeline}\n{outcome}"
        for job in jobs_of(file)
        for number, outcome in enumerate(outcomes(program, job))
    ]
    (EXPECTED / f"{file.stem}.txt").write_text("".join(sections), encoding="utf-8")


def compare_recorded(program: str, files: Iterable[Path]) -> dict[str, Counts]:
    """Compares topics with the recordings."""
    counts = {}
    for file in files:
        counts[file.stem] = topic = Counts()
        expected = read_expected(file)
        for job in jobs_of(file):
            for number, (text, got) in enumerate(zip(job.texts, outcomes(program, job))):
                topic.add(job, text, expected.get((job.pipeline, number), "not recorded\n"), got)
    return counts


def varies(reference: str, job: Job, text: str, got: str) -> bool:
    """Whether mlir-opt sometimes makes this: in some canonicalizations addresses decide the order."""
    alone = Job(job.pipeline, (text,))
    return any(outcomes(reference, alone) == [got] for _ in range(REPEATS))


def compare_live(program: str, reference: str, jobs: Iterable[tuple[str, Job]]) -> dict[str, Counts]:
    """Compares runs with mlir-opt, two at a time."""
    listed = list(jobs)
    with ThreadPoolExecutor(2) as pool:
        wanted = pool.map(lambda each: outcomes(reference, each[1]), listed)
        got = pool.map(lambda each: outcomes(program, each[1]), listed)
        pairs = list(zip(listed, wanted, got))
    counts: dict[str, Counts] = {}
    for (topic, job), expected, results in pairs:
        for text, one, other in zip(job.texts, expected, results):
            count = counts.setdefault(topic, Counts())
            # Where mlir-opt crashes, the program has only to end otherwise.
            is_known = not one.startswith(CRASHED)
            if is_known and one != other and varies(reference, job, text, other):
                one = other
            if is_known or other.startswith(CRASHED):
                count.add(job, text, one, other)
    return counts


def check_read(reference: str, jobs: list[tuple[str, Job]], counts: dict[str, Counts]) -> None:
    """Counts a generator of which mlir-opt reads less than half of the modules as a difference: those that it
    does not read test nothing. One run per batch."""
    read: dict[str, list[bool]] = {}
    for topic, texts in dict.fromkeys((topic, job.texts) for topic, job in jobs):
        found = outcomes(reference, Job("builtin.module()", texts))
        read.setdefault(topic, []).extend(not outcome.startswith("failed") for outcome in found)
    for topic, each in read.items():
        if 2 * sum(each) < len(each):
            job = Job("builtin.module()", ())
            counts[topic].add(job, "", f"{sum(each)} of {len(each)} modules are read", "half of them")


def random_jobs(count: int, seed: int, names: list[str]) -> Iterable[tuple[str, Job]]:
    """Random modules of each generator, in batches."""
    for generator in pass_random.GENERATORS:
        if names and generator.name not in names:
            continue
        texts = [generator.make(seed + number) for number in range(count)]
        for pipeline in generator.pipelines:
            for start in range(0, count, BATCH):
                yield f"random {generator.name}", Job(pipeline, tuple(texts[start : start + BATCH]))


def report(counts: dict[str, Counts], show: int) -> bool:
    """Prints the counts and some differences; whether everything agrees."""
    for topic, found in counts.items():
        print(f"{topic:30} agree {found.agree:6} differ {found.differ:6}")
        for example in found.examples[:show]:
            print(f"--- {topic}: {example}\n")
    return all(found.differ <= found.may_differ * (found.agree + found.differ) for found in counts.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", help="tvmlike-opt")
    parser.add_argument("--record", action="store_true", help="write the recordings with mlir-opt")
    parser.add_argument(
        "--live", action="store_true", help="compare the cases with mlir-opt, not with recordings"
    )
    parser.add_argument(
        "--random", type=int, default=0, metavar="N", help="random modules for each generator"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--topic", action="append", default=[], help="only this topic or generator")
    parser.add_argument("--show", type=int, default=3, help="differences to print for each topic")
    arguments = parser.parse_args()
    files = topic_files(arguments.topic)
    reference = cases.mlir_opt()
    if reference is None and (arguments.record or arguments.live or arguments.random):
        sys.exit("mlir-opt of LLVM 22 is not installed")
    if arguments.record:
        for file in files:
            write_expected(str(reference), file)
        return 0
    if arguments.program is None:
        parser.error("PROGRAM is missing")
    if arguments.live:
        jobs = [(file.stem, job) for file in files for job in jobs_of(file)]
        counts = compare_live(arguments.program, str(reference), jobs)
    else:
        counts = compare_recorded(arguments.program, files)
    if arguments.random:
        jobs = list(random_jobs(arguments.random, arguments.seed, arguments.topic))
        random = compare_live(arguments.program, str(reference), jobs)
        for generator in pass_random.GENERATORS:
            if (found := random.get(f"random {generator.name}")) is not None:
                found.may_differ = generator.may_differ
        check_read(str(reference), jobs, random)
        counts |= random
    return 0 if report(counts, arguments.show) else 1


if __name__ == "__main__":
    sys.exit(main())
