"""Type stubs: what is written, that type checkers accept it, and that they understand calls by it."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from recorded import register_recorded

import tvmlike
from tvmlike import stubs

PACKAGE = Path(tvmlike.__file__).parent


@pytest.fixture
def functions():
    """Registers functions with records under names, removed afterwards."""
    names = []

    def register(**records):
        for name, record in records.items():
            dotted = name.replace("__", ".")
            register_recorded(dotted, record)
            names.append(dotted)

    yield register
    for name in names:
        tvmlike.remove_global_func(name)


@pytest.fixture
def mypy(tmp_path):
    """Checks files by mypy --strict; gives the lines of its report."""
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")

    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    places = [str(tmp_path)]
    if PACKAGE.parent.name != "site-packages":
        # mypy finds by itself what is installed, and refuses to be told of it.
        places.append(str(PACKAGE.parent))

    def check(*files):
        done = subprocess.run(
            [*command, "--cache-dir", str(tmp_path / "cache"), *map(str, files)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "MYPYPATH": os.pathsep.join(places)},
            timeout=600,
        )
        assert done.stderr == ""
        report = done.stdout.replace(str(tmp_path) + os.sep, "")
        return report.replace("builtins.", "").splitlines()

    return check


def params(*pairs, **more):
    return {"a": [["named", name, kind] for name, kind in pairs], **more}


ODD = {
    "ptstub__list": params(("items", ["py_homogeneous_list", "i64"]), r=[["py_homogeneous_list", "str"]]),
    "ptstub__str": params(("x", "str"), ("y", ["optional", "str"]), r=["str"], defaults={"y": None}),
    "ptstub__int": params(("x", "i64"), r=["i64"], defaults={"x": 3}),
    "ptstub__Tensor": params(("t", ["ndarray", "f32", None]), r=[["ndarray", "f32", None]]),
    "ptstub__raise": params(("x", "i64")),
    "ptstub__with a space": params(),
    "ptstub__no_record": {"doc": "Takes what comes."},
    "ptstub__lambda_": params(("lambda", "f64"), r=["i1"], defaults={"lambda": "inf"}),
    "ptstub__rest": params(("f", "function"), variadic=True, r=["function"]),
    "ptstub__unnamed": {"a": ["i64", ["named", "b", "bytes"]], "r": [None]},
    "ptstub__text": params(("a", "str"), ("b", "str"), r=[], defaults={"a": 'say "hi"\\', "b": "it's\n"}),
    "ptstub__wide": params(*((f"parameter_number_{n}", "f64") for n in range(8)), r=["f64"]),
    "ptstub__odd_docs": params(doc='A quote: """x"""\n\nAnd:\n\n    a \\ and \x00\x0c"', r=["unknown"]),
    "ptstub__sub__f": params(("d", ["dict", "str", ["stuple", "i64", "f64"]]), r=[["dict", "str", "f64"]]),
    "ptstub__sub__deep__g": params(r=[["object", "ptstub.Nothing"]]),
    "ptstub__class__f": params(),
}


def test_the_packages_own_stubs_are_those_of_its_functions():
    info = tvmlike.get_global_func("registry.info")
    built_in = {
        name.partition(".")[0]
        for name in tvmlike.list_global_func_names()
        if json.loads(info(name))["owner"].startswith("libtvmlike.")
    }
    assert built_in >= {"array", "plugin", "registry", "runtime", "tensor"}
    folder = PACKAGE / "_functions"
    for namespace in sorted(built_in):
        for path, text in stubs.texts([namespace]).items():
            shipped = (folder / path).read_text(encoding="utf-8")
            assert shipped == text, f"update it: tvmlike stubs {namespace} -o {folder}"
        # A .pyi beside a .py would hide it.
        modules = [(PACKAGE / f"{namespace}{suffix}").exists() for suffix in (".py", ".pyi")]
        assert sum(modules) == 1, f"one module must import the stub of {namespace}"


def test_the_text_of_a_stub(functions):
    functions(
        ptstubs__add=params(("a", "f64"), ("b", "f64"), r=["f64"], defaults={"b": 1.5}, doc="Adds."),
        ptstubs__plain={},
    )
    assert stubs.texts(["ptstubs"]) == {
        "ptstubs.pyi": (
            "# Written by `tvmlike stubs`: what is registered under `ptstubs.`\n"
            "# ruff: noqa\n"
            "\n"
            "from tvmlike import PackedFunc\n"
            "from tvmlike.typing import FloatLike\n"
            "\n"
            "def add(a: FloatLike, b: FloatLike = 1.5) -> float:\n"
            '    """Adds."""\n'
            "\n"
            "plain: PackedFunc\n"
        )
    }


def test_the_words_of_native_signatures(functions):
    point, row = ["struct", ["x", "f64"], ["y", "i32"]], ["struct", [None, "f64"], [None, "i32"]]
    functions(
        ptnative__move=params(("by", point), ("to", ["optional", point]), ("n", "index"), r=[point]),
        ptnative__take=params(("row", row), r=[row]),
        ptnative__find=params(r=["index"]),
        ptnative__sort=params(("items", "ptr"), ("compare", "ptr"), r=[]),
    )
    text = stubs.texts(["ptnative"])["ptnative.pyi"]
    assert "    by: Mapping[str, Any] | Sequence[Any],\n" in text
    assert "    to: Mapping[str, Any] | Sequence[Any] | None,\n" in text
    assert "    n: IntLike,\n) -> Map[str, Any]: ...\n" in text
    assert "def take(row: Sequence[Any]) -> Array[Any]: ...\n" in text
    assert "def find() -> int: ...\n" in text
    # An array and a closure are pointers to C.
    assert "    compare: c_void_p | ArrayLike | Object | None,\n) -> None: ...\n" in text
    move = inspect.signature(tvmlike.get_global_func("ptnative.move"))
    assert str(move) == "(by: Map[str, Any], to: Map[str, Any] | None, n: int) -> Map[str, Any]"


def test_sub_namespaces_become_packages(functions):
    functions(**ODD)
    files = stubs.texts(["ptstub"])
    assert list(files) == ["ptstub/__init__.pyi", "ptstub/sub/__init__.pyi", "ptstub/sub/deep.pyi"]
    assert "from . import sub as sub\n" in files["ptstub/__init__.pyi"]
    assert list(stubs.texts(["ptstub.sub.deep"])) == [
        "ptstub/__init__.pyi",
        "ptstub/sub/__init__.pyi",
        "ptstub/sub/deep.pyi",
    ]


def test_the_same_registry_gives_the_same_text(functions, testing):
    functions(**ODD)
    first = stubs.texts(["ptstub", "testing", "tensor"])
    assert list(stubs.texts(["tensor", "testing", "ptstub", "tensor"]).items()) == list(first.items())
    for text in first.values():
        ast.parse(text)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


def test_names_that_are_not_pythons_are_noted(functions):
    functions(**ODD)
    text = stubs.texts(["ptstub"])["ptstub/__init__.pyi"]
    assert "# 'raise' is not a Python identifier; use getattr(module, 'raise')" in text
    assert "def lambda_(lambda_: FloatLike = ...) -> bool: ..." in text


def test_docs_come_out_as_they_are(functions):
    functions(**ODD)
    tree = ast.parse(stubs.texts(["ptstub"])["ptstub/__init__.pyi"])
    docs = {node.name: ast.get_docstring(node) for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert docs["odd_docs"] == 'A quote: """x"""\n\nAnd:\n\n    a \\ and   "'


def test_an_empty_namespace_is_an_error():
    with pytest.raises(ValueError, match=r"stubs: nothing is registered under the namespace 'ptnothing'"):
        stubs.texts(["tensor", "ptnothing"])
    with pytest.raises(ValueError, match=r"namespace ''"):
        stubs.texts([""])
    with pytest.raises(ValueError, match=r"namespace 'tensor\.add'"):
        stubs.texts(["tensor.add"])


def test_a_stub_package_says_that_it_is_partial(tmp_path, functions):
    functions(ptstubs__f=params())
    written = stubs.write(["ptstubs"], tmp_path / "tvmlike-stubs")
    assert sorted(os.path.relpath(path, tmp_path) for path in written) == [
        os.path.join("tvmlike-stubs", "ptstubs.pyi"),
        os.path.join("tvmlike-stubs", "py.typed"),
    ]
    assert (tmp_path / "tvmlike-stubs" / "py.typed").read_text() == "partial\n"


def test_mypy_accepts_every_stub(tmp_path, mypy, functions, testing):
    functions(**ODD)
    files = stubs.write(["ptstub", "testing", "tensor", "registry"], tmp_path)
    assert mypy(*files)[-1].startswith("Success")


def test_mypy_understands_calls(tmp_path, mypy, testing):
    stubs.write(["testing"], tmp_path)
    (tmp_path / "user.py").write_text(
        "import testing\n"
        "reveal_type(testing.add3(1, 2, c=3))\n"
        "reveal_type(testing.default(1))\n"
        "reveal_type(testing.sum([1, 2]))\n"
        "testing.add3(1, 2)\n"
        "testing.add3(1, 2, 'x')\n"
        "testing.add3(1, 2, 3, d=4)\n"
        "testing.nothing()\n"
        "testing.call(print, 1, 'two', None)\n"
        "testing.keyword_only(1, c=3)\n"
        "testing.keyword_only(1, 2, 3)\n"
    )
    report = mypy("user.py")
    assert [line.partition(": ")[2] for line in report[:3]] == ['note: Revealed type is "int"'] * 3
    assert [line.split(":")[1] for line in report if ": error: " in line] == ["5", "6", "7", "8", "11"]


def test_mypy_understands_overloads(tmp_path, mypy, testing):
    stubs.write(["testing_overloads"], tmp_path)
    (tmp_path / "user.py").write_text(
        "import testing_overloads as overloads\n"
        "reveal_type(overloads.add(1, 2))\n"
        "reveal_type(overloads.add('a', y='b'))\n"
        "reveal_type(overloads.add(1.5, 2))\n"
        "reveal_type(overloads.place('a', from_=3, to=4))\n"
        "reveal_type(overloads.Base(1).part(1))\n"
        "reveal_type(overloads.Base(text='a').part())\n"
        "reveal_type(overloads.Base.named(3))\n"
        "overloads.add('a', 1)\n"
        "overloads.place('a', line=3, to=4)\n"
        "overloads.Base(None)\n"
    )
    report = mypy("user.py")
    shown = [line.split('"')[1] for line in report if "Revealed" in line]
    assert shown == ["int", "str", "float", "str", "str", "testing_overloads.Base", "str"]
    errors = [line.split(":")[1] for line in report if ": error: " in line]
    assert errors == ["9", "10", "11"]


def test_mypy_understands_classes(tmp_path, mypy, testing):
    stubs.write(["testing"], tmp_path)
    (tmp_path / "user.py").write_text(
        "import testing\n"
        "counter = testing.Counter(label='c')\n"
        "reveal_type(counter.label)\n"
        "counter.label = 'd'\n"
        "reveal_type(counter.add(by=3))\n"
        "reveal_type(testing.Counter.further(counter, counter).itself())\n"
        "reveal_type(testing.make_point(1, 2).x)\n"
        "reveal_type(testing.Point3(1, 2, z=3).moved(1).distance(testing.Point()))\n"
        "reveal_type(counter < counter)\n"
        "testing.Counter(step='x')\n"
        "counter.step = 3\n"
        "counter.add('x')\n"
        "testing.point_sum(testing.Point())\n"
        "testing.point_x(testing.Point3())\n"
        "counter.type_key.upper()\n"
        "reveal_type(testing.Evens(3)[0])\n"
        "reveal_type(testing.Evens(3)[1:])\n"
        "reveal_type([even for even in testing.Evens(3)])\n"
        "reveal_type(testing.Squares().get(3))\n"
        "reveal_type(list(testing.Table().items()))\n"
        "testing.Evens(3)['a']\n"
        "testing.Table()['a'] = 1\n"
    )
    report = mypy("user.py")
    shown = [line.split('"')[1] for line in report if "Revealed" in line]
    assert shown[:6] == ["str", "int", "testing.Counter", "float", "float", "bool"]
    assert [one.replace("builtins.", "") for one in shown[6:]] == [
        "int",
        "list[int]",
        "list[int]",
        "int | None",
        "list[tuple[str, Any]]",
    ]
    assert [line.split(":")[1] for line in report if ": error: " in line] == ["10", "11", "12", "13", "21"]


def test_mypy_understands_the_packages_own_functions(tmp_path, mypy):
    (tmp_path / "user.py").write_text(
        "import array as bytes_array\n"
        "import tvmlike.trace\n"
        "from tvmlike import runtime\n"
        "from tvmlike.tensor import fill\n"
        "t = tvmlike.zeros([2])\n"
        "reveal_type(tvmlike.tensor.add(t, b=t))\n"
        "reveal_type(runtime.version())\n"
        "reveal_type(tvmlike.registry.list('a')[0])\n"
        "reveal_type(tvmlike.registry.list_global_func_names())\n"
        "reveal_type(tvmlike.plugin.load('x')['name'])\n"
        "reveal_type(tvmlike.trace.start())\n"
        "fill(t, 1)\n"
        "fill(t, 'x')\n"
        "tvmlike.tensor.add(t)\n"
        "tvmlike.anything.at_all(1)\n"
    )
    report = mypy("user.py")
    shown = [line.split('"')[1] for line in report if "Revealed" in line]
    assert shown == ["tvmlike.tensor.Tensor", "str", "str", "list[str]", "Any", "str | None"]
    assert [line.split(":")[1] for line in report if ": error: " in line] == ["13", "14"]


def test_arrays_of_every_library_are_accepted(tmp_path, mypy):
    pytest.importorskip("numpy")
    (tmp_path / "user.py").write_text(
        "import array\n"
        "import numpy as np\n"
        "import tvmlike\n"
        "tvmlike.tensor.fill(array.array('d', [1.0]), 1)\n"
        "a = np.ones(3, np.float32)\n"
        "tvmlike.tensor.fill(a, np.float32(2))\n"
        "tvmlike.tensor.fill(a, np.int64(2))\n"
        "tvmlike.tensor.add(a, tvmlike.zeros([3]))\n"
        "tvmlike.tensor.add(a, 3)\n"
    )
    report = mypy("user.py")
    assert [line.split(":")[1] for line in report if ": error: " in line] == ["9"]


def test_the_names_of_tvmlike_typing_are_there_at_run_time():
    from tvmlike import typing

    assert all(hasattr(typing, name) for name in typing.__all__)
