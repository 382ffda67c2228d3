"""The metadata hook: the parts of the package's metadata that depend on the repository's address.

The workspace's Cargo.toml declares the address. PyPI shows the README without the files beside it, so each
relative link becomes a link to the repository.
"""

from __future__ import annotations

import os
import re
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

BRANCH = "main"
# A link or an image of Markdown whose target is a path in the repository.
RELATIVE = re.compile(r"(?P<image>!?)(?P<text>\[[^\]]*\])\((?!#|[a-z]+:)(?P<path>[^)\s]+)\)")


class MetadataHook(MetadataHookInterface):
    """What hatchling calls when it reads the project's metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        with open(os.path.join(self.root, "Cargo.toml"), encoding="utf-8") as manifest:
            found = re.search(r'(?m)^repository = "([^"]+)"', manifest.read())
        if found is None:
            raise ValueError("Cargo.toml: no `repository` in [workspace.package]")
        repository = found[1]
        with open(os.path.join(self.root, "README.md"), encoding="utf-8") as readme:
            text = absolute(readme.read(), repository)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {
            "Repository": repository,
            "Documentation": f"{repository}/blob/{BRANCH}/docs/python.md",
            "Changelog": f"{repository}/blob/{BRANCH}/CHANGELOG.md",
        }


def absolute(text: str, repository: str) -> str:
    """Replaces the relative links of a Markdown text by links to the repository."""

    def link(found: re.Match[str]) -> str:
        kind = "raw" if found["image"] else "blob"
        return f"{found['image']}{found['text']}({repository}/{kind}/{BRANCH}/{found['path']})"

    return RELATIVE.sub(link, text)
