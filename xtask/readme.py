"""Follows the README's "Your own function in five minutes" to the letter.

    CARGO_TARGET_DIR=DIR python xtask/readme.py FOLDER

Creates the plugin from the README's blocks in FOLDER and builds it in DIR. Runs the Python block line by line
and compares the result of each line with the comment after it.
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
    """The section's blocks by language; each language occurs once."""
    text = (ROOT / "README.md").read_text()
    section = text.split("## Your own function in five minutes")[1].split("\n## ")[0]
    found = re.findall(r"```(\w+)[^\n]*\n(.*?)```", section, re.DOTALL)
    return dict(found)


def build(folder: Path, manifest: str, source: str) -> None:
    (folder / "src").mkdir(parents=True, exist_ok=True)
    assert '"../tvmlike"' in manifest
    (folder / "Cargo.toml").write_text(CRATE + manifest.replace('"../tvmlike"', f'"{ROOT}"'))
    (folder / "src" / "lib.rs").write_text(source)
    # The locked versions of the repository, so that nothing new is downloaded.
    (folder / "Cargo.lock").write_text((ROOT / "Cargo.lock").read_text())
    # The README loads the library from `target`, which leads to the target directory that plugins share here.
    (folder / "target").unlink(missing_ok=True)
    (folder / "target").symlink_to(os.environ["CARGO_TARGET_DIR"])
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=folder, check=True)


def follow(code: str) -> None:
    names: dict[str, object] = {}
    checked = 0
    for line in filter(None, code.splitlines()):
        statement, _, comment = (part.strip() for part in line.partition("  # "))
        if re.match(r"\w+Error: ", comment):
            try:
                eval(statement, names)
            except Exception as error:
                raised = f"{type(error).__name__}: {error}"
            else:
                raised = "no error"
            assert raised == comment, f"{statement}: expected {comment}, got {raised}"
            checked += 1
        elif re.fullmatch(r"\d+", comment):
            value = eval(statement, names)
            assert value == int(comment), f"{statement}: expected {comment}, got {value}"
            checked += 1
        else:
            exec(statement, names)
    changed = names["a"].tolist()  # type: ignore[attr-defined]
    assert changed == [2, 2, 2], f"expected a to be [2, 2, 2], got {changed}"
    assert checked >= 3, f"expected at least 3 checks in the README's Python block, got {checked}"


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    found = blocks()
    build(folder, found["toml"], found["rust"])
    os.chdir(folder)
    follow(found["python"])
    print("the README's plugin builds, and its results are those in the README")


if __name__ == "__main__":
    main()
