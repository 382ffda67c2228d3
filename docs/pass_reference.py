"""Writes docs/pass-reference.md: the passes and their options, from their records.

`python docs/pass_reference.py` with the package on the path; `--check` tests that the page is current.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

DOC = Path(__file__).resolve().parent / "pass-reference.md"

HEAD = """\
# Reference of passes

The passes and their options, as `tvmlike-opt --list-passes` prints them. Written by `docs/pass_reference.py`
from the records of the passes; do not edit. [passes.md](passes.md) is the guide, and says where a pass
differs from MLIR's.

Options stand in braces behind the name of a pass: `canonicalize{top-down=false max-iterations=3}`; on the
command line, `--canonicalize="top-down=false max-iterations=3"`.
"""

# A process of its own has the passes of the library only.
LIST = "import tvmlike; raise SystemExit(tvmlike.get_global_func('tools.opt')('--list-passes'))"
PASS = re.compile(r"(?P<name>[\w-]+)(?: \(on (?P<on>[\w.]+)\))? - (?P<help>.*)")
OPTION = re.compile(r"  (?P<name>[\w-]+)=<(?P<values>.*?)> - (?P<help>.*)")


def sentence(text: str) -> str:
    text = text.replace("<", "&lt;").replace("|", "\\|").strip()
    return text if text.endswith((".", ")")) else f"{text}."


def page() -> str:
    listed = subprocess.run([sys.executable, "-c", LIST], capture_output=True, text=True, check=True).stdout
    lines = [HEAD]
    has_options = False
    for line in listed.splitlines():
        if found := PASS.fullmatch(line):
            where = f" It runs on `{found['on']}`." if found["on"] else ""
            lines += [f"\n## `{found['name']}`\n", sentence(found["help"]) + where]
            has_options = False
        elif found := OPTION.fullmatch(line):
            if not has_options:
                lines += ["\n| option | values | |", "|---|---|---|"]
                has_options = True
            values = found["values"].replace("|", "\\|")
            lines.append(f"| `{found['name']}` | `{values}` | {sentence(found['help'])} |")
        else:
            raise SystemExit(f"pass_reference.py: --list-passes printed a line of no known form: {line!r}")
    return "\n".join(lines) + "\n"


def main() -> int:
    text = page()
    if "--check" not in sys.argv[1:]:
        DOC.write_text(text, encoding="utf-8")
        return 0
    if DOC.read_text(encoding="utf-8") == text:
        return 0
    print(f"{DOC.name} is not what the records say; run `python docs/pass_reference.py`")
    return 1


if __name__ == "__main__":
    sys.exit(main())
