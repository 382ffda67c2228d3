"""Follows the README's "Your own function in five minutes" to the letter.

    python xtask/readme.py FOLDER

Makes the plugin from the README's blocks in FOLDER, builds it, and runs the Python block line by line,
holding what each line gives against the comment behind it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATE = '[package]\nname = "my_plugin"\nversion = "0.1.0"\nedition = "2024"\n\n[workspace]\n\n'


def blocks() -> dict[str, str]:
    """The section's blocks by language; each language stands there once."""
    text = (ROOT / "README.md").read_text()
    section = text.split("## Your own function in five minutes")[1].split("\n## ")[0]
    found = re.findall(r"```(\w+)[^\n]*\n(.*?)```", section, re.DOTALL)
    return dict(found)


def build(folder: Path, manifest: str, source: str) -> None:
    (folder / "src").mkdir(parents=True, exist_ok=True)
    assert '"../tvmlike"' in manifest
    (folder / "Cargo.toml").write_text(CRATE + manifest.replace('"../tvmlike"', f'"{ROOT}"'))
    (folder / "src" / "lib.rs").write_text(source)
    # The versions that the repository has locked, so that nothing new is fetched.
    (folder / "Cargo.lock").write_text((ROOT / "Cargo.lock").read_text())
    # Built in its own folder, as the README says, whatever folder the repository is being built in.
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target")}
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=folder, env=environment, check=True)


def follow(code: str) -> None:
    names: dict[str, object] = {}
    checked = 0
    for line in filter(None, code.splitlines()):
        statement, _, comment = (part.strip() for part in line.partition("  # "))
        if re.match(r"\w+Error: ", comment):
            try:
                eval(statement, names)
            except Exception as error:
                said = f"{type(error).__name__}: {error}"
            else:
                said = "nothing"
            assert said == comment, f"{statement}: {said}, and the README says {comment}"
            checked += 1
        elif re.fullmatch(r"\d+", comment):
            value = eval(statement, names)
            assert value == int(comment), f"{statement} gave {value}, and the README says {comment}"
            checked += 1
        else:
            exec(statement, names)
    changed = names["a"].tolist()  # type: ignore[attr-defined]
    assert changed == [2, 2, 2], f"a is {changed}"
    assert checked >= 3, "the README's Python block has hardly anything to check"


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    found = blocks()
    build(folder, found["toml"], found["rust"])
    os.chdir(folder)
    follow(found["python"])
    print("the README's plugin was built and does what the README says")


if __name__ == "__main__":
    main()
