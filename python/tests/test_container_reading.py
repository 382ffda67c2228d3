"""Reading Array and Map: every slice and index, iterators, lookups, sizes."""

from __future__ import annotations

import collections.abc
import gc
import itertools
import operator
import sys
import weakref

import pytest
from hostile import Runs, fail

from tvmlike import Array, Map

VALUES = [
    1,
    2.5,
    None,
    True,
    "short",
    "a longer string",
    b"x",
    b"longer bytes here",
    [1],
    {"k": 1},
    (),
    0,
    -3,
    "",
]
BOUNDS = [None, 0, 1, 2, 5, 13, 14, 15, 2**40, 2**70, -1, -2, -13, -14, -15, -(2**40), -(2**70)]


def test_every_slice():
    array = Array(VALUES)
    expected = list(array)
    for start, stop, step in itertools.product(
        BOUNDS, BOUNDS, [None, 1, 2, 3, -1, -2, -5, 100, -100, 2**70, -(2**70)]
    ):
        chosen = slice(start, stop, step)
        got = array[chosen]
        assert type(got) is Array
        assert list(got) == expected[chosen], chosen


def test_odd_slices():
    array = Array([1, 2, 3])
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        array[::0]
    with pytest.raises(TypeError, match="slice indices must be integers"):
        array["a":]
    assert array[Runs(lambda: None) :] == [2, 3]
    with pytest.raises(ZeroDivisionError):
        array[Runs(fail) :]
    assert Array()[::-1] == []


def test_slices_keep_their_items_alive(testing):
    point = testing.make_point(1.0, 2.0)
    array = Array([point, "a text of some length", [point]])
    part = array[:]
    del array
    gc.collect()
    assert part[0] is point
    assert part[1:] == ["a text of some length", [point]]
    count = sys.getrefcount(point)
    for _ in range(10):
        part[::-1]
    assert sys.getrefcount(point) == count


def test_indices():
    array = Array(VALUES)
    expected = list(array)
    for index in range(-len(VALUES), len(VALUES)):
        assert array[index] == expected[index]
    assert array[True] == expected[1]
    assert array[Runs(lambda: None)] == expected[1]
    for index in (len(VALUES), -len(VALUES) - 1, 2**63, -(2**63) - 1, 2**100, sys.maxsize, -sys.maxsize - 1):
        with pytest.raises(
            IndexError, match=rf"index {index} is out of range for an Array of {len(VALUES)} items"
        ):
            array[index]
    for index in (1.0, "1", None, (1, 2)):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            array[index]
    with pytest.raises(ZeroDivisionError):
        array[Runs(fail)]
    assert operator.indexOf(array, None) == 2
    assert operator.length_hint(iter(array)) in (0, len(array))  # generators, on the ctypes path, have none


def test_arrays_do_not_change():
    array = Array([1, 2])
    with pytest.raises(TypeError):
        array[0] = 3
    with pytest.raises(TypeError):
        del array[0]
    mapping = Map({"a": 1})
    with pytest.raises(TypeError):
        mapping["a"] = 2
    with pytest.raises(TypeError):
        del mapping["a"]


def test_abstract_base_classes():
    array, mapping = Array([1]), Map({"a": 1})
    assert isinstance(array, collections.abc.Sequence)
    assert isinstance(array, collections.abc.Reversible)
    assert isinstance(mapping, collections.abc.Mapping)
    assert not isinstance(array, collections.abc.MutableSequence)
    assert not isinstance(mapping, collections.abc.MutableMapping)
    assert isinstance(mapping.keys(), collections.abc.KeysView)
    assert isinstance(mapping.items(), collections.abc.ItemsView)
    assert isinstance(mapping.values(), collections.abc.ValuesView)
    assert Array[int] is not None
    assert Map[str, int] is not None
    with pytest.raises(TypeError):
        reversed(mapping)


def test_iterators():
    array = Array([1, "a text of some length", 3])
    iterator = iter(array)
    assert iter(iterator) is iterator
    assert next(iterator) == 1
    del array
    gc.collect()
    assert list(iterator) == ["a text of some length", 3]
    assert list(iterator) == []
    assert next(iterator, "end") == "end"
    assert list(zip(Array([1, 2]), Array([3]))) == [(1, 3)]
    assert list(reversed(Array())) == []
    assert [*Array([1]), *Map({"k": 2})] == [1, "k"]
    mapping = Map({"a": 1, "b": "a text of some length"})
    views = mapping.keys(), mapping.values(), mapping.items()
    del mapping
    assert [list(view) for view in views] == [
        ["a", "b"],
        [1, "a text of some length"],
        [("a", 1), ("b", "a text of some length")],
    ]
    assert views[0] & {"a"} == {"a"}
    assert ("a", 1) in views[2]


def test_an_iterator_in_a_cycle_is_collected():
    class Own(Array):
        pass

    own = Own([1, 2, 3])
    own.iterator = iter(own)
    next(own.iterator)
    gone = weakref.ref(own)
    del own
    gc.collect()
    assert gone() is None


def test_keys_of_different_types_differ():
    texts = ["", "a", "ab", "a\0", "\0", "\0\0", "é", "abcdefg", "gfedcba", *(f"k{i}" for i in range(3000))]
    mapping = Map(dict.fromkeys(texts))
    for _ in range(3):
        assert list(mapping) == texts
    assert [key for key, _ in mapping.items()] == texts


def test_keys_that_are_looked_up(testing):
    class EqualToText(testing.Point):
        def __eq__(self, other):
            return isinstance(other, (str, bytes))

        __hash__ = object.__hash__

    equal = EqualToText(1.0)
    counter = testing.counter(0)
    mapping = Map(
        {(1, 2): "tuple", "a text of some length": 1, b"bytes of some length": 2, 1.5: 3, counter: 4, len: 5}
    )
    assert mapping[1, 2] == "tuple"
    assert mapping[[1, 2]] == "tuple"
    assert mapping[counter] == 4
    assert mapping[len] == 5
    assert mapping["a text of some length"] == 1
    assert mapping[b"bytes of some length"] == 2
    assert mapping[1.5] == 3
    for key in ((1, 3), "a text of some lengtH", 1, "\ud800", 2**64, testing.counter(0), print, "a\0b" * 9):
        assert key not in mapping
        assert mapping.get(key) is None
        assert mapping.get(key, "default") == "default"
        with pytest.raises(KeyError) as caught:
            mapping[key]
        assert caught.value.args == (key,)
    for text in ("short", "a text of some length", b"short", b"bytes of some length"):
        assert text not in Map({equal: 1})
    assert mapping.get(key=(1, 2)) == "tuple"
    assert mapping.get("x", default=7) == 7
    with pytest.raises(TypeError):
        mapping.get()
    with pytest.raises(ZeroDivisionError):
        mapping[Runs(fail)]
    with pytest.raises(ZeroDivisionError):
        mapping.__contains__(Runs(fail))


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 10, 100, 5000])
def test_maps_of_every_size(testing, size):
    given = {f"key {i}" if i % 3 else i: str(i) * 3 for i in range(size)}
    mapping = testing.echo(given)
    assert len(mapping) == size
    assert dict(mapping) == given
    assert mapping == given
    assert list(mapping) == list(given)
    assert all(mapping[key] == value for key, value in given.items())
    assert all(key in mapping for key in given)
    assert -1 not in mapping
    assert "key" not in mapping


def test_maps_by_pairs_keep_the_last_value():
    pairs = [(f"k{i % 50}", i) for i in range(200)]
    assert Map(pairs) == dict(pairs)
    assert list(Map(pairs).keys()) == list(dict(pairs))
