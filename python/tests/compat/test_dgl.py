"""DGL's own front ends on libdgl: runs each `dgl_*.py` in this folder in a new interpreter.

`TVMLIKE_TEST_DGL` is the folder of an unpacked wheel of dgl. `TVMLIKE_TEST_DGL_LIBRARY` is the folder of
libdgl; the default is `target/release`. The compiled front end needs the Python version of the wheel.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CASES = sorted(path.name for path in HERE.glob("dgl_*.py") if path.name != "dgl_boot.py")
CORE = f"core.cpython-{sys.version_info.major}{sys.version_info.minor}-*"


def wheel() -> Path:
    chosen = os.environ.get("TVMLIKE_TEST_DGL", "")
    if not chosen:
        pytest.skip("TVMLIKE_TEST_DGL is not set: there is no wheel of dgl")
    found = Path(chosen)
    if not (found / "dgl" / "_ffi").is_dir():
        pytest.skip(f"there is no wheel of dgl in {found}")
    return found


def library() -> Path:
    built = HERE.parents[2] / "target" / "release"
    folder = Path(os.environ.get("TVMLIKE_TEST_DGL_LIBRARY") or built)
    name = "libdgl.dylib" if sys.platform == "darwin" else "libdgl.so"
    if not (folder / name).exists():
        pytest.skip(f"{name} is not built: it is not in {folder}")
    return folder


def test_the_cases_are_found():
    assert len(CASES) >= 6


@pytest.mark.parametrize("cases", CASES)
@pytest.mark.parametrize("front_end", ["ctypes", "cython"])
def test_front_end(front_end, cases):
    dgl, folder = wheel(), library()
    if front_end == "cython" and not list((dgl / "dgl" / "_ffi" / "_cy3").glob(CORE)):
        pytest.skip("the wheel's compiled front end is for another Python")
    env = {
        **os.environ,
        "DGL_FFI": front_end,
        "DGL_LIBRARY_PATH": os.fspath(folder),
        "TVMLIKE_TEST_DGL": os.fspath(dgl),
        "PYTHONPATH": os.pathsep.join([os.fspath(HERE), *sys.path]),
    }
    env.pop("TVMLIKE_TEST_DGL_THEIRS", None)
    # These variables and conftest.py are for the tests of the package, so both are left out here.
    command = [sys.executable, "-m", "pytest", "--quiet", "--noconftest", "-p", "no:cacheprovider", cases]
    done = subprocess.run(command, cwd=HERE, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5_000:]
    # Only tests of one front end are skipped under the other.
    skipped = [line for line in done.stdout.splitlines() if line.startswith("SKIPPED")]
    assert all("front end" in line for line in skipped), skipped
    assert " passed" in done.stdout
