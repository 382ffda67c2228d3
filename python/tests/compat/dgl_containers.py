"""Cases of test_dgl.py: lists, maps, boxed values, objects and their attributes."""

from __future__ import annotations

import numpy as np
import pytest
from dgl_boot import LIB, DGLError, Function, array, base, container, func, generic, internal, objects, ours

convert = generic.convert_to_object
echo = func(lambda x: x)
NO_ADDRESS = "has no function for the address of an object, which its front end asks for"
List, Map, StrMap, Value = container.List, container.Map, container.StrMap, container.Value


def test_a_list_of_numbers_and_text():
    got = echo([1, 2.5, "three", None])
    assert type(got) is List
    assert len(got) == 4
    assert [got[i] for i in range(4)] == [1, 2.5, "three", None]
    assert list(got[1:3]) == [2.5, "three"]
    assert (got[-1], got[-4]) == (None, 1)
    for wrong in (4, -5):
        with pytest.raises(IndexError):
            got[wrong]


def test_a_tuple_is_a_list():
    got = echo((1, 2))
    assert type(got) is List
    assert [got[0], got[1]] == [1, 2]


def test_an_empty_list():
    got = echo([])
    assert type(got) is List
    assert len(got) == 0


def test_lists_in_lists():
    got = echo([[1, [2, 3]], (4,), []])
    assert type(got[0]) is List
    assert got[0][1][1] == 3
    assert got[1][0] == 4
    assert len(got[2]) == 0


def test_a_list_of_arrays_and_functions():
    data = np.arange(5.0)
    got = echo([array(data), func(lambda x: x + 1)])
    assert (got[0].asnumpy() == data).all()
    assert isinstance(got[1], Function)
    assert got[1](1) == 2


def test_a_list_of_bytes_and_contexts():
    from dgl_boot import context

    got = echo([bytearray(b"\0\1"), context("gpu", 2)])
    assert got[0] == bytearray(b"\0\1")
    assert got[1] == context("gpu", 2)


def test_a_long_list():
    got = echo(list(range(1000)))
    assert len(got) == 1000
    assert [got[i] for i in range(1000)] == list(range(1000))


def test_a_deep_list():
    nested: list[object] = [7]
    for _ in range(200):
        nested = [nested]
    got = echo(nested)
    for _ in range(200):
        got = got[0]
    assert got[0] == 7


def test_a_dict_of_text_is_a_strmap():
    got = echo({"a": 1, "b": [2, 3]})
    assert type(got) is StrMap
    assert len(got) == 2
    assert got["a"].data == 1
    assert got["b"][1] == 3
    assert "a" in got
    assert "c" not in got
    items = dict(got.items())
    assert items["a"] == 1
    assert items["b"][0] == 2
    with pytest.raises(DGLError, match="cannot find the key"):
        got["c"]


@ours(NO_ADDRESS)
def test_a_dict_of_objects_is_a_map():
    key, other = convert([1]), convert([2])
    got = echo({key: "first", other: 2.5})
    assert type(got) is Map
    assert len(got) == 2
    assert got[key].data == "first"
    assert got[other].data == 2.5
    assert key in got
    assert convert([3]) not in got
    with pytest.raises(DGLError, match="cannot find the key"):
        got[convert([1])]


def test_empty_maps():
    assert type(echo({})) is Map
    assert len(echo({})) == 0
    assert type(container.convert_to_strmap({})) is StrMap
    assert type(echo(container.convert_to_strmap({}))) is StrMap
    assert "a" not in container.convert_to_strmap({})
    assert len(container.convert_to_strmap({"a": 1})) == 1


def test_invalid_keys_are_errors():
    with pytest.raises(ValueError, match="key of map"):
        convert({1: 2})


def test_a_map_in_a_list_in_a_map():
    got = echo({"rows": [{"x": 1}, {"x": 2}]})
    assert [got["rows"][i]["x"].data for i in range(2)] == [1, 2]


def test_boxed_values():
    for value in (1, -2.5, "text", None, bytearray(b"b\0c")):
        boxed = convert(value)
        assert type(boxed) is Value
        assert boxed.data == value
        assert echo(boxed).data == value
        assert type(echo(boxed)) is Value


def test_values_that_convert_without_help():
    class Pair(generic.ObjectGeneric):
        def asobject(self):
            return convert([1, "two"])

    assert echo(Pair())[1] == "two"
    assert echo([Pair()])[0][0] == 1


def test_an_object_in_a_callback_and_back():
    given = convert([1, 2])
    assert func(lambda x: len(x))(given) == 2
    assert func(lambda x: type(x).__name__)({"a": 1}) == "StrMap"
    assert func(lambda x, y: [x, y])(given, 5)[0][1] == 2


def test_an_item_outlives_its_container():
    got = echo([[1, 2], {"a": 3}])
    inner, mapped = got[0], got[1]
    del got
    assert inner[1] == 2
    assert mapped["a"].data == 3


@ours(NO_ADDRESS)
def test_identity():
    given = convert([1])
    assert echo(given) == given
    assert echo(given).same_as(given)
    assert convert([1]) != given
    assert hash(echo(given)) == hash(given)
    assert given != 5


def test_attributes():
    given = convert([1])
    assert given.type_key == "List"
    assert convert({"a": 1}).type_key == "StrMap"
    assert convert({}).type_key == "Map"
    assert convert(1).type_key == "Value"
    with pytest.raises(AttributeError, match="no attribute 'absent'"):
        _ = given.absent
    assert dir(given) == []


def test_an_object_cannot_be_pickled():
    with pytest.raises(RuntimeError, match="__getstate__"):
        convert([1]).__reduce__()


def test_a_custom_class_for_a_type():
    class Mine(List):
        pass

    objects.register_object("List")(Mine)
    try:
        assert type(echo([1])) is Mine
    finally:
        objects.register_object("List")(List)
    assert type(echo([1])) is List


def test_many_containers_do_not_leak():
    import resource

    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    big = "x" * 100_000
    for _ in range(50):
        echo([big, {"a": big}])
    before = peak()
    for _ in range(1000):
        echo([big, {"a": big}])
    assert peak() - before < 20_000


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("_ListGetItem", (5, 0)),
        ("_ListGetItem", (None, 0)),
        ("_ListSize", ("text",)),
        ("_MapSize", (1.5,)),
        ("_MapGetItem", ("a", "b")),
        ("_ValueGet", (3,)),
    ],
)
@ours("takes the eight bytes for an object")
def test_an_argument_of_another_kind(name, args):
    with pytest.raises(DGLError):
        getattr(internal, name)(*args)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("_ListGetItem", lambda: (convert([1]), 1)),
        ("_ListGetItem", lambda: (convert({"a": 1}), 0)),
        ("_ListSize", lambda: (convert(5),)),
        ("_MapSize", lambda: (convert([1]),)),
        ("_MapGetItem", lambda: (convert([1]), "a")),
        ("_ValueGet", lambda: (convert([1]),)),
        ("_Map", lambda: ("a",)),
        ("_Map", lambda: ("a", 1)),
        ("_Map", lambda: (1, convert(2))),
        ("_List", lambda: (1, 2)),
    ],
)
def test_an_object_of_another_kind(name, make):
    with pytest.raises(DGLError):
        getattr(internal, name)(*make())


@ours("takes a negative number for a very large one, or the other way round")
def test_a_negative_index_is_an_error():
    with pytest.raises(DGLError, match="out of"):
        internal._ListGetItem(convert([1]), -1)
    with pytest.raises(DGLError, match="out of"):
        internal._ListGetItem(convert([1]), 2**62)


@ours("has no count of arguments, and reads beside them")
@pytest.mark.parametrize("name", ["_ListSize", "_ListGetItem", "_MapItems", "_Value", "_ValueGet"])
def test_too_few_arguments(name):
    with pytest.raises(DGLError, match="argument"):
        getattr(internal, name)()


def test_an_unknown_type_name_is_an_error():
    import ctypes

    index = ctypes.c_int(-1)
    status = LIB.DGLObjectTypeKey2Index(base.c_str("test.NoSuchType"), ctypes.byref(index))
    # DGL's own library invents an index; here it is enough that no object has it.
    assert status in (0, -1)
