"""The installed package: one wheel for CPython 3.9 and newer, with its libraries, the command and the types.

The tests need an installed package; they skip if PYTHONPATH provides it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

import tvmlike


@pytest.fixture(scope="module")
def installed():
    """The distribution of the imported `tvmlike`."""
    try:
        found = distribution("tvmlike")
    except PackageNotFoundError:
        pytest.skip("the package is not installed")
    if not Path(str(found.locate_file("tvmlike"))).is_dir():
        pytest.skip("the package is installed editable")
    if Path(str(found.locate_file("tvmlike"))).resolve() != Path(tvmlike.__file__).resolve().parent:
        pytest.skip("another tvmlike is installed than the one that is tested")
    return found


def test_one_wheel_supports_every_cpython(installed):
    wheel = installed.read_text("WHEEL").splitlines()
    (tag,) = (line.split(": ")[1] for line in wheel if line.startswith("Tag: "))
    assert tag.startswith("cp39-abi3-")
    assert "Root-Is-Purelib: false" in wheel


def test_the_wheel_contains_the_libraries(installed):
    names = [file.name for file in installed.files if file.suffix in (".so", ".dylib")]
    assert sorted(name.split(".")[0] for name in names) == [
        "_native",
        "libdgl",
        "libplugin_c",
        "libtvm_runtime",
        "libtvmlike",
    ]
    here = Path(tvmlike.__file__).parent
    assert (here / "_native.abi3.so").is_file()
    if not os.environ.get("TVMLIKE_LIBRARY_PATH"):
        assert Path(tvmlike.library_path()).parent == here / "lib"
        if sys.platform == "linux":
            # The name by which programs load it; the other one is for linkers.
            assert Path(tvmlike.library_path()).name == "libtvmlike.so.0"
            assert (here / "lib" / "libtvmlike.so").stat().st_size < 200


def test_the_sample_plugin(installed):
    assert Path(tvmlike.sample_plugin()).parent == Path(tvmlike.__file__).parent / "lib" / "plugins"
    with open(tvmlike.sample_plugin(), "rb") as file:
        assert len(file.read()) < 100_000


def test_it_needs_no_other_package(installed):
    required = [line for line in installed.requires or [] if "extra ==" not in line]
    assert required == []


def test_it_ships_its_types(installed):
    names = {str(file) for file in installed.files}
    headers = {f"tvmlike/include/tvmlike/{name}.h" for name in ("c_api", "tvm_runtime", "dgl")}
    assert {"tvmlike/py.typed", *headers} <= names


def test_the_command_is_installed(installed):
    (command,) = (file for file in installed.files if file.parent.name == "bin" and file.name == "tvmlike")
    program = [sys.executable, os.fspath(command.locate()), "list", "runtime"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "runtime.version" in done.stdout
