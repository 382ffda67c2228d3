"""The command line, run as a separate program."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SUFFIX, plugin_path

import tvmlike
from tvmlike._cli import ir


@pytest.fixture
def run(tmp_path):
    """`run("list", ...)` returns (exit status, stdout, stderr) of `python -m tvmlike list ...`."""

    def run(*arguments, env=None, **more):
        done = subprocess.run(
            [sys.executable, "-m", "tvmlike", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "PYTHONIOENCODING": "utf-8",
                **(env or {}),
            },
            **more,
        )
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def plugin(testing):
    """The option that loads the testing plugin."""
    return "--plugin", str(plugin_path())


def test_version(run):
    assert run("--version") == (0, f"tvmlike {tvmlike.__version__}\n", "")


def test_config(run, tmp_path):
    folder = tvmlike.include_dir()
    assert run("config", "--includedir") == (0, f"{folder}\n", "")
    out = run("config")[1]
    assert out.startswith(f"includedir: {folder}\ncflags: -I{shlex.quote(folder)}\n")
    assert json.loads(run("config", "--cflags", "--json")[1]) == {"cflags": f"-I{shlex.quote(folder)}"}
    assert run("config", "--nonsense")[0] == 2
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        pytest.skip("there is no C compiler")
    (tmp_path / "a.c").write_text("#include <tvmlike/c_api.h>\n")
    flags = shlex.split(run("config", "--cflags")[1])
    subprocess.run([compiler, *flags, "-fsyntax-only", os.fspath(tmp_path / "a.c")], check=True)


def test_config_of_an_installation(run, tmp_path):
    # The package loads the library that lies in the lib folder of an installation for C and C++.
    prefix = tmp_path / "a prefix"
    (prefix / "cmake" / "tvmlike").mkdir(parents=True)
    for file in ("libtvmlike.so", "libtvmlike.so.0"):
        (prefix / file).symlink_to(os.path.realpath(tvmlike.library_path()))
    env = {"TVMLIKE_LIBRARY_PATH": os.fspath(prefix), "TVMLIKE_FFI": "ctypes"}
    folder = os.fspath(prefix)
    quoted = shlex.quote(folder)
    assert run("config", "--libs", env=env) == (0, f"-L{quoted} -Wl,-rpath,{quoted} -ltvmlike\n", "")
    assert run("config", "--cmakedir", env=env) == (0, f"{folder}/cmake/tvmlike\n", "")
    assert {"libs", "cmakedir"} < json.loads(run("config", "--json", env=env)[1]).keys()


def test_config_without_an_installation(run, tmp_path):
    (tmp_path / "libtvmlike.so").symlink_to(os.path.realpath(tvmlike.library_path()))
    env = {"TVMLIKE_LIBRARY_PATH": os.fspath(tmp_path), "TVMLIKE_FFI": "ctypes"}
    for option in ("--libs", "--cmakedir"):
        status, out, err = run("config", "--cflags", option, env=env)
        assert (status, out) == (1, "")
        assert f"config: {option} needs an installed package or an installation for C and C++" in err
        assert "cargo xtask install --prefix PREFIX" in err


def test_installed_plugins_are_listed_described_and_stubbed(run, plugin, tmp_path):
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "libtesting.so").symlink_to(plugin_path().resolve())
    env = {"TVMLIKE_PLUGIN_PATH": os.fspath(folder)}
    assert "testing.add3" in run("list", "testing", env=env)[1].splitlines()
    assert "testing.add3" in run("list", env=env)[1].splitlines()
    assert run("info", "testing.Point", env=env)[1].startswith("class testing.Point(")
    assert run("info", "testing.add3", env=env)[1].startswith("testing.add3(a: int")
    assert run("stubs", "testing", "-o", "stubs", env=env)[0] == 0
    assert "def add3(" in (tmp_path / "stubs" / "testing.pyi").read_text(encoding="utf-8")
    # What does not exist stays an error, and a plugin that cannot be loaded does not hide the others.
    assert run("info", "nothing.f", env=env)[0] == 1
    (folder / "libbroken.so").write_text("no library")
    assert "testing.add3" in run("list", env=env)[1].splitlines()


def test_what_a_function_requires_of_arrays(run, plugin):
    assert (
        "Array arguments: `a`: float64, contiguous; `b`: float64, contiguous."
        in run(*plugin, "info", "testing.dot_f64")[1]
    )
    assert tvmlike.testing.scale_contiguous.__doc__.endswith(
        "\n\nArray arguments: `x`: float32, contiguous, written to."
    )
    assert "Array arguments" not in tvmlike.tensor.add.__doc__


def test_list(run):
    status, out, err = run("list", "tensor")
    assert (status, err) == (0, "")
    assert out.splitlines() == ["tensor.add", "tensor.data_ptr", "tensor.fill", "tensor.shape", "tensor.sum"]
    assert run("list", "tensor.")[1] == out
    assert run("list", "tens") == (0, "", "")
    assert "registry.info" in run("list")[1].splitlines()


def test_list_as_json(run):
    names = run("list", "registry")[1].splitlines()
    assert names[:2] == ["registry.close_names", "registry.info"]
    assert json.loads(run("list", "--json", "registry")[1]) == names
    assert json.loads(run("--json", "list", "registry")[1]) == names
    record, *_ = json.loads(run("list", "--json", "--long", "registry")[1])
    assert record["name"] == "registry.close_names"
    assert record["signature"] == "(name: str) -> str"


def test_list_with_signatures(run):
    status, out, _ = run("list", "-l", "runtime")
    assert status == 0
    assert out == "runtime.version() -> str\n    Returns the version of the library.\n"


def test_info(run):
    status, out, err = run("info", "registry.list")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "registry.list(prefix: str = '') -> Array[str]"
    assert lines[2].startswith("    Returns the names under a dotted prefix")
    (source,) = [line for line in lines if line.startswith("source")]
    path, _, number = source.split()[1].rpartition(":")
    assert path.endswith("registry.rs")
    assert int(number) > 0
    assert f"({tvmlike.library_path()})" in out


def test_info_as_json(run):
    found = json.loads(run("info", "tensor.add", "--json")[1])
    assert found["name"] == "tensor.add"
    assert found["signature"] == "(a: Tensor, b: Tensor) -> Tensor"
    assert found["library"] == tvmlike.library_path()
    assert found["file"].endswith("tensor.rs")
    assert isinstance(found["line"], int)


def test_info_of_a_plugins_function(run, plugin):
    found = json.loads(run(*plugin, "info", "testing.default", "--json")[1])
    assert found["owner"] == "testing"
    assert os.path.samefile(found["library"], plugin_path())


def test_info_of_overloads(run, plugin):
    status, out, err = run(*plugin, "info", "testing_overloads.add")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        "testing_overloads.add(x: int, y: int = 1) -> int",
        "",
        "    The sum of two numbers.",
    ]
    assert "testing_overloads.add(x: float, y: float) -> float" in lines
    assert not [line for line in lines if line.startswith("record")]
    listed = run(*plugin, "list", "-l", "testing_overloads")[1].splitlines()
    assert "testing_overloads.fails(x: str) -> int" in listed
    out = run(*plugin, "info", "testing_overloads.Base")[1].splitlines()
    assert {"part(position: int) -> str", "static named(number: int) -> str"} <= set(out)
    assert run(*plugin, "call", "testing_overloads.place", "a", "line=3") == (0, "a:3 here\n", "")


def test_info_of_a_type(run, plugin):
    status, out, err = run(*plugin, "info", "testing.Counter")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "class testing.Counter(runtime.Object)"
    assert "label: str, can be set" in lines
    assert "add(by: int = 1) -> int" in lines
    found = json.loads(run(*plugin, "info", "testing.Counter", "--json")[1])
    assert (found["type_key"], found["parent"]) == ("testing.Counter", "runtime.Object")
    assert {"name": "label", "kind": "field", "writable": True} in [
        {key: one[key] for key in ("name", "kind", "writable")} for one in found["members"]
    ]


def test_info_of_an_enumeration(run, plugin):
    status, out, err = run(*plugin, "info", "testing.Color")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == ["enum testing.Color", "", "    What a light shows."]
    assert lines[lines.index("RED = 1") + 1] == "    Stop."
    assert "DARK_BLUE = -4" in lines
    found = json.loads(run(*plugin, "info", "testing.Access", "--json")[1])
    assert found["flags"] is True
    assert found["enumeration"][0] == {"name": "READ", "value": 1, "doc": "Looking."}


def test_calls_with_types_of_python(run, plugin):
    assert run(*plugin, "call", "testing.next_color", "1")[1].strip() == "<Color.GREEN: 2>"
    assert json.loads(run(*plugin, "call", "testing.next_color", "1", "--json")[1]) == 2
    assert json.loads(run(*plugin, "call", "testing.sibling", "/a/b", "--json")[1]) == "/a"
    assert json.loads(run(*plugin, "call", "testing.common", "[1, 2]", "[2]", "--json")[1]) == [2]


def test_unknown_names(run):
    status, out, err = run("info", "tensor.ad")
    assert (status, out) == (1, "")
    assert err.startswith("tvmlike: ")
    assert "'tensor.ad'" in err
    assert "tensor.add" in err
    status, _, err = run("info", "tensor")
    assert status == 1
    assert "is a namespace with 5 functions; run `tvmlike list tensor`" in err
    assert run("call", "tensor.ad")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        (["testing.add3", "1", "2", "-3"], 0),
        (["testing.add3", "1", "c=3", "b=2"], 6),
        (["testing.repeat", "ab", "2"], "abab"),
        (["testing.repeat", "12", "2"], "1212"),
        (["testing.repeat", '"12"', "2"], "1212"),
        (["testing.repeat", "s=a=b", "n=1"], "a=b"),
        (["testing.optional", "null"], -1),
        (["testing.optional"], -1),
        (["testing.bytes_len", "abc"], 3),
        (["testing.sum", "[1, 2, 3]"], 6),
        (["testing.echo", '{"a": [1, 2.5, true, null, "x"]}'], {"a": [1, 2.5, True, None, "x"]}),
        (["testing.echo", "plain text"], "plain text"),
        (["testing.echo", "[1,"], "[1,"),
        (["testing.echo", "NaN"], "nan"),
        (["testing.narrow_f32", "--", "-1e2"], -100.0),
        (["testing.dtype", "float32"], "float32"),
        (["testing.call", "registry.list", "runtime"], ["runtime.version"]),
        (["testing.nop"], None),
    ],
)
def test_calls(run, plugin, arguments, result):
    status, out, err = run(*plugin, "--json", "call", *arguments)
    assert (status, err) == (0, "")
    assert json.loads(out) == result


def test_results_as_text(run, plugin):
    assert run(*plugin, "call", "testing.repeat", "ü", "2")[:2] == (0, "üü\n")
    assert run(*plugin, "call", "testing.nop") == (0, "", "")
    assert run(*plugin, "call", "testing.echo", "[1, [2]]")[1] == "[1, [2]]\n"
    assert run(*plugin, "call", "testing.echo", '{"b": {"a": 1}}')[1] == "{'b': {'a': 1}}\n"


def test_results_without_a_json_form(run, plugin):
    assert "function" in json.loads(run(*plugin, "call", "--json", "testing.counter")[1])
    point = json.loads(run(*plugin, "call", "--json", "testing.make_point", "1", "2")[1])
    assert point["type_key"] == "testing.Point"


def test_a_terminal_without_the_characters(run, plugin):
    status, out, err = run(
        *plugin, "call", "testing.echo", "ü", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    assert (status, out, err) == (0, "\\xfc\n", "")


def test_control_characters_do_not_reach_the_terminal(capsys):
    from tvmlike._cli import main

    name = "pytest.\x1b[31mred\x07"
    tvmlike.register_func(name, lambda: "\x1b[2J")
    try:
        assert main(["list", "pytest"]) == 0
        assert capsys.readouterr().out.split() == ["pytest.\\x1b[31mred\\x07"]
        assert main(["info", "pytest.\x1b[31m"]) == 1
        assert "\x1b" not in capsys.readouterr().err
    finally:
        tvmlike.remove_global_func(name)


def test_errors_of_calls(run, plugin):
    status, out, err = run(*plugin, "call", "testing.add3", "1", "x", "3")
    assert (status, out) == (1, "")
    assert err == "tvmlike: TypeError: testing.add3: argument 2 `b`: expected i64, got str\n"
    assert "unexpected keyword argument 'd'" in run(*plugin, "call", "testing.add3", "d=1")[2]
    assert "argument 'a' was given twice" in run(*plugin, "call", "testing.add3", "a=1", "a=1")[2]
    assert run(*plugin, "call", "testing.raise", "my.Kind", "why")[2] == "tvmlike: my.Kind: why\n"


def test_arrays(run, tmp_path):
    numpy = pytest.importorskip("numpy")
    numpy.save(tmp_path / "a.npy", numpy.arange(3.0))
    status, out, err = run("call", "tensor.add", "a.npy", "b=a.npy", "-o", "sum.npy")
    assert (status, out, err) == (0, "", "")
    assert numpy.load(tmp_path / "sum.npy").tolist() == [0, 2, 4]
    assert run("call", "tensor.sum", "sum.npy")[1] == "6.0\n"
    status, out, _ = run("call", "tensor.add", "[[1, 2]]", "[[3, 4]]")
    assert out.splitlines() == ["Tensor(shape=(1, 2), dtype='int64', device='cpu:0')", "[[4 6]]"]
    found = json.loads(run("call", "--json", "tensor.add", "[1.5]", "[2.0]")[1])
    assert found == {"dtype": "float64", "shape": [1], "device": "cpu:0", "data": [3.5]}
    status, _, err = run("call", "tensor.sum", "nothing.npy")
    assert status == 1
    assert "nothing.npy" in err
    status, _, err = run("call", "tensor.sum", "[1]", "-o", "x.npy")
    assert status == 1
    assert "-o: expected an array as the result, got float" in err
    assert not (tmp_path / "x.npy").exists()


def test_an_npy_file_runs_no_code(run, tmp_path):
    numpy = pytest.importorskip("numpy")
    numpy.save(tmp_path / "a.npy", numpy.array([print], dtype=object), allow_pickle=True)
    status, _, err = run("call", "tensor.sum", "a.npy")
    assert status == 1
    assert "ValueError" in err


def test_stubs(run, tmp_path, plugin):
    status, out, err = run(*plugin, "stubs", "testing", "tensor", "-o", "typings")
    assert (status, err) == (0, "")
    assert sorted(out.split()) == [os.path.join("typings", f"{one}.pyi") for one in ("tensor", "testing")]
    assert "def add3(" in (tmp_path / "typings" / "testing.pyi").read_text(encoding="utf-8")
    assert run("stubs", "nothing_here", "-o", "typings")[0] == 1
    assert run("stubs", "tensor")[0] == 2


def test_plugins(run, plugin):
    assert run("plugins")[:2] == (0, "no plugins are loaded\n")
    assert run(*plugin, "plugins")[1].startswith("testing 1.0  ")
    (found,) = json.loads(run("plugins", *plugin, "--json")[1])
    assert found["name"] == "testing"
    assert "testing.add3" in found["functions"]


def test_a_plugin_that_cannot_be_loaded(run):
    status, out, err = run("--plugin", "nothing.so", "list")
    assert (status, out) == (1, "")
    assert "nothing.so" in err


def test_doctor(run):
    status, out, err = run("doctor")
    assert err == ""
    assert tvmlike.library_path() in out
    assert "call path" in out
    found = json.loads(run("doctor", "--json")[1])
    assert found["version"] == tvmlike.__version__
    assert found["library"] == tvmlike.library_path()
    assert found["call_path"] in ("native", "ctypes")
    assert found["python"]["executable"] == sys.executable
    folder = os.path.dirname(tvmlike.library_path())
    assert found["front_ends"] == {"tvm": folder, "dgl": folder}
    assert status == (1 if found["problems"] else 0)


def test_doctor_shows_the_call_path(run):
    assert json.loads(run("doctor", "--json", env={"TVMLIKE_FFI": "ctypes"})[1])["call_path"] == "ctypes"


def test_doctor_reports_mismatches(run, tmp_path):
    # Loading the library silently ignores a folder without it.
    status, out, _ = run("doctor", env={"TVMLIKE_LIBRARY_PATH": str(tmp_path)})
    if out:  # the library was found in another folder
        assert status == 1
        assert f"problem: TVMLIKE_LIBRARY_PATH is {str(tmp_path)!r}, but the library was loaded from" in out


def test_env(run):
    folder = os.path.dirname(tvmlike.library_path())
    status, out, err = run("env", "tvm")
    assert (status, err) == (0, "")
    assert out == f"export TVM_LIBRARY_PATH={shlex.quote(folder)}\nexport TVM_USE_RUNTIME_LIB=1\n"
    assert json.loads(run("env", "tvm", "--json")[1]) == {
        "TVM_LIBRARY_PATH": folder,
        "TVM_USE_RUNTIME_LIB": "1",
    }
    assert run("env", "dgl")[1] == f"export DGL_LIBRARY_PATH={shlex.quote(folder)}\n"
    assert json.loads(run("--json", "env", "dgl")[1]) == {"DGL_LIBRARY_PATH": folder}
    for stem in ("tvm_runtime", "dgl"):
        assert os.path.isfile(os.path.join(folder, f"lib{stem}{SUFFIX}"))


def test_env_quotes_the_folder_for_shells(run, tmp_path):
    folder = tmp_path / 'it\'s "$HOME" ü'
    folder.mkdir()
    libraries = Path(tvmlike.library_path()).parent
    for stem in ("tvmlike", "tvm_runtime", "dgl"):
        # In a wheel, libtvmlike has the name with a version, and the other one is for linkers.
        for library in libraries.glob(f"lib{stem}{SUFFIX}*"):
            shutil.copy(library, folder / library.name)
    _, out, err = run("env", "dgl", env={"TVMLIKE_LIBRARY_PATH": str(folder)})
    assert err == ""
    script = 'eval "$1"; printf %s "$DGL_LIBRARY_PATH"'
    said = subprocess.run(["sh", "-c", script, "sh", out], capture_output=True, text=True, check=True)
    assert said.stdout == str(folder)


def test_env_where_the_library_is_missing(run, tmp_path):
    # A separate package in the command's working directory that contains only libtvmlike.
    package = tmp_path / "tvmlike"
    left_out = shutil.ignore_patterns("lib", "*.so", "__pycache__")
    shutil.copytree(os.path.dirname(tvmlike.__file__), package, ignore=left_out)
    (package / "lib").mkdir()
    shutil.copy(tvmlike.library_path(), package / "lib")
    env = {"PYTHONPATH": str(tmp_path), "TVMLIKE_LIBRARY_PATH": "", "TVMLIKE_FFI": "ctypes"}
    status, out, err = run("env", "tvm", env=env)
    assert (status, out) == (1, "")
    missing = f"libtvm_runtime{SUFFIX} is not installed; searched {package / 'lib'}"
    assert err == f"tvmlike: FileNotFoundError: {missing}\n"


def test_wrong_command_lines(run):
    for arguments in ([], ["nothing"], ["info"], ["list", "--nothing"], ["call"], ["env", "mxnet"]):
        status, out, err = run(*arguments)
        assert (status, out) == (2, "")
        assert err.startswith("usage: tvmlike")
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    assert all(command in out for command in ("list", "info", "call", "stubs", "plugins", "env", "doctor"))
    assert "JSON" in run("call", "--help")[1]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_a_closed_pipe_is_no_error(run, tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tvmlike", "list", "--long"],
            stdout=writing,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            timeout=120,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 141


def test_the_console_script_is_the_same_program(capsys):
    from tvmlike._cli import main

    assert main(["list", "runtime"]) == 0
    assert capsys.readouterr().out == "runtime.version\n"
    assert main(["info", "no.such"]) == 1
    assert "no function 'no.such' is registered" in capsys.readouterr().err


def test_the_library_alone_does_not_import_the_command_line(run_python):
    status, out, err = run_python("print('argparse' in sys.modules, 'tvmlike._cli' in sys.modules)")
    assert (status, out, err) == (0, "False False\n", "")


@pytest.fixture
def opt():
    """Skips a test where the program tvmlike-opt is not built."""
    folders = [os.path.dirname(sys.executable), os.path.dirname(tvmlike.library_path())]
    if shutil.which("tvmlike-opt", path=os.pathsep.join(folders)) is None:
        pytest.skip("tvmlike-opt is not built")


@pytest.mark.usefixtures("opt")
def test_the_language_server_is_a_script(run_python):
    code = "import sys; sys.argv += ['--version']; from tvmlike._cli.lsp import main; main()"
    assert run_python(code) == (0, f"tvmlike-lsp {tvmlike.__version__}\n", "")


@pytest.mark.usefixtures("opt")
def test_the_program_takes_the_library_that_the_environment_names(tmp_path):
    program = ir.program()
    named = {**os.environ, "TVMLIKE_LIBRARY_PATH": str(tmp_path)}
    done = subprocess.run(
        [program], env=named, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"tvmlike-opt: TVMLIKE_LIBRARY_PATH: there is no libtvmlike in {tmp_path}\n"
    named["TVMLIKE_LIBRARY_PATH"] = os.path.dirname(tvmlike.library_path())
    done = subprocess.run([program, "--version"], env=named, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"tvmlike-opt {tvmlike.__version__}\n")


def test_tools_are_functions(run_python):
    code = "tvmlike.tools.opt('--version'); print(tvmlike.tools.opt('--no-such-option'))"
    status, out, err = run_python(code)
    assert (status, out) == (0, f"tvmlike-opt {tvmlike.__version__}\n1\n")
    assert "Unknown command line argument" in err
    with pytest.raises(TypeError, match=r"tools\.opt: argument 2: expected str, got int"):
        tvmlike.tools.opt("--version", 1)


@pytest.mark.usefixtures("opt")
def test_ir(run, tmp_path):
    (tmp_path / "a.mlir").write_text('module @a {\n  "app.op"() : () -> ()\n}\n')
    status, out, err = run("ir", "a.mlir")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("2 operations, 1 blocks, 1 regions, 2 levels, ")
    assert out.splitlines()[-1] == "  @a  builtin.module"
    overview = json.loads(run("ir", "a.mlir", "--json")[1])
    assert overview["operations"] == {"app": {"app.op": 1}, "builtin": {"builtin.module": 1}}
    (tmp_path / "b.mlir").write_text("module {")
    status, out, err = run("ir", "b.mlir")
    assert (status, out) == (1, "")
    assert re.match(r"b\.mlir:1:\d: error: expected operation name in quotes\n", err)
