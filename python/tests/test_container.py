"""Array, Map and Shape."""

from __future__ import annotations

import collections
import collections.abc

import pytest

import tvmlike
from tvmlike import Array, Map, Shape

VALUES = [1, -1, 2.5, None, True, "short", "a longer string", b"x", b"longer bytes here", [], {}]


def test_lists_and_tuples_become_arrays(testing):
    for given in (VALUES, tuple(VALUES)):
        got = testing.echo(given)
        assert type(got) is Array
        assert len(got) == len(VALUES)
        assert list(got) == VALUES
        assert [type(item) for item in got][:9] == [type(item) for item in VALUES][:9]


def test_arrays_are_sequences():
    array = Array([10, 20, 30, 20])
    assert isinstance(array, collections.abc.Sequence)
    assert (array[0], array[-1], array[3]) == (10, 20, 20)
    for index in (4, -5, 2**40):
        with pytest.raises(IndexError, match="out of range"):
            array[index]
    with pytest.raises(TypeError):
        array["x"]
    assert array[1:3] == [20, 30]
    assert type(array[1:3]) is Array
    assert array[::-1] == [20, 30, 20, 10]
    assert 30 in array
    assert 31 not in array
    assert array.index(20) == 1
    assert array.count(20) == 2
    assert list(reversed(array)) == [20, 30, 20, 10]
    assert repr(array) == "Array([10, 20, 30, 20])"
    assert Array() == []
    assert Array(range(3)) == [0, 1, 2]


def test_arrays_compare_as_their_content_does():
    assert Array([1, "a"]) == [1, "a"] == Array([1, "a"])
    assert Array([1, 2]) == (1, 2)
    assert Array([1, 2]) != [1, 2, 3]
    assert Array([1, 2]) != [1, 3]
    assert Array([[1], [2]]) == [[1], [2]]
    assert Array([1]) != {1}
    assert hash(Array([1, (2, 3)])) == hash((1, (2, 3)))
    assert {(1, 2): "x"}[Array([1, 2])] == "x"


def test_nested_containers(testing):
    nested = {"a": [1, {"b": (2, None)}], "c": []}
    got = testing.echo(nested)
    assert got == nested
    assert type(got["a"]) is Array
    assert type(got["a"][1]) is Map


def test_conversion_errors_name_the_position(testing):
    with pytest.raises(
        OverflowError, match=r"argument 1 `x`: item 2: value of key 'k': item 0: 9223372036854775808"
    ):
        testing.echo([1, 2, {"k": [2**63]}])
    with pytest.raises(OverflowError, match="key 9223372036854775808"):
        testing.echo({2**63: 1})
    with pytest.raises(OverflowError, match="Array: item 1"):
        Array([1, 2**63])
    with pytest.raises(OverflowError, match="Map: value of key 'a'"):
        Map({"a": 2**63})
    # Pairs are converted in order, so the error names the first one.
    with pytest.raises(OverflowError, match="value of key 'a'"):
        testing.echo({"a": 2**63, 2**64: 1})


def test_a_list_that_holds_itself(testing):
    ring: list[object] = []
    ring.append(ring)
    with pytest.raises(RecursionError):
        testing.echo(ring)
    assert testing.echo([1]) == [1]


def test_deep_lists(testing):
    deep: list[object] = []
    for _ in range(100):
        deep = [deep]
    assert testing.echo(deep) == deep


def test_large_arrays(testing):
    numbers = list(range(100_000))
    assert list(testing.echo(numbers)) == numbers
    assert testing.sum(numbers) == sum(numbers)


def test_dicts_become_maps(testing):
    given = {"a": 1, 2: "b", 2.5: None, True: b"x", None: 3, "a longer key than seven": [1]}
    got = testing.echo(given)
    assert type(got) is Map
    assert dict(got) == given
    assert list(got) == list(given)
    for key, value in given.items():
        assert got[key] == value
        assert key in got


def test_a_map_is_a_mapping():
    given = {"b": 1, "a": 2}
    mapping = Map(given)
    assert isinstance(mapping, collections.abc.Mapping)
    assert list(mapping.keys()) == ["b", "a"]
    assert list(mapping.values()) == [1, 2]
    assert list(mapping.items()) == [("b", 1), ("a", 2)]
    assert ("a", 2) in mapping.items()
    assert 2 in mapping.values()
    assert mapping.get("c", 7) == 7
    assert len(mapping) == 2
    assert repr(mapping) == "Map({'b': 1, 'a': 2})"
    with pytest.raises(KeyError, match="nothing"):
        mapping["nothing"]
    with pytest.raises(TypeError):
        hash(mapping)
    assert Map() == {}
    assert Map([("x", 1)]) == {"x": 1}


def test_maps_compare_as_their_content_does():
    assert Map({"a": 1}) == {"a": 1} == Map({"a": 1})
    assert Map({"a": 1, "b": 2}) == {"b": 2, "a": 1}
    assert Map({"a": 1}) != {"a": 2}
    assert Map({"a": 1}) != {"a": 1, "b": 2}
    assert Map({"a": 1}) != [("a", 1)]


def test_keys_of_every_kind():
    marker = object()
    keys = [
        "short",
        "a much longer key",
        b"short",
        b"a much longer key",
        1.5,
        -1,
        None,
        (1, 2),
        (),
        marker,
        len,
    ]
    mapping = Map({key: position for position, key in enumerate(keys)})
    for position, key in enumerate(keys):
        assert mapping[key] == position, key
    assert "a much longer kez" not in mapping
    assert (1, 3) not in mapping
    assert 2**70 not in mapping
    assert object() not in mapping


def test_native_code_reads_maps(testing):
    given = {"one": 1, "a longer key": "x"}
    assert testing.map_keys(given) == ["one", "a longer key"]
    assert testing.map_get(given, "a longer key") == "x"
    assert testing.map_get(Map(given), "one") == 1


def test_subclasses(testing):
    Point = collections.namedtuple("Point", "x y")
    assert testing.echo(Point(1, 2)) == [1, 2]
    assert testing.echo(collections.OrderedDict(a=1)) == {"a": 1}
    assert testing.echo(collections.defaultdict(list, a=1)) == {"a": 1}


def test_containers_keep_their_identity(testing):
    for made in (Array([1, 2]), Map({"a": 1})):
        assert testing.echo(made).same_as(made)


def test_items_outlive_their_container(testing):
    inner = testing.echo([["a string long enough to be an object", [1]]])[0]
    assert inner == ["a string long enough to be an object", [1]]
    values = testing.echo({"k": [3]})["k"]
    assert values == [3]


def test_callables_in_containers_keep_their_identity(testing):
    def function():
        return 5

    got = testing.echo({"f": [function]})
    assert got["f"][0] is function


def test_shapes(testing):
    shape = Shape((2, 3))
    got = testing.echo(shape)
    assert type(got) is Shape
    assert got == (2, 3) == shape
    assert testing.echo(Shape()) == ()
    assert testing.echo([shape])[0] == (2, 3)
    assert type(testing.echo((2, 3))) is Array
    assert testing.echo(Shape([2**63 - 1, -(2**63)])) == (2**63 - 1, -(2**63))
    with pytest.raises(OverflowError, match=r"argument 1 `x`: 9223372036854775808"):
        testing.echo(Shape([2**63]))
    with pytest.raises(TypeError):
        Shape(["x"])


def test_type_keys():
    assert Array().type_key == "runtime.Array"
    assert Map().type_key == "runtime.Map"


def test_using_a_freed_container_is_an_error():
    array, mapping = Array([1]), Map({1: 2})
    array._free()
    mapping._free()
    for use in (
        lambda: len(array),
        lambda: array[0],
        lambda: list(array),
        lambda: mapping[1],
        lambda: list(mapping),
    ):
        with pytest.raises(ValueError, match="freed"):
            use()
    assert repr(array) == "<freed Array>"
    assert repr(mapping) == "<freed Map>"
    with pytest.raises(ValueError, match="freed"):
        array._free()


def test_array_map_calls_back(testing):
    assert tvmlike.array.map(lambda x: x * x, [1, 2, 3]) == [1, 4, 9]
