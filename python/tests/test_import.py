"""Finding the library, and what an import costs."""

from __future__ import annotations

import os
import subprocess
import sys

import tvmlike


def test_version_is_the_librarys():
    assert tvmlike.__version__ == tvmlike.runtime.version()
    assert tvmlike.__version__.count(".") == 2


def test_library_and_headers_are_named():
    assert os.path.isfile(tvmlike.library_path())
    assert os.path.isfile(os.path.join(tvmlike.include_dir(), "tvmlike", "c_api.h"))


def test_all_names_are_there():
    missing = [name for name in tvmlike.__all__ if not hasattr(tvmlike, name)]
    assert not missing


def test_import_is_light():
    program = (
        "import sys; before = set(sys.modules); import tvmlike; "
        "heavy = set('numpy typing inspect dataclasses json re difflib traceback ml_dtypes'.split());"
        "print(*(heavy & (set(sys.modules) - before)))"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    out = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, env=env)
    assert (out.stdout.strip(), out.stderr) == ("", "")


def import_with(folder, tmp_path):
    """Imports a copy of the package that has no library beside it."""
    import shutil

    package = os.path.dirname(tvmlike.__file__)
    copy = tmp_path / "packages" / "tvmlike"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("lib", "__pycache__"))
    program = "import tvmlike; print(tvmlike.library_path())"
    env = {**os.environ, "PYTHONPATH": str(copy.parent), "TVMLIKE_LIBRARY_PATH": str(folder)}
    return subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, env=env, cwd=tmp_path
    )


def test_the_environment_names_the_folder(tmp_path):
    folder = os.path.dirname(tvmlike.library_path())
    done = import_with(folder, tmp_path)
    assert done.stdout.strip() == os.path.join(os.path.abspath(folder), os.path.basename(done.stdout.strip()))


def test_a_missing_library_is_an_import_error_that_lists_the_places(tmp_path):
    done = import_with(tmp_path / "nowhere", tmp_path)
    assert done.returncode == 1
    assert "ImportError: tvmlike cannot load its library" in done.stderr
    assert f"{tmp_path / 'nowhere'}{os.sep}libtvmlike" in done.stderr
    assert f"{os.path.join('tvmlike', 'lib')}{os.sep}libtvmlike" in done.stderr
    assert "no such file" in done.stderr
    assert "TVMLIKE_LIBRARY_PATH" in done.stderr


def test_a_file_that_is_no_library_is_an_import_error(tmp_path):
    place = tmp_path / os.path.basename(tvmlike.library_path())
    place.write_text("not a library")
    done = import_with(tmp_path, tmp_path)
    assert done.returncode == 1
    assert f"{place}: " in done.stderr
    assert "ImportError" in done.stderr


def test_another_library_of_that_name_is_an_import_error(tmp_path):
    import shutil

    import pytest

    other = "/lib/x86_64-linux-gnu/libm.so.6"
    if not os.path.exists(other):
        pytest.skip("there is no libm to try it with")
    shutil.copy(other, tmp_path / os.path.basename(tvmlike.library_path()))
    done = import_with(tmp_path, tmp_path)
    assert done.returncode == 1
    assert "is not the libtvmlike of this package" in done.stderr
