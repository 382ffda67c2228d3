"""Cases of test_tvm_frontend.py: the front ends of TVM and tvmlike in one process with one registry."""

from __future__ import annotations

import gc

import numpy as np
import pytest
import tvm

import tvmlike

convert = tvm.runtime.convert


@pytest.fixture
def name(request):
    chosen = f"shared.{request.node.name}"
    yield chosen
    tvmlike.remove_global_func(chosen)


def test_tvm_calls_our_functions(name):
    tvmlike.register_func(name, lambda a, b: a * b)
    assert tvm.get_global_func(name)(6, 7) == 42


def test_we_call_tvms_functions(name):
    tvm.register_func(name, lambda a, b: a + b)
    assert tvmlike.get_global_func(name)(40, 2) == 42


def test_exceptions_both_ways(name):
    def fail():
        raise KeyError("theirs")

    tvm.register_func(name, fail)
    with pytest.raises(KeyError, match="theirs"):
        tvmlike.get_global_func(name)()

    def fail_too():
        raise IndexError("ours")

    tvmlike.register_func(name, fail_too, override=True)
    with pytest.raises(IndexError, match="ours"):
        tvm.get_global_func(name)()


def test_containers_are_the_same_ones(name):
    seen = []
    tvmlike.register_func(name, lambda x: seen.append(x) or x)
    echo = tvm.get_global_func(name)
    array = convert(["a", ["b"], None])
    assert echo(array).same_as(array)
    assert isinstance(seen[0], tvmlike.Array)
    assert [seen[0][0], seen[0][1][0], seen[0][2]] == ["a", "b", None]
    found = echo(convert({"k": "v"}))
    assert isinstance(seen[1], tvmlike.Map)
    assert seen[1]["k"] == "v"
    assert found["k"] == "v"
    echo(tvm.runtime.ShapeTuple([1, 2]))
    assert list(seen[2]) == [1, 2]
    echo(tvm.runtime.String("text"))
    assert seen[3] == "text"


def test_containers_of_ours(name):
    tvmlike.register_func(
        name, lambda: tvmlike.Array([1, 2.5, "short", "longer than a value", None, {"k": [1]}])
    )
    array = tvm.get_global_func(name)()
    assert isinstance(array, tvm.ir.container.Array)
    assert list(array)[:5] == [1, 2.5, "short", "longer than a value", None]
    assert array[5]["k"][0] == 1
    assert all(isinstance(array[at], tvm.runtime.String) for at in (2, 3))
    assert repr(array) == '[1, 2.5, "short", "longer than a value", (nullptr), {"k": [1]}]'


def test_arrays_share_their_memory(name):
    seen = []
    tvmlike.register_func(name, lambda x: seen.append(x))
    array = tvm.nd.array(np.arange(4.0))
    tvm.get_global_func(name)(array)
    ours = np.from_dlpack(seen[0])
    array.copyfrom(np.full(4, 7.0))
    np.testing.assert_array_equal(ours, np.full(4, 7.0))
    del array
    seen.clear()
    gc.collect()
    np.testing.assert_array_equal(ours, np.full(4, 7.0))


def test_a_function_object_goes_through_both(name):
    tvmlike.register_func(name, lambda f: f)
    function = convert(lambda x: x + 1)
    assert tvm.get_global_func(name)(function)(1) == 2
