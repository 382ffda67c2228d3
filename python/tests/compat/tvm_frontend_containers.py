"""Cases of test_tvm_frontend.py: containers, strings, JSON, pickling."""

from __future__ import annotations

import copy
import json
import os
import pickle

import numpy as np
import pytest
import tvm
from tvm.ir.container import Array, Map
from tvm.runtime.container import ADT, ShapeTuple, String, tuple_object

convert = tvm.runtime.convert
echo = convert(lambda x: x)


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_arrays():
    array = convert(["a", String("b"), None, ["c"]])
    assert type(array) is Array
    assert len(array) == 4
    assert [array[0], array[-3], array[2], array[3][0]] == ["a", "b", None, "c"]
    assert array[0:2] == ["a", "b"]
    assert type(array[0]) is String
    for index in (4, -5):
        with pytest.raises(IndexError):
            array[index]
    assert list(convert([])) == []


def test_an_item_is_the_object_that_was_put_in():
    text, shape, tensor = String("text"), ShapeTuple([1]), tvm.nd.array(np.zeros(2))
    function = convert(lambda: 5)
    # `convert` of old versions does not support functions in lists.
    array = tvm.runtime._ffi_api.Array(text, shape, tensor, function)
    assert array[0].__tvm_object__.same_as(text.__tvm_object__)
    assert array[1].same_as(shape)
    assert array[2] == tensor
    assert array[3]() == 5
    assert echo(array).same_as(array)
    assert hash(echo(array)) == hash(array)
    assert array != convert([text, shape, tensor])


def test_maps():
    given = {"k": "v", "l": [], "none": None}
    found = convert(given)
    assert type(found) is Map
    assert len(found) == 3
    assert found["k"] == "v"
    assert found.get("nope", 7) == 7
    assert "k" in found
    assert "nope" not in found
    assert list(found) == list(found.keys()) == list(given)
    assert [key for key, _ in found.items()] == list(given)
    assert list(found.values())[0] == "v"
    with pytest.raises(KeyError, match='the key "nope" is not in the map'):
        found["nope"]
    many = {str(number): str(number * number) for number in range(100)}
    assert dict(convert(many).items()) == many


@pytest.mark.parametrize("text", ["", "x", "1234567", "12345678", "gr\u00fcn", 'q"\\\n', "x" * 1000])
def test_strings(text):
    string = String(text)
    assert isinstance(string, str)
    assert string == text
    assert type(echo(string)) is String
    assert echo(string) == text
    assert again(string) == text
    assert tvm.ir.load_json(tvm.ir.save_json(string)) == text


def test_shapes():
    shape = ShapeTuple([1, -2, 2**40])
    assert list(shape) == [1, -2, 2**40]
    assert shape == ShapeTuple([1, -2, 2**40])
    assert shape != ShapeTuple([1])
    assert again(shape) == shape
    assert len(ShapeTuple([])) == 0
    with pytest.raises(IndexError):
        shape[3]


def test_data():
    shape = ShapeTuple([1])
    data = ADT(3, [shape, convert(["x"])])
    assert (data.tag, len(data)) == (3, 2)
    assert data[0].same_as(shape)
    assert data[-1][0] == "x"
    with pytest.raises(IndexError):
        data[2]
    assert tuple_object([data])[0].same_as(data)
    assert tuple_object().tag == 0


def test_text_and_attributes():
    found = convert({"k": ["v", None]})
    assert repr(found) == str(found) == '{"k": ["v", (nullptr)]}'
    assert repr(ShapeTuple([1, 2])) == "[1, 2]"
    assert found.type_key == "Map"
    assert ADT(1, []).type_key == "runtime.ADT"
    assert "tag" in dir(ADT(1, []))
    with pytest.raises(AttributeError, match="has no attribute nope"):
        found.nope
    assert not hasattr(ShapeTuple([]), "nope")


def test_json_and_pickle():
    tensor = tvm.nd.array(np.arange(6, dtype="float32").reshape(2, 3))
    shared = convert(["shared"])
    value = convert({"t": tensor, "a": [shared, shared, None], "s": ShapeTuple([7])})
    text = tvm.ir.save_json(value)
    assert json.loads(text)["nodes"][1]["type_key"] == "Map"
    for back in (tvm.ir.load_json(text), again(value), copy.deepcopy(value)):
        assert type(back) is Map
        np.testing.assert_array_equal(back["t"].numpy(), tensor.numpy())
        assert back["a"][0].same_as(back["a"][1])
        assert back["a"][2] is None
        assert back["s"][0] == 7
        assert tvm.ir.structural_equal(back, value)
        assert tvm.ir.structural_hash(back) == tvm.ir.structural_hash(value)
    assert not tvm.ir.structural_equal(value, shared)
    with pytest.raises(ValueError, match="differ at \\[0\\]"):
        tvm.ir.assert_structural_equal(convert(["x"]), convert(["y"]))
    with pytest.raises(ValueError, match="cyclic"):
        tvm.runtime._ffi_node_api.LoadJSON('{"root": 0, "nodes": [{"type_key": "Array", "data": [0]}]}')


def test_deep_containers():
    array = convert([])
    for _ in range(20_000):
        array = convert([array])
    assert len(repr(array)) == 40_002
    assert tvm.ir.structural_equal(again(array), array)


def test_parameters(tmp_path):
    given = {"w": np.arange(4.0), "b": np.array(True), "empty": np.zeros((0, 2), "int8")}
    saved = tvm.runtime.save_param_dict({key: tvm.nd.array(value) for key, value in given.items()})
    loaded = tvm.runtime.load_param_dict(saved)
    assert {str(key) for key in loaded} == set(given)
    for key, value in given.items():
        np.testing.assert_array_equal(loaded[key].numpy(), value)
        assert loaded[key].dtype == str(value.dtype)
    with pytest.raises(ValueError, match="argument 1 `bytes`"):
        tvm.runtime.load_param_dict(saved[:-1])
    path = os.fspath(tmp_path / "params")
    tvm.runtime._ffi_api.SaveParamsToFile(loaded, path)
    assert len(tvm.runtime._ffi_api.LoadParamsFromFile(path)) == 3


def test_plain_values_in_containers():
    api = tvm.runtime._ffi_api
    array = api.Array(1, 2.5, "text", None)
    assert [array[at] for at in range(4)] == [1, 2.5, "text", None]
    assert api.MapGetItem(api.Map(1, "one", 2, "two"), 2) == "two"
    assert tvm.ir.structural_equal(again(array), array)
