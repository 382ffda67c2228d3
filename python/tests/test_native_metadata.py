"""Libraries with embedded signatures: bound, registered, discovered like plugins, checked by `bind`."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
import sys

import pytest

import tvmlike
from tvmlike import native

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is there on Linux")

SOURCE = """
    #include <string.h>
    double add(double a, double b) { return a + b; }
    int length(const char *text) { return (int)strlen(text); }
    struct point { double x, y; };
    double norm2(const struct point *p) { return p->x * p->x + p->y * p->y; }
    double sum4(double a, double b, double c, double d) { return a + 10 * b + 100 * c + 1000 * d; }
    int unsaid(void) { return 0; }
"""

ADD = {"name": "add", "signature": "f64(a: f64, b: f64)", "doc": "Adds two numbers."}
LENGTH = {"name": "len", "symbol": "length", "signature": "i32(text: cstr)", "release_gil": False}
NORM = {"symbol": "norm2", "signature": "f64(p: *const {x: f64, y: f64})"}
FUNCTIONS = [ADD, LENGTH, NORM]


def carrying(said):
    """Returns the source of a library with its signatures in an exported string."""
    literal = json.dumps(json.dumps(said))
    return f"{SOURCE}\nconst char tvmlike_signatures[] = {literal};"


def said(*functions, namespace="ptmeta"):
    return {"namespace": namespace, "functions": list(functions)}


@pytest.fixture(autouse=True)
def nothing_stays():
    assert not tvmlike.list_global_func_names("ptmeta")
    yield
    assert not tvmlike.list_global_func_names("ptmeta"), "the test leaves names behind"


def test_embedded_signatures_are_bound_and_registered(compiled):
    with native.open(compiled("carries", carrying(said(*FUNCTIONS)))) as library:
        assert library.namespace == "ptmeta"
        assert list(library) == ["add", "len", "norm2"]
        assert list(library.registered) == ["ptmeta.add", "ptmeta.len", "ptmeta.norm2"]
        ptmeta = tvmlike.ptmeta
        assert ptmeta.add(1.0, b=2.0) == 3.0
        assert ptmeta.len("four") == 4
        assert ptmeta.norm2({"x": 3.0, "y": 4.0}) == 25.0
        assert library.add is ptmeta.add
        origin = f"A C function of {library.path}: f64(a: f64, b: f64)"
        assert ptmeta.add.__doc__ == f"Adds two numbers.\n\n{origin}"
        assert str(inspect.signature(ptmeta.add)) == "(a: float, b: float) -> float"
        with pytest.raises(TypeError, match=r"ptmeta\.add: argument 2 `b`: expected f64, got str"):
            ptmeta.add(1.0, "2")
        info = json.loads(tvmlike.get_global_func("registry.info")("ptmeta.len"))
        assert info["owner"] == library.path
        kept = ptmeta.add
    assert not tvmlike.list_global_func_names("ptmeta")
    assert kept(2.0, 3.0) == 5.0
    with pytest.raises(AttributeError, match="no attribute 'add'"):
        ptmeta.add


@pytest.mark.parametrize("way", ["a section", "a pointer"])
def test_other_forms_of_embedded_signatures(compiled, tmp_path, way):
    text = json.dumps(said(ADD))
    if way == "a pointer":
        path = compiled("points", f"{SOURCE}\nconst char *tvmlike_signatures = {json.dumps(text)};")
    else:
        if shutil.which("objcopy") is None:
            pytest.skip("there is no objcopy")
        plain, path = compiled("plain", SOURCE), tmp_path / "libwith.so"
        (tmp_path / "sigs.json").write_text(text)
        section = f"--add-section=.tvmlike.signatures={tmp_path / 'sigs.json'}"
        subprocess.run(["objcopy", section, plain, path], check=True)
    assert json.loads(native.signatures_of(os.fspath(path))) == said(ADD)
    with native.open(path):
        assert tvmlike.ptmeta.add(1.0, 2.0) == 3.0


def test_signatures_as_an_argument(compiled, tmp_path):
    path = compiled("given", carrying(said({**ADD, "symbol": "add", "name": "other"})))
    file = tmp_path / "sigs.json"
    file.write_text(json.dumps(said(ADD)))
    for given in (said(ADD), json.dumps(said(ADD)), file, os.fspath(file)):
        with native.open(path, signatures=given) as library:
            assert list(library.registered) == ["ptmeta.add"]
    with native.open(path, namespace="ptmeta.sub") as library:
        assert list(library.registered) == ["ptmeta.sub.other"]
    # Without a namespace: bound by symbol and not registered.
    library = native.open(path, signatures={"add": "f64(f64, f64)", "length": "i32(cstr)"})
    assert (library.namespace, list(library.registered), library.length("three")) == (None, [], 5)
    assert native.signatures_of(os.fspath(compiled("says_nothing", SOURCE))) is None


def test_several_openings_of_one_library(compiled):
    path = compiled("twice", carrying(said(ADD)))
    with native.open(path), native.open(path, namespace="ptmeta.second"):
        assert tvmlike.ptmeta.add(1.0, 2.0) == tvmlike.ptmeta.second.add(1.0, 2.0) == 3.0
        with pytest.raises(ValueError, match=r'"ptmeta.add" is already registered'):
            native.open(path)


def test_closing_keeps_functions_that_have_replaced_its_own(compiled):
    library = native.open(compiled("replaced", carrying(said(*FUNCTIONS))))
    tvmlike.register_func("ptmeta.add", lambda a, b: a - b, override=True)
    assert list(library.registered) == ["ptmeta.len", "ptmeta.norm2"]
    library.close()
    assert tvmlike.list_global_func_names("ptmeta") == ["ptmeta.add"]
    tvmlike.remove_global_func("ptmeta.add")


@pytest.mark.parametrize(
    ("signatures", "error", "message"),
    [
        (
            said(ADD, {**LENGTH, "symbol": "lenght"}),
            AttributeError,
            "no symbol `lenght`; close to it: `length`",
        ),
        (
            said(ADD, {**LENGTH, "signature": "i32(txt)"}),
            ValueError,
            "`length`: C signature:1:5: unknown type `txt`",
        ),
        (said(ADD, ADD), ValueError, 'duplicate function name "add"'),
        (said(ADD, {**LENGTH, "docs": "?"}), ValueError, 'functions[1] `len`: unknown key "docs"'),
        (said(ADD, {"name": "x"}), ValueError, 'functions[1] `x` has no "signature"'),
        (said(ADD, {**LENGTH, "name": "x" * 5000}), ValueError, "must not exceed 1024 bytes"),
        (said(ADD, {**LENGTH, "convention": "ciface"}), ValueError, 'the convention "ciface" does not apply'),
        (said(ADD, {**LENGTH, "abi": {"a": ["f64"], "r": ["i32"]}}), (TypeError, ValueError), "ptmeta.len"),
        (said(ADD, {**LENGTH, "abi": 3}), ValueError, '"abi" must be a record'),
        ('{"functions": ', ValueError, "signatures: invalid JSON"),
        ('{"functions": ' + "[" * 10_000, ValueError, "signatures: invalid JSON: recursion limit"),
        ("{}", ValueError, 'signatures: expected a list "functions"'),
        (said(ADD, {**LENGTH, "name": "a b"}), ValueError, '"name" must be components separated by dots'),
        (said(ADD, {**LENGTH, "name": "a..b"}), ValueError, '"name" must be components separated by dots'),
    ],
)
def test_all_or_nothing(compiled, signatures, error, message):
    path = compiled("refused", SOURCE)
    with pytest.raises(error) as caught:
        native.open(path, signatures=signatures)
    assert str(caught.value).startswith(f"native.open: {path}")
    assert message in str(caught.value)
    assert not tvmlike.list_global_func_names("ptmeta")


@pytest.mark.parametrize("namespace", ["a b", "..", ".a", "a.", "a\nb", "\0"])
def test_an_unreachable_namespace_is_an_error(compiled, namespace):
    path = compiled("reach", SOURCE)
    names = tvmlike.list_global_func_names()
    with pytest.raises(
        ValueError, match=r"native\.open: argument 2 `namespace` must be components separated by dots"
    ):
        native.open(path, namespace, signatures=said(ADD))
    with pytest.raises(ValueError, match='signatures: "namespace" must be components separated by dots'):
        native.open(path, signatures={"namespace": namespace, "functions": [ADD]})
    assert tvmlike.list_global_func_names() == names


def test_a_name_that_is_taken_changes_nothing(compiled, name):
    taken = "pttaken.norm2"
    tvmlike.register_func(taken, lambda: "mine")
    try:
        with pytest.raises(ValueError, match=f'"{taken}" is already registered'):
            native.open(compiled("taken", SOURCE), "pttaken", signatures=said(*FUNCTIONS))
        assert tvmlike.list_global_func_names("pttaken") == [taken]
        assert tvmlike.get_global_func(taken)() == "mine"
    finally:
        tvmlike.remove_global_func(taken)


def test_a_namespace_needs_signatures(compiled):
    with pytest.raises(ValueError, match='nothing to register under "ptmeta"'):
        native.open(compiled("silent", SOURCE), "ptmeta")


def test_a_function_abi_record_in_the_metadata_is_attached(compiled):
    record = {
        "a": [
            ["named", "pair", ["slist", "f64", "f64"]],
            ["named", "more", ["sdict", ["x", "f64"], ["y", "f64"]]],
        ],
        "r": ["f64"],
    }
    entry = {
        "name": "sum",
        "symbol": "sum4",
        "signature": "f64(f64, f64, f64, f64)",
        "doc": "Sums.",
        "abi": record,
    }
    with native.open(compiled("in_front", SOURCE), signatures=said(entry)):
        assert tvmlike.ptmeta.sum([1.0, 2.0], {"y": 4.0, "x": 3.0}) == 4321.0
        assert tvmlike.ptmeta.sum(more={"x": 3.0, "y": 4.0}, pair=[1.0, 2.0]) == 4321.0
        assert tvmlike.ptmeta.sum.__doc__ == "Sums."


# What is found.


@pytest.fixture
def run(tmp_path):
    """Runs a program, or the command line, in an interpreter that finds libraries in these folders."""

    def run(program, *arguments, path=(), folder=None):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        env["TVMLIKE_PLUGIN_PATH"] = os.pathsep.join(map(os.fspath, path))
        if not path:
            del env["TVMLIKE_PLUGIN_PATH"]
        what = ["-m", "tvmlike"] if program is None else ["-c", program]
        command = [sys.executable, *what, *map(os.fspath, arguments)]
        return subprocess.run(
            command, capture_output=True, text=True, env=env, cwd=folder or tmp_path, timeout=300
        )

    return run


def printed(done):
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "use",
    [
        "import tvmlike.ptmeta as m; print(m.add(1.0, 2.0))",
        "from tvmlike.ptmeta import add; print(add(1.0, 2.0))",
        "import tvmlike; print(tvmlike.ptmeta.add(1.0, 2.0))",
        "import tvmlike; print(tvmlike.get_global_func('ptmeta.add')(1.0, 2.0))",
        "import tvmlike; print(tvmlike.load_plugins() and tvmlike.ptmeta.add(1.0, 2.0))",
    ],
)
def test_compiled_code_is_imported(compiled, run, use):
    path = compiled("ptmeta", carrying({"functions": [ADD]}))
    assert printed(run(use, path=[path])) == ["3.0"]
    assert printed(run(use, path=[path.parent])) == ["3.0"]


def test_an_installed_package_brings_compiled_code(compiled, run, tmp_path):
    path = compiled("kernels", carrying(said(ADD)))
    about = tmp_path / "some_kernels-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: some-kernels\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text("[tvmlike.plugins]\nptmeta = some_kernels:LIBRARY\n")
    (tmp_path / "some_kernels.py").write_text(f"LIBRARY = {os.fspath(path)!r}\n")
    program = f"import sys; sys.path.insert(0, {os.fspath(tmp_path)!r})\n"
    program += "import tvmlike.ptmeta as m; print(m.add(1.0, 2.0))"
    assert printed(run(program)) == ["3.0"]


def test_it_is_opened_once_and_not_again_when_it_was_closed(compiled, run):
    path = compiled("ptmeta", carrying(said(*FUNCTIONS)))
    program = """
import tvmlike
from tvmlike import native
(loaded,) = tvmlike.load_plugins()
print(loaded["name"], loaded["state"], [*loaded["functions"]])
print(tvmlike.load_plugins())
library = native._registered[__import__("os").path.realpath(loaded["path"])]
library.close()
print(hasattr(tvmlike, "ptmeta"))
print([*tvmlike.load_plugins()[0]["functions"]], tvmlike.ptmeta.len("ab"))
"""
    names = "['ptmeta.add', 'ptmeta.len', 'ptmeta.norm2']"
    assert printed(run(program, path=[path])) == [f"ptmeta loaded {names}", "[]", "False", f"{names} 2"]


def test_the_error_of_a_library_that_cannot_be_opened(compiled, run):
    path = compiled("ptmeta", carrying(said({**ADD, "symbol": "ad"})))
    done = run("import tvmlike.ptmeta", path=[path])
    assert done.returncode == 1
    assert "has no symbol `ad`; close to it: `add`" in done.stderr.splitlines()[-1]


def test_doctor_checks_installed_libraries(compiled, run):
    good = compiled("ptmeta", carrying({"functions": [ADD]}))
    bad = compiled("ptbad", carrying({"functions": [{**ADD, "symbol": "ad"}]}))
    done = run(None, "doctor", path=[good, bad])
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert any(f"ptmeta: TVMLIKE_PLUGIN_PATH ('{good}'), {good}" in line for line in lines)
    (problem,) = (line for line in lines if line.startswith("problem: "))
    assert "ptbad" in problem
    assert "has no symbol `ad`" in problem


# The command line.


@pytest.fixture
def sigs(tmp_path):
    def write(content):
        path = tmp_path / "sigs.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


def test_bind_checks_and_writes_stubs(compiled, run, sigs, tmp_path):
    path, file = compiled("checked", SOURCE), sigs(said(*FUNCTIONS))
    lines = printed(run(None, "bind", path, file, "--stubs", tmp_path / "typings"))
    assert lines[:3] == [
        "ptmeta.add    add     ok  f64(a: f64, b: f64)",
        "ptmeta.len    length  ok  i32(text: cstr)",
        "ptmeta.norm2  norm2   ok  f64(p: *const {x: f64, y: f64})",
    ]
    assert "exported, without a signature: sum4, unsaid" in lines
    assert lines[-1] == f"  objcopy --add-section .tvmlike.signatures={file} {path}"
    stub = (tmp_path / "typings" / "ptmeta.pyi").read_text()
    assert "def add(a: FloatLike, b: FloatLike) -> float:\n" in stub
    assert '"""Adds two numbers."""' in stub


def test_bind_reports_all_errors(compiled, run, sigs):
    path = compiled("wrong", SOURCE)
    bad = said({**ADD, "symbol": "ad"}, LENGTH, {**NORM, "signature": "f64(p)"}, "f")
    done = run(None, "bind", path, sigs(bad))
    assert done.returncode == 1
    assert [line.split()[2] for line in done.stdout.splitlines()[:4]] == ["wrong", "ok", "wrong", "wrong"]
    # The lines below a message show the place in its text.
    problems = [line for line in done.stderr.splitlines() if not line.startswith("  ")]
    assert len(problems) == 3
    assert "has no symbol `ad`; close to it: `add`" in problems[0]
    assert "unknown type `p`" in problems[1]
    assert "functions[0] is not an object" in problems[2]


def test_bind_with_embedded_signatures(compiled, run):
    path = compiled("carried", carrying(said(ADD)))
    shown = json.loads("\n".join(printed(run(None, "bind", path.name, "--json", folder=path.parent))))
    assert (shown["namespace"], shown["stubs"]) == ("ptmeta", [])
    assert shown["functions"] == [
        {"name": "add", "symbol": "add", "signature": "f64(a: f64, b: f64)", "problem": None}
    ]
    lines = printed(run(None, "bind", path, "--namespace", "pother"))
    assert lines[0].startswith("pother.add ")
    lines = printed(run(None, "--plugin", path, "call", "ptmeta.add", "1", "2"))
    assert lines == ["3.0"]


@pytest.mark.parametrize(
    ("content", "arguments", "said"),
    [
        ("{", [], "bind: invalid JSON"),
        ("[]", [], 'expected a JSON object with a list "functions"'),
        ({"functions": [ADD, ADD]}, [], 'duplicate function name "add"'),
        ({"functions": [ADD], "more": 1}, [], 'unknown key "more"'),
        ({"functions": [ADD]}, ["--stubs"], "--stubs needs a namespace; pass --namespace"),
    ],
)
def test_bind_rejects_bad_arguments(compiled, run, sigs, content, arguments, said):
    done = run(None, "bind", compiled("refuses", SOURCE), sigs(content), *arguments)
    assert done.returncode == 1
    assert said in done.stderr


def test_bind_reports_unreadable_files(compiled, run, sigs, tmp_path):
    path = compiled("unread", SOURCE)
    odd = {"functions": [{"symbol": ["x"], "signature": "i32()"}, {"name": {}, "signature": 3}, None, ADD]}
    done = run(None, "bind", path, sigs(odd))
    lines = done.stdout.splitlines()[:4]
    assert [" wrong " in line for line in lines] == [True, True, True, False]
    problems = done.stderr.splitlines()
    assert len(problems) == 3
    assert '"symbol" must be text, got ["x"]' in problems[0]
    done = run(None, "bind", path, sigs({"namespace": 3, "functions": [ADD]}))
    assert done.returncode == 1
    assert '"namespace" must be text, got 3' in done.stderr
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    done = run(None, "bind", path, tmp_path / "bytes.json")
    assert done.returncode == 1
    assert f"bind: {tmp_path / 'bytes.json'} is not UTF-8 text" in done.stderr


def test_bind_needs_signatures(compiled, run):
    done = run(None, "bind", compiled("silent", SOURCE))
    assert (done.returncode, done.stdout) == (1, "")
    assert "contains no signatures; pass a JSON file with them" in done.stderr
