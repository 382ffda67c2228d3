"""Writes docs/mlir-parity.md: the members of MLIR's Python bindings, each with a test or why it is absent.

The classes and members are those of `python/tests/ir/mlir_members.json`. The tests of `python/tests/ir` run
once, and record which members they read or call (`member_trace.py`). Run it with the package on the path:
`python docs/mlir_parity.py`; `--check` tests that the page is true: that it lists every member, and that each
test that it names uses the members of its line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "python" / "tests" / "ir"
DOC = ROOT / "docs" / "mlir-parity.md"

HEAD = """\
# tvmlike.ir and MLIR's Python bindings

Each class and member of MLIR's `ir` module that programs use, with a test in
[python/tests/ir](../python/tests/ir) that uses it, or the reason for its absence; the error for an
absent name has the same reason. `python docs/mlir_parity.py` runs the tests, records what they use,
and writes this page. [ir.md](ir.md) is the guide.

The programs in [python/tests/ir/programs](../python/tests/ir/programs) run unchanged with MLIR's own
bindings, and print the same. They avoid what differs on purpose:

- A handle has the class of its kind at once: `Type(x)` of an `i32` is an `IntegerType`, and an integer
  attribute of type `i1` is a `BoolAttr`, whose value is `True` where MLIR's `IntegerAttr` has -1.
- Calls that crash or read freed memory there raise errors. The errors of casts and of wrong
  arguments name what was given.
- `Module.operation.attached` is false; `block` of an operation without one is an error.
- Arrays of any strides and of complex numbers can become dense elements, and bfloat16 can be read.
- `StringAttr.value` of text that is not UTF-8 is a `ValueError`.
- An error in a diagnostic handler is printed in one line.
- A symbol table looks names up when it is asked, so it follows renamings.

"""


def members() -> dict[str, list[str]]:
    known = json.loads((TESTS / "mlir_members.json").read_text(encoding="utf-8"))
    return {name: described["members"] for name, described in known.items()}


def used() -> dict[str, list[str]]:
    """The tests that use each member, by `Class.member`."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "members.json"
        env = {
            **os.environ,
            "TVMLIKE_IR_MEMBERS": os.fspath(found),
            "PYTHONPATH": os.pathsep.join([os.fspath(TESTS), *filter(None, sys.path)]),
        }
        options = ["-q", "-p", "no:cacheprovider", "-p", "member_trace"]
        command = [sys.executable, "-m", "pytest", *options, TESTS]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        tests: dict[str, list[str]] = json.loads(found.read_text(encoding="utf-8"))
        return tests


def reason(name: str, member: str) -> str | None:
    """Why a member, or its class, is absent."""
    from tvmlike.ir.absent import ABSENT

    return ABSENT.get(name) or ABSENT.get(f"{name}.{member}")


def page(tests: dict[str, list[str]]) -> str:
    """The page. Of the tests that use a member, it names the one that uses the fewest."""
    uses: dict[str, int] = {}
    for names in tests.values():
        for test in names:
            uses[test] = uses.get(test, 0) + 1
    lines, counts, missing = [], {"with a test": 0, "absent": 0}, []
    for name, listed in members().items():
        by_note: dict[str, list[str]] = {}
        for member in listed:
            why = reason(name, member)
            if why is not None:
                note = f"absent: {why}"
            else:
                found = tests.get(f"{name}.{member}")
                if not found:
                    missing.append(f"{name}.{member}")
                    continue
                note = min(found, key=lambda test: (uses[test], test))
            by_note.setdefault(note, []).append(member)
            counts["absent" if why is not None else "with a test"] += 1
        lines += [f"| {name} | {' '.join(listed)} | {note} |\n" for note, listed in by_note.items()]
    if missing:
        raise SystemExit(f"no test uses {' '.join(missing)}")
    total = (
        f"Of {sum(counts.values())} members, {counts['with a test']} have a test, and {counts['absent']} are "
        "absent.\n\n"
    )
    return HEAD + total + "| class | members | test |\n|---|---|---|\n" + "".join(lines)


def check(text: str, tests: dict[str, list[str]]) -> list[str]:
    """What is wrong in a page."""
    wrong = []
    listed = set()
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) != 3 or cells[0] in ("class", "---"):
            continue
        name, some, note = cells
        for member in some.split():
            full = f"{name}.{member}"
            listed.add(full)
            why = reason(name, member)
            if note.startswith("absent: "):
                if note != f"absent: {why}":
                    wrong.append(f"{full} is absent for another reason: {why}")
            elif note not in tests.get(full, ()):
                wrong.append(f"{note} does not use {full}; the tests that do: {tests.get(full, 'none')}")
    every = {f"{name}.{member}" for name, some in members().items() for member in some}
    wrong += [f"not listed: {full}" for full in sorted(every - listed)]
    wrong += [f"no member of MLIR's bindings: {full}" for full in sorted(listed - every)]
    return wrong


def main(*options: str) -> int:
    tests = used()
    if "--check" not in options:
        DOC.write_text(page(tests), encoding="utf-8")
        return 0
    wrong = check(DOC.read_text(encoding="utf-8"), tests)
    print("\n".join(wrong) or "the page is true")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
