"""TVM's own front end on libtvm_runtime: runs each `tvm_frontend*.py` in this folder.

Each runs in a new interpreter for each form of the front end. `TVMLIKE_TEST_TVM` is the folder of an unpacked
wheel of `tvm`. `TVMLIKE_TEST_TVM_LIBRARY` is the folder of libtvm_runtime; the default is `target/release`.
The compiled form needs the Python version of the wheel.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CASES = sorted(path.name for path in HERE.glob("tvm_frontend*.py"))
CORE = f"core.cpython-{sys.version_info.major}{sys.version_info.minor}-*"
SUFFIX = ".dylib" if sys.platform == "darwin" else ".so"
#: By what names front ends look for the library: TVM's own, and that of a fork whose wheel has the front end.
NAMES = ["libtvm_runtime", "libmeratvm_runtime"]
#: The cases that have DGL's front end, too.
WITH_DGL = "tvm_frontend_dgl.py"
#: What `import tvm` imports beside it.
NEEDS = ["attr", "cloudpickle", "decorator", "numpy", "psutil", "tornado", "typing_extensions"]


def wheel() -> Path:
    chosen = os.environ.get("TVMLIKE_TEST_TVM", "")
    if not chosen:
        pytest.skip("TVMLIKE_TEST_TVM is not set: there is no wheel of tvm")
    found = Path(chosen)
    if not (found / "tvm" / "_ffi").is_dir():
        pytest.skip(f"there is no wheel of tvm in {found}")
    missing = [name for name in NEEDS if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"tvm imports what is not installed: {', '.join(missing)}")
    return found


def library() -> Path:
    built = HERE.parents[2] / "target" / "release"
    folder = Path(os.environ.get("TVMLIKE_TEST_TVM_LIBRARY") or built).resolve()
    if not (folder / f"libtvm_runtime{SUFFIX}").exists():
        pytest.skip(f"libtvm_runtime{SUFFIX} is not built: it is not in {folder}")
    return folder


def test_the_cases_are_found():
    assert len(CASES) >= 4


@pytest.mark.parametrize("cases", CASES)
@pytest.mark.parametrize("front_end", ["ctypes", "cython"])
def test_front_end(front_end, cases, tmp_path):
    tvm, folder = wheel(), library()
    if front_end == "cython" and not list((tvm / "tvm" / "_ffi" / "_cy3").glob(CORE)):
        pytest.skip("the wheel's compiled front end is for another Python")
    dgl = os.environ.get("TVMLIKE_TEST_DGL", "")
    if cases == WITH_DGL and not (Path(dgl) / "dgl" / "_ffi").is_dir():
        pytest.skip("TVMLIKE_TEST_DGL is not set, or there is no wheel of dgl")
    for name in NAMES:
        (tmp_path / (name + SUFFIX)).symlink_to(folder / f"libtvm_runtime{SUFFIX}")
    env = {
        **os.environ,
        "TVM_FFI": front_end,
        "TVM_LIBRARY_PATH": os.fspath(tmp_path),
        "TVM_USE_RUNTIME_LIB": "1",
        "TVMLIKE_LIBRARY_PATH": os.fspath(folder),
        "DGL_FFI": "ctypes",
        "DGL_LIBRARY_PATH": os.fspath(folder),
        "PYTHONPATH": os.pathsep.join([os.fspath(HERE), os.fspath(tvm), *sys.path]),
    }
    # These variables and conftest.py are for the tests of the package, so both are left out here.
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--quiet",
        "-rs",
        "--noconftest",
        "-p",
        "no:cacheprovider",
        cases,
    ]
    done = subprocess.run(command, cwd=HERE, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5_000:]
    # Only tests of one version of the front end are skipped under the others.
    skipped = [line for line in done.stdout.splitlines() if line.startswith("SKIPPED")]
    assert all("this version" in line for line in skipped), skipped
    assert " passed" in done.stdout
