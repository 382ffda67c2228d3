"""Passes of plugins in C, C++ and Rust, with patterns and conversions."""

from __future__ import annotations

import functools
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
  "test.a"() : () -> ()
  "test.b"() : () -> ()
  return
}
"""
REWRITTEN = """
func.func @f(%a: i32, %i: index) -> (i32, index) {
  %0 = arith.addi %a, %a : i32
  %1 = "test.twice"(%i) : (index) -> index
  return %0, %1 : i32, index
}
"""


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    """Returns the library of a plugin, which is compiled once."""
    folder = tmp_path_factory.mktemp("plugins")
    return functools.cache(lambda language: compiled(language, folder))


def compiled(language: str, folder: Path) -> Path:
    if language == "rust":
        path = plugin_path().with_name(f"libtvmlike_pass_rust{SUFFIX}")
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
def test_a_plugin_has_a_pass_and_takes_it_along(build, language):
    library = build(language)
    plugin = tvmlike.load_plugin(library)
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        name = f"{language}-drop"
        manager = PassManager.parse(
            f"builtin.module(func.func({name}),{name}{{also=test.trace,test.b name=test.a}})"
        )
        assert str(manager).endswith(f"{name}{{also={{test.trace,test.b}} name=test.a}})")
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
def test_a_plugin_has_a_pattern_and_a_conversion(build, language):
    plugin = tvmlike.load_plugin(build(language))
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        module = ir.Module.parse(REWRITTEN)
        add = module.body.operations[0].regions[0].blocks[0].operations[0]
        twice = module.body.operations[0].regions[0].blocks[0].operations[1]
        PassManager.parse(f"builtin.module({language}-rewrite)").run(module.operation)
        assert "%0 = arith.muli %arg0, %arg0 : i32" in str(module)
        with pytest.raises(Exception, match=r"`arith.addi` was erased by pattern for arith.addi"):
            _ = add.name
        PassManager.parse(f"builtin.module({language}-convert)").run(module.operation)
        text = str(module)
        assert "%0 = arith.index_cast %arg1 : index to i64" in text
        assert "%2 = arith.addi %0, %0 : i64" in text
        assert "%3 = arith.index_cast %2 : i64 to index" in text
        assert "return %1, %3 : i32, index" in text
        with pytest.raises(Exception, match=rf"`test.twice` was erased by {language}-convert"):
            _ = twice.name
        # The operand of the pattern is not an index: no function of the plugin makes the cast.
        module = ir.Module.parse('%0 = "test.make"() : () -> i8  "test.twice"(%0) : (i8) -> i8')
        before = str(module)
        with pytest.raises(ir.MLIRError, match=r"failed to legalize operation 'test.twice'"):
            PassManager.parse(f"builtin.module({language}-convert)").run(module.operation)
        assert str(module) == before
    tvmlike.unload_plugin(plugin["name"], refuse_if_held=True)


@pytest.mark.parametrize("language", ["c", "cpp", "rust"])
def test_the_program_loads_plugins_with_passes(build, language, tmp_path):
    program = shutil.which("tvmlike-opt", path=str(Path(tvmlike.library_path()).parent))
    program = program or shutil.which("tvmlike-opt", path=sysconfig.get_path("scripts"))
    if program is None:
        pytest.skip("tvmlike-opt is not built")
    library = build(language)
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


def test_a_plugin_asks_analyses(build):
    plugin = tvmlike.load_plugin(build("cpp"))
    seen = []
    tvmlike.register_func("test.analyzed", lambda *found: seen.append(found), override=True)
    try:
        with ir.Context():
            module = ir.Module.parse("""
                func.func @f(%a: i32) -> i32 {
                  %c10 = arith.constant 10 : i32
                  %0 = arith.remui %a, %c10 : i32
                  return %0 : i32
                }""")
            PassManager.parse("builtin.module(cpp-analyze)").run(module.operation)
    finally:
        tvmlike.remove_global_func("test.analyzed")
        tvmlike.unload_plugin(plugin["name"])
    assert seen == [(1, 9, tvmlike.analysis.AliasResult.MUST_ALIAS)]
