"""Keyword-only parameters: Python's rules, in Python's words."""

from __future__ import annotations

import inspect
import pydoc
import re

import pytest
from recorded import register_recorded

import tvmlike


def like(a, b=2, *, c, d=4):
    return [a, b, c, d]


def words(error):
    return re.sub(r"^.*?\(\) ", "", str(error.value))


def test_by_name(testing):
    assert testing.keyword_only(1, c=3) == [1, 2, 3, 4]
    assert testing.keyword_only(1, 9, c=3, d=5) == [1, 9, 3, 5]
    assert testing.keyword_only(d=5, c=3, a=1) == [1, 2, 3, 5]
    assert testing.only_by_name() == "here"
    assert testing.only_by_name(place="there") == "there"


def test_errors_equal_those_of_python(testing):
    for args, keywords in [
        ((1, 2, 3), {}),
        ((1, 2, 3, 4), {}),
        ((1, 2, 3), {"c": 3}),
        ((1, 2, 3), {"c": 3, "d": 4}),
        ((1, 2, 3), {"b": 3}),
        ((1,), {}),
        ((), {"c": 1}),
        ((1,), {"d": 1}),
        ((1, 2), {"a": 1, "c": 1}),
    ]:
        with pytest.raises(TypeError) as expected:
            like(*args, **keywords)
        for _ in range(2):
            with pytest.raises(TypeError) as caught:
                testing.keyword_only(*args, **keywords)
            if keywords or len(args) > 2:
                assert words(caught) == words(expected)
    with pytest.raises(
        TypeError, match=r"^testing\.only_by_name\(\) takes 0 positional arguments but 1 was given$"
    ):
        testing.only_by_name("there")


def test_a_missing_required_keyword_is_an_error(testing):
    with pytest.raises(TypeError, match="`c` is missing"):
        testing.keyword_only(1)
    with pytest.raises(TypeError, match="`a` is missing"):
        testing.keyword_only()


def test_signature_and_help(testing):
    expected = "(a: int, b: int = 2, *, c: int, d: int = 4) -> Array[int]"
    assert str(inspect.signature(testing.keyword_only)) == expected
    assert expected in pydoc.render_doc(testing.keyword_only, renderer=pydoc.plaintext)
    assert str(inspect.signature(testing.Box)) == "(width: int, *, height: int = 1) -> None"
    assert str(inspect.signature(testing.Box.scaled)).startswith("(self, by: int, *, deep: bool)")


def test_members(testing):
    box = testing.Box(2, height=3)
    assert (box.width, box.height) == (2, 3)
    assert (testing.Box(2).height, testing.Box(width=2).width) == (1, 2)
    larger = box.scaled(2, deep=True)
    assert (larger.width, larger.height) == (4, 6)
    assert testing.Box.square(side=5).height == 5

    class Box:
        def __init__(self, width, *, height=1): ...
        def scaled(self, by, *, deep): ...
        @staticmethod
        def square(*, side): ...

    for call in [
        lambda cls: cls(1, 2),
        lambda cls: cls(1, 2, height=3),
        lambda cls: cls(1).scaled(1, True),
        lambda cls: cls.scaled(cls(1), 1, True, False),
        lambda cls: cls(1).scaled(by=2),
        lambda cls: cls.square(1),
    ]:
        with pytest.raises(TypeError) as expected:
            call(Box)
        with pytest.raises(TypeError) as caught:
            call(testing.Box)
        assert words(caught) == words(expected)


def test_a_handle_and_its_name_agree(testing):
    f = testing.keyword_only
    with pytest.raises(TypeError, match="takes from 1 to 2 positional arguments but 3 were given"):
        f(1, 2, 3)
    assert f(1, 2, c=3) == [1, 2, 3, 4]
    assert tvmlike.get_global_func("testing.keyword_only")(1, c=1) == [1, 2, 1, 4]


def test_a_record_given_as_text(name):
    record = {
        "a": [["named", one, "unknown"] for one in "abc"],
        "keyword_only": ["c"],
        "defaults": {"c": 3},
        "r": ["unknown"],
    }
    f = register_recorded(name, record)
    assert f(1, 2) == [1, 2]
    assert f(1, 2, c=5) == [1, 2, 5]
    with pytest.raises(TypeError, match="takes 2 positional arguments but 3 were given"):
        f(1, 2, 3)


@pytest.mark.parametrize(
    "odd",
    [{"keyword_only": 7}, {"keyword_only": ["zzz", 3, None]}, {"keyword_only": ["b"], "variadic": True}],
)
def test_odd_records_leave_parameters_as_they_are(name, odd):
    record = {"a": [["named", one, "unknown"] for one in "ab"], "r": ["unknown"], **odd}
    f = register_recorded(name, record)
    assert f(1, 2) == [1, 2]
    assert f(1, b=2) == [1, 2]
    assert "*," not in str(inspect.signature(f))


def test_overloads_count_arguments_by_position():
    by_name = {"a": [["named", "a", "i64"], ["named", "b", "i64"]], "keyword_only": ["b"], "r": ["i64"]}
    records = [by_name, {"a": [["named", "text", "str"]], "r": ["str"]}]
    f = register_recorded("ptkeyword.overloads", {"overloads": records})
    try:
        assert f(1) == [1]
        with pytest.raises(TypeError) as caught:
            f(1, 2)
        assert words(caught) == "takes 1 positional argument but 2 were given"
    finally:
        tvmlike.remove_global_func("ptkeyword.overloads")
