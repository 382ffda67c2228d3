"""Passes of plugins in C, C++ and Rust."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from conftest import ROOT, SUFFIX, plugin_path

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

SOURCES = Path(__file__).parent / "plugins"
TEXT = """
func.func @f() {
  "test.debug"() : () -> ()
  "test.trace"() : () -> ()
  return
}
"""


def build(language: str, folder: Path) -> Path:
    """The library of a plugin."""
    if language == "rust":
        path = plugin_path().with_name(f"libtvmlike_plugin_rust{SUFFIX}")
        if not path.exists():
            pytest.skip("the plugin in Rust is not built")
        return path
    compiler = shutil.which({"c": "cc", "cpp": "c++"}[language])
    if compiler is None:
        pytest.skip(f"there is no compiler of {language}")
    standard = {"c": "-std=c99", "cpp": "-std=c++17"}[language]
    library = folder / f"libpass_{language}{SUFFIX}"
    include = ["-I", ROOT / "ffi" / "include"]
    source = SOURCES / f"pass_{language}.{language}"
    subprocess.run(
        [compiler, standard, "-O0", "-shared", "-fPIC", *include, source, "-o", library], check=True
    )
    return library


@pytest.mark.parametrize("language", ["c", "cpp", "rust"])
def test_a_plugin_has_a_pass_and_takes_it_along(language, tmp_path):
    library = build(language, tmp_path)
    plugin = tvmlike.load_plugin(library)
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        name = f"{language}-drop"
        manager = PassManager.parse(f"builtin.module(func.func({name}),{name}{{name=test.trace}})")
        module = ir.Module.parse(TEXT)
        before = module.body.operations[0].regions[0].blocks[0].operations[0]
        manager.run(module.operation)
        assert "test." not in str(module)
        with pytest.raises(Exception, match=name):
            _ = before.name
        assert name in tvmlike.passmanager.passes()
        # The pipeline does not keep the plugin in use.
        tvmlike.unload_plugin(plugin["name"], refuse_if_held=True)
        with pytest.raises(RuntimeError, match=rf"ir.pass.{name}.* was removed"):
            manager.run(ir.Module.parse(TEXT).operation)
        with pytest.raises(ValueError, match=f"'{name}' does not refer to a registered pass"):
            PassManager.parse(f"builtin.module({name})")


@pytest.mark.parametrize("language", ["c", "cpp", "rust"])
def test_the_program_loads_plugins_with_passes(language, tmp_path):
    program = shutil.which("tvmlike-opt", path=str(Path(tvmlike.library_path()).parent))
    program = program or shutil.which("tvmlike-opt", path=sysconfig.get_path("scripts"))
    if program is None:
        pytest.skip("tvmlike-opt is not built")
    library = build(language, tmp_path)
    flags = [f"--load-pass-plugin={library}", "--allow-unregistered-dialect"]

    def opt(*more: str) -> subprocess.CompletedProcess[str]:
        command = [program, *flags, *more]
        return subprocess.run(command, input=TEXT, capture_output=True, text=True, check=False)

    done = opt(f"--{language}-drop")
    assert (done.returncode, done.stderr) == (0, "")
    assert "test.debug" not in done.stdout
    assert "test.trace" in done.stdout
    done = opt(f"--pass-pipeline=builtin.module(func.func({language}-drop{{name=test.trace}}))")
    assert "test.debug" in done.stdout
    assert "test.trace" not in done.stdout
    assert f"{language}-drop" in opt("--list-passes").stdout
    flags[0] = f"--load-pass-plugin={tmp_path / 'nothing.so'}"
    done = opt()
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot load plugin" in done.stderr
