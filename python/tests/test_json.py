"""Containers and tensors as Python's own objects, as JSON and as HTML."""

from __future__ import annotations

import json

import numpy as np
import pytest

import tvmlike
from tvmlike import Array, Map, Shape, Tensor

VALUE = {
    "a": [1, 2.5, None, True, 'x\n"é\ud83d\ude00'.encode("utf-16", "surrogatepass").decode("utf-16")],
    "b": {"c": []},
}


def test_to_py_is_deep():
    ones = Tensor(np.ones((1, 2), np.int8))
    thing = object()
    value = Map({"a": [1, (2, {"k": ones})], 3: Shape((4,)), "o": thing, "b": b"x"})
    plain = value.to_py()
    assert plain == {"a": [1, [2, {"k": [[1, 1]]}]], 3: (4,), "o": thing, "b": b"x"}
    assert [type(plain), type(plain["a"]), type(plain["a"][1][1]), type(plain[3])] == [
        dict,
        list,
        dict,
        tuple,
    ]
    assert Array([Array([1]), Map()]).to_py() == [[1], {}]


def test_json_round_trip():
    value = Map(VALUE)
    assert json.loads(value.to_json()) == VALUE
    assert Map.from_json(value.to_json()) == value
    assert Map.from_json(value.to_json().encode()) == value
    array = Array([VALUE, 2**63 - 1, -(2**63), 0.1])
    assert Array.from_json(array.to_json()) == array
    assert Array([Shape((2, 3))]).to_json() == "[[2, 3]]"


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint8", "int64", "uint64", "float16", "float32", "float64"]
)
def test_tensors_round_trip(dtype):
    array = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype)
    if dtype == "uint64":
        array[0, 0] = 2**64 - 1
    if dtype.startswith("float"):
        array[0, 0] = 0.1
    text = Tensor(array).to_json()
    assert json.loads(text).keys() == {"dtype", "shape", "data"}
    again = Tensor.from_json(text)
    assert str(again.dtype) == dtype
    assert np.array_equal(again.numpy(), array)


def test_tensors_of_other_forms_round_trip():
    for shape in ((), (0,), (2, 0, 3), (1, 1, 1)):
        again = Tensor.from_json(tvmlike.zeros(shape).to_json())
        assert tuple(again.shape) == shape
    ml_dtypes = pytest.importorskip("ml_dtypes")
    halves = Tensor(np.array([1.5, -2.0], ml_dtypes.bfloat16))
    again = Tensor.from_json(halves.to_json())
    assert (str(again.dtype), again.tolist()) == ("bfloat16", [1.5, -2.0])
    # In a container a tensor is an object of the same form.
    assert Tensor.from_json(Array.from_json(Array([halves]).to_json())[0].to_json()).tolist() == [1.5, -2.0]


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (Map({1: 2}), TypeError, "Map.to_json: the key 1 is of type int; keys in JSON are str"),
        (Array([b"x"]), TypeError, "Array.to_json: bytes has no form in JSON"),
        (Array([{"k": object()}]), TypeError, "Array.to_json: object has no form in JSON"),
        (Array([tvmlike.cpu()]), TypeError, "Array.to_json: Device has no form in JSON"),
        (Array([tvmlike.DataType("int8")]), TypeError, "Array.to_json: DataType has no form in JSON"),
        (Array([float("nan")]), ValueError, "Array.to_json: JSON has no NaN and no infinity"),
        (Tensor(np.array([np.inf])), ValueError, "Tensor.to_json: JSON has no NaN and no infinity"),
        (Tensor(np.array([1j])), TypeError, "complex"),
    ],
)
def test_values_without_a_form_are_refused(value, error, text):
    with pytest.raises(error, match=text):
        value.to_json()


@pytest.mark.parametrize(
    ("cls", "text", "error", "words"),
    [
        (
            Array,
            "{}",
            TypeError,
            "Array.from_json: expected the JSON text of an array, got that of an object",
        ),
        (Map, "[]", TypeError, "Map.from_json: expected the JSON text of an object, got that of an array"),
        (Map, "null", TypeError, "got that of null"),
        (Map, '{"a": 1, "a": 2}', ValueError, "Map.from_json: an object has a key twice"),
        (Array, "[NaN]", ValueError, "NaN is not JSON"),
        (Array, "[", ValueError, "Expecting value"),
        (Array, b"\xff", ValueError, "codec"),
        (Array, f"[{2**63}]", OverflowError, "out of range for a 64-bit integer"),
        (Array, 3, TypeError, "Array.from_json: argument 1 `text`: expected str or bytes, got int"),
        (Tensor, "[]", TypeError, "expected an object with the keys dtype, shape and data, got an array"),
        (Tensor, '{"dtype": "int8"}', TypeError, "got the keys dtype"),
        (
            Tensor,
            '{"dtype": 1, "shape": [], "data": 0}',
            TypeError,
            "`dtype`: expected a str, got an integer",
        ),
        (Tensor, '{"dtype": "int8", "shape": 2, "data": 0}', TypeError, "`shape`: expected an array of ints"),
        (Tensor, '{"dtype": "int8", "shape": [2], "data": [1]}', ValueError, "`data` has the shape"),
        (Tensor, '{"dtype": "int8", "shape": [2], "data": []}', ValueError, "`data` is empty"),
        (Tensor, '{"dtype": "int8", "shape": [2], "data": [[1], 2]}', TypeError, "got an array"),
        (Tensor, '{"dtype": "int8", "shape": [1], "data": [300]}', OverflowError, "out of range for int8"),
        (Tensor, '{"dtype": "uint8", "shape": [1], "data": [-1]}', OverflowError, "out of range for uint8"),
        (
            Tensor,
            '{"dtype": "int8", "shape": [1], "data": [1.5]}',
            TypeError,
            "expected elements of int8, got a float",
        ),
        (
            Tensor,
            '{"dtype": "int8", "shape": [1], "data": ["1"]}',
            TypeError,
            "expected elements of int8, got a string",
        ),
        (Tensor, '{"dtype": "bool", "shape": [1], "data": [1]}', TypeError, "expected elements of bool"),
        (
            Tensor,
            '{"dtype": "float32", "shape": [1], "data": [1e300]}',
            OverflowError,
            "out of range for float32",
        ),
        (Tensor, '{"dtype": "float32", "shape": [1], "data": [null]}', TypeError, "got null"),
        (
            Tensor,
            f'{{"dtype": "int64", "shape": [1], "data": [{2**64}]}}',
            OverflowError,
            "out of range for int64",
        ),
        (Tensor, '{"dtype": "no such", "shape": [1], "data": [1]}', ValueError, "no such"),
        (Tensor, '{"dtype": "int8", "shape": [-1], "data": []}', ValueError, "`data` is empty"),
    ],
)
def test_wrong_texts_are_refused(cls, text, error, words):
    with pytest.raises(error, match=words):
        cls.from_json(text)


def test_deep_containers_end_with_an_error():
    value = Array()
    for _ in range(5_000):
        value = Array([value])
    for use in (value.to_py, value.to_json):
        with pytest.raises(RecursionError):
            use()


def test_html(testing, name):
    text = Map({"<k>": "<script>", "t": Tensor(np.zeros(2))})._repr_html_()
    assert "&lt;k&gt;" in text
    assert "<script>" not in text
    many = Map({str(at): at for at in range(200)})._repr_html_()
    assert "Map of 200" in many
    assert "150 more" in many
    table = Tensor(np.arange(400).reshape(20, 20))._repr_html_()
    assert "Tensor(shape=(20, 20)" in table
    assert table.count("<tr>") == 11
    assert "<table>" not in Tensor(np.zeros((2, 2, 2)))._repr_html_()
    assert testing.add3._repr_html_().startswith(
        "<div><code>testing.add3(a: int, b: int, c: int) -&gt; int</code>"
    )
    tvmlike.register_func(name, eval("lambda: 0", {}))
    assert tvmlike.get_global_func(name)._repr_html_()
    assert "testing" in tvmlike.list_plugins()[0]._repr_html_()
