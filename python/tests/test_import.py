"""Finding the library, and the cost of an import."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

import tvmlike


def test_version_is_the_librarys():
    assert tvmlike.__version__ == tvmlike.runtime.version()
    assert tvmlike.__version__.count(".") == 2


def test_library_and_headers_are_named():
    assert os.path.isfile(tvmlike.library_path())
    assert os.path.isfile(os.path.join(tvmlike.include_dir(), "tvmlike", "c_api.h"))


def test_all_names_exist():
    missing = [name for name in tvmlike.__all__ if not hasattr(tvmlike, name)]
    assert not missing


_PROGRAM = (
    "import os, sys; before = set(sys.modules); import tvmlike; print(*sorted(set(sys.modules) - before))"
)


def imported_by(path):
    """The modules that importing the package imports in an empty interpreter."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TVMLIKE_FFI": path}
    done = subprocess.run([sys.executable, "-S", "-c", _PROGRAM], capture_output=True, text=True, env=env)
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.parametrize("path", ["ctypes", tvmlike.ffi_path()])
def test_import_loads_no_heavy_modules(path):
    heavy = "numpy typing inspect dataclasses json re enum difflib traceback ml_dtypes importlib.metadata"
    assert not imported_by(path) & set(heavy.split())


@pytest.mark.skipif(tvmlike.ffi_path() != "native", reason="the accelerator's")
def test_an_import_takes_few_modules():
    # Each module costs a tenth of a millisecond or more, so rarely used ones are imported on demand.
    modules = imported_by("native")
    own = {name for name in modules if name.partition(".")[0] == "tvmlike"}
    # The codec of the locale.
    modules = {name for name in modules if not name.startswith("encodings.")}
    # All but the first are built into the interpreter; every program imports `os` and its imports.
    known = {"__future__", "_collections", "_operator", "atexit", "gc", "time", "_warnings"}
    assert modules - own <= known
    private = "_abi _accelerate _arguments _base _changes _convert _fork _hooks"
    private += " _interrupt _loader _native _backend _shutdown _typing"
    public = "container devices dtype error function namespace object plugins registry tensor"
    assert own <= {"tvmlike", *map("tvmlike.{}".format, f"{private} {public}".split())}


@pytest.mark.skipif(tvmlike.ffi_path() != "native", reason="the accelerator's")
def test_ordinary_calls_need_no_ctypes(run_python, testing):
    program = """
    import sys
    assert testing.add3(1, 2, c=3) == 6
    assert testing.call(lambda a: a, [1, "text", {"k": 1.5}]) == [1, "text", {"k": 1.5}]
    counter = testing.Counter(1)
    counter.add(2)
    assert dir(tvmlike.testing)
    print([name for name in ("ctypes", "typing", "inspect") if name in sys.modules])
    """
    assert run_python(program) == (0, "[]\n", "")


@pytest.mark.skipif(tvmlike.ffi_path() != "native", reason="the ctypes path converts arrays in Python")
def test_the_first_array_imports_nothing(run_python, testing):
    """The conversion by ctypes takes as long to import as thousands of calls."""
    pytest.importorskip("numpy")
    program = """
    import numpy as np
    before = set(sys.modules)
    assert testing.echo(np.arange(3)).shape == (3,)
    assert testing.echo(np.arange(3)[::2]).shape == (2,)
    print(sorted(set(sys.modules) - before))
    """
    assert run_python(program) == (0, "[]\n", "")


def import_with(folder, tmp_path, path="ctypes", program="import tvmlike; print(tvmlike.library_path())"):
    """Imports a copy of the package without libraries."""
    package = os.path.dirname(tvmlike.__file__)
    copy = tmp_path / "packages" / "tvmlike"
    ignored = shutil.ignore_patterns("lib", "_native*", "__pycache__")
    shutil.copytree(package, copy, ignore=ignored, dirs_exist_ok=True)
    env = {**os.environ, "PYTHONPATH": str(copy.parent), "TVMLIKE_LIBRARY_PATH": str(folder)}
    env["TVMLIKE_FFI"] = path
    return subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, env=env, cwd=tmp_path
    )


def test_the_environment_names_the_folder(tmp_path):
    folder = os.path.dirname(tvmlike.library_path())
    done = import_with(folder, tmp_path)
    assert done.stdout.strip() == os.path.join(os.path.abspath(folder), os.path.basename(done.stdout.strip()))


def test_a_relative_folder_is_refused(tmp_path):
    done = import_with(".", tmp_path)
    assert done.returncode == 1
    assert "ImportError: TVMLIKE_LIBRARY_PATH is '.', a relative path: expected an absolute" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_a_folder_to_which_every_user_can_write_causes_a_warning(tmp_path):
    folder = tmp_path / "open"
    folder.mkdir()
    library = folder / os.path.basename(tvmlike.library_path())
    library.symlink_to(tvmlike.library_path())
    for mode, warned in ((0o777, True), (0o755, False)):
        folder.chmod(mode)
        done = import_with(folder, tmp_path)
        assert done.returncode == 0, done.stderr
        assert (f"TVMLIKE_LIBRARY_PATH: every user can write to {folder}" in done.stderr) is warned


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
    other = "/lib/x86_64-linux-gnu/libm.so.6"
    if not os.path.exists(other):
        pytest.skip("there is no libm to try it with")
    shutil.copy(other, tmp_path / os.path.basename(tvmlike.library_path()))
    done = import_with(tmp_path, tmp_path)
    assert done.returncode == 1
    assert "is not the libtvmlike of this package" in done.stderr


@pytest.fixture
def library_alone(tmp_path):
    """A folder with the library and without the accelerator."""
    folder = tmp_path / "alone"
    folder.mkdir()
    shutil.copy(tvmlike.library_path(), folder)
    return folder


WHICH = "import tvmlike; print(tvmlike.ffi_path(), tvmlike.runtime.version())"


def test_the_environment_chooses_the_call_path():
    program = "import tvmlike, sys; print(tvmlike.ffi_path(), 'tvmlike._native' in sys.modules)"
    for path, loaded in (("ctypes", False), (tvmlike.ffi_path(), tvmlike.ffi_path() == "native")):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TVMLIKE_FFI": path}
        done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, env=env)
        assert (done.stdout.strip(), done.stderr) == (f"{path} {loaded}", "")


def test_an_unknown_call_path_is_an_import_error(library_alone, tmp_path):
    done = import_with(library_alone, tmp_path, "fast")
    assert done.returncode == 1
    assert "ImportError: TVMLIKE_FFI is 'fast'; expected auto, native or ctypes" in done.stderr


def test_without_an_accelerator_ctypes_is_used(library_alone, tmp_path):
    done = import_with(library_alone, tmp_path, "auto", WHICH)
    assert (done.stdout.strip(), done.stderr) == (f"ctypes {tvmlike.__version__}", "")


def test_a_requested_accelerator_that_is_missing_is_an_import_error(library_alone, tmp_path):
    done = import_with(library_alone, tmp_path, "native")
    assert done.returncode == 1
    assert "ImportError: TVMLIKE_FFI=native: " in done.stderr
    assert f"{library_alone}{os.sep}libtvmlike_native" in done.stderr
    assert f"tvmlike{os.sep}_native.abi3.so" in done.stderr


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="only CPython looks for an accelerator")
def test_an_accelerator_that_does_not_load_causes_a_warning(library_alone, tmp_path):
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    (library_alone / f"libtvmlike_native{suffix}").write_text("not a library")
    done = import_with(library_alone, tmp_path, "auto", WHICH)
    assert done.stdout.strip() == f"ctypes {tvmlike.__version__}"
    assert "RuntimeWarning: tvmlike uses the slower ctypes path: " in done.stderr
    assert f"libtvmlike_native{suffix}" in done.stderr
    done = import_with(library_alone, tmp_path, "native")
    assert done.returncode == 1
    assert "ImportError: TVMLIKE_FFI=native: " in done.stderr
