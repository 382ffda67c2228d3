"""Cases of test_tvm_frontend.py: the front ends of TVM, DGL and tvmlike in one process with one registry."""

from __future__ import annotations

import numpy as np
import pytest
import tvm
from dgl_boot import container
from dgl_boot import func as dgl_func
from dgl_boot import get as dgl_get
from dgl_boot import register as dgl_register

import tvmlike

convert = tvm.runtime.convert


@pytest.fixture
def name(request):
    chosen = f"three.{request.node.name}"
    yield chosen
    tvmlike.remove_global_func(chosen)


def test_a_function_of_each_is_called_by_the_others(name):
    tvm.register_func(name, lambda a, b: a + b)
    assert dgl_get(name)(40, 2) == 42
    assert tvmlike.get_global_func(name)(40, 2) == 42
    dgl_register(name, lambda a, b: a * b, override=True)
    assert tvm.get_global_func(name)(6, 7) == 42
    assert tvmlike.get_global_func(name)(6, 7) == 42
    tvmlike.register_func(name, lambda a, b: a - b, override=True)
    assert tvm.get_global_func(name)(44, 2) == 42
    assert dgl_get(name)(44, 2) == 42


def test_an_exception_goes_through_all_of_them(name):
    def fail():
        raise ValueError("three deep")

    tvmlike.register_func(name, fail)
    through_tvm = convert(lambda: tvm.get_global_func(name)())
    tvm.register_func(name + ".tvm", through_tvm)
    through_dgl = dgl_func(lambda: dgl_get(name + ".tvm")())
    dgl_register(name + ".dgl", through_dgl)
    try:
        with pytest.raises(Exception, match="three deep"):
            tvmlike.get_global_func(name + ".dgl")()
    finally:
        tvmlike.remove_global_func(name + ".tvm")
        tvmlike.remove_global_func(name + ".dgl")


def test_a_container_of_one_is_read_by_the_others(name):
    tvm.register_func(name, lambda: convert(["a", ["b"], None]))
    of_tvm = dgl_get(name)()
    assert isinstance(of_tvm, container.List)
    assert len(of_tvm) == 3
    assert (of_tvm[0], of_tvm[1][0]) == ("a", "b")
    dgl_register(name, lambda: [1, 2.5, "c", {"k": 4}], override=True)
    of_dgl = tvm.get_global_func(name)()
    assert isinstance(of_dgl, tvm.ir.container.Array)
    assert [of_dgl[at] for at in range(3)] == [1, 2.5, "c"]
    ours = tvmlike.get_global_func(name)()
    assert isinstance(ours, tvmlike.Array)
    assert list(ours)[:3] == [1, 2.5, "c"]
    assert ours[3]["k"] == of_dgl[3]["k"] == 4


def test_an_array_of_one_is_the_memory_of_the_others(name):
    seen = []
    tvmlike.register_func(name, lambda x: seen.append(x) or x)
    array = tvm.nd.array(np.arange(4, dtype="float32"))
    tvm.get_global_func(name)(array)
    of_dgl = dgl_get(name)(dgl_array_of(seen[0]))
    array.copyfrom(np.full(4, 7, "float32"))
    np.testing.assert_array_equal(of_dgl.asnumpy(), np.full(4, 7))
    np.testing.assert_array_equal(np.from_dlpack(seen[0]), np.full(4, 7))


def dgl_array_of(tensor):
    """Converts a tensor to an array of DGL."""
    tvmlike.register_func("three.give", lambda: tensor, override=True)
    try:
        return dgl_get("three.give")()
    finally:
        tvmlike.remove_global_func("three.give")
