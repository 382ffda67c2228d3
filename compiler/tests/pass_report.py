"""Writes docs/pass-comparison.md: how passes and folders of tvmlike-opt compare with those of mlir-opt 22.

    python compiler/tests/pass_report.py PROGRAM [--random N]

Runs the recorded cases, and random modules of each generator, by both programs, and counts the results that
are the same for each pass. For each operation that is folded or canonicalized, it counts the modules that
have it and are canonicalized. The exit code is 1 if more results differ than may.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cases
import pass_random
import passes

ROOT = cases.HERE.parent.parent
PAGE = ROOT / "docs" / "pass-comparison.md"
COVERAGE = ROOT / "docs" / "dialect-coverage.md"
# Recorded cases of which mlir-opt makes something else each time that it runs.
UNSTEADY = {"affine_data_copy": "mlir-opt orders two equal constants by addresses"}
INTRODUCTION = """\
# Comparison of passes with mlir-opt

Written by `compiler/tests/pass_report.py`, which runs `tvmlike-opt` and `mlir-opt` 22 over the modules in
`compiler/tests/passes` and over random ones; do not edit. To compare again:

```sh
python compiler/tests/pass_report.py target/release/tvmlike-opt
```

A result is the text of the module after a pipeline, or the messages of its failure. It agrees if both are the
same, with the same numbers of values.

CI compares the recorded cases, and fewer random modules.
"""


@dataclass
class Row:
    """The results of a pass."""

    recorded: int = 0
    random: int = 0
    differ: int = 0


def names_of(pipeline: str, known: set[str]) -> set[str]:
    return {name for name in re.findall(r"[A-Za-z][\w-]*", pipeline) if name in known}


def known_passes(program: str) -> set[str]:
    listed = subprocess.run([program, "--list-passes"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in listed.splitlines() if line and not line.startswith(" ")}


def is_peers(reference: str, name: str) -> bool:
    """Whether mlir-opt has a pass of the name."""
    found = cases.run(reference, [f"--pass-pipeline=any({name})"], "")
    return not any("does not refer to a registered pass" in line for line in [*found.messages(), found.err])


def folded_operations() -> list[str]:
    """The operations that docs/dialect-coverage.md says are folded or canonicalized."""
    found = re.findall(r"^\| ([\w.]+) \|(.*)\|$", COVERAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [
        name
        for name, rest in found
        if "." in name and rest.split("|")[2].strip() in ("fold", "patterns", "both")
    ]


def pass_table(rows: dict[str, Row]) -> list[str]:
    lines = ["| pass | recorded | random | differ |", "|---|---:|---:|---:|"]
    for name, row in sorted(rows.items()):
        lines.append(f"| `{name}` | {row.recorded} | {row.random} | {row.differ} |")
    return lines


def recorded_table(counts: dict[str, passes.Counts]) -> list[str]:
    lines = ["| recorded cases | agree | differ | why |", "|---|---:|---:|---|"]
    for topic, found in counts.items():
        if found.differ and not topic.startswith("random "):
            lines.append(f"| {topic} | {found.agree} | {found.differ} | {UNSTEADY.get(topic, '')} |")
    return lines if len(lines) > 2 else ["All recorded cases agree."]


def generator_table(counts: dict[str, passes.Counts]) -> list[str]:
    lines = ["| generator | agree | differ | may differ | why |", "|---|---:|---:|---:|---|"]
    for generator in pass_random.GENERATORS:
        found = counts[f"random {generator.name}"]
        share = f"{generator.may_differ:.0%}" if generator.may_differ else ""
        lines.append(f"| {generator.name} | {found.agree} | {found.differ} | {share} | {generator.why} |")
    return lines


def folder_table(recorded: Counter[str], random: Counter[str]) -> list[str]:
    lines = [
        "| dialect | operations | in recorded cases | in random modules | in neither |",
        "|---|---:|---:|---:|---|",
    ]
    by_dialect: dict[str, list[str]] = {}
    for name in folded_operations():
        by_dialect.setdefault(name.split(".")[0], []).append(name)
    for dialect, names in sorted(by_dialect.items()):
        neither = [f"`{name}`" for name in names if not recorded[name] and not random[name]]
        kept = [sum(1 for name in names if counter[name]) for counter in (recorded, random)]
        lines.append(f"| {dialect} | {len(names)} | {kept[0]} | {kept[1]} | {', '.join(neither)} |")
    return lines


def operations_of(text: str) -> set[str]:
    return set(re.findall(r"\b[a-z_]+\.[a-z_0-9.]+", text))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="tvmlike-opt")
    parser.add_argument("--random", type=int, default=100, metavar="N", help="random modules of a generator")
    parser.add_argument("--page", type=Path, default=PAGE, help="the file to write")
    arguments = parser.parse_args()
    reference = cases.mlir_opt()
    if reference is None:
        sys.exit("mlir-opt of LLVM 22 is not installed")
    known = {name for name in known_passes(arguments.program) if is_peers(str(reference), name)}
    rows = {name: Row() for name in known}
    folded: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    counts: dict[str, passes.Counts] = {}
    recorded = [(file.stem, job) for file in passes.topic_files([]) for job in passes.jobs_of(file)]
    random = list(passes.random_jobs(arguments.random, 1, []))
    for jobs, is_recorded in ((recorded, True), (random, False)):
        for topic, job in jobs:
            found = passes.compare_live(arguments.program, str(reference), [(topic, job)])[topic]
            total = counts.setdefault(topic, passes.Counts())
            total.agree += found.agree
            total.differ += found.differ
            for name in names_of(job.pipeline, known):
                rows[name].differ += found.differ
                if is_recorded:
                    rows[name].recorded += len(job.texts)
                else:
                    rows[name].random += len(job.texts)
            if "canonicalize" in names_of(job.pipeline, known):
                for text in job.texts:
                    folded[is_recorded].update(operations_of(text))
    generators = {generator.name: generator for generator in pass_random.GENERATORS}
    lines = [
        INTRODUCTION,
        "## Passes\n",
        "Results of pipelines that have the pass.\n",
        *pass_table(rows),
        "",
        *recorded_table(counts),
        "\n## Random modules\n",
        f"{arguments.random} modules of each generator, through each of its pipelines.\n",
        *generator_table(counts),
        "\n## Folders and canonicalizers\n",
        "Operations that are folded or canonicalized, by whether a module that is canonicalized has them.\n",
        *folder_table(folded[True], folded[False]),
    ]
    arguments.page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    agreed = True
    for name, found in counts.items():
        generator = generators.get(name.removeprefix("random "))
        may = generator.may_differ if generator is not None else 0.1 * (name in UNSTEADY)
        if found.differ > may * (found.agree + found.differ):
            print(f"{name}: {found.differ} results differ")
            agreed = False
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
