"""The nanobind peer."""

from __future__ import annotations

from pathlib import Path

import bound
from case import Code


def version() -> str:
    from importlib.metadata import version as installed

    return "nanobind " + installed("nanobind")


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    return bound.codes(bound.of_module(built, "bench_nanobind"), wanted)
