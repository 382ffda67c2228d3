"""Writes data/NAME.txt and docs/dialect-coverage.md from MLIR 22's definition files.

    python compiler/dialects/import/import_dialects.py            # writes the files
    python compiler/dialects/import/import_dialects.py --check    # fails if a file is not current

It needs llvm-tblgen and MLIR's headers (on Debian: llvm-22, libmlir-22-dev). Only facts are taken over:
names, parts, constraints as tests of our own, traits, enums, formats, and the words of messages.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import structured
from coverage import document
from everything import Everything
from records import Writer
from tablegen import SOURCES, dump

DATA = Path(__file__).resolve().parent.parent / "data"
STRUCTURED = DATA / "structured" / "linalg.txt"
COVERAGE = DATA.parent.parent.parent / "docs" / "dialect-coverage.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is not current")
    parser.add_argument("--tool", default="/usr/lib/llvm-22/bin/llvm-tblgen", help="llvm-tblgen of LLVM 22")
    parser.add_argument("--include", default="/usr/lib/llvm-22/include", help="the folder that has mlir/")
    parser.add_argument("--report", action="store_true", help="list what has no test of our own")
    arguments = parser.parse_args()
    files = [(name, file) for name, sources in SOURCES.items() for file in sources]
    with ThreadPoolExecutor(2) as pool:
        dumps = list(pool.map(lambda each: dump(arguments.tool, Path(arguments.include), each[1]), files))
    everything = Everything()
    for records in dumps:
        everything.learn(records)
    texts: dict[Path, str] = {}
    dialects: list[list[str]] = []
    operations = 0
    for name in SOURCES:
        own = [records for (owner, _), records in zip(files, dumps) if owner == name]
        lines = Writer(everything, name, own).lines()
        operations += sum(line.startswith("operation ") for line in lines)
        texts[DATA / f"{name}.txt"] = "\n".join(lines) + "\n"
        dialects.append(lines)
        if name == "linalg":
            described = structured.lines(Path(arguments.include), lines)
            texts[STRUCTURED] = "\n".join(described) + "\n"
    texts[COVERAGE] = document(dialects)
    stale = []
    for path, text in texts.items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(path)
    if not arguments.check:
        for path in stale:
            path.parent.mkdir(exist_ok=True)
            path.write_text(texts[path], encoding="utf-8")
    unknown = everything.predicates.unknown
    print(
        f"{len(SOURCES)} dialects, {operations} operations; not as data: {len(unknown)} predicates,"
        f" {len(everything.traits)} traits, {len(everything.defaults)} default values"
    )
    if arguments.report:
        for expression, number in unknown.items():
            print(f"unknown({number}): {expression}")
        for summary in sorted(everything.traits):
            print(f"trait: {summary}")
        for transformer in sorted(everything.transformers):
            print(f"transformer: {transformer}")
        for default in everything.defaults:
            print(f"default of {default}")
    if arguments.check and stale:
        print(
            f"not current: {', '.join(path.name for path in stale)}; run this program without --check",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
