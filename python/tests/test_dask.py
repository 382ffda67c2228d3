"""Registered functions on a Dask cluster of two worker processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conftest import ROOT, plugin_path

pytest.importorskip("distributed")


def test_the_example_runs_on_a_cluster(testing):
    path = os.fspath(plugin_path().resolve())
    done = subprocess.run(
        [sys.executable, os.fspath(ROOT / "examples" / "dask_map.py"), path, "testing.add3"],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["sums: [0.0, 1000.0, 2000.0, 3000.0]", "sum of 1 + 2: 3000.0"]
    assert lines[2].startswith("ValueError: tensor.add: ")
    assert lines[3:] == ["testing.add3: [0, 3, 6]", "workers with the plugin: 2"]
