"""Annotations of functions as types, and the signatures of registered Python functions."""

from __future__ import annotations

import functools
import inspect
import pathlib
import typing
from typing import Any, Optional

import pytest
from recorded import register_recorded

import tvmlike


def named(*pairs):
    return [["named", name, kind] for name, kind in pairs]


def test_the_annotations_are_those_of_the_signature(testing):
    function = testing.defaults3
    expected = {"a": int, "b": int, "c": float, "d": Optional[str], "return": str}
    assert function.__annotations__ == expected
    assert typing.get_type_hints(function) == expected
    assert [*expected][:-1] == [*inspect.signature(function).parameters]
    assert testing.nop.__annotations__ == {"return": None}
    assert typing.get_type_hints(testing.nop) == {"return": type(None)}


def test_the_class_keeps_its_own_annotations(testing):
    own = tvmlike.PackedFunc.__annotations__
    assert "_name" in own
    # Reading those of the class does not change those of a function.
    assert testing.nop.__annotations__ == {"return": None}
    own_hints = type(testing.nop).__annotations__
    assert own_hints is own or own_hints == {}


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        ("unknown", Any),
        ("i1", bool),
        ("u64", int),
        ("bytes", bytes),
        ("path", pathlib.Path),
        ("shape", tvmlike.Shape),
        ("dtype", tvmlike.DataType),
        ("function", tvmlike.PackedFunc),
        (["ndarray", "f32", None], tvmlike.Tensor),
        (["optional", "str"], Optional[str]),
        (["union", "i64", "str", None], typing.Union[int, str, None]),
        (["py_homogeneous_list", "i64"], tvmlike.Array[int]),
        (["list", ["enum", "testing.no_such"]], list[int]),
        (["dict", "str", ["py_homogeneous_list", "f64"]], tvmlike.Map[str, tvmlike.Array[float]]),
        (["stuple", "path", "i64"], tuple[pathlib.Path, int]),
        (["object", "testing.no_such"], tvmlike.Object),
        (["object", "list"], list),
        (["object", "no name!"], tvmlike.Object),
        (["record", "testing.Place", "", ["x", "f64"]], dict[str, Any]),
        (["optional", ["record", "testing.Place", ""]], Optional[dict[str, Any]]),
        (["a word of tomorrow", 3], Any),
        ({"odd": 1}, Any),
        ([], Any),
        (7, Any),
    ],
)
def test_type_records_as_types(name, kind, hint):
    function = register_recorded(name, {"a": named(("x", kind)), "r": [kind]})
    assert function.__annotations__ == {"x": hint, "return": hint}
    assert typing.get_type_hints(function) == {"x": hint, "return": hint}


def test_classes_and_enumerations(testing, name):
    function = register_recorded(
        name, {"a": named(("p", ["object", "testing.Point"]), ("c", ["enum", "testing.Color"])), "r": []}
    )
    assert function.__annotations__ == {"p": testing.Point, "c": testing.Color, "return": None}


def test_members_of_classes(testing):
    point = testing.Point(1.0, 2.0)
    hints = {"dx": float, "dy": float, "return": testing.Point}
    assert typing.get_type_hints(point.moved) == typing.get_type_hints(testing.Point.moved) == hints
    static = inspect.getattr_static(testing.Point, "middle")
    assert isinstance(static, staticmethod)
    assert typing.get_type_hints(static.__func__)["return"] is testing.Point
    assert static.__doc__ == static.__func__.__doc__


def test_classes_are_made_without_annotations(run_python):
    program = "testing.Point(1.0, 2.0).moved(1.0); print('tvmlike._hints' in sys.modules)"
    status, out, err = run_python(program)
    assert (status, out.strip(), err) == (0, "False", "")


def test_no_record_means_no_annotations(testing, name):
    assert testing.counter().__annotations__ == {}
    tvmlike.register_func(name, dict.get)  # a function of C may have no signature
    assert tvmlike.get_global_func(name).__annotations__.get("return") in (None, Any)
    freed = tvmlike.PackedFunc(len)
    freed._free()
    assert freed.__annotations__ == {}


def test_functools_wraps(testing):
    @functools.wraps(testing.defaults3)
    def wrapper(*args, **keywords):
        return testing.defaults3(*args, **keywords)

    assert wrapper.__name__ == "defaults3"
    assert inspect.signature(wrapper) == inspect.signature(testing.defaults3)
    assert typing.get_type_hints(wrapper)["c"] is float
    assert wrapper(1, d="x") == '1 2 0.5 Some("x")'


def registered(name, function):
    tvmlike.register_func(name, function)
    return tvmlike.get_global_func(name)


def test_a_registered_function_keeps_names_types_and_defaults(name):
    def scale(x: float, factor: int = 2, *, label: str = "x", shift: Any = None) -> str:
        """Scales."""
        return f"{label}={x * factor}{shift or ''}"

    function = registered(name, scale)
    text = "(x: float, factor: int = 2, *, label: str = 'x', shift: Any = None) -> str"
    assert str(inspect.signature(function)) == text
    assert function.__doc__ == "Scales."
    assert typing.get_type_hints(function)["factor"] is int
    assert function(1.5) == "x=3.0"
    assert function(x=1.5, factor=4) == "x=6.0"
    assert function(factor=4, x=1.5, shift="!") == "x=6.0!"
    assert function(1.5, label="y") == "y=3.0"
    assert function(1.5, 2, shift="?", label="z") == "z=3.0?"
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'fctor'. Did you mean 'factor'"):
        function(1.0, fctor=2)
    with pytest.raises(TypeError, match=r"takes from 1 to 2 positional arguments but 3 were given"):
        function(1.0, 2, "label")


def test_what_a_caller_leaves_out_keeps_the_default_of_python(name):
    thing = object()

    def last_two(a, b=thing, c=(1, 2), /, d=thing, e=None):
        return [a, b is thing, c == (1, 2), d is thing, e]

    function = registered(name, last_two)
    assert function(1, e=5) == [1, True, True, True, 5]
    assert function(1, 2, e=5) == [1, False, True, True, 5]
    assert function(1, 2, 3, d=4) == [1, False, False, False, None]
    # Callers may use all names, because the arguments are put in order before Python's function is called.
    assert function(c=3, a=1) == [1, True, False, True, None]
    assert (
        str(inspect.signature(function))
        == "(a: Any, b: Any = ..., c: Any = ..., d: Any = ..., e: Any = None) -> Any"
    )


def test_functions_with_any_number_of_arguments(name):
    def total(first, second=2, third=3, *rest, scale=1):
        return [first, second, third, *rest, scale]

    function = registered(name, total)
    assert function(1) == [1, 2, 3, 1]
    assert function(1, third=9) == [1, 2, 9, 1]
    assert function(1, 2, 3, 4, 5) == [1, 2, 3, 4, 5, 1]
    with pytest.raises(TypeError, match="unexpected keyword argument 'scale'"):
        function(1, scale=2)


@pytest.mark.parametrize("default", [2**70, float("inf"), float("nan"), "\ud800", b"x", [1], print])
def test_defaults_that_json_cannot_express(name, default):
    def keep(a, x=default, *, y=default):
        return x is default and y is default

    function = registered(name, keep)
    assert str(inspect.signature(function)) == "(a: Any, x: Any = ..., *, y: Any = ...) -> Any"
    assert function(1) is True
    assert function(a=1, y=3) is False


def test_methods_partials_classes_and_callables_of_c(name):
    class Adder:
        def __init__(self, start: int = 1) -> None:
            self.start = start

        def add(self, x: int, y: int = 0) -> int:
            return self.start + x + y

    assert registered(name, Adder(5).add)(y=2, x=1) == 8
    tvmlike.register_func(name, functools.partial(Adder(5).add, y=10), override=True)
    assert tvmlike.get_global_func(name)(1) == 16
    tvmlike.register_func(name, Adder, override=True)
    assert tvmlike.get_global_func(name)(start=3).start == 3
    tvmlike.register_func(name, divmod, override=True)
    assert list(tvmlike.get_global_func(name)(7, 2)) == [3, 1]
    tvmlike.register_func(name, max, override=True)
    assert tvmlike.get_global_func(name)(7, 9) == 9


def test_a_signature_that_raises_is_none(name):
    class Odd:
        __name__ = "odd"

        @property
        def __signature__(self):
            raise RuntimeError("no")

        def __call__(self, *args):
            return len(args)

    assert registered(name, Odd())(1, 2, 3) == 3


def test_errors_of_a_registered_function_stay_its_own(name):
    class Mine(Exception):
        pass

    error = Mine("x")

    def fails(a=1, b=2, *, c=3):
        raise error

    with pytest.raises(Mine) as caught:
        registered(name, fails)(c=1)
    assert caught.value is error


def test_native_callers_pass_by_position(testing, name):
    def join(a: str, b: str = "b", *, c: str = "c") -> str:
        return a + b + c

    function = registered(name, join)
    assert testing.call(function, "1") == "1bc"
    with pytest.raises(TypeError, match="takes from 1 to 2 positional arguments but 3 were given"):
        function("1", "2", "3")
