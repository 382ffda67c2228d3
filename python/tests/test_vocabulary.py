"""Types that Python has classes for: enumerations, plain structs, paths, durations, sets, unions."""

from __future__ import annotations

import copy
import datetime
import enum
import inspect
import os
import pickle
import sys
from pathlib import Path, PurePosixPath

import pytest

import tvmlike


@pytest.fixture(scope="module")
def color(testing):
    return testing.Color


# ----- enumerations -----------------------------------------------------------------------------------------


def test_an_enumeration_is_an_int_enum_of_its_namespace(testing, color):
    assert issubclass(color, enum.IntEnum)
    assert not issubclass(color, enum.IntFlag)
    assert [(one.name, one.value) for one in color] == [("RED", 1), ("GREEN", 2), ("DARK_BLUE", -4)]
    assert color is testing.Color is tvmlike.testing.Color
    assert color.__module__ == "tvmlike.testing"
    assert color.__qualname__ == "Color"
    assert color.__doc__ == "What a light shows."
    assert color.RED.__doc__ == "Stop."
    assert repr(color.RED) == "<Color.RED: 1>"
    assert "Color" in dir(testing)
    assert "Access" in dir(testing)


def test_reserved_names_get_an_underscore(testing):
    assert [one.name for one in testing.Shade] == ["LIGHT", "None_"]


def test_results_are_members(testing, color):
    assert testing.next_color(color.RED) is color.GREEN
    assert testing.next_color(2) is color.DARK_BLUE
    assert testing.next_color(color=color.DARK_BLUE, last=color.RED) is color.RED
    assert isinstance(testing.next_color(1), color)
    assert testing.shade(testing.Shade.LIGHT) is testing.Shade.None_
    assert testing.shade(2) is None


def test_members_within_containers(testing, color):
    assert testing.colors() == [color.RED, color.GREEN]
    made = testing.colors(color.DARK_BLUE)
    assert type(made) is list
    assert made[0] is color.DARK_BLUE
    counted = testing.count_colors([color.RED, 1, color.GREEN])
    assert counted == {color.RED: 2, color.GREEN: 1}
    assert type(counted) is dict
    assert all(type(key) is color for key in counted)
    pair, three = testing.pairs((7, color.RED))
    assert pair == (color.RED, 7)
    assert type(pair) is tuple
    assert pair[0] is color.RED
    assert list(three) == [2, 4, 6]


def test_members_pickle_and_copy(color):
    assert pickle.loads(pickle.dumps(color.GREEN)) is color.GREEN
    assert copy.deepcopy(color.GREEN) is color.GREEN
    assert pickle.loads(pickle.dumps(color)) is color


@pytest.mark.parametrize("value", [0, 3, -1, 2**40])
def test_an_undeclared_number_is_an_error(testing, value):
    with pytest.raises(ValueError, match="is not a value") as caught:
        testing.next_color(value)
    assert str(caught.value) == (
        f"testing.next_color: argument 1 `color`: {value} is not a value of testing.Color; expected one of "
        "1 (RED), 2 (GREEN), -4 (DARK_BLUE)"
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [("RED", "str"), (1.0, "float"), (True, "bool"), (None, "None")],
)
def test_other_values_than_numbers_are_errors(testing, value, shown):
    with pytest.raises(TypeError) as caught:
        testing.next_color(value)
    text = f"testing.next_color: argument 1 `color`: expected testing.Color, got {shown}"
    assert str(caught.value) == text


def test_a_number_beyond_64_bits(testing):
    with pytest.raises(OverflowError, match=r"testing.next_color: argument 1 `color`"):
        testing.next_color(2**70)


def test_a_member_of_another_enumeration_is_refused(testing, color):
    class Mine(enum.IntEnum):
        ONE = 1

    for wrong, name in ((testing.Shade.LIGHT, "Shade"), (Mine.ONE, "Mine")):
        for call in (
            lambda wrong=wrong: testing.next_color(wrong),
            lambda wrong=wrong: testing.next_color(color=wrong),
        ):
            with pytest.raises(TypeError) as caught:
                call()
            assert str(caught.value).startswith(
                "testing.next_color: argument 1 `color`: expected testing.Color, got "
            )
            assert str(caught.value).endswith(name)
    with pytest.raises(TypeError, match=r"argument 1 `colors`: item 1: expected testing.Color, got .*Shade"):
        testing.count_colors([1, testing.Shade.LIGHT])
    # For an int parameter, a member is its number.
    assert testing.add3(color.RED, testing.Shade.LIGHT, Mine.ONE) == 3
    assert testing.echo(color.RED) == 1


def test_flags(testing):
    access = testing.Access
    assert issubclass(access, enum.IntFlag)
    assert access.READ.__doc__ == "Looking."
    assert testing.allow(access.EXECUTE) == access.READ | access.WRITE | access.EXECUTE
    made = testing.allow(access.READ, access.EXECUTE)
    assert type(made) is access
    assert made is access.READ | access.EXECUTE
    assert testing.allow(0, 0) == access(0)
    assert type(testing.allow(0, 0)) is access
    assert testing.allow(access.READ | access.WRITE, more=4) == 7
    with pytest.raises(
        ValueError, match=r"8 is not a value of testing.Access; expected a combination of 1 \(READ\)"
    ):
        testing.allow(8)
    with pytest.raises(ValueError, match=r"-1 is not a value"):
        testing.allow(-1)


def test_signatures_show_members(testing, color):
    signature = inspect.signature(testing.next_color)
    assert signature.parameters["last"].default is color.GREEN
    assert str(signature) == "(color: testing.Color, last: testing.Color = <Color.GREEN: 2>) -> testing.Color"
    assert inspect.signature(testing.allow).parameters["more"].default == testing.Access(3)


def test_stubs_have_the_classes(testing):
    from tvmlike import stubs

    text = stubs.texts(["testing"])["testing.pyi"]
    compile(text, "testing.pyi", "exec")
    for part in (
        'class Color(IntEnum):\n    """What a light shows."""\n\n    RED = 1\n    """Stop."""\n',
        "class Access(IntFlag):",
        "def next_color(color: Color | int, last: Color | int = Color.GREEN) -> Color:",
        "def allow(access: Access | int, more: Access | int = ...) -> Access:",
        "def count_colors(colors: Sequence[Color | int]) -> dict[Color, int]:",
        'class Place(TypedDict):\n    """Where something is."""\n    x: float\n    y: NotRequired[float]\n',
        "def back(route: Route | Mapping[str, Any]) -> Route:",
        "def sibling(file: PathLike, name: PathLike | None = None) -> Path:",
        "def twice(time: DurationLike) -> float:",
        "def common(a: Set[IntLike], b: Set[IntLike]) -> set[int]:",
        "def next_char(c: str) -> str | None:",
        ") -> Color | Path | list[Color] | Place | float:",
        "    def show(self, color: Color | int) -> Color:",
    ):
        assert part in text


def test_stubs_without_the_enumeration_have_its_numbers(testing):
    from tvmlike._annotations import accepted_text, type_text

    assert type_text(["enum", "no name!"]) == accepted_text(["enum", "no name!"]) == "int"
    assert type_text(["record", "no name!", ""]) == "dict[str, Any]"


def test_members_of_classes_take_and_return_enumeration_members(testing, color):
    lamp = testing.Lamp()
    assert lamp.color is color.RED
    assert lamp.show(color.GREEN) is color.RED
    lamp.color = color.DARK_BLUE
    assert lamp.color is color.DARK_BLUE
    assert lamp.show(color=1) is color.DARK_BLUE
    assert testing.Lamp(color.GREEN).color is color.GREEN
    assert testing.Lamp(color=2).color is color.GREEN
    assert testing.Lamp.color_of(Path("/a/red")) is color.RED
    assert testing.Lamp.BROKEN is color.DARK_BLUE
    assert testing.Lamp.usual is color.GREEN
    with pytest.raises(ValueError, match=r"3 is not a value of testing.Color"):
        lamp.color = 3
    with pytest.raises(
        TypeError, match=r"Lamp.show: argument 1 `color`: expected testing.Color, got .*Shade"
    ):
        lamp.show(testing.Shade.LIGHT)
    with pytest.raises(ValueError, match=r"3 is not a value of testing.Color"):
        testing.Lamp(3)


def test_items_of_a_sequence_are_members(testing, color):
    palette = testing.Palette([color.RED, 2])
    assert list(palette) == [color.RED, color.GREEN]
    for item in (*palette, palette[-1], *palette[:1]):
        assert type(item) is color
    assert color.GREEN in palette
    assert palette.index(color.GREEN) == 1
    with pytest.raises(IndexError):
        palette[2]
    with pytest.raises(TypeError, match=r"argument 1 `colors`: item 0: expected testing.Color, got"):
        testing.Palette([testing.Shade.LIGHT])


def test_calls_from_many_threads_share_one_class(testing):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(8) as pool:
        classes = set(pool.map(lambda _: type(testing.next_color(1)), range(64)))
    assert classes == {testing.Color}


# ----- plain structs ----------------------------------------------------------------------------------------


def test_a_struct_is_a_dict(testing, color):
    route = testing.back(
        {
            "places": [{"x": 1}, {"x": 2.5, "y": 0, "color": color.RED, "file": Path("/a")}],
            "name": "home",
        }
    )
    assert route == {
        "name": "home",
        "places": [
            {"x": 2.5, "y": 0.0, "color": color.RED, "file": Path("/a")},
            {"x": 1.0, "y": 0.5, "color": None, "file": None},
        ],
    }
    assert type(route) is dict
    assert type(route["places"]) is list
    assert type(route["places"][0]) is dict
    assert route["places"][0]["color"] is color.RED


def test_a_struct_from_another_mapping(testing):
    from types import MappingProxyType

    route = testing.back(MappingProxyType({"name": "a", "places": [MappingProxyType({"x": 1})]}))
    assert route["places"][0]["x"] == 1.0


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ({}, "the field `x` of testing.Place is missing"),
        ({"x": 1, "z": 2}, "testing.Place has no field `z`; its fields are `x`, `y`, `color`, `file`"),
        ({"x": 1, 3: 2}, "testing.Place has no field 3; its fields are `x`, `y`, `color`, `file`"),
        ({"x": "a"}, "field `x`: expected f64, got str"),
        ({"x": 1, "file": 3}, "field `file`: expected path, got int"),
        (1, "expected testing.Place, got int"),
    ],
)
def test_errors_name_the_wrong_field(testing, place, why):
    with pytest.raises(TypeError) as caught:
        testing.back({"name": "a", "places": [place]})
    assert str(caught.value) == f"testing.back: argument 1 `route`: field `places`: item 0: {why}"


def test_a_member_of_another_enumeration_in_a_field(testing):
    with pytest.raises(TypeError) as caught:
        testing.back({"name": "a", "places": [{"x": 1, "color": testing.Shade.LIGHT}]})
    assert "field `places`: item 0: field `color`: expected testing.Color, got" in str(caught.value)


# ----- unions -----------------------------------------------------------------------------------------------


def test_unions(testing, color):
    assert testing.mark(color.RED) is color.RED
    assert testing.mark(2) is color.GREEN
    assert testing.mark(Path("/a")) == Path("/a")
    assert testing.mark("/a") == Path("/a")
    assert testing.mark([color.RED, 2]) == [color.RED, color.GREEN]
    assert testing.mark({"x": 1})["y"] == 0.5
    assert testing.mark(0.5) == 0.5
    with pytest.raises(ValueError, match=r"3 is not a value of testing.Color"):
        testing.mark(3)
    with pytest.raises(TypeError) as caught:
        testing.mark(b"a" * 9 if sys.platform == "win32" else None)
    assert str(caught.value).startswith(
        "testing.mark: argument 1 `mark`: expected testing.Color or path or list of"
    )


# ----- paths, durations, sets, characters, numbers ----------------------------------------------------------


def test_paths(testing):
    assert testing.sibling("/a/b") == Path("/a")
    assert isinstance(testing.sibling("/a/b"), Path)
    assert testing.sibling(Path("/a/b"), PurePosixPath("c")) == Path("/a/c")
    assert testing.sibling(file=Path("/a/b"), name="c") == Path("/a/c")

    class Own:
        def __fspath__(self):
            return "/own/file"

    assert testing.sibling(Own()) == Path("/own")
    with pytest.raises(ValueError, match=r"argument 1 `file`: a path must not contain NUL"):
        testing.sibling("a\0b")
    with pytest.raises(TypeError, match=r"argument 1 `file`: expected path, got int"):
        testing.sibling(3)

    class Bad:
        def __fspath__(self):
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match=r"on purpose"):
        testing.sibling(Bad())


@pytest.mark.skipif(os.name != "posix", reason="paths are text elsewhere")
def test_a_path_that_is_not_utf8(testing):
    path = os.fsdecode(b"/\xff/b")
    assert testing.sibling(path) == testing.sibling(Path(path)) == Path(os.fsdecode(b"/\xff"))
    assert testing.sibling(b"/\xff/b") == Path(os.fsdecode(b"/\xff"))
    with pytest.raises(ValueError, match=r"lone surrogate"):
        testing.sibling("/\ud800/b")


def test_durations(testing):
    delta = datetime.timedelta
    assert testing.twice(1.5) == 3.0
    assert testing.twice(delta(seconds=1, microseconds=1)) == 2.000002
    assert testing.nanoseconds(delta(microseconds=1)) == 1000
    assert testing.nanoseconds(3) == 3_000_000_000
    # Microseconds are exact, however many seconds there are.
    for seconds in (0, 1, 2**22 - 1, 2**22, 2**33):
        for microseconds in (0, 1, 999_999):
            expected = (seconds * 10**6 + microseconds) * 1000
            assert testing.nanoseconds(delta(seconds=seconds, microseconds=microseconds)) == expected
    for wrong in (-1, -0.5, float("nan"), float("inf"), 2e19, delta(seconds=-1), delta(days=-100)):
        with pytest.raises(ValueError, match=r"testing.twice: argument 1 `time`: .*duration"):
            testing.twice(wrong)
    with pytest.raises(TypeError, match=r"expected duration, got str"):
        testing.twice("1")


def test_sets(testing):
    assert testing.common({1, 2, 3}, frozenset([2, 3, 4])) == {2, 3}
    assert type(testing.common(set(), set())) is set
    assert testing.common([1, 2], {2: "a"}.keys()) == {2}
    with pytest.raises(ValueError, match=r"argument 1 `a`: item 2: duplicate 1 in a set"):
        testing.common([1, 2, 1], [])
    with pytest.raises(TypeError, match=r"argument 1 `a`: item 0: expected i64, got str"):
        testing.common({"a"}, set())
    with pytest.raises(TypeError, match=r"argument 2 `b`: expected set of i64, got int"):
        testing.common(set(), 3)


def test_characters(testing):
    assert testing.next_char("a") == "b"
    assert testing.next_char("é") == "ê"
    for wrong, count in (("", 0), ("ab", 2)):
        with pytest.raises(ValueError, match=rf"expected one character, got {count}"):
            testing.next_char(wrong)


def test_numbers_from_arrays_and_lists(testing):
    numpy = pytest.importorskip("numpy")
    assert testing.weighted([1, 2.5]) == 3.5
    assert testing.weighted(numpy.array([1, 2.5]), numpy.array([2, 4])) == 12.0
    assert testing.weighted(numpy.arange(6.0)[::2], (1, 1, 10)) == 42.0
    read_only = numpy.ones(3)
    read_only.setflags(write=False)
    assert testing.weighted(read_only) == 3.0
    with pytest.raises(TypeError, match=r"pass x.astype\(np.float64\)"):
        testing.weighted(numpy.ones(3, "float32"))
    with pytest.raises(ValueError, match=r"got an array of rank 2; pass an array of rank 1"):
        testing.weighted(numpy.ones((1, 3)))
    with pytest.raises(TypeError, match=r"argument 1 `x`: expected array or list of f64, got str"):
        testing.weighted("ab")


def test_tuples_have_a_length(testing):
    with pytest.raises(ValueError, match=r"argument 1 `pair`: wrong number of elements: expected 2, got 3"):
        testing.pairs((1, 2, 3))
    with pytest.raises(ValueError, match=r"argument 2 `three`: wrong number of elements: expected 3, got 1"):
        testing.pairs((1, 2), [1])
    assert inspect.signature(testing.pairs).parameters["three"].default == [1, 2, 3]


def test_the_first_of_two_refused_arguments_is_named(testing):
    with pytest.raises(OverflowError, match=r"^testing\.next_color: argument 1 `color`"):
        testing.next_color(2**64, testing.Access.READ)
    with pytest.raises(TypeError, match=r"^testing\.next_color: argument 2 `last`"):
        testing.next_color(testing.Color.RED, testing.Access.READ)
