"""Cases of test_tvm_frontend.py: numbers that the front end converts to objects, as before 0.18."""

from __future__ import annotations

import ctypes
import pickle

import pytest
import tvm

import tvmlike

convert = tvm.runtime.convert
boxed = not isinstance(convert([1])[0], int)
pytestmark = pytest.mark.skipif(not boxed, reason="this version has plain numbers in containers")


def shown(number):
    return number.value, str(number.dtype)


def test_numbers_in_an_array():
    array = convert([1, -(2**31), 2.5, True])
    assert len(array) == 4
    assert [shown(number) for number in (array[0], array[1], array[2])] == [
        (1, "int32"),
        (-(2**31), "int32"),
        (2.5, "float32"),
    ]
    assert array[3].value == 1
    assert str(array[3].dtype) in ("bool", "uint1")
    assert type(array[0]).__name__ == "IntImm"
    assert type(array[2]).__name__ == "FloatImm"
    assert array[-1].span is None


def test_numbers_in_a_map():
    numbers = convert({"a": 2, "b": 3.5})
    assert (numbers["a"].value, numbers["b"].value) == (2, 3.5)
    assert sorted(key for key, _ in numbers.items()) == ["a", "b"]


def test_a_number_with_a_type():
    const = tvm.runtime.const if hasattr(tvm.runtime, "const") else tvm.runtime.object_generic.const
    assert shown(const(7, "int64")) == (7, "int64")
    assert shown(const(7, "uint8")) == (7, "uint8")
    assert shown(const(1.5, "float64")) == (1.5, "float64")
    assert shown(const(3, "float32")) == (3.0, "float32")
    for value, dtype in [
        (256, "uint8"),
        (-1, "uint8"),
        (128, "int8"),
        (1.5, "int32"),
        (1e300, "float32"),
        (2, "bool"),
    ]:
        with pytest.raises(ValueError, match="is not a value of"):
            const(value, dtype)
    with pytest.raises(ValueError, match="unknown data type"):
        const(1, "nonsense")


def test_numbers_are_compared():
    one = convert(1)
    assert bool(one == 1)
    assert not bool(one == 2)
    assert bool(one != 2)
    assert bool(one == convert(1))


def test_numbers_through_json_and_pickle():
    array = convert([1, 2.5, {"key": 2**20}])
    for again in (tvm.ir.load_json(tvm.ir.save_json(array)), pickle.loads(pickle.dumps(array))):
        assert shown(again[0]) == (1, "int32")
        assert shown(again[1]) == (2.5, "float32")
        assert shown(again[2]["key"]) == (2**20, "int32")
    assert '"IntImm"' in tvm.ir.save_json(array)
    assert tvm.ir.structural_equal(array, tvm.ir.load_json(tvm.ir.save_json(array)))


def test_numbers_through_callbacks():
    number = convert(10)
    same = convert(lambda x: x)(number)
    assert shown(same) == (10, "int32")
    assert convert(lambda x, y: convert(x.value + y))(number, 11).value == 21


def test_numbers_as_tvmlike_sees_them():
    seen = []
    tvmlike.register_func("constants.see", lambda x: seen.append(x) or x)
    try:
        assert shown(tvm.get_global_func("constants.see")(convert([4]))[0]) == (4, "int32")
        assert seen[0][0].type_key == "IntImm"
        assert (seen[0][0].value, seen[0][0].dtype) == (4, "int32")
    finally:
        tvmlike.remove_global_func("constants.see")


def test_an_array_as_0_8_allocates_it():
    allocate = tvm.get_global_func("runtime.TVMArrayAllocWithScope")
    shape = (ctypes.c_int64 * 2)(3, 4)
    address = ctypes.cast(shape, ctypes.c_void_p)
    array = allocate(address, 2, "float32", tvm.cpu(0), None)
    assert (array.shape, array.dtype) == ((3, 4), "float32")
    assert allocate(address, 0, "int8", tvm.cpu(0), "global").shape == ()
    with pytest.raises(ValueError, match="the address of at least 0 dimensions"):
        allocate(address, -1, "float32", tvm.cpu(0), None)
    with pytest.raises(ValueError, match="at least 0 dimensions"):
        allocate(ctypes.c_void_p(0), 2, "float32", tvm.cpu(0), None)
    with pytest.raises(ValueError, match="not aligned"):
        allocate(ctypes.c_void_p(address.value + 1), 1, "float32", tvm.cpu(0), None)
