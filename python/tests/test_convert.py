"""`convert`: Python objects to objects of the package."""

from __future__ import annotations

import pytest

import tvmlike
from tvmlike import Array, DataType, Map, PackedFunc, Tensor, convert


def test_callables():
    def double(x):
        return 2 * x

    made = convert(double)
    assert type(made) is PackedFunc
    assert made(4) == 8


def test_a_converted_callable_goes_back_as_the_callable(testing):
    def function():
        pass

    assert testing.echo(convert(function)) is function


def test_containers():
    assert type(convert([1, 2])) is Array
    assert type(convert((1, 2))) is Array
    assert type(convert({"a": 1})) is Map
    assert convert([1, {"a": (2,)}]) == [1, {"a": [2]}]


@pytest.mark.parametrize("value", [None, True, 3, 2.5, "s", "a longer string", b"x", b"longer bytes here"])
def test_plain_values_stay(value):
    got = convert(value)
    assert type(got) is type(value)
    assert got == value


def test_objects_of_the_package_stay():
    for value in (Array([1]), Map(), tvmlike.runtime.version, convert(len)):
        assert convert(value) is value
    for value in (DataType("int8"), tvmlike.cpu(), tvmlike.Shape((1,))):
        assert convert(value) == value
        assert type(convert(value)) is type(value)


def test_other_objects_stay():
    value = object()
    assert convert(value) is value


def test_arrays_and_numpy_values():
    np = pytest.importorskip("numpy")
    array = np.arange(3.0)
    tensor = convert(array)
    assert type(tensor) is Tensor
    assert tensor.data_ptr == array.ctypes.data
    assert convert(np.dtype("int8")) == "int8"
    assert type(convert(np.float32(1.5))) is float


def test_refusals_name_convert():
    with pytest.raises(OverflowError, match="convert: 9223372036854775808"):
        convert(2**63)
    with pytest.raises(OverflowError, match="convert: item 1"):
        convert([1, 2**63])
