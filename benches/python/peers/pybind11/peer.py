"""The pybind11 peer."""

from __future__ import annotations

from pathlib import Path

import bound
from roster import Code


def version() -> str:
    from importlib.metadata import version as installed

    return "pybind11 " + installed("pybind11")


def code(built: Path) -> dict[str, Code]:
    return bound.code(built, "bench_pybind11")
