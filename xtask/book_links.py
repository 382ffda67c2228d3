"""A preprocessor of mdBook: links of the guides to files outside `docs` lead to the repository.

The workspace's Cargo.toml declares its address. Invariant: links between pages stay as they are.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BRANCH = "main"
# A link or an image of Markdown whose target is a relative path.
RELATIVE = re.compile(
    r"(?P<image>!?)(?P<text>\[[^\]]*\])\((?!#|[a-z]+:)(?P<path>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)"
)


def main() -> None:
    if sys.argv[1:2] == ["supports"]:
        return
    _, book = json.load(sys.stdin)
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    found = re.search(r'(?m)^repository = "([^"]+)"', manifest)
    if found is None:
        sys.exit("Cargo.toml: no `repository` in [workspace.package]")
    for chapter in chapters(book):
        if chapter.get("path"):
            chapter["content"] = absolute(chapter["content"], ROOT / "docs" / chapter["path"], found[1])
    json.dump(book, sys.stdout)


def chapters(part: Any) -> list[dict[str, Any]]:
    """All chapters of a book, whatever mdBook calls the lists in which they are."""
    if isinstance(part, list):
        return [chapter for item in part for chapter in chapters(item)]
    if not isinstance(part, dict):
        return []
    own = [part] if "content" in part and "path" in part else []
    return own + [chapter for item in part.values() for chapter in chapters(item)]


def absolute(text: str, page: Path, repository: str) -> str:
    """Replaces links to files that the book does not contain by links to the repository."""

    def link(found: re.Match[str]) -> str:
        target = Path(os.path.normpath(page.parent / found["path"]))
        if target.is_relative_to(ROOT / "docs") and target.suffix == ".md":
            return found[0]
        kind = "raw" if found["image"] else "blob"
        path = target.relative_to(ROOT).as_posix()
        return f"{found['image']}{found['text']}({repository}/{kind}/{BRANCH}/{path}{found['anchor'] or ''})"

    return RELATIVE.sub(link, text)


if __name__ == "__main__":
    main()
