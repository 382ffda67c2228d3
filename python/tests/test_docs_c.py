"""The guide for C: its plugin and its host are compiled and run, and its tables are complete."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, SUFFIX
from test_docs import SESSIONS, blocks

import tvmlike

GUIDE = "c.md"
WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-Wpedantic"]


def shown(words):
    return [text for _, found, text in blocks(GUIDE) if found == words]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the guide's plugin."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("c")
    (source,) = shown(["c", "plugin"])
    (folder / "geo.c").write_text(source, encoding="utf-8")
    command = [compiler, *WARNINGS, "-O2", "-shared", "-fPIC", f"-I{tvmlike.include_dir()}", "geo.c"]
    done = subprocess.run(
        [*command, "-o", f"libgeo{SUFFIX}", "-lm"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_the_session(folder):
    found = [(line, words[1:], text) for line, words, text in blocks(GUIDE) if words == ["python"]]
    assert found
    # The guide has one session; `SESSIONS` expects a guide with several.
    program = f"BLOCKS = {found!r}\n{SESSIONS}".replace("ran > 3", "ran")
    (folder / "sessions.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "sessions.py", GUIDE],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_host(folder):
    (source,) = shown(["c", "host"])
    (folder / "host.c").write_text(source.replace(".so", SUFFIX), encoding="utf-8")
    compiler = shutil.which(os.environ.get("CC", "cc"))
    # The library's file name is not its soname in a build folder.
    (folder / "libtvmlike.so.0").symlink_to(os.path.realpath(tvmlike.library_path()))
    library = os.path.realpath(tvmlike.library_path())
    command = [compiler, *WARNINGS, f"-I{tvmlike.include_dir()}", "host.c", library, f"-Wl,-rpath,{folder}"]
    done = subprocess.run([*command, "-o", "host"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ran = subprocess.run(["./host"], cwd=folder, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, "5\n"), ran.stderr


def test_the_table_of_records_has_every_word():
    text = (ROOT / "docs" / GUIDE).read_text(encoding="utf-8")
    source = (ROOT / "runtime" / "src" / "signature" / "json.rs").read_text(encoding="utf-8")
    words = re.findall(r'TypeRecord::[^=\n]*=> "(\w+)"', source)
    assert len(words) > 20
    assert [word for word in words if f'"{word}"' not in text] == []


def test_functions_that_are_named_exist():
    text = (ROOT / "docs" / GUIDE).read_text(encoding="utf-8")
    headers = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "ffi" / "include" / "tvmlike").glob("*.h")
    )
    names = set(re.findall(r"\b(?:TVM(?:Like|Object)\w+|TVMLIKE_\w+|tvmlike_[a-z_]+[a-z])\b", text))
    assert len(names) > 40
    missing = {name for name in names if not re.search(rf"\b{name}", headers)}
    assert missing == set()


def test_a_checkout_has_no_sample_plugin(tmp_path):
    # The wheel's is tested where the wheel is: xtask/smoke.py, test_package.py.
    copy = tmp_path / "tvmlike"
    shutil.copytree(
        os.path.dirname(tvmlike.__file__), copy, ignore=shutil.ignore_patterns("lib", "__pycache__", "*.so")
    )
    program = "import tvmlike; tvmlike.sample_plugin()"
    env = {**os.environ, "PYTHONPATH": os.fspath(tmp_path), "TVMLIKE_FFI": "ctypes"}
    env["TVMLIKE_LIBRARY_PATH"] = os.path.dirname(os.path.realpath(tvmlike.library_path()))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=60
    )
    assert "FileNotFoundError: sample_plugin: there is no " in done.stderr
