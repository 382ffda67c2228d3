"""Names, docs and signatures of functions, and the tools that read them."""

from __future__ import annotations

import copy
import doctest
import functools
import inspect
import pickle
import pydoc
import rlcompleter
import sys
import types

import pytest
from recorded import register_recorded

import tvmlike
from tvmlike import stubs


@pytest.fixture
def recorded(name):
    """Registers a function with a record under the test's name."""
    return lambda record: register_recorded(name, record)


def named(*pairs):
    return [["named", name, kind] for name, kind in pairs]


def test_names(testing):
    add3 = testing.add3
    assert (add3.__name__, add3.__qualname__, add3.__module__) == ("add3", "testing.add3", "tvmlike.testing")
    counter = testing.counter()
    assert (counter.__name__, counter.__qualname__) == ("PackedFunc", "PackedFunc")
    assert counter.__module__ == tvmlike.PackedFunc.__module__


def test_a_function_outside_any_namespace():
    tvmlike.register_func("pytestplain", lambda: 1)
    try:
        plain = tvmlike.get_global_func("pytestplain")
        assert (plain.__name__, plain.__qualname__, plain.__module__) == (
            "pytestplain",
            "pytestplain",
            "tvmlike",
        )
    finally:
        tvmlike.remove_global_func("pytestplain")


def test_the_class_keeps_its_own_names(testing):
    cls = tvmlike.PackedFunc
    assert (cls.__name__, cls.__qualname__) == ("PackedFunc", "PackedFunc")
    assert isinstance(cls.__module__, str)
    assert cls.__module__.startswith("tvmlike")
    assert pickle.loads(pickle.dumps(cls)) is cls
    assert "PackedFunc" in repr(cls)


def test_the_signature_is_that_of_the_record(testing):
    signature = inspect.signature(testing.default)
    assert str(signature) == "(a: int, b: int = 2) -> int"
    a, b = signature.parameters.values()
    assert (a.kind, b.kind) == (a.POSITIONAL_OR_KEYWORD, a.POSITIONAL_OR_KEYWORD)
    assert (a.default, b.default) == (inspect.Parameter.empty, 2)
    assert (a.annotation, signature.return_annotation) == ("int", "int")
    assert str(inspect.signature(testing.nop)) == "() -> None"
    assert str(inspect.signature(testing.optional)) == "(x: int | None = None) -> int"
    assert str(inspect.signature(testing.call)) == "(f: PackedFunc, *args) -> Any"
    assert str(inspect.signature(tvmlike.registry.list)) == "(prefix: str = '') -> Array[str]"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("unknown", "Any"),
        (None, "None"),
        ("i1", "bool"),
        ("u64", "int"),
        ("i8", "int"),
        ("f32", "float"),
        ("bytes", "bytes"),
        ("ptr", "c_void_p"),
        ("dtype", "DataType"),
        ("shape", "Shape"),
        ("device", "Device"),
        ("function", "PackedFunc"),
        (["ndarray", "f32", None], "Tensor"),
        (["writable", ["contiguous", ["ndarray", "f32", None]]], "Tensor"),
        (["optional", "str"], "str | None"),
        (["optional", "unknown"], "Any"),
        (["optional", ["optional", "i64"]], "int | None"),
        (["py_homogeneous_list", "i64"], "Array[int]"),
        (["stuple", "i64", "i32"], "Array[int]"),
        (["stuple", "i64", "str"], "Array[Any]"),
        (["dict", "str", ["py_homogeneous_list", "f64"]], "Map[str, Array[float]]"),
        (["object", "testing.Point"], "testing.Point"),
        (["object", "runtime.Error"], "BaseException"),
        (["object", "no name!"], "Object"),
        ("a word of tomorrow", "Any"),
        (["a word of tomorrow", 3], "Any"),
        ([], "Any"),
        (7, "Any"),
        ({"odd": 1}, "Any"),
        (["optional"], "Any"),
        (["object"], "Any"),
    ],
)
def test_type_records_as_annotations(recorded, kind, text):
    function = recorded({"a": named(("x", kind)), "r": [kind]})
    signature = inspect.signature(function)
    assert signature.parameters["x"].annotation == text
    assert signature.return_annotation == text
    compile(str(signature.return_annotation), "annotation", "eval")


@pytest.mark.parametrize(
    ("kind", "default", "text"),
    [
        ("f64", "inf", "(x: float = inf)"),
        ("f64", "NaN", "(x: float = nan)"),
        ("i64", 3, "(x: int = 3)"),
        ("i1", True, "(x: bool = True)"),
        ("str", "", "(x: str = '')"),
        (["optional", "str"], "a", "(x: str | None = 'a')"),
        (["optional", "str"], None, "(x: str | None = None)"),
        ("shape", "Shape[2, 3]", "(x: Shape = Shape[2, 3])"),
        ("dtype", "float32", "(x: DataType = 'float32')"),
    ],
)
def test_defaults(recorded, kind, default, text):
    function = recorded({"a": named(("x", kind)), "r": [], "defaults": {"x": default}})
    assert str(inspect.signature(function)) == f"{text} -> None"


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ({"a": named(("lambda", "i64"), ("b", "i64"))}, "(lambda_: int, b: int)"),
        ({"a": ["i64", ["named", "b", "i64"]]}, "(arg0: int, /, b: int)"),
        ({"a": [["named", "a", "i64"], "i64"]}, "(a: int, arg1: int, /)"),
        ({"a": named(("a", "i64"), ("a", "str"))}, "(a: int, arg1: str, /)"),
        ({"a": named(("arg1", "i64"), ("not a name", "str"))}, "(arg1: int, _arg1: str, /)"),
        ({"a": named(("args", "i64")), "variadic": True}, "(args: int, *_args)"),
        ({"a": named(("a", "i64"), ("b", "i64")), "defaults": {"a": 1}}, "(a: int, b: int)"),
        ({"a": [3, None, []]}, "(arg0: Any, arg1: None, arg2: Any, /)"),
        ({"a": "odd", "doc": 3}, "(*args)"),
        ({"a": [], "defaults": []}, "()"),
        ("no JSON", "(*args)"),
        ("[1]", "(*args)"),
        ({}, "(*args)"),
    ],
)
def test_records_of_other_producers(recorded, record, text):
    function = recorded(record)
    assert str(inspect.signature(function)).replace(" -> Any", "") == text
    pydoc.render_doc(function)


def test_without_a_record_arguments_are_positional(testing):
    for function in (testing.counter(), tvmlike.PackedFunc(print)):
        (parameter,) = inspect.signature(function).parameters.values()
        assert parameter.kind is parameter.VAR_POSITIONAL
        assert function.__doc__ is None


def test_help(testing):
    text = pydoc.plain(pydoc.render_doc(testing.default))
    assert "default(a: int, b: int = 2) -> int" in text
    assert "`a * 10 + b`" in text
    assert inspect.getdoc(testing.default) == "`a * 10 + b`"
    assert inspect.isroutine(testing.default)
    assert pydoc.plain(pydoc.render_doc(testing.counter()))


def test_help_of_a_namespace_lists_its_functions(testing):
    text = pydoc.plain(pydoc.render_doc(testing))
    assert "default(a: int, b: int = 2) -> int" in text
    assert "The sum of three ints." in text


def test_doctest_passes_by(testing):
    module = types.ModuleType("pytest_doctest")
    module.add3 = testing.add3
    module.__test__ = {}
    assert [one for one in doctest.DocTestFinder().find(module) if one.examples] == []


def test_wrapping(testing):
    @functools.wraps(testing.default)
    def wrapper(*args, **keywords):
        return testing.default(*args, **keywords)

    assert wrapper.__wrapped__ == testing.default
    assert (wrapper.__name__, wrapper.__qualname__) == ("default", "testing.default")
    assert wrapper.__module__ == "tvmlike.testing"
    assert wrapper.__doc__ == "`a * 10 + b`"
    assert str(inspect.signature(wrapper)) == "(a: int, b: int = 2) -> int"
    assert wrapper(1, b=3) == 13


def test_partial_and_cache(testing):
    partial = functools.partial(testing.default, b=5)
    assert partial(1) == 15
    assert str(inspect.signature(partial)) == "(a: int, *, b: int = 5) -> int"
    assert functools.lru_cache(testing.default)(2) == 22


def test_a_function_in_a_class_body_takes_no_self(testing):
    class Namespace:
        add3 = testing.add3

    assert Namespace().add3(1, 2, 3) == Namespace.add3(1, 2, 3) == 6


def test_missing_attributes_are_errors(testing):
    with pytest.raises(AttributeError, match=r"'PackedFunc' object has no attribute 'nothing'"):
        testing.add3.nothing
    assert not hasattr(testing.add3, "__wrapped__")
    assert copy.copy(testing.add3) == testing.add3


def test_completion(testing):
    completer = rlcompleter.Completer({"tvmlike": tvmlike, "testing": testing})

    def complete(text):
        found = []
        while (one := completer.complete(text, len(found))) is not None:
            found.append(one)
        return found

    assert any(one.startswith("testing.add3(") for one in complete("testing.ad"))
    assert any(one.startswith("tvmlike.testing") for one in complete("tvmlike.test"))
    assert any(one.startswith("tvmlike.tensor.add(") for one in complete("tvmlike.tensor.a"))
    assert "testing.add3.__signature__" in complete("testing.add3.__sig")
    assert {"add3", "default"} <= set(dir(testing))
    assert {"__call__", "__doc__", "__signature__", "type_key"} <= set(dir(testing.add3))


def test_namespaces_are_imported(run_python):
    status, out, err = run_python(
        """
        import tvmlike.runtime
        import tvmlike.testing as again
        from tvmlike.testing import add3
        print(tvmlike.runtime.version() == tvmlike.__version__, again is testing, add3(1, 2, 3))
        tvmlike.register_func("ptimport.sub.f", lambda: "f")
        import tvmlike.ptimport.sub
        print(tvmlike.ptimport.sub.f(), tvmlike.ptimport.sub is sys.modules["tvmlike.ptimport.sub"])
        for name in ("tvmlike.nothing", "tvmlike.testing.add3", "tvmlike.__x__"):
            try:
                __import__(name)
            except ImportError as error:
                print(error)
        """
    )
    assert err == ""
    assert status == 0
    assert out.splitlines() == [
        "True True 6",
        "f True",
        "No module named 'tvmlike.nothing'",
        "No module named 'tvmlike.testing.add3'",
        "No module named 'tvmlike.__x__'",
    ]


def test_a_file_of_the_package_comes_before_a_namespace(run_python):
    status, out, err = run_python(
        """
        tvmlike.register_func("typing.f", lambda: 1)
        print("ArrayLike" in dir(tvmlike.typing))
        from tvmlike.typing import ArrayLike
        print(tvmlike.get_global_func("typing.f")())
        """
    )
    assert (status, out, err) == (0, "True\n1\n", "")


def test_looking_at_a_signature_imports_nothing_before_it_is_asked_for(run_python):
    status, out, err = run_python("print('inspect' in sys.modules, 'tvmlike._annotations' in sys.modules)")
    assert (status, out, err) == (0, "False False\n", "")
    assert "inspect" in sys.modules


@pytest.mark.parametrize(
    "record",
    [
        {"overloads": 3},
        {"overloads": [3]},
        {"overloads": [{}]},
        {"overloads": [{"a": 3}]},
        {"a": 3},
        {"a": [None, 3, [], ["named"], {"named": 1}]},
        {"a": named(("x", "i64")), "defaults": 3},
        {"a": named(("x", "i64")), "keyword_only": 3},
        {"a": named(("x", "i64")), "r": 3},
        {"doc": 3},
        {"variadic": 3, "a": None},
    ],
    ids=str,
)
def test_a_malformed_record_is_ignored(recorded, record):
    f = recorded(record)
    assert f(1) == [1]
    with pytest.raises(OverflowError, match=r"argument 1"):
        f(2**70)
    try:
        f(x=1)
    except TypeError as error:
        assert str(error).startswith(f"{f.__qualname__}()")
    assert isinstance(inspect.signature(f), inspect.Signature)
    assert f.__doc__ is None or isinstance(f.__doc__, str)
    assert pydoc.render_doc(f)
    assert stubs.texts([f.__qualname__.partition(".")[0]])
