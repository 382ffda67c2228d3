"""The METH_FASTCALL C peer."""

from __future__ import annotations

from pathlib import Path

import bound
from case import Code


def version() -> str:
    import platform

    return f"CPython {platform.python_version()} C API"


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    # METH_FASTCALL without METH_KEYWORDS takes no keywords.
    return bound.codes(bound.of_module(built, "bench_c"), [name for name in wanted if name != "keywords"])
