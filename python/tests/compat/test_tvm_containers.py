"""Containers of libtvm_runtime, created by TVM's C ABI and read by tvmlike."""

from __future__ import annotations

import ctypes
import gc
import weakref

import pytest
from tvm_client import MOVED, OBJECT, Client, Handle, TVMError

import tvmlike


@pytest.fixture(scope="module")
def tvm():
    return Client.load()


@pytest.fixture
def seen(request):
    """The list of arguments of the function `seen.…`, which returns its argument; and the function's name."""
    name, given = f"seen.{request.node.name}", []

    def see(value):
        given.append(value)
        return value

    tvmlike.register_func(name, see)
    yield given, name
    tvmlike.remove_global_func(name)


def text_of(tvm, handle):
    assert handle.code == OBJECT
    return tvm.call("runtime.GetFFIString", handle)


def test_type_keys_are_those_of_tvm(tvm):
    def index_of_key(key):
        index = ctypes.c_uint()
        tvm.check(tvm.lib.TVMObjectTypeKey2Index(key.encode(), ctypes.byref(index)))
        return index.value

    def index_of(handle):
        index = ctypes.c_uint()
        tvm.check(tvm.lib.TVMObjectGetTypeIndex(ctypes.c_void_p(handle.address), ctypes.byref(index)))
        return index.value

    made = {
        "Array": tvm.call("runtime.Array"),
        "Map": tvm.call("runtime.Map"),
        "runtime.String": tvm.call("runtime.String", ""),
        "runtime.ShapeTuple": tvm.call("runtime.ShapeTuple"),
        "runtime.ADT": tvm.call("runtime.ADT", 0),
        "runtime.BoxBool": tvm.call("runtime.BoxBool", True),
    }
    for key, handle in made.items():
        assert handle.code == OBJECT
        assert index_of(handle) == index_of_key(key)
        assert tvm.call("node.NodeGetAttr", handle, "type_key") == key


def test_our_containers_are_tvms(tvm, seen):
    given, name = seen
    array = tvm.call("runtime.Array", 1, None, 2.5, "text", True)
    back = tvm.call(name, array)
    assert back.address == array.address
    assert isinstance(given[0], tvmlike.Array)
    assert list(given[0]) == [1, None, 2.5, "text", True]
    shape = tvm.call(name, tvm.call("runtime.ShapeTuple", 1, 2))
    assert isinstance(given[1], tvmlike.Shape)
    assert tvm.call("runtime.GetShapeTupleElem", shape, 1) == 2
    tvm.call(name, tvm.call("runtime.Map", "k", 1, 2, "two"))
    assert dict(given[2]) == {"k": 1, 2: "two"}


def test_tvms_containers_are_ours(tvm, seen):
    given, name = seen
    tvmlike.register_func(name, lambda: ["a", "longer than a value", [1], {"k": None}], override=True)
    array = tvm.call(name)
    assert tvm.call("runtime.ArraySize", array) == 4

    def item(at):
        return tvm.call("runtime.ArrayGetItem", array, at)

    assert [text_of(tvm, item(0)), text_of(tvm, item(1))] == ["a", "longer than a value"]
    assert tvm.call("runtime.ArrayGetItem", item(2), 0) == 1
    assert tvm.call("runtime.MapCount", item(3), "k") == 1
    assert given == []


def test_a_string_object_stays_the_object_that_it_is(tvm, seen):
    _, name = seen
    text = tvm.call("runtime.String", "text")
    assert tvm.call("runtime.String", text).address == text.address
    array = tvm.call("runtime.Array", text)
    assert tvm.call("runtime.ArrayGetItem", array, 0).address == text.address
    assert text.use_count == 2
    # Our own front end has converted it to a str before it returns it.
    back = tvm.call(name, text)
    assert (text_of(tvm, back) if isinstance(back, Handle) else back) == "text"


def test_containers_keep_their_items_alive(tvm):
    class Kept:
        def __call__(self):
            return 7

    kept = Kept()
    gone = weakref.ref(kept)
    tvmlike.register_func("containers.make", lambda value=kept: [value])
    array = tvm.call("containers.make")
    tvmlike.remove_global_func("containers.make")
    del kept
    gc.collect()
    function = tvm.call("runtime.ArrayGetItem", array, 0)
    items = tvm.call("runtime.MapItems", tvm.call("runtime.Map", "f", function))
    data = tvm.call("runtime.ADT", 1, items)
    del array, function, items
    gc.collect()
    assert gone() is not None
    assert tvm.call("runtime.ArrayGetItem", tvm.call("runtime.GetADTFields", data, 0), 1)() == 7
    del data
    gc.collect()
    assert gone() is None


def test_errors_keep_nothing_alive(tvm):
    shape = tvm.call("runtime.ShapeTuple", 1)
    for call in (
        lambda: tvm.call("runtime.Map", shape, shape, shape),
        lambda: tvm.call("runtime.Array", shape, (200, 0)),
        lambda: tvm.call("runtime.ShapeTuple", 1, shape),
        lambda: tvm.call("runtime.ADT", shape),
        lambda: tvm.call("runtime.ArrayGetItem", shape, 0),
        lambda: tvm.call("runtime.MapGetItem", tvm.call("runtime.Map"), shape),
    ):
        with pytest.raises(TVMError, match="Error: "):
            call()
    assert shape.use_count == 1


def test_moved_values_are_in_the_container(tvm):
    shape = tvm.call("runtime.ShapeTuple", 5)
    place = ctypes.c_void_p(shape.address)
    array = tvm.call("runtime.Array", (MOVED, ctypes.addressof(place)))
    shape.address = place.value or 0
    item = tvm.call("runtime.ArrayGetItem", array, 0)
    assert tvm.call("runtime.GetShapeTupleElem", item, 0) == 5
    del array, shape
    gc.collect()
    assert item.use_count == 1


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        (
            "runtime.ArrayGetItem",
            ("x", 0),
            "TypeError: runtime.ArrayGetItem: argument 1 `array`: expected Array, got str",
        ),
        (
            "runtime.ArraySize",
            (None,),
            "TypeError: runtime.ArraySize: argument 1 `array`: expected Array, got None",
        ),
        ("runtime.MapSize", (1,), "TypeError: runtime.MapSize: argument 1 `map`: expected Map, got int"),
        ("runtime.Map", (1,), "ValueError: runtime.Map: expected keys and values in turn, got 1 arguments"),
        ("runtime.ShapeTuple", (1.5,), "TypeError: runtime.ShapeTuple: argument 1: expected i64, got float"),
        (
            "runtime.GetFFIString",
            (None,),
            "TypeError: runtime.GetFFIString: argument 1 `string`: expected str, got None",
        ),
        ("runtime.String", (1,), "TypeError: runtime.String: argument 1 `text`: expected str, got int"),
        (
            "runtime.GetADTTag",
            ("x",),
            "TypeError: runtime.GetADTTag: argument 1 `adt`: expected runtime.ADT, got str",
        ),
        ("runtime.UnBoxBool", ("x",), "TypeError"),
    ],
)
def test_errors_name_function_argument_and_type(tvm, name, args, text):
    with pytest.raises(TVMError) as caught:
        tvm.call(name, *args)
    assert str(caught.value).startswith(text)


def test_truth_values(tvm):
    array = tvm.call("runtime.Array", tvm.call("runtime.BoxBool", True), False)
    assert tvm.call("runtime.ArrayGetItem", array, 0) is True
    assert tvm.call("runtime.ArrayGetItem", array, 1) is False
    assert tvm.call("runtime.UnBoxBool", tvm.call("runtime.BoxBool", 1)) is True
