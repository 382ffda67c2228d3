"""Comparisons and searches of Array, and its subclasses."""

from __future__ import annotations

import collections.abc
import itertools
import math
import operator
import pickle

import pytest
from hostile import fail

import tvmlike
from tvmlike import Array, Map


def test_comparisons_follow_those_of_the_items():
    numbers = [
        0,
        1,
        -1,
        2**62,
        2**63 - 1,
        2**64,
        0.0,
        1.0,
        -0.0,
        math.nan,
        True,
        False,
        None,
        "",
        "1",
        b"1",
        (1,),
        [1],
    ]
    native = [number for number in numbers if number != 2**64]
    for left, right in itertools.product(native, numbers):
        array = Array([left])
        for other in ([right], (right,)):
            assert (array == other) is (list(array) == list(other)), (left, right)
            assert (other == array) is (list(array) == list(other)), (left, right)
            assert (array != other) is (list(array) != list(other)), (left, right)
        assert (right in array) is (right in list(array)), (left, right)
        assert array.count(right) == list(array).count(right)
        if right != 2**64:
            assert (array == Array([right])) is (list(array) == list(Array([right]))), (left, right)


def test_texts_compare_by_content():
    texts = ["", "a", "é", "seven b", "eight by", "a\0", "\0", "\ud800", "😀😀"]
    native = [text for text in texts if text != "\ud800"]
    for left, right in itertools.product(native, texts):
        assert (Array([left]) == [right]) is (left == right)
        assert (right in Array([left])) is (left == right)


def test_nan_is_not_equal_to_itself(testing):
    nan = math.nan
    assert Array([nan]) != [nan]
    assert nan not in Array([nan])
    array = Array([nan])
    assert array != array
    mapping = Map({nan: 1})
    assert list(mapping.values()) == [1]
    assert mapping[nan] == 1


def test_same_objects_are_equal(testing):
    point = testing.make_point(1.0, 2.0)
    array = Array([point, [1], tvmlike.zeros((2,))])
    again = Array(list(array))
    assert array == again
    assert array[0] is again[0]


def test_errors_of_comparisons_come_through(testing):
    class Raises:
        __eq__ = fail
        __hash__ = None

    for use in (
        lambda: Array([1, "x"]) == [1, Raises()],
        lambda: Array([1, "x"]) == (1, Raises()),
        lambda: Array([Raises()]) == Array([1]),
        lambda: Array([1]) != [Raises()],
        lambda: Raises() in Array([1]),
        lambda: Array([1]).index(Raises()),
        lambda: Array([1]).count(Raises()),
        lambda: Raises() in Map({(1,): 2}),
        lambda: Map({(1,): 2})[Raises()],
    ):
        with pytest.raises(ZeroDivisionError, match="on purpose"):
            use()
    assert Array([1, 2]) != [Raises()]


def test_a_comparison_that_changes_the_list():
    class Clears:
        def __eq__(self, other):
            items.clear()
            return True

        __hash__ = None

    items = ["a text of some length"] * 4
    items[1] = Clears()
    assert Array(["a text of some length"] * 4) == items
    assert items == []


def test_other_comparisons():
    array = Array([1, 2])
    assert array.__eq__({1, 2}) is NotImplemented
    assert array.__ne__(None) is NotImplemented
    assert array.__lt__([1]) is NotImplemented
    with pytest.raises(TypeError):
        operator.lt(array, [1, 2])
    assert array != {1, 2}
    assert Array() == []
    assert Array() == ()
    assert array != [1]
    assert array != [1, 2, 3]


def test_equal_arrays_have_equal_hashes(testing):
    for items in ([], [1, "a text of some length", None], [1.0, True], [(1, 2), b"x"]):
        assert hash(Array(items)) == hash(tuple(items)) == hash(Array(items)[:])
    assert {Array([1, 2]): "x"}[1, 2] == "x"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Array([{"k": 1}]))
    with pytest.raises(TypeError, match="unhashable"):
        hash(Map())
    array = Array([1])
    array._free()
    with pytest.raises(ValueError, match="freed"):
        hash(array)


def test_searching():
    array = Array([1, "two", 3.0, None, "two"])
    assert array.index("two") == 1
    assert array.index("two", 2) == 4
    assert array.index("two", -1) == 4
    assert array.index("two", start=2, stop=5) == 4
    assert array.index(value=None) == 3
    assert array.count("two") == 2
    assert array.count(1.0) == 1
    for args in ((2,), ("two", 2, 4), ("two", 5)):
        with pytest.raises(ValueError, match=r"^$"):
            array.index(*args)
    with pytest.raises(TypeError):
        array.index()
    with pytest.raises(TypeError):
        array.count()


def test_subclasses_of_array():
    class Mine(Array):
        def twice(self):
            return [2 * item for item in self]

    mine = Mine([1, 2, 3])
    assert type(mine) is Mine
    assert isinstance(mine, Array)
    assert isinstance(mine, collections.abc.Sequence)
    assert mine == [1, 2, 3] == Array([1, 2, 3]) == mine
    assert mine.twice() == [2, 4, 6]
    assert type(mine[1:]) is Array
    assert (mine[0], mine[-1], len(mine), 2 in mine, mine.index(2), mine.count(2)) == (1, 3, 3, True, 1, 1)
    assert list(reversed(mine)) == [3, 2, 1]
    mine.attribute = 5
    assert mine.attribute == 5
    assert hash(mine) == hash((1, 2, 3))


def test_subclasses_with_methods_of_their_own():
    class Doubled(Array):
        def __getitem__(self, index):
            return 2 * super().__getitem__(index)

        def __iter__(self):
            return (2 * item for item in super().__iter__())

    doubled = Doubled([1, 2, 3])
    assert list(doubled) == [2, 4, 6]
    assert doubled == [2, 4, 6]
    assert doubled == (2, 4, 6)
    assert doubled == Array([2, 4, 6])
    assert Array([2, 4, 6]) == doubled
    assert doubled != [1, 2, 3]
    assert 6 in doubled
    assert 3 not in doubled
    assert doubled.index(6) == 2
    assert doubled.count(1) == 0
    assert list(reversed(doubled)) == [6, 4, 2]
    assert hash(doubled) == hash((2, 4, 6))
    assert repr(doubled) == "Array([2, 4, 6])"

    class Always(Array):
        def __eq__(self, other):
            return True

        __hash__ = Array.__hash__

    assert Always([1]) == [2]
    assert operator.ne(Always([1]), [2]) is False

    class Shouting(Map):
        def __getitem__(self, key):
            return str(super().__getitem__(key)).upper()

    shouting = Shouting({"a": "x"})
    assert shouting["a"] == "X"
    assert shouting.get("a") == "X"
    assert shouting.get("b") is None
    assert shouting == {"a": "x"}


def test_comparisons_with_subclasses():
    class Backwards(list):
        def __iter__(self):
            return reversed(list(super().__iter__()))

    assert Array([3, 2, 1]) == Backwards([1, 2, 3])


def test_a_class_that_is_changed():
    array, mapping = Array([1]), Map({"a": 1})
    try:
        array.__class__ = Map
        mapping.__class__ = Array
    except TypeError:
        return  # the interpreter may raise here, which is fine
    for use in (
        lambda: len(array),
        lambda: array["a"],
        lambda: "a" in array,
        lambda: list(array),
        lambda: array.get(1),
    ):
        with pytest.raises(TypeError, match="the native object of this Map is not a map"):
            use()
    for use in (
        lambda: len(mapping),
        lambda: mapping[0],
        lambda: 1 in mapping,
        lambda: list(mapping),
        lambda: mapping[:],
    ):
        with pytest.raises(TypeError, match="the native object of this Array is not an array"):
            use()


def test_an_iterator_cannot_be_pickled():
    with pytest.raises(TypeError):
        pickle.dumps(iter(Array([1])))
