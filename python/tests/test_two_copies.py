"""A libtvmlike that is loaded before the package is imported: it is shared, or an error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from conftest import plugin_path

import tvmlike

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="libraries have sonames on Linux")


@pytest.fixture
def run(tmp_path):
    def run(program, *arguments):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        return subprocess.run(
            [sys.executable, "-c", program, *map(str, arguments)],
            capture_output=True,
            text=True,
            env=env,
            cwd=tmp_path,
            timeout=120,
        )

    return run


@pytest.fixture
def copy(tmp_path):
    """The library in another folder, as installed with a C++ host."""
    (tmp_path / "host").mkdir()
    return shutil.copy(tvmlike.library_path(), tmp_path / "host" / "libtvmlike.so.0")


@pytest.mark.parametrize("mode", ["RTLD_LOCAL", "RTLD_GLOBAL"])
def test_the_loaded_copy_is_shared(run, copy, testing, mode):
    program = f"""
import ctypes, os, sys
host = ctypes.CDLL(sys.argv[1], mode=os.{mode})
assert host.TVMLikePluginLoad(sys.argv[2].encode(), (ctypes.c_int64 * 2)()) == 0
import tvmlike
print(tvmlike.library_path())
print(tvmlike.testing.add3(1, 2, 3))
tvmlike.register_func("copies.f", lambda: 7)
out = ctypes.c_void_p()
assert host.TVMFuncGetGlobal(b"copies.f", ctypes.byref(out)) == 0 and out.value
with open("/proc/self/maps") as maps:
    print(sum("libtvmlike.so" in line and "r-xp" in line for line in maps))
"""
    done = run(program, copy, plugin_path())
    assert (done.stdout.split(), done.stderr) == ([str(copy), "6", "1"], "")


def test_a_copy_of_another_version_is_an_error(run, tmp_path):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, library = tmp_path / "old.c", tmp_path / "libtvmlike.so.0"
    source.write_text('const char *TVMLikeVersion(void) { return "99.1.2"; }\n')
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-Wl,-soname,libtvmlike.so.0", source, "-o", library], check=True
    )
    done = run("import ctypes, sys; ctypes.CDLL(sys.argv[1]); import tvmlike", library)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: the process has loaded {library} of version 99.1.2")
    assert f"this package has version {tvmlike.__version__}" in last
    assert tvmlike.library_path() in last


def test_another_library_of_that_soname_is_an_import_error(run, tmp_path):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, library = tmp_path / "other.c", tmp_path / "libtvmlike.so.0"
    source.write_text("int something(void) { return 1; }\n")
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-Wl,-soname,libtvmlike.so.0", source, "-o", library], check=True
    )
    done = run("import ctypes, sys; ctypes.CDLL(sys.argv[1]); import tvmlike", library)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert "is not the libtvmlike of this package" in last
