"""The PyO3 peer, built for the stable ABI of CPython 3.9 and newer, as our wheel is."""

from __future__ import annotations

import re
from pathlib import Path

import bound
from case import Code


def version() -> str:
    manifest = (Path(__file__).parents[1] / "pyo3" / "Cargo.toml").read_text(encoding="utf-8")
    (feature,) = re.findall(r'"pyo3/(abi3-.+)"', manifest)
    return "PyO3 " + re.findall(r'pyo3 = "=(.+)"', manifest)[0] + f" with {feature}"


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    return bound.codes(bound.of_module(built / "abi3", "bench_pyo3"), wanted)
