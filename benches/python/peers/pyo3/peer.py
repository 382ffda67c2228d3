"""The PyO3 peer."""

from __future__ import annotations

import re
from pathlib import Path

import bound
from case import Code


def version() -> str:
    manifest = (Path(__file__).parent / "Cargo.toml").read_text(encoding="utf-8")
    return "PyO3 " + re.findall(r'pyo3 = "=(.+)"', manifest)[0]


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    return bound.codes(bound.of_module(built, "bench_pyo3"), wanted)
