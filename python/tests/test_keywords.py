"""Keyword arguments: Python's rules, in Python's words, with the functions' names."""

from __future__ import annotations

import re
from itertools import islice, permutations

import pytest
from recorded import register_recorded

import tvmlike


@pytest.fixture
def f(name):
    """A function `f(a, b, c)` that returns its arguments as a list."""
    record = {"a": [["named", one, "unknown"] for one in "abc"], "r": ["unknown"]}
    return register_recorded(name, record)


def words(error):
    """Returns the error message without the function's name."""
    return re.sub(r"^.*?\(\) ", "", str(error.value))


def test_any_order(testing):
    assert testing.repeat(s="ab", n=2) == "abab"
    assert testing.repeat(n=2, s="ab") == "abab"
    assert testing.repeat("ab", n=2) == "abab"
    assert tvmlike.registry.list(prefix="runtime") == ["runtime.version"]


def test_values_of_every_kind_by_name(f):
    array = tvmlike.zeros([2])
    assert f(c=1.5, b="text of some length", a=[1, 2]) == [[1, 2], "text of some length", 1.5]
    assert f(1, c=None, b=array)[1].same_as(array)
    assert f(1, 2, c=lambda: 3)[2]() == 3


def test_errors_equal_those_of_python(f):
    def like(a, b, c): ...

    for args, keywords in [
        ((), {"a": 1}),
        ((), {"a": 1, "b": 2}),
        ((1,), {"a": 2}),
        ((1, 2, 3), {"c": 4}),
        ((1,), {"zzz": 2}),
    ]:
        with pytest.raises(TypeError) as expected:
            like(*args, **keywords)
        with pytest.raises(TypeError) as caught:
            f(*args, **keywords)
        assert words(caught) == words(expected)
        assert str(caught.value).startswith(f"{f.__qualname__}() ")


def test_all_missing_are_named(f):
    with pytest.raises(TypeError, match=r"missing 2 required positional arguments: 'b' and 'c'$"):
        f(a=1)
    four = [["named", one, "unknown"] for one in "abcd"]
    g = register_recorded("pytest.keywords.four", {"a": four})
    try:
        with pytest.raises(TypeError, match=r"missing 3 required positional arguments: 'a', 'b', and 'c'$"):
            g(d=1)
    finally:
        tvmlike.remove_global_func("pytest.keywords.four")


def test_keyword_names_with_destructors(run_python):
    # Only the call's tuple of names refers to the names; freeing them runs code during the call.
    program = """
        class Name(str):
            __slots__ = ()

        class Calls(Name):
            def __del__(self):
                for _ in range(20):
                    assert f(**{Name("a"): 1, Name("b"): 2}) == "1 2 0.5 None"

        f = testing.defaults3
        assert f(a=1, b=2) == "1 2 0.5 None", f(a=1, b=2)
        for _ in range(100):
            assert f(**{Calls("a"): 1, Calls("b"): 3}) == "1 3 0.5 None"
            assert f(**{Calls("a"): 1, Calls("c"): 3.0}) == "1 2 3 None"
        print("done")
    """
    assert run_python(program) == (0, "done\n", "")


def test_a_misspelt_keyword_suggests_the_right_one(testing):
    with pytest.raises(
        TypeError,
        match=r"^testing\.raise_with_cause\(\) got an unexpected keyword argument 'x'$",
    ):
        testing.raise_with_cause(x=1)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'prefx'\. Did you mean 'prefix'\?$"):
        tvmlike.registry.list(prefx="a")


def test_too_many(name):
    # A parameter without a name takes no keyword, so only the number of arguments is wrong.
    f = register_recorded(name, {"a": [["named", "a", "i64"], ["named", "b", "i64"]], "defaults": {"b": 1}})
    with pytest.raises(TypeError, match=r"got multiple values for argument 'a'"):
        f(1, 2, 3, a=4)


def test_wrong_values_are_named_as_in_a_positional_call(testing):
    with pytest.raises(TypeError, match=r"testing\.repeat: argument 2 `n`: expected u16, got str"):
        testing.repeat(n="x", s="ab")
    with pytest.raises(OverflowError, match=r"testing\.add3: argument 2 `b`"):
        testing.add3(1, c=3, b=2**64)


def test_defaults(testing):
    assert testing.default(a=1) == 12
    assert testing.default(1, b=3) == 13
    assert testing.default(b=3, a=1) == 13
    assert testing.optional(x=None) == -1
    assert testing.optional(x=4) == 4


def test_a_gap_takes_the_default(testing):
    whole = testing.defaults3(1, 2, 0.5)
    assert testing.defaults3(1, c=0.5) == whole
    assert testing.defaults3(c=0.5, a=1) == whole
    assert testing.defaults3(1, c=1.5) == testing.defaults3(1, 2, 1.5) != whole
    assert testing.defaults3(1, d="x") == testing.defaults3(1, 2, 0.5, "x")
    assert testing.defaults3(1, d=None) == whole


def test_arguments_after_the_parameters(testing):
    seen = testing.call(lambda *args: list(args), 1, 2)
    assert seen == [1, 2]
    assert testing.call(f=lambda: 5) == 5
    with pytest.raises(TypeError, match=r"multiple values for argument 'f'"):
        testing.call(print, 1, f=print)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'args'"):
        testing.call(print, args=1)


def test_without_a_record_there_are_no_names(testing):
    for function in (testing.counter(), tvmlike.PackedFunc(print)):
        with pytest.raises(TypeError, match=r"PackedFunc\(\) takes no keyword arguments"):
            function(x=1)


def test_empty_keywords_equal_none(testing):
    none: dict[str, object] = {}
    assert testing.counter()(**none) == 0


def test_a_keyword_that_is_reserved_in_python(name):
    f = register_recorded(name, {"a": [["named", "from", "unknown"], ["named", "b", "unknown"]]})
    assert f(b=1, from_=2) == [2, 1]
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'from'\. Did you mean 'from_'\?"):
        f(1, **{"from": 2})


def test_parameters_without_a_name_are_positional(name):
    f = register_recorded(name, {"a": ["i64", ["named", "b", "unknown"]]})
    assert f(1, b=2) == [1, 2]
    with pytest.raises(TypeError, match="some positional-only arguments passed as keyword arguments: 'arg0'"):
        f(arg0=1, b=2)


def test_names_follow_the_registry(name):
    a = register_recorded(name, {"a": [["named", "a", "unknown"]]})
    assert a(a=1) == [1]
    tvmlike.remove_global_func(name)
    b = register_recorded(name, {"a": [["named", "b", "unknown"]]})
    assert b(b=2) == [2]
    with pytest.raises(TypeError, match="takes no keyword arguments"):
        a(a=1)
    assert a(1) == [1]


def test_the_function_and_its_arguments_are_released(testing):
    import gc
    import weakref

    class Callable:
        def __call__(self, *args): ...

    callable_ = Callable()
    gone = weakref.ref(callable_)
    testing.call(f=callable_)
    with pytest.raises(TypeError):
        testing.call(f=callable_, g=1)
    del callable_
    gc.collect()
    assert gone() is None


def test_one_argument_of_one(name):
    f = register_recorded(name, {"a": [["named", "a", "unknown"]]})
    assert f(a=(1, 2)) == [[1, 2]]


def test_every_order(name):
    f = register_recorded(name, {"a": [["named", f"p{n}", "unknown"] for n in range(8)]})
    values = {f"p{n}": n for n in range(8)}
    for names in islice(permutations(values), 6000):
        assert f(**{one: values[one] for one in names}) == list(range(8))


def test_the_object_of_a_constructor_has_a_name_too(testing):
    with pytest.raises(TypeError, match=r"^Point\.__init__\(\) got multiple values for argument 'self'$"):
        testing.Point(1.0, self=2.0)
    with pytest.raises(TypeError, match=r"got an unexpected keyword argument 'zzz'$"):
        testing.Point(zzz=1.0, self=2.0)
