"""The two call paths behave alike: the same random calls give the same results and the same errors.

Each path runs in a separate process. Any difference, even in the text of an error, fails the test.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest
from conftest import plugin_path

pytest.importorskip("numpy")

PROGRAM = Path(__file__).parent / "random_calls.py"
STEPS = 1500


def lines(path, seed):
    # Gives both processes the same order of sets and hashes of text.
    environment = {**os.environ, "TVMLIKE_FFI": path, "PYTHONHASHSEED": "0", "PYTHONWARNINGS": "ignore"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    command = [sys.executable, str(PROGRAM), str(plugin_path()), str(seed), str(STEPS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)
    said = done.stdout.splitlines()
    return said if done.returncode == 0 else [*said, f"status {done.returncode}: {done.stderr[-2000:]}"]


@pytest.mark.parametrize("seed", range(10 if os.environ.get("TVMLIKE_TEST_ALL") else 2))
def test_random_calls(testing, seed):
    import tvmlike

    if tvmlike.ffi_path() != "native":
        pytest.skip("the run of the native path compares both")
    native, reference = lines("native", seed), lines("ctypes", seed)
    different = [pair for pair in zip_longest(native, reference) if pair[0] != pair[1]]
    shown = "\n".join(f"native: {left}\nctypes: {right}\n" for left, right in different[:5])
    assert not different, f"{len(different)} of {len(native)} lines differ:\n{shown}"
    # Many of the calls succeed.
    assert len(native) > STEPS
