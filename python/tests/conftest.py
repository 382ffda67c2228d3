"""Fixtures. The tests run against what `import tvmlike` finds; many need tests/plugins/testing."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import tvmlike

ROOT = Path(__file__).resolve().parents[2]
# A process that a shell starts in the background ignores Ctrl-C, and its child processes would, too.
signal.signal(signal.SIGINT, signal.default_int_handler)

SUFFIX = ".dylib" if sys.platform == "darwin" else ".so"


def plugin_path() -> Path:
    """The path of the testing plugin, which may not exist."""
    chosen = os.environ.get("TVMLIKE_TEST_PLUGIN") or os.environ.get("TVMLIKE_TESTING_PLUGIN")
    return Path(chosen) if chosen else ROOT / "target" / "release" / f"libtvmlike_testing{SUFFIX}"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Exempts what exists before a test from garbage collection: `gc.collect()` visits what the test makes.

    Many tests call it some hundred times, and it takes a millisecond per thousand objects.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def testing():
    """The functions of the testing plugin."""
    path = plugin_path()
    if not path.exists():
        pytest.skip(f"the testing plugin is not built: {path} is missing")
    tvmlike.load_plugin(path)
    return tvmlike.testing


@pytest.fixture
def name(request):
    """A name for the test to register; removed from the registry afterwards."""
    chosen = f"pytest.{request.node.name.split('[')[0]}.f"
    yield chosen
    if tvmlike.get_global_func(chosen, allow_missing=True) is not None:
        tvmlike.remove_global_func(chosen)


@pytest.fixture
def registered():
    """Registers classes until the end of the test."""
    from tvmlike import object as module

    before = dict(module._class_of_key)
    yield tvmlike.register_object
    module._class_of_key.clear()
    module._class_of_key.update(before)
    module.forget_classes()


@pytest.fixture
def run_python():
    """Runs a program in a new interpreter: `run_python(text)` returns (exit status, stdout, stderr).

    The program has imported `tvmlike`; `testing` contains the plugin's functions if the plugin is built.
    """

    def run(program: str, *, env: dict[str, str] | None = None) -> tuple[int, str, str]:
        start = "import tvmlike, os, sys\n"
        if plugin_path().exists():
            start += f"tvmlike.load_plugin({os.fspath(plugin_path())!r})\ntesting = tvmlike.testing\n"
        done = subprocess.run(
            [sys.executable, "-c", start + textwrap.dedent(program)],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **(env or {})},
        )
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def compiled(tmp_path):
    """Compiles C for the test: `compiled(name, source)` returns the path of the library `lib{name}`."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        pytest.skip("there is no C compiler")

    def compile_c(name: str, source: str, *options: str) -> Path:
        file, library = tmp_path / f"{name}.c", tmp_path / f"lib{name}{SUFFIX}"
        file.write_text(source, encoding="utf-8")
        command = [compiler, "-O1", "-shared", "-fPIC", "-fno-builtin", "-o", library, file, *options]
        done = subprocess.run([os.fspath(part) for part in command], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return library

    return compile_c
