"""The METH_FASTCALL C peer."""

from __future__ import annotations

from pathlib import Path

import bound
from roster import Code


def version() -> str:
    import platform

    return f"CPython {platform.python_version()} C API"


def code(built: Path) -> dict[str, Code]:
    return bound.code(built, "bench_c")
