"""Overloaded functions: selection by position and keyword, errors, and help."""

from __future__ import annotations

import enum
import inspect
import pydoc
from pathlib import Path

import pytest

import tvmlike


@pytest.fixture
def space(testing):
    return tvmlike.testing_overloads


class Other(enum.IntEnum):
    LOW = 1


def refused(call, *args, **keywords):
    with pytest.raises(TypeError) as caught:
        call(*args, **keywords)
    return str(caught.value).splitlines()


def test_the_overload_for_the_kinds_of_the_arguments_is_called(space):
    assert space.add(1) == 2
    assert space.add(1, 2) == 3
    assert space.add("a", "b") == "ab"
    assert space.add(1.5, 2.5) == 4.0
    answers = {True: "bool", 3: "u8", 2.5: "float", "a": "path", (1, 2): "floats", ("a",): "texts"}
    for value, expected in answers.items():
        assert space.kind(value) == expected, value


def test_numbers_convert_where_no_overload_has_their_kinds(space):
    assert space.add(1, 2.5) == 3.5
    assert space.add(1.5, 2) == 3.5
    assert space.add(True, 2) == 3


def test_the_first_overload_whose_class_accepts_the_object_is_called(space):
    assert space.kind(space.Derived()) == "derived"
    assert space.kind(space.Base("a")) == "base"


def test_a_conversion_error_does_not_try_another_overload(space):
    with pytest.raises(OverflowError, match="300 is out of range for u8"):
        space.kind(300)


def test_arguments_that_no_overload_takes(space):
    assert refused(space.add, "a", 1) == [
        "testing_overloads.add: no overload takes (str, int)",
        "  add(x: i64, y: i64 = …): argument 1 `x`: expected i64, got str",
        "  add(x: str, y: str): argument 2 `y`: expected str, got int",
        "  add(x: f64, y: f64): argument 1 `x`: expected f64, got str",
    ]
    assert refused(space.add)[1] == (
        "  add(x: i64, y: i64 = …): expected 1 to 2 arguments, got 0: argument 1 `x` is missing"
    )
    assert len(refused(space.add, 1, 2, 3)) == 4
    assert len(refused(space.kind, None)) == 9


def test_keywords_choose_among_the_overloads_that_have_them(space):
    assert space.place("a", 3) == "a:3 here"
    assert space.place("a", 3, 4) == "a:3-4 there"
    assert space.place("a", line=3) == "a:3 here"
    assert space.place(line=3, file="a", note="x") == "a:3 x"
    assert space.place("a", to=4, from_=3) == "a:3-4 there"
    assert space.place("a", 3, note="x") == "a:3 x"
    keywords = {"file": "b", "line": 1}
    for _ in range(3):
        # In the order that the earlier call has cached.
        assert space.place("a", to=4, from_=3, note="x") == "a:3-4 x"
        assert space.place(**dict(keywords)) == "b:1 here"


def test_names_stand_in_another_place_in_each_overload(space):
    assert space.turned(a=1, b=2.5) == space.turned(1, 2.5) == "first 1 2.5"
    assert space.turned(b=2.5, a=1) == "first 1 2.5"
    assert space.turned(a=1, b=2) == "first 1 2.0"
    assert space.turned(1.5, a=2) == space.turned(1.5, 2) == "second 1.5 2"


def test_keywords_that_no_overload_takes(space):
    assert refused(space.place, file="a", lin=3) == [
        "testing_overloads.place() got an unexpected keyword argument 'lin'. Did you mean 'line'?"
    ]
    assert refused(space.place, "a", 3, file="b")[1:] == [
        "  place(file: str, line: i64, note: str = …): argument 1 `file` is given twice",
        "  place(file: str, from: i64, to: i64, note: str = …): argument 1 `file` is given twice",
    ]
    assert refused(space.place, "a", line=3, to=4) == [
        "testing_overloads.place: no overload takes (str, int, int)",
        "  place(file: str, line: i64, note: str = …): has no parameter `to`",
        "  place(file: str, from: i64, to: i64, note: str = …): has no parameter `line`",
    ]
    assert refused(space.place, "a", 3, 4, 5, note="x")[2] == (
        "  place(file: str, from: i64, to: i64, note: str = …): takes at most 3 positional arguments, got 4"
    )
    assert refused(space.place, "a", to=4)[2].endswith("argument 2 `from` is missing")
    assert refused(space.place, "a", 3, note=5)[1].endswith("argument 3 `note`: expected str, got int")


def test_values_that_python_has_classes_for(space):
    low, high = space.Tone.LOW, space.Tone.HIGH
    assert space.tone(low) is high
    assert space.tone(tone=2) is low
    assert space.tone(Path("a")) == Path("a/low")
    assert space.tone("a", high) == space.tone(file=Path("a"), tone=high) == Path("a/high")
    with pytest.raises(ValueError, match=r"5 is not a value of testing_overloads\.Tone"):
        space.tone(5)
    with pytest.raises(TypeError, match=r"expected testing_overloads\.Tone, got Other"):
        space.tone(Other.LOW)


def test_constructors_methods_and_static_functions(space):
    base = space.Base("hello")
    assert base.made_of == "hello"
    assert [space.Base(*args).made_of for args in ((1,), (1, 2))] == ["1, 0", "1, 2"]
    assert space.Base(x=1, y=3).made_of == "1, 3"
    assert space.Base(text="q").made_of == "q"
    assert (base.part(1), base.part(1, 3), base.part(from_=1, to=3)) == ("e", "el", "el")
    assert base.part() is base
    assert (space.Base.named("x"), space.Base.named(3)) == ("text x", "number 3")
    assert space.Base.named(number=3) == "number 3"
    assert refused(space.Base, None)[0] == "Base.__init__: no overload takes (None)"
    assert refused(space.Base, z=1) == ["Base.__init__() got an unexpected keyword argument 'z'"]
    assert refused(base.part, "x")[3] == "  part(): expected 0 arguments, got 1"
    with pytest.raises(TypeError, match="argument `self`"):
        space.Base.part(3, 1)

    class Own(space.Base):
        pass

    assert Own(x=5).made_of == "5, 0"
    assert isinstance(Own("a"), Own)


def test_errors_of_an_overload_are_its_own(space):
    with pytest.raises(ValueError, match=r"^2 is refused$"):
        space.fails(2)
    with pytest.raises(tvmlike.Error, match="text panics"):
        space.fails("text")


def test_a_wrong_mark_of_a_call_by_name_is_refused(space):
    from tvmlike._arguments import ByName

    for number in (-1, 0, 1, 6, 2**62):
        with pytest.raises(TypeError):
            space.add(ByName(number))
    for number in (2**64, -(2**70)):
        with pytest.raises((OverflowError, ValueError)):
            space.add(ByName(number))
    with pytest.raises(TypeError):
        space.add(1, 2, 3, 4, 5, 6, 7, ByName(1))
    assert space.add(1, 2, ByName(3)) == 3
    with pytest.raises(TypeError):
        tvmlike.testing.add3(1, 2, ByName(1))


def test_help_and_signatures_show_overloads(space):
    assert str(inspect.signature(space.place)) == "(*args, **keywords)"
    assert space.place.__doc__ == (
        "place(file: str, line: int, *, note: str = 'here') -> str\n    A place in a file.\n\n"
        "place(file: str, from_: int, to: int, *, note: str = 'there') -> str\n    A span in a file."
    )
    assert str(inspect.signature(space.Base)) == "(*args, **keywords)"
    text = pydoc.plain(pydoc.render_doc(space.Base))
    assert "__init__(self, text: str) -> None" in text
    assert "part(self, from_: int, to: int) -> str" in text


def test_functions_of_python_are_arguments_of_overloads_too(space):
    add = tvmlike.get_global_func("testing_overloads.add")
    call = tvmlike.testing.call
    assert call(add, 1, 2) == 3
    assert call(add, "a", "b") == "ab"
